# count.py MCMINI PROGRAM... - of each part of the programs (programs[] of counts.c) its traces, by each
# of them, if every schedule was explored and nothing was found; else the report.
import re
import subprocess
import sys

mcmini, *programs = sys.argv[1:]
with open(sys.argv[0].replace("Inputs/count.py", "counts.c"), encoding="utf-8") as file:
    parts = re.findall(r'\{"(\w+)", ', file.read())


def traces(program, part):
    report = subprocess.run([mcmini, program, part], capture_output=True, text=True).stdout
    count = re.search(r"^(\d+) traces?: ", report, re.M)
    return count[1] if count and "\nEvery schedule" in report and ", 0 failed" in report else report


for part in parts:
    print(part, *[traces(program, part) for program in programs])
