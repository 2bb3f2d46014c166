#!/usr/bin/env python3
"""findings.py SEARCHES SEED COMMAND... PROGRAM - kills workers, their trunks and the command of searches with a journal at
random instants, and stops some for a while; goes on with each search until it has ended by itself, and compares its
report with that of one worker, but for the transitions."""
import os
import random
import re
import signal
import subprocess
import sys
import threading

from process import below, that_run
MOST = 6  # times that a command is killed


def report(text):
    return re.sub(r"transitions +\d+ and \d+ repeated.*(\n {16}.*)*", "", text)


def run(command, kills, ends):
    """The report, or None if it was killed; how many processes were, and how many were stopped."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    out = []
    reader = threading.Thread(target=lambda: out.append(process.communicate()[0]))
    reader.start()
    killed = stopped = 0
    while killed < kills and reader.is_alive():
        reader.join(random.uniform(0.01, 0.3))
        processes = below(process.pid)[1:]  # the first one is the first trunk
        is_last = ends and killed == kills - 1
        if not processes and not is_last:
            continue
        victim = process.pid if is_last else random.choice(processes)
        try:
            if random.random() < 0.3 and not is_last:
                os.kill(victim, signal.SIGSTOP)
                stopped += 1
                reader.join(random.uniform(0.01, 1))
                os.kill(victim, signal.SIGCONT)
            else:
                os.kill(victim, signal.SIGKILL)
                killed += 1
        except ProcessLookupError:
            pass
    reader.join()
    return (None if process.returncode == -signal.SIGKILL else out[0]), killed, stopped


def main():
    searches, seed, command, program = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:-1], sys.argv[-1:]
    random.seed(seed)
    alone = subprocess.run([*command, "--algorithm=pop", *program], stdout=subprocess.PIPE, text=True).stdout
    all_killed = all_stopped = wrong = 0
    for search in range(searches):
        journal = f"findings{search}"
        for times in range(MOST):
            words = [*command, f"-j{random.randint(1, 3)}", f"--journal={journal}", *program]
            text, killed, stopped = run(words, random.randint(0, 3) if times + 1 < MOST else 0, random.random() < 0.7)
            all_killed += killed
            all_stopped += stopped
            if text is not None:
                break
        left = that_run(program[0])
        if report(text) != report(alone) or left:
            wrong += 1
            print(f"wrong: search {search}: {text}, processes {left}")
    print(f"{searches} searches, {all_killed} killed, {all_stopped} stopped, {wrong} wrong")


main()
