#!/usr/bin/env python3
"""gone.py COMMAND... - kills the command when its search is divided: how many processes it had, and how many are left."""
import os
import subprocess
import sys
import time


def below(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            children = [int(child) for child in file.read().split()]
    except OSError:
        return []
    return children + [one for child in children for one in below(child)]


def main():
    process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    had = []
    deadline = time.monotonic() + 60
    while len(had) < 5 and time.monotonic() < deadline:
        time.sleep(0.01)
        had = below(process.pid)
    process.kill()
    process.wait()
    while any(os.path.exists(f"/proc/{pid}") for pid in had) and time.monotonic() < deadline:
        time.sleep(0.01)
    left = [pid for pid in had if os.path.exists(f"/proc/{pid}")]
    print(f"{min(len(had), 5)} processes or more, then {len(left)}")


main()
