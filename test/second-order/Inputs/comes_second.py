"""comes_second.py [--in-turn] MCMINI ROOT [NAME...]: the programs of test/warnings that show a line of warnings.def,
each behind second.c, so that only the second order leads to what the line is about. The first trace does not show it,
and each algorithm does: in its report, and as a reason of its verdict. With --in-turn a line has one algorithm. The
commands are the programs' RUN lines."""
import concurrent.futures
import ctypes
import json
import os
import re
import subprocess
import sys
import tempfile

in_turn = "--in-turn" in sys.argv
mcmini, root, *wanted = [word for word in sys.argv[1:] if word != "--in-turn"]
FOLDER = f"{root}/test/warnings"
SECOND = f"{root}/test/second-order/Inputs/second.c"
sys.dont_write_bytecode = True
sys.path.insert(0, FOLDER + "/Inputs")
from table import lines

ALGORITHMS = ("optimal", "source", "dpor")
# What has no second order, and why.
CLIENT = "its clients are recorded while the program runs by itself, which must listen then"
PROCESS = "is about the process, or what it does before it has threads"
APART = {"address-space": PROCESS, "no-detector": PROCESS, "own-functions": PROCESS,
         "own-pause": PROCESS, "unknown-lock": PROCESS, "shared-memory": PROCESS, "no-maps": PROCESS,
         "peer": CLIENT, "peer-answer": CLIENT,
         "create-failed": "a thread that has ended leaves its memory to the next one"}


SEES_SYSTEM_CALLS = ctypes.CDLL(None).prctl(59, 0, 0, 0, 0) == 0  # Syscall User Dispatch, as in lit.cfg.py


def shell(command, folder):
    return subprocess.run(command, shell=True, cwd=folder, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def commands(path, folder, *options):
    """How the program is built, what is done before each run, and how it is run with these options."""
    with open(path, encoding="utf-8") as file:
        runs = re.findall(r"RUN: (.*)", file.read())
    words = {"%mcmini-cc": mcmini + "-cc", "%gcc": "gcc", "%mcmini": " ".join([mcmini, f"--json={folder}/json", *options]),
             "%root": root, "%S": FOLDER, "%s": path, "%t": f"{folder}/t"}

    def filled(text):
        return re.sub("|".join(sorted(words, key=len, reverse=True)), lambda m: words[m[0]], text)

    built, before = [], []
    for run in runs:
        if "shows.py" in run:
            run = re.sub(r"python3 %S/Inputs/shows.py \S+ ", "", run)
            run = re.sub(r"--max-traces=\d+", "", run) if "--max-traces=1" in options else run
            return built, " && ".join(before + [filled(run)])
        for part in run.split(" && "):
            if "-cc " in part or "%gcc " in part:
                is_program = " %s " in part and "-shared" not in part
                built.append(filled(part) + (f" -w -Dmain=program_main {SECOND}" if is_program else ""))
            elif "%mcmini " not in part:
                before.append(filled(part))
    return [], ""


def shows(line, path, folder, *options):
    """Does the run show it, and does not say that every schedule was explored?"""
    with tempfile.TemporaryDirectory(dir=folder) as fresh:
        report = shell(commands(path, folder, *options)[1], fresh).stdout
    try:
        with open(folder + "/json", encoding="utf-8") as file:
            result = json.load(file)
    except FileNotFoundError:
        sys.exit(f"{line['name']}: no result: {report}")
    os.unlink(folder + "/json")
    if line["kind"] == "MC_NOTE":
        text = ".*".join(re.escape(part) for part in line["columns"][0].split("%s"))
        return bool(re.search("warning: " + text, report))
    return line["name"] in [reason["id"] for reason in result["reasons"]] and \
        not re.search("^Every schedule", report, re.M)


def wrong(line, algorithms):
    path = f"{FOLDER}/{line['name']}.c"
    with tempfile.TemporaryDirectory(dir=".") as folder:
        folder = os.path.abspath(folder)
        os.mkdir(folder + "/t.dir")
        for command in commands(path, folder)[0]:
            made = shell(command, folder)
            if made.returncode:
                return f"{command}: {made.stdout}"
        if shows(line, path, folder, "--max-traces=1"):
            return "its first trace shows it"
        for algorithm in algorithms:
            if not shows(line, path, folder, f"--algorithm={algorithm}"):
                return f"{algorithm} does not show it"
    return None


def main():
    chosen = []
    for line in lines():
        path = f"{FOLDER}/{line['name']}.c"
        if wanted and line["name"] not in wanted or line["excuse"] or line["kind"] == "MC_LIMIT" or \
                line["name"] in APART:
            continue
        with open(path, encoding="utf-8") as file:
            text = file.read()
            if "shows.py" in text and (SEES_SYSTEM_CALLS or "REQUIRES: dispatch" not in text):
                chosen.append(line)
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        algorithms = [ALGORITHMS[n % 3 : n % 3 + 1] if in_turn else ALGORITHMS for n in range(len(chosen))]
        for line, text in zip(chosen, pool.map(wrong, chosen, algorithms)):
            bad += text is not None
            if text:
                print(f"{line['name']}: {text}", flush=True)
    print(f"{len(chosen)} lines, {bad} wrong")


main()
