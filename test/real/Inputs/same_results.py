"""same_results.py MCMINI FOLDER PROGRAM...: runs each program of GLib's own tests natively and under one schedule of
McMini's, and prints how many say the same of each case, and what differs."""
import os
import re
import subprocess
import sys

mcmini, folder, *programs = sys.argv[1:]


def cases(command):
    """The lines `ok 1 /name` and `not ok 2 /name`."""
    out = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace").stdout
    return re.findall(r"^((?:not )?ok \d+ /\S+.*)$", out, re.M)


same = 0
for name in programs:
    program = os.path.join(folder, name)
    native = cases([program, "--tap"])
    here = cases([*mcmini.split(), "--max-traces=1", "--max-depth=10000000", "--output=all", program, "--tap"])
    if native and native == here:
        same += 1
    else:
        print(f"{name}: only natively {sorted(set(native) - set(here))}, only here {sorted(set(here) - set(native))}")
print(f"{same} of {len(programs)} say the same")
