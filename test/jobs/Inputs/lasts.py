#!/usr/bin/env python3
"""lasts.py OPTIONS... -- COMMAND... - runs a search that may be divided by itself; prints what it has printed, its status,
and how many workers it had at most.

--processors=N   so many it may use, by the affinity mask
--tokens=N       there is a jobserver, as of make, with so many tokens: a pipe
--fifo           ... a named one
--make           it has the jobserver of the make that calls this
--until=S        it is interrupted after S seconds, or as soon as it has workers; what it prints then is no matter
--kill           ... killed (SIGKILL)
"""
import argparse
import contextlib
import os
import signal
import subprocess
import sys
import time

from process import below, children_of


def make_jobserver(tokens, fifo, environment):
    """(descriptors that the command inherits, where the tokens are)"""
    if fifo:
        os.mkfifo("jobserver")
        ours = os.open("jobserver", os.O_RDWR | os.O_NONBLOCK)
        environment["MAKEFLAGS"] = f" -j{tokens + 1} --jobserver-auth=fifo:{os.getcwd()}/jobserver"
        inherited, back = (), ours
    else:
        ours, back = os.pipe()
        environment["MAKEFLAGS"] = f" -j{tokens + 1} --jobserver-auth={ours},{back}"
        inherited = (ours, back)
    os.write(back, b"+" * tokens)
    return inherited, ours


def tokens_left(ours, tokens):
    """Who gives them back may be another process: it has a moment for that."""
    os.set_blocking(ours, False)
    left, until = b"", time.time() + 10
    while len(left) < tokens and time.time() < until:
        time.sleep(0.05)
        with contextlib.suppress(BlockingIOError):
            left += os.read(ours, 1000)
    return f"{len(left)} tokens, {'as they were' if set(left) <= set(b'+') else 'others'}"


def main():
    at = sys.argv.index("--")
    parser = argparse.ArgumentParser()
    parser.add_argument("--processors", type=int, default=2)
    parser.add_argument("--tokens", type=int)
    parser.add_argument("--fifo", action="store_true")
    parser.add_argument("--make", action="store_true")
    parser.add_argument("--until", type=float)
    parser.add_argument("--kill", action="store_true")
    options = parser.parse_args(sys.argv[1:at])
    environment = {name: value for name, value in os.environ.items() if name != "MAKEFLAGS" or options.make}
    environment["MCMINI_OPTIONS"] = "--minimise=off --trials=off"
    inherited, ours = (), None
    if options.tokens is not None:
        inherited, ours = make_jobserver(options.tokens, options.fifo, environment)
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:options.processors])
    process = subprocess.Popen(sys.argv[at + 1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment,
                               pass_fds=inherited, close_fds=not options.make)
    most, seen, since = 0, set(), time.time()
    while process.poll() is None:
        time.sleep(0.02)
        seen.update(below(process.pid))
        most = max([most] + [len(children_of(first)) for first in children_of(process.pid)])
        if options.until and (most > 1 or time.time() - since > options.until):
            process.send_signal(signal.SIGKILL if options.kill else signal.SIGTERM)
            break
    output, _ = process.communicate(timeout=300)
    print("interrupted" if options.until else output)
    for _ in range(200):
        left = [pid for pid in seen if os.path.exists(f"/proc/{pid}")]
        time.sleep(0.05)
        if not left:
            break
    print(f"status {process.returncode}, {most if most > 1 else 0} workers, {len(left)} processes left")
    if ours is not None:
        print(tokens_left(ours, options.tokens))


main()
