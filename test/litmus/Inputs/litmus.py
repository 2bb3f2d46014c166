# litmus.py GROUP CC CXX MCMINI: compiles each program GROUP-* of this folder at -O0, -O1 and -O2, those
# in C also as C++ at -O1, looks for its data races, and compares them with its first lines:
#
#   // NO RACE: why               nothing is found
#   // RACE name, name: why       races of exactly these objects
#   // ALSO kind: why             and a finding of that kind
import glob
import json
import os
import re
import subprocess
import sys

group, cc, cxx, *mcmini = sys.argv[1:]
LEVELS = ("-O0", "-O1", "-O2")
folder = os.path.dirname(os.path.abspath(__file__))


def expected(source):
    """The names of racy objects, and the kinds of other findings."""
    lines = []
    for line in open(source):
        if not line.startswith("//"):
            break
        lines.append(line[2:].strip())
    text = "\n".join(lines)
    races = re.match(r"RACE ([^:]+):", text)
    if not races and not text.startswith("NO RACE: "):
        sys.exit(f"{source}: neither NO RACE nor RACE name")
    return (races[1].split(", ") if races else [], re.findall(r"^ALSO ([^:]+):", text, re.M))


def findings(program):
    run = subprocess.run([*mcmini, "-k", "--races=report", "--json=-", program],
                         stdout=subprocess.PIPE, text=True)
    result = json.loads(run.stdout)
    is_whole = result["verdict"] in ("ok", "failed") and not result["traces"]["bounded"]
    assert is_whole, f"{program}: not every schedule was explored"
    return [(f["kind"], f["message"]) for f in result["findings"]]


def is_right(source, found):
    names, others = expected(source)
    races = [message.split(": ")[0] for kind, message in found if kind == "data-race"]
    has_name = lambda name, object: re.search(r"(^|\W)" + re.escape(name) + r"($|\W)", object)
    return (all(any(has_name(n, r) for r in races) for n in names)
            and all(any(has_name(n, r) for n in names) for r in races)
            and {kind for kind, _ in found if kind != "data-race"} == set(others))


def main():
    runs = wrong = 0
    sources = sorted(glob.glob(f"{folder}/{group}-*.c*") + glob.glob(f"{folder}/{group}.c*"))
    for source in sources:
        in_c = [(cc, level, []) for level in LEVELS]
        in_cpp = [(cxx, level, ["-x", "c++"]) for level in LEVELS]
        for compiler, level, language in in_cpp if source.endswith("pp") else [*in_c, in_cpp[1]]:
            program = os.path.basename(source) + level
            subprocess.run([compiler, "-g", level, *language, source, "-o", program], check=True)
            found = findings("./" + program)
            runs += 1
            if not is_right(source, found):
                wrong += 1
                print(f"wrong: {os.path.basename(source)} {' '.join([level, *language])}: {found}")
    print(f"{len(sources)} programs, {runs} runs, {wrong} wrong")


main()
