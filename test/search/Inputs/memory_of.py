# memory_of.py MCMINI PROGRAM SMALL LARGE ALGORITHM...: the traces of the program with each of the
# two arguments, and how much more the search keeps with the larger one.
import json
import subprocess
import sys


def run(mcmini, program, argument, algorithm):
    subprocess.run([mcmini, "-q", "--estimate=off", f"--algorithm={algorithm}", "--json=result.json", program, argument],
                   stdout=subprocess.DEVNULL)
    result = json.load(open("result.json"))
    return sum(result["traces"].values()), result["wakeup_tree_bytes"]


mcmini, program, small, large, *algorithms = sys.argv[1:]
for algorithm in algorithms:
    traces, before = run(mcmini, program, small, algorithm)
    more_traces, after = run(mcmini, program, large, algorithm)
    how = ("less than twice" if after < 2 * before else "more than 6 times" if after > 6 * before
           else f"{after / before:.1f} times")
    print(f"{algorithm}: {traces} traces, then {more_traces}; {how} the memory")
