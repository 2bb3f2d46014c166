# process.py - what the tests ask the kernel of processes.
import contextlib
import os


def children_of(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        return []


def below(pid):
    children = children_of(pid)
    return children + [one for child in children for one in below(child)]


def that_run(program):
    """Those that run the file; a zombie is none."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            if os.readlink(f"/proc/{pid}/exe") == os.path.realpath(program):
                found.append(int(pid))
    return found
