# litmus.py [--levels=-O1] [--from-tsan[=clang]] GROUP CC CXX MCMINI: compiles each program GROUP-* of this
# folder at -O0 and -O2, or those levels, at -O1 those in C also as C++, looks for its data races, and
# compares them with its first lines:
#
#   // NO RACE: why               nothing is found
#   // RACE name, name: why       races of exactly these objects
#   // ALSO kind: why             and a finding of that kind
#
# With --from-tsan at -O0 and -O2, of clang at -O0; what is different then by the nature of what these
# compilers tell:
#
#   // TSAN NAMELESS: why         the racy object has no name
#   // TSAN SILENT -O2: why       nothing is found at that level
#   // TSAN RACE name, name: why  races of exactly these objects
import glob
import json
import os
import re
import subprocess
import sys

LEVELS = ["-O0", "-O2"]
if sys.argv[1].startswith("--levels="):
    LEVELS = sys.argv.pop(1).removeprefix("--levels=").split(",")
door = [sys.argv.pop(1)] if sys.argv[1].startswith("--from-tsan") else []
if door and door != ["--from-tsan"]:
    LEVELS = ["-O0"]
group, cc, cxx, *mcmini = sys.argv[1:]
folder = os.path.dirname(os.path.abspath(__file__))


def expected(source):
    """The names of racy objects, the kinds of other findings, and what is different with --from-tsan."""
    lines = []
    for line in open(source):
        if not line.startswith("//"):
            break
        lines.append(line[2:].strip())
    text = "\n".join(lines)
    races = re.match(r"RACE ([^:]+):", text)
    if not races and not text.startswith("NO RACE: "):
        sys.exit(f"{source}: neither NO RACE nor RACE name")
    return (races[1].split(", ") if races else [],
            re.findall(r"^ALSO ([^:]+):", text, re.M),
            re.findall(r"^TSAN ([^:]+):", text, re.M) if door else [])


def findings(program):
    run = subprocess.run([*mcmini, "-k", "--races=report", "--json=-", program],
                         stdout=subprocess.PIPE, text=True)
    result = json.loads(run.stdout)
    is_whole = result["verdict"] in ("ok", "failed") and not result["traces"]["bounded"]
    assert is_whole, f"{program}: {result['verdict']}"
    return [(f["kind"], f["message"]) for f in result["findings"]]


def is_right(source, level, found):
    names, others, different = expected(source)
    races = [message.split(": ")[0] for kind, message in found if kind == "data-race"]
    if "SILENT " + level in different:
        names = []
    for race in [word.removeprefix("RACE ") for word in different if word.startswith("RACE ")]:
        names = race.split(", ")
    if "NAMELESS" in different and names:
        names = ["memory at 0x[0-9a-f]+"]
    else:
        names = [re.escape(name) for name in names]
    has_name = lambda name, object: re.search(r"(^|\W)" + name + r"($|\W)", object)
    return (all(any(has_name(n, r) for r in races) for n in names)
            and all(any(has_name(n, r) for n in names) for r in races)
            and {kind for kind, _ in found if kind != "data-race"} == set(others))


def main():
    runs = wrong = 0
    sources = sorted({*glob.glob(f"{folder}/{group}-*.c*"), *glob.glob(f"{folder}/{group}.c*")})
    for source in sources:
        in_c = [(cc, level, []) for level in LEVELS]
        in_cpp = [(cxx, level, ["-std=gnu++17"]) for level in LEVELS]
        if not source.endswith("pp"):
            in_cpp = in_c + [(cxx, "-O1", ["-x", "c++"])] * (LEVELS == ["-O1"])
        for compiler, level, language in in_cpp:
            program = os.path.basename(source) + level
            subprocess.run([compiler, *door, "-g", level, *language, source, "-o", program], check=True)
            found = findings("./" + program)
            runs += 1
            if not is_right(source, level, found):
                wrong += 1
                print(f"wrong: {os.path.basename(source)} {' '.join([level, *language])}: {found}")
    print(f"{len(sources)} programs, {runs} runs, {wrong} wrong")


main()
