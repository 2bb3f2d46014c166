# same.py MCMINI CC CXX [--from-tsan... --] PROGRAM [ARGUMENT...]: explores the program as the plugin
# instruments it, and as compilers with -fsanitize=thread do, and compares the counts of traces, of
# transitions and of findings by kind.
import collections
import json
import os
import subprocess
import sys

mcmini, cc, cxx, *rest = sys.argv[1:]
doors = [["-O0"]] + [[d, o] for d in rest[: rest.index("--")] for o in ("-O0", "-O2")]
source, *arguments = rest[rest.index("--") + 1:]
compiler = cxx if source.endswith("pp") else cc


def explore(flags):
    program = f"./{os.path.basename(source)}.{len(flags)}"
    subprocess.run([compiler, *flags, source, "-o", program], check=True)
    run = subprocess.run([*mcmini.split(), "-k", "--json=-", program, *arguments], stdout=subprocess.PIPE, text=True)
    result = json.loads(run.stdout)
    kinds = collections.Counter(f["kind"] for f in result["findings"])
    return {**result["traces"], "transitions": result["transitions"], **kinds}


results = [explore(flags) for flags in doors]
for flags, result in zip(doors[1:], results[1:]):
    if result != results[0]:
        print(f"{' '.join(flags)}: {result}\nplugin: {results[0]}")
traces = ", ".join(f"{n} {kind}" for kind, n in results[0].items() if n)
print(f"{sum(r == results[0] for r in results[1:])} of {len(results) - 1} the same: {traces}")
