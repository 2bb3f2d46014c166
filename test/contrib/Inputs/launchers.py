#!/usr/bin/env python3
"""launchers.py ROOT PROGRAM - the launchers of contrib/, as who runs them would: what they say is read, and their commands run
twice at once, with the environment that they name. The server is server.py's."""
import configparser
import os
import shlex
import subprocess
import sys

import yaml

root, program = sys.argv[1:]
url = os.environ["URL"]


def start(words, more):
    return subprocess.Popen(words, env={**os.environ, **more}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def report(name, commands):
    for command in commands:
        text = command.communicate()[0]
        counts = [line for line in text.splitlines() if " traces: " in line]
        print(f"{name}: {command.returncode}: {counts[0] if counts else text}")


def run_of(name):
    return url.replace("/run?", f"/{name}?")


def begin(name):
    subprocess.run(["mcmini", "-q", "--timeout=1", "--send-program", f"--journal={run_of(name)}", program, "13"],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def slurm():
    script, more = f"{root}/contrib/slurm/mcmini.sbatch", {"SEARCH_URL": run_of("slurm"), "SLURM_CPUS_PER_TASK": "2"}
    report("slurm", [start(["sh", script, program, "13"], more), start(["sh", script, program, "13"], more)])
    report("slurm again", [start(["sh", script], more)])


def kubernetes():
    with open(f"{root}/contrib/kubernetes/mcmini.yaml") as file:
        job = yaml.safe_load(file)
    container = job["spec"]["template"]["spec"]["containers"][0]
    more = {one["name"]: one.get("value", run_of("kubernetes")) for one in container["env"]}
    print(job["kind"], job["spec"]["parallelism"] > 1, sorted(more))
    begin("kubernetes")
    more["HOME"] = os.getcwd()
    report("kubernetes", [start(container["command"], more), start(container["command"], more)])


def systemd():
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str
    unit.read(f"{root}/contrib/systemd/mcmini-work@.service")
    words = shlex.split(unit["Service"]["ExecStart"].replace("$WORK_OPTIONS", "").replace("$SEARCH_URL", run_of("systemd")))
    print(unit["Service"]["CPUSchedulingPolicy"])
    begin("systemd")
    report("systemd", [start(words, {}), start(words, {})])


slurm()
kubernetes()
systemd()
