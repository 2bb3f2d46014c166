# wild_writes.py BUILD PROGRAM WHERE FIRST COUNT [OPTIONS...] - checks wild.c with COUNT seeds. Whatever the
# wild traces do, the other 4 must be completed, no more than 6 counted, and what went wrong must be a
# finding of the program: no internal fault, no nondeterminism, no hang.
import collections
import json
import os
import subprocess
import sys


def check(build, program, where, seed, options):
    command = [build + "/bin/mcmini", "-q", "-k", "--output=none", "--json=result.json", "--trace-timeout=2", *options, program, where, seed]
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              timeout=15, text=True, errors="replace")
    except subprocess.TimeoutExpired:
        return "wrong: hangs", ""
    for name in os.listdir("."):
        if name.endswith(".trace"):
            os.remove(name)
    if done.returncode not in (0, 1):
        return f"wrong: status {done.returncode}", done.stdout
    with open("result.json") as file:
        result = json.load(file)
    traces = result["traces"]
    bad = traces["deadlocked"] + traces["failed"]
    if traces["completed"] + bad > 6 or traces["completed"] < 4 or bool(bad) != (done.returncode == 1):
        return f"wrong: {traces}", done.stdout
    return "found" if bad else "without effect", ""


def main():
    build, program, where = sys.argv[1:4]
    first, count = int(sys.argv[4]), int(sys.argv[5])
    seen = collections.Counter()
    for seed in range(first, first + count):
        outcome, said = check(build, program, where, str(seed), sys.argv[6:])
        seen[outcome.split(":")[0]] += 1
        if outcome.startswith("wrong"):
            print(f"seed {seed}: {outcome}\n{said[:400]}")
    print(f"{where}: {count} programs, {seen['found']} found, {seen['without effect']} without effect, {seen['wrong']} wrong")
    sys.exit(seen["wrong"] > 0)


main()
