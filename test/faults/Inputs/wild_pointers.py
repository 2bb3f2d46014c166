# wild_pointers.py BUILD PROGRAM WHERE FINDING [OPERATIONS [ARGUMENTS OF mcmini...]] - each operation of wild_pointer.c
# (or only those that begin with one of the words) must be the FINDING, at its own line.
import os
import re
import subprocess
import sys

build, program, where, finding = sys.argv[1:5]
words = tuple(sys.argv[5].split(",")) if len(sys.argv) > 5 else ("",)
with open(os.path.dirname(os.path.abspath(__file__)) + "/wild_pointer.c") as file:
    lines = [re.match(r'  DO\("(.*?)"', line) for line in file]
operations = {found[1]: number for number, found in enumerate(lines, 1) if found and found[1].startswith(words)}
right = 0
for operation, line in operations.items():
    command = [build + "/bin/mcmini", "-q", *sys.argv[6:], program, operation, *where.split()]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60,
                          text=True)
    report = re.sub(r"(mcmini: warning: .*\n)*", "", done.stdout, count=1)
    if done.returncode == 1 and report.startswith("mcmini: " + finding) and f"wild_pointer.c:{line}" in done.stdout:
        right += 1
    else:
        print(f"{operation}: status {done.returncode}\n{done.stdout[:600]}")
print(f"{right} of {len(operations)} operations")
