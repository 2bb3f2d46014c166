# resume.py SEARCHES SEED COMMAND... PROGRAM SIZE - ends searches with a journal by SIGKILL or SIGINT at random instants,
# goes on with each until it has ended by itself, and compares its traces with those of a search without. It leaves no process,
# nor a file but its journal.
import glob
import os
import random
import re
import signal
import subprocess
import sys

from process import that_run
from reports import alone_with

searches, seed, command, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:-2], sys.argv[-2:]
MOST = 8  # ends of one search
random.seed(seed)


def traces(text):
    """And, of random schedules, the classes."""
    found = re.search(r"^\d+ traces: .*$(\n^\d+ random schedules.*$)?", text, re.M)
    return found.group() if found else text


alone = traces(subprocess.run([*alone_with(command), "-j1", *program], stdout=subprocess.PIPE, text=True).stdout)
ended = wrong = 0
for search in range(searches):
    journal = f"killed{search}"
    words = [*command, *program]
    words[1:1] = [f"--journal={journal}", f"-j{random.randint(1, 3)}"]
    for times in range(MOST + 1):
        run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        try:
            text = run.communicate(timeout=None if times == MOST else random.uniform(0.2, 1.2))[0]
            break
        except subprocess.TimeoutExpired:
            run.send_signal(random.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGINT]))
            run.communicate()
            ended += 1
        if subprocess.run([command[0], "status", journal], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
            words = [command[0], "resume", "-q", f"-j{random.randint(1, 3)}", journal]
    left = that_run(program[0]) + glob.glob(f"{journal}-*")
    if traces(text) != alone or run.returncode or left:
        wrong += 1
        print(f"wrong: search {search}: {run.returncode}, {traces(text)}, alone {alone}, left {left}")
    os.remove(journal)
print(f"{searches} searches, {ended} times ended, {wrong} wrong")
