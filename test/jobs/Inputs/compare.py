#!/usr/bin/env python3
"""compare.py JOBS,... COMMAND... -- PROGRAM ARGUMENTS... -- PROGRAM ARGUMENTS... - do searches with so many workers each
have the counts of one with the same algorithm (or pop)?"""
import os
import re
import subprocess
import sys


def counts(command):
    """The line of traces, and all transitions; what stderr says."""
    run = subprocess.run(command, capture_output=True, text=True)
    traces = re.search(r"^\d+ traces?: .*$", run.stdout, re.M)
    classes = re.search(r"random schedules.*$", run.stdout, re.M)
    new, repeated = re.search(r"transitions +(\d+) and (\d+) repeated", run.stdout).groups()
    return (traces.group(0), classes and classes.group(0), int(new) + int(repeated), run.returncode), run.stderr


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


def main():
    jobs = sys.argv[1].split(",")
    command, *programs = parts(sys.argv[2:])
    for program in programs:
        name = " ".join([os.path.basename(program[0]).rpartition(".")[2], *program[1:]])
        alone, _ = counts([*alone_with(command), "-j", "1", *program])
        print(f"{name}: {alone[0]}")
        for number in jobs:
            divided, said = counts([*command, "-j", number, *program])
            if divided != alone or said:
                print(f"-j {number} differs: {divided} and not {alone} {said}")


main()
