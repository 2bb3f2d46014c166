#!/usr/bin/env python3
"""many.py [--runs=N] [--seed=N] [--workers=N] [--kills=N] [--stops=N] [--server=N] MCMINI ARGUMENTS... PROGRAM SIZE - searches
in which several commands take part, by a PostgreSQL server of its own.

At random instants commands or their workers are killed, commands stopped, mostly for longer than their lease, and the server is
killed and started again. A command that ended without a result is started again. Each run must end with the traces that a
search without a journal has, in all commands that tell a result, and leave no item, lease, process, file or connection."""
import argparse
import os
import random
import re
import signal
import subprocess
import tempfile
import time

from process import below, that_run
from reports import alone_with
from server import Server

LEASE = 1.5


def traces(text):
    """And, of random schedules, the classes."""
    found = re.search(r"^\d+ traces: .*$(\n^\d+ random schedules.*$)?", text, re.M)
    return found.group() if found else text


class Run:
    def __init__(self, server, name, options):
        self.server, self.options = server, options
        self.url = server.url(name)
        self.commands, self.stopped, self.results, self.ended_well = [], {}, [], []
        self.begun = dict.fromkeys(("kills", "stops", "server"), 0)
        self.done = dict.fromkeys(("commands", "workers", "stops", "beyond", "server"), 0)
        self.begin()
        for _ in range(options.workers - 1):
            time.sleep(random.uniform(0, 0.3))
            self.work()

    def start(self, words):
        self.commands.append(subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True))

    def begin(self):
        """Where the search has begun, it takes part, as the others do."""
        words = self.options.command
        self.start([*words[:-2], f"--lease={LEASE}", f"--journal={self.url}", *words[-2:]])

    def work(self):
        search = ("--algorithm=", "--max-traces=", "--seed=")
        self.start([*(word for word in self.options.command[:-2] if not word.startswith(search)), "work", self.url])

    def kill(self):
        """The command, or a process of its search but the first one."""
        command = random.choice(self.commands)
        workers = below(command.pid)[1:] if random.random() < 0.5 else []
        try:
            os.kill(random.choice(workers or [command.pid]), signal.SIGKILL)
            self.done["workers" if workers else "commands"] += 1
        except ProcessLookupError:
            pass

    def stop(self):
        command = random.choice(self.commands)
        if command.pid not in self.stopped and command.poll() is None:
            command.send_signal(signal.SIGSTOP)
            now = time.monotonic()
            self.stopped[command.pid] = now, now + LEASE * random.uniform(0.9, 2.5)
            self.done["stops"] += 1

    def go_on(self):
        for command in self.commands:
            since, until = self.stopped.get(command.pid, (0, float("inf")))
            if time.monotonic() > until:
                del self.stopped[command.pid]
                if command.poll() is None:
                    self.done["beyond"] += time.monotonic() - since > LEASE
                    command.send_signal(signal.SIGCONT)

    def bury(self):
        for command in [one for one in self.commands if one.poll() is not None]:
            self.commands.remove(command)
            text = command.communicate()[0]
            if command.returncode == 0:
                self.results.append(traces(text))
                self.ended_well.append(command.pid)
            else:
                if command.returncode != -signal.SIGKILL:
                    self.results += [text] if command.returncode not in (2, 3) else []
                if not self.results:
                    random.choice([self.begin, self.work])()

    def events(self):
        left = [name for name in self.begun if self.begun[name] < getattr(self.options, name)]
        if not left or self.results:
            return
        event = random.choice(left)
        self.begun[event] += 1
        if event == "kills":
            self.kill()
        elif event == "stops":
            self.stop()
        else:
            self.server.kill()
            self.done[event] += 1
            time.sleep(random.uniform(0, 0.5))
            self.server.start()

    def go(self):
        deadline = time.monotonic() + 300
        while self.commands and time.monotonic() < deadline:
            time.sleep(random.uniform(0.02, 0.4))
            self.events()
            self.go_on()
            self.bury()
        for command in self.commands:
            command.kill()
            self.results.append("does not end: " + command.communicate()[0])


def left_of(run, name, program):
    processes, files = that_run(program), os.listdir(tempfile.gettempdir())
    items = run.server.sql(f'SELECT count(*) FROM "{name}".item').strip()
    ended = ", ".join(map(str, run.ended_well)) or "0"
    leases = run.server.sql(f'SELECT count(*) FROM "{name}".worker WHERE lease IS NOT NULL AND process IN ({ended})').strip()
    users = run.server.users()
    if (items, leases, users) != ("0", "0", "0") or processes or files:
        return [f"left: {items} items, {leases} leases, {users} connections, processes {processes}, files {files}"]
    return []


def check(run, alone, name, program):
    """A process that is killed is there for a moment."""
    wrong = [result for result in run.results if result != alone] or ([] if run.results else ["no result"])
    until = time.monotonic() + 5
    while (left := left_of(run, name, program)) and time.monotonic() < until:
        time.sleep(0.1)
    return wrong + left


def main():
    parser = argparse.ArgumentParser()
    for name, default in (("runs", 1), ("seed", 1), ("workers", 2), ("kills", 0), ("stops", 0), ("server", 0)):
        parser.add_argument(f"--{name}", type=int, default=default)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    random.seed(options.seed)
    program = options.command[-2]
    tempfile.tempdir = os.environ["TMPDIR"] = tempfile.mkdtemp(dir=".")
    alone = traces(subprocess.run([*alone_with(options.command[:-2]), *options.command[-2:]], stdout=subprocess.PIPE,
                                  text=True).stdout)
    done, wrong, results = {}, 0, 0
    with Server() as server:
        for number in range(options.runs):
            run = Run(server, f"run{number}", options)
            run.go()
            what = check(run, alone, f"run{number}", program)
            wrong += bool(what)
            results += len(run.results)
            done = {name: done.get(name, 0) + run.done[name] for name in run.done}
            for text in what:
                print(f"wrong: run {number}: {text}, alone {alone}", flush=True)
    print(f"{options.runs} runs, {results} results, {done['commands']} commands and {done['workers']} workers killed, "
          f"{done['stops']} stopped, {done['beyond']} of them beyond their lease, {done['server']} times the server killed, {wrong} wrong")


main()
