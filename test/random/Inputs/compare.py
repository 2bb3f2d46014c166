# compare.py MCMINI PROGRAM FIRST COUNT TRACES: dfs and every other search on each program of
# generate.py: the same verdict, deadlocks or none, failures or none, and the same final
# outputs. Programs with more traces than that are left out.
import json
import subprocess
import sys


SEARCHES = [
    ["--algorithm=optimal"],
    ["--algorithm=pop"],
    ["--algorithm=source"],
    ["--algorithm=source", "--sleep-sets=conditional"],
    ["--algorithm=dpor"],
    ["--algorithm=dpor", "--sleep-sets=none"],
]


def check(mcmini, program, seed, *options):
    run = [mcmini, "-q", "-k", "--output=all", "--json=result.json", *options, program, str(seed)]
    out = subprocess.run(run, capture_output=True, text=True, errors="replace")
    result = json.load(open("result.json"))
    traces = result["traces"]
    return {
        "verdict": result["verdict"],
        "deadlocks": traces["deadlocked"] > 0,
        "failures": traces["failed"] > 0,
        "findings": sorted({(f["kind"], f["message"]) for f in result["findings"]}),
        "outputs": sorted({l for l in out.stdout.splitlines() if l.startswith("out ")}),
    }, traces


def main():
    mcmini, program = sys.argv[1:3]
    first, count, most = map(int, sys.argv[3:6])
    compared = left_out = differ = 0
    for seed in range(first, first + count):
        expected, traces = check(mcmini, program, seed, "--algorithm=dfs", f"--max-traces={most}")
        if sum(traces.values()) >= most:
            left_out += 1
            continue
        compared += 1
        for options in SEARCHES:
            got, traces = check(mcmini, program, seed, *options)
            blocked = traces["sleep_set_blocked"] if options == ["--algorithm=optimal"] else 0
            if got != expected or (blocked and not got["failures"]):
                differ += 1
                print(f"seed {seed} {options}: dfs {expected}\n  here {got}")
    print(f"{compared} programs compared, {left_out} left out, {differ} differ")
    sys.exit(differ > 0)


main()
