#!/usr/bin/env python3
"""kill.py RUNS SEED TRACES MCMINI ARGUMENTS... - runs the command as often as that, and kills processes of the search's
workers, not the first one and not the command, at random instants, once the search was divided.

Each run must have that many traces, and leave no process. Prints how many were killed, and what is wrong.
"""
import os
import random
import re
import signal
import subprocess
import sys
import time

from process import children_of

def processes_of(pid):
    """The trunks of workers, and the workers: two and three generations below the command."""
    trunks = [trunk for first in children_of(pid) for trunk in children_of(first)]
    return trunks, [worker for trunk in trunks for worker in children_of(trunk)]


def run(command, kills):
    """(output, status, processes killed, processes left)"""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    killed, seen, is_divided = 0, set(), False
    while process.poll() is None and kills:
        time.sleep(random.uniform(0.001, 0.1))
        trunks, workers = processes_of(process.pid)
        is_divided = is_divided or len(trunks) > 1
        if not is_divided or not trunks:
            continue
        seen.update(trunks + workers)
        victim = random.choice(trunks + workers)
        try:
            os.kill(victim, signal.SIGKILL)
        except ProcessLookupError:
            continue
        killed += 1
        kills -= 1
    output, _ = process.communicate(timeout=300)
    left = [pid for pid in seen if os.path.exists(f"/proc/{pid}")]
    return output, process.returncode, killed, left


def main():
    runs, seed, traces, *command = sys.argv[1:]
    random.seed(int(seed))
    all_killed, wrong = 0, 0
    for _ in range(int(runs)):
        output, status, killed, left = run(command, random.randint(1, 4))
        all_killed += killed
        match = re.search(r"^(\d+) traces: (.*)$", output, re.M)
        if status or not match or match.group(1) != traces or left or "one worker" in output:
            wrong += 1
            print(f"wrong: status {status}, {killed} killed, {len(left)} left\n{output}")
    print(f"{all_killed} killed, {wrong} wrong")


main()
