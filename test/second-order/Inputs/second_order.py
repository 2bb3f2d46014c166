"""second_order.py MCMINI LIST PROGRAM: for each name in LIST, as MC_PRIMITIVE(name), PROGRAM, called with
it, has something wrong that its first trace does not show, and that each algorithm finds."""
import re
import subprocess
import sys

FOUND = 1
NOTHING = (0, 3)  # some is not complete, for other reasons


def status(mcmini, program, name, *options):
    run = subprocess.run([mcmini, "-q", *options, program, name], capture_output=True)
    return run.returncode


def wrong(mcmini, program, name):
    first = status(mcmini, program, name, "--max-traces=1")
    if first not in NOTHING:
        return f"its first trace has status {first}"
    for algorithm in ("optimal", "source", "dpor"):
        every = status(mcmini, program, name, f"--algorithm={algorithm}")
        if every != FOUND:
            return f"{algorithm} has status {every}"
    return None


def main(mcmini, listing, program):
    with open(listing, encoding="utf-8") as file:
        names = re.findall(r"^MC_PRIMITIVE\((\w+)\)", file.read(), re.MULTILINE)
    bad = 0
    for name in names:
        text = wrong(mcmini, program, name)
        bad += text is not None
        print(f"{name}: {text or 'found in the second order alone'}")
    print(f"{len(names)} programs, {bad} wrong")


main(*sys.argv[1:])
