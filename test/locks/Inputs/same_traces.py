# same_traces.py MCMINI PROGRAM... -- "ARGUMENTS"... - with each of the arguments, the programs have as many traces, of as many
# transitions, as the first one: prints the number, or what differs.
import re
import subprocess
import sys

mcmini, *rest = sys.argv[1:]
programs, parts = rest[: rest.index("--")], rest[rest.index("--") + 1 :]


def figures(program, part):
    report = subprocess.run([mcmini, "-k", program, *part.split()], capture_output=True, text=True).stdout
    traces = re.search(r"^(\d+) traces?: (\d+) completed, (\d+) deadlocked, (\d+) failed", report, re.M)
    transitions = re.search(r"transitions\s+(\d+ and \d+ repeated)", report)
    return (traces and traces.groups(), transitions and transitions[1]) if traces else report


for part in parts:
    all_figures = [figures(program, part) for program in programs]
    same = all(one == all_figures[0] for one in all_figures)
    print(f"{part}: {all_figures[0][0][0]} traces" if same else f"{part}: {all_figures}")
