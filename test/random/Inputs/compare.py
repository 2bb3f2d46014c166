# compare.py MCMINI PROGRAM FIRST COUNT TRACES: dfs and dpor, with and without sleep sets, on each
# program of generate.py: the same verdict, deadlocks or none, failures or none, and the same final
# outputs. Programs with more traces than that are left out.
import json
import subprocess
import sys


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
    }, traces["completed"] + traces["deadlocked"] + traces["failed"] + traces["bounded"]


def main():
    mcmini, program = sys.argv[1:3]
    first, count, most = map(int, sys.argv[3:6])
    compared = left_out = differ = 0
    for seed in range(first, first + count):
        expected, traces = check(mcmini, program, seed, "--algorithm=dfs", f"--max-traces={most}")
        if traces >= most:
            left_out += 1
            continue
        compared += 1
        for options in ([], ["--sleep-sets=none"]):
            got, _ = check(mcmini, program, seed, *options)
            if got != expected:
                differ += 1
                print(f"seed {seed} {options}: dfs {expected}\n  dpor {got}")
    print(f"{compared} programs compared, {left_out} left out, {differ} differ")
    sys.exit(differ > 0)


main()
