#!/usr/bin/env python3
"""full.py SEARCHES SEED COMMAND... PROGRAM SIZE - searches with a journal on a disk that is too small: where it has become
full the search is gone on with, on a larger one, until it has ended by itself, and has the traces of one without a
journal, and leaves no process, nor a file but its journal. To be run where a folder can be mounted."""
import os
import random
import re
import subprocess
import sys

from process import that_run


def traces(text):
    found = re.search(r"^\d+ traces: .*$", text, re.M)
    return found.group() if found else text


def mount(how, size):
    subprocess.run(["mount", *how.split(), "-o", f"{'remount,' if how == '' else ''}size={size}k", "disk"], check=True)


def main():
    searches, seed, command, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:-2], sys.argv[-2:]
    random.seed(seed)
    alone = traces(subprocess.run([*command, "--algorithm=pop", *program], stdout=subprocess.PIPE, text=True).stdout)
    full = wrong = 0
    for _ in range(searches):
        os.makedirs("disk", exist_ok=True)
        size = random.randint(60, 400)
        mount("-t tmpfs none", size)
        words = [*command, "--journal=disk/J", f"-j{random.randint(1, 3)}", *program]
        while True:
            run = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if "full" not in run.stdout or size > 1 << 20:
                break
            full += 1
            size = size * 3 // 2
            mount("", size)
            if os.path.exists("disk/J"):
                words = [*command, "resume", f"-j{random.randint(1, 3)}", "disk/J"]
        mount("", 2 * size)  # what had no room in J may still be beside it: the next command puts it there
        status = subprocess.run([command[0], "status", "disk/J"], stdout=subprocess.PIPE, text=True).stdout
        left = that_run(program[0]) + [file for file in os.listdir("disk") if file != "J"]
        if traces(run.stdout) != alone or run.returncode or left or "search   complete" not in status:
            wrong += 1
            print(f"wrong: {run.returncode}, {run.stdout}, alone {alone}, left {left}")
        subprocess.run(["umount", "disk"], check=True)
    print(f"{searches} searches, {full} times full, {wrong} wrong")


main()
