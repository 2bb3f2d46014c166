"""compare_atomics.py MCMINI FIRST COUNT TRACES INSTRUMENTED PROGRAM... - the random programs of random_atomics.py: what
comes of each in the traces of each PROGRAM is what comes in those of INSTRUMENTED, or its verdict is "incomplete", or the
sentence behind "ok" says that code beside instrumented code is not seen. Programs of more traces are left out."""
import json
import subprocess
import sys


def check(mcmini, program, seed, most):
    run = [mcmini, "-q", "-k", "--output=all", "--races=explore", "--json=result.json", f"--max-traces={most}", program, str(seed)]
    out = subprocess.run(run, capture_output=True, text=True, errors="replace")
    result = json.load(open("result.json"))
    found = {line for line in out.stdout.splitlines() if line.startswith("out ")}
    found |= {f["kind"] for f in result["findings"]}
    verdict = "said" if "what code without instrumentation does to memory is not seen" in out.stdout else result["verdict"]
    return verdict, found, sum(result["traces"].values())


def main():
    mcmini, first, count, most, instrumented, *programs = sys.argv[1:]
    compared = left_out = wrong = incomplete = less = partly = said = 0
    for seed in range(int(first), int(first) + int(count)):
        _, expected, traces = check(mcmini, instrumented, seed, int(most))
        if traces >= int(most):
            left_out += 1
            continue
        for program in programs:
            verdict, found, ran = check(mcmini, program, seed, 20 * int(most))
            compared += 1
            is_incomplete = verdict == "incomplete"
            lacks = found < expected
            said += lacks and verdict == "said"
            if found != expected and not (lacks and verdict in ("incomplete", "said")):
                wrong += 1
                print(f"seed {seed} {program}: {verdict}, {sorted(found)}, expected {sorted(expected)}")
            less += is_incomplete and found != expected
            incomplete += is_incomplete
            partly += is_incomplete and seed % 3 == 0
            if is_incomplete:
                print(f"seed {seed} {program}: incomplete, {len(found)} of {len(expected)}, {ran} traces, {traces}", file=sys.stderr)
    print(f"{compared} compared, {left_out} left out, {wrong} wrong")
    print(f"{incomplete} incomplete, {less} with less, {partly} of read-modify-writes only, {said} said")


main()
