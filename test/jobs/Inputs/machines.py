#!/usr/bin/env python3
"""machines.py RUNS COMMANDS MCMINI OPTIONS... PROGRAM [ARGUMENT] - does each of so many commands that search together by a
database, and are there at the end, have the report, the trace files and the status of one that searches alone? In each run but
the first a command is killed on the way, and another one comes. So it must be where the journal is copied into a file, too."""
import os
import random
import shutil
import subprocess
import sys
import time

from reports import content, settled_text, without_counts
from server import Server

LEASE = 1.5
FOLDER = "reports.dir"


class Command:
    def __init__(self, name, program, words):
        self.folder = os.path.abspath(name)
        shutil.rmtree(self.folder, ignore_errors=True)
        os.makedirs(f"{self.folder}/{FOLDER}")
        shutil.copy(program, self.folder)
        self.run = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=self.folder)

    def result(self):
        """What is told, and what was said beside it; but two may divide the search at once: one begins again then."""
        text, said = self.run.communicate(timeout=200)
        text, counted = settled_text(text)
        if "--reproducible" in sys.argv:
            text, counted = without_counts(text), 0
        files = {name: content(f"{self.folder}/{FOLDER}/{name}") for name in sorted(os.listdir(f"{self.folder}/{FOLDER}"))}
        found = repr((text, counted, files, self.run.returncode)).replace(self.folder, "FOLDER")
        said = "".join(line for line in said.splitlines(True) if not line.endswith("; beginning again\n"))
        return found, said


def main():
    random.seed(7)
    runs, commands, mcmini = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    at = next(i for i, word in enumerate(sys.argv) if word.startswith("./"))
    options, program = [*sys.argv[4:at], f"--output-dir={FOLDER}"], sys.argv[at:]
    alone, said = Command("alone", program[0], [mcmini, "--algorithm=pop", *options, "-j", "1", *program]).result()
    print(alone[2:].split("\\n")[0], said)
    same = killed = 0
    with Server() as server:
        for number in range(runs):
            url = server.url(f"r{number}")
            all_commands = [Command("begins", program[0], [mcmini, *options, f"--lease={LEASE}", f"--journal={url}", *program])]
            work = [mcmini, "work", "-q", "--minimise=off", "--trials=off", f"--output-dir={FOLDER}", url]
            while subprocess.run([mcmini, "status", url], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
                time.sleep(0.01)
            for i in range(1, commands):
                all_commands.append(Command(f"works{i}", program[0], work))
            if number:
                time.sleep(random.uniform(0.1, 0.6))
                victim = all_commands.pop(random.randrange(commands))
                killed += victim.run.poll() is None
                victim.run.kill()
                victim.run.communicate()
                all_commands.append(Command("comes", program[0], work))
            for command in all_commands:
                found, said = command.result()
                same += found == alone
                if found != alone or said:
                    at = next((i for i, (one, other) in enumerate(zip(found, alone)) if one != other), 0)
                    print(f"differs, in run {number}: {found[max(at - 200, 0):at + 200]}\nand not {alone[max(at - 200, 0):at + 200]}; {said}")
            time.sleep(LEASE + 0.5)  # of who was killed
            subprocess.run([mcmini, "journal", "copy", url, f"copy{number}"], check=True, stdout=subprocess.DEVNULL)
            copied = Command("copied", program[0], [mcmini, "resume", "-q", "--minimise=off", "--trials=off", os.path.abspath(f"copy{number}")])
            text, _ = copied.run.communicate(timeout=200)
            if text.splitlines()[0] != alone[2:].split("\\n")[0]:
                print(f"differs, in a copy: {text}")
    print(f"{runs} runs, {killed} killed, {same} reports")


main()
