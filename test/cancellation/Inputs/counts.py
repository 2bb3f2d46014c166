"""counts.py MCMINI PROGRAM... -- KIND=TRACES...: each program, with each kind as its argument, has so many traces in the
default search, in processes of their own, with kernel threads, and with other algorithms, and finds nothing."""
import os
import subprocess
import sys

at = sys.argv.index("--")
mcmini, programs, kinds = sys.argv[1], sys.argv[2:at], sys.argv[at + 1:]
WAYS = ([], ["--isolation=fork"], ["--threads=kernel"], ["--algorithm=source"], ["--algorithm=pop"], ["--algorithm=dpor"])
wrong = 0
for kind in kinds:
    name, traces = kind.split("=")
    for program in programs:
        # The counts of a dpor without sleep sets are not those of the classes for other programs; here they are.
        for way in WAYS if program == programs[0] else WAYS[:1]:
            run = subprocess.run([mcmini, *way, program, name], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                 text=True, timeout=120)
            if f"\n{traces} traces: {traces} completed" not in run.stdout or "Every schedule of the program" not in run.stdout:
                wrong += 1
                print(name, os.path.basename(program), *way, run.stdout)
print(f"{len(kinds)} kinds, {wrong} wrong")
