"""claims.py ROOT - holds docs/explain-figures.md against the tests of test/explain/: each program has its row, with the
bug, the finding, what is shown and what decides as they stand there. Prints how many programs there are, of which kinds."""
import collections
import os
import re
import sys

root = sys.argv[1]
tests = f"{root}/test/explain"
cells = [[cell.strip() for cell in line.strip("|\n ").split("|")] for line in open(f"{root}/docs/explain-figures.md")]
rows = {row[0].strip("`"): row[1:] for row in cells if row[0].endswith(("c`", "cpp`"))}
names = [name for name in os.listdir(tests) if name.endswith((".c", ".cpp"))]
assert set(names) == set(rows), set(names) ^ set(rows)
for name, (bug, finding, _, _, shown, _, decides, _, _) in rows.items():
    text = open(f"{tests}/{name}").read()
    steps, preemptions = re.search(r"CHECK: shown: (\d+) steps?, (\d+) preemptions?", text).groups()
    step = re.search(r"CHECK: decides: (?:step: step (\d+)|none)", text)
    assert f"// Bug: {bug}\n" in text, name
    assert f"explained %mcmini {finding} " in text, name
    assert shown == f"{steps} / {preemptions}", name
    assert decides == (step[1] or "all"), name
bugs = collections.Counter(row[0] for row in rows.values())
steps = [int(row[3].split()[0]) for row in rows.values()]
print(f"{len(rows)} programs, {sum(int(row[2]) >= 3 for row in rows.values())} with three or more threads")
print(f"found with {min(steps)} to {max(steps)} steps")
for bug, count in sorted(bugs.items()):
    print(f"{count} {bug}")
