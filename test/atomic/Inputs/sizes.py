# sizes.py MCMINI SOURCE PROGRAM...: the number of traces of each way of the SOURCE, which must be the
# same for every size of object and every program; then "differ" and what was not.
import json
import re
import subprocess
import sys

mcmini, source, *programs = sys.argv[1:]
text = open(source).read()
sizes = re.findall(r"^  case (\d+):", text, re.M) + ["100"]
different = []
for way in re.findall(r"^// CHECK(?:-NEXT)?: ([a-z-]+): \d", text, re.M):
    counts = {}
    for program in programs:
        for size in sizes:
            run = subprocess.run([mcmini, "--json=-", program, size, way], stdout=subprocess.PIPE, text=True)
            result = json.loads(run.stdout)
            completed = result["traces"]["completed"] if result["verdict"] == "ok" else result["verdict"]
            counts.setdefault(completed, []).append(f"{program} {size}")
    most = max(counts, key=lambda count: len(counts[count]))
    print(f"{way}: {most}")
    different += [f"{way}: {count}: {where}" for count, where in counts.items() if count != most]
print("differ" if not different else "do differ", *different, sep="\n")
