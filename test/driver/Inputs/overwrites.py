"""overwrites.py SEEDS PROGRAM,... MCMINI... - the programs write random bytes into McMini's memory: the command
must end by itself, with 1, 3 or 70; with 0 only if all counts are right."""
import collections
import json
import subprocess
import sys

seeds, programs, command = int(sys.argv[1]), sys.argv[2].split(","), sys.argv[3:]
regions = ["all", "head", "observed", "numbers", "middle", "threads", "objects", "places", "findings",
           "stacks", "strings", "steps", "last"]
words = [[], ["deadlocks"], ["races"]]
ways = [[], ["--isolation=fork"], ["--threads=kernel"], ["-k"], ["-k", "--algorithm=source"]]


def run(program, seed, region, word, way):
    arguments = [*command, "-q", "--json=result.json", "--trace-timeout=5", *way, program, str(seed), region, *word]
    try:
        end = subprocess.run(arguments, capture_output=True, timeout=int(__import__("os").environ.get("T","100")))
    except subprocess.TimeoutExpired:
        return None, None, arguments
    with open("result.json", encoding="utf-8") as file:
        text = file.read()
    result = json.loads(text) if end.returncode in (0, 1, 3) else None
    return end.returncode, result and result["traces"], arguments


expected = {}
ends, wrong = collections.Counter(), 0
for seed in range(1, seeds + 1):
    region, word, way = regions[seed % len(regions)], words[seed % 3], ways[seed % 5]
    program = programs[seed // 7 % len(programs)]
    case = (program, *word, *way)
    if case not in expected:
        expected[case] = run(program, 0, region, word, way)
    status, traces, arguments = run(program, seed, region, word, way)
    ends[status] += 1
    right = expected[case]
    if status not in (0, 1, 3, 70) or (status == 0 and (right[0] != 0 or traces != right[1])):
        wrong += 1
        print("wrong:", seed, status, traces, "not", right[:2], *arguments, flush=True)
print(dict(ends))
print(f"{seeds} seeds, {wrong} wrong")
