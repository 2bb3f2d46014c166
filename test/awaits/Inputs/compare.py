# compare.py MCMINI PROGRAM ANSWERS [OPTION...]: every program of generate.py has the outputs that it
# can have, and a livelock exactly if it can have one. A program with more than 1,500 traces, or one
# that is not explored completely, counts as left out.
import json
import subprocess
import sys


def main():
    mcmini, program, answers, *options = sys.argv[1:]
    compared = left_out = differ = livelocks = traces = 0
    for line in open(answers):
        seed, livelock, *outputs = line.split()
        run = [mcmini, "-q", "-k", "--output=all", "--json=result.json", "--max-traces=1500",
               *options, program, seed]
        out = subprocess.run(run, capture_output=True, text=True)
        result = json.load(open("result.json"))
        got = sorted({l[4:] for l in out.stdout.splitlines() if l.startswith("out ")})
        found = sorted({f["kind"] for f in result["findings"]})
        count = sum(result["traces"].values())
        traces += count
        if count >= 1500 or (not result["findings"] and result["verdict"] != "ok"):
            left_out += 1
            continue
        compared += 1
        livelocks += livelock == "1"
        if got != outputs or found != ["livelock"] * int(livelock):
            differ += 1
            print(f"seed {seed}: expected {outputs} {livelock}, got {got} {found}")
    print(f"{compared} programs compared, {livelocks} with a livelock, {traces} traces, "
          f"{left_out} left out, {differ} differ")
    sys.exit(differ > 0)


main()
