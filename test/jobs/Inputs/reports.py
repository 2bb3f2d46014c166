#!/usr/bin/env python3
"""reports.py JOBS,... COMMAND... -- PROGRAM ARGUMENTS... -- PROGRAM ARGUMENTS... - do searches with so many workers each
have the report, the trace files and the status of one with the same algorithm (or pop)? Only which transitions are new and which are
repeated may differ, and with that how many there are of each kind; their sum may not. With --reproducible, counts may."""
import json
import os
import re
import shutil
import subprocess
import sys

FOLDER = "reports.dir"


def alone_with(command):
    """Without -j another algorithm would be the default."""
    is_given = any(word.startswith(("--algorithm=", "--delays=")) for word in command)
    return command if is_given else [*command, "--algorithm=pop"]


def parts(words):
    part = []
    for word in words:
        if word == "--":
            yield part
            part = []
        else:
            part.append(word)
    yield part


def settled(value):
    """Of JSON, without what may differ: states that tests check at random are "linted"."""
    if isinstance(value, dict):
        return {key: settled(of) for key, of in value.items()
                if key not in ("transitions", "replayed", "seconds", "order", "probes", "linted")}
    return [settled(one) for one in value] if isinstance(value, list) else value


def content(path):
    with open(path) as file:
        return settled(json.load(file)) if path.endswith(".json") else file.read()


def settled_text(text):
    """Without the transitions; and their number."""
    transitions = re.search(r"transitions +(\d+) and (\d+) repeated.*(\n {16}.*)*", text)
    return (text.replace(transitions.group(0), ""), sum(map(int, transitions.groups()[:2]))) if transitions else (text, 0)


def without_counts(text):
    """With --reproducible they are as it comes."""
    return re.sub(r" \(in \d+ traces?\)|^\d+ traces: .*$|\d+ times?|The first \d+", "", text, flags=re.M)


def report(command, program):
    """All that is printed and written, but for the transitions; their number."""
    shutil.rmtree(FOLDER, ignore_errors=True)
    os.mkdir(FOLDER)
    run = subprocess.run([*command, f"--output-dir={FOLDER}", *program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    text, counted = settled_text(run.stdout)
    files = {name: content(f"{FOLDER}/{name}") for name in sorted(os.listdir(FOLDER))}
    if "--reproducible" in command:
        text, counted = without_counts(text), 0
    return (text, counted, files, run.returncode), run.stderr


def main():
    jobs = sys.argv[1].split(",")
    command, *programs = parts(sys.argv[2:])
    for program in programs:
        name = " ".join([os.path.basename(program[0]), *program[1:]])
        alone, _ = report([*alone_with(command), "-j", "1"], program)
        print(f"{name}: {alone[0].splitlines()[0]}, {len(alone[2])} files")
        for number in jobs:
            divided, said = report([*command, "-j", number], program)
            for what, one, other in zip(("report", "transitions", "files", "status"), alone, divided):
                if one != other:
                    print(f"-j {number} differs: {what}: {other}\nand not {one}")
            if said:
                print(f"-j {number} differs: {said}")


if __name__ == "__main__":
    main()
