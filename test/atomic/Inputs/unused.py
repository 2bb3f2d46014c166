# unused.py CXX MCMINI SOURCE: the numbers of traces of the SOURCE's ways, at -O0, -O1 and -O2. Leaves
# the last program in ./unused.
import json
import re
import subprocess
import sys

cxx, mcmini, source = sys.argv[1:]
ways = re.findall(r"^// CHECK(?:-NEXT)?: +([a-z-]+) \d", open(source).read(), re.M)
counts = [[] for _ in ways]
for level in ["-O2", "-O1", "-O0"]:
    subprocess.run([cxx, "-std=c++20", "-g", level, source, "-o", "unused"], check=True)
    for number in range(len(ways)):
        run = subprocess.run([mcmini, "--json=-", "./unused", str(number)], stdout=subprocess.PIPE, text=True)
        result = json.loads(run.stdout)
        counts[number].insert(0, result["traces"]["completed"] if result["verdict"] == "ok" else result["verdict"])
for way, numbers in zip(ways, counts):
    print(way, *numbers)
