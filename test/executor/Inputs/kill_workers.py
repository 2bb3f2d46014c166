# kill_workers.py BUILD KILLS SEED PROGRAM ARGUMENTS... [-- OPTIONS...] - checks PROGRAM, once undisturbed,
# then again and again while its worker is killed, or stopped for a moment, at random instants; KILLS
# kills in all. Counts, findings and the order of all steps must be those of the first time.
import json
import os
import random
import signal
import subprocess
import sys
import time

NOT_COMPARED = ("seconds", "replayed", "estimate", "wakeup_tree_bytes")


def start(build, command, options):
    return subprocess.Popen([build + "/bin/mcmini", "--quiet", "--keep-going", "--output=none", "--json=result.json",
                             *options, *command], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)


def result_of(process):
    said = process.communicate()[0]
    seen = {"status": process.returncode}
    try:
        with open("result.json") as file:
            seen.update(json.load(file))
        os.remove("result.json")
    except FileNotFoundError:
        seen["said"] = said
    for finding in seen.get("findings", []):
        finding.pop("trace_file")
    for name in NOT_COMPARED:
        seen.pop(name, None)
    return seen


def child(pid):
    try:
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            children = file.read().split()
        return int(children[0]) if children else None
    except (FileNotFoundError, ProcessLookupError):
        return None


def worker_of(process):
    trunk = child(process.pid)
    return trunk and child(trunk)


def cpu_time(pid):
    """Seconds; None once it is gone."""
    try:
        with open(f"/proc/{pid}/schedstat") as file:
            return int(file.read().split()[0]) / 1e9
    except (FileNotFoundError, ProcessLookupError):
        return None


def send(pid, number):
    try:
        os.kill(pid, number)
        return True
    except ProcessLookupError:
        return False


def disturb(process, rng):
    """One kill or stop of the worker, after it has used some CPU time. True if it was a kill."""
    worker, enough = worker_of(process), rng.uniform(0.005, 0.05)
    if not worker:
        time.sleep(0.002)
        return False
    while (used := cpu_time(worker)) is not None and used < enough and process.poll() is None:
        time.sleep(rng.uniform(0, 0.002))
    if rng.random() < 0.2:
        send(worker, signal.SIGSTOP)
        time.sleep(rng.uniform(0, 0.03))
        send(worker, signal.SIGCONT)
        return False
    return send(worker, signal.SIGKILL)


def main():
    build, kills, seed = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    rest = sys.argv[4:]
    at = rest.index("--") if "--" in rest else len(rest)
    command, options = rest[:at], rest[at + 1:]
    rng = random.Random(seed)
    expected = result_of(start(build, command, options))
    killed = rounds = differ = 0
    while killed < kills and rounds < kills:
        process = start(build, command, options)
        while process.poll() is None and killed < kills:
            # More than three kills without progress in between end the search, by design.
            killed += disturb(process, rng)
        got = result_of(process)
        rounds += 1
        if got != expected:
            differ += 1
            for key in sorted({*expected, *got}):
                if expected.get(key) != got.get(key):
                    print(f"  {key}: {str(expected.get(key))[:300]} or {str(got.get(key))[:300]}")
    traces = sum(expected.get("traces", {}).values())
    print(f"{' '.join(command)}: {traces} traces, {killed} kills in {rounds} searches, {differ} differ")
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
