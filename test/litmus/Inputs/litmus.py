# litmus.py [--levels=-O1] [--from-tsan[=clang]] [--apart] GROUP CC CXX MCMINI: compiles each program GROUP-* of
# this folder at -O0 and -O2, or those levels, at -O1 those in C also as C++, looks for its data races, and
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
#
# The programs of a language and level are linked as one, whose argument is the program's number: an object file
# each in C, a namespace each in C++, as most of the time is the compiler's start and its headers. --apart: each is
# one of its own.
import glob
import json
import os
import re
import subprocess
import sys

LEVELS = ["-O0", "-O2"]
is_apart = "--apart" in sys.argv
sys.argv = [word for word in sys.argv if word != "--apart"]
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
    run = subprocess.run([*mcmini, "-k", "--races=report", "--json=-", *program],
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


def compile_apart(sources, compiler, flags):
    """The command of each."""
    for i, source in enumerate(sources):
        subprocess.run([compiler, *flags, source, "-o", f"program{i}"], check=True)
    return [[f"./program{i}"] for i in range(len(sources))]


def compile_as_one(sources, compiler, flags):
    numbers = range(len(sources))
    is_cpp = sources[0].endswith("pp")
    with open("all.cpp" if is_cpp else "all.c", "w") as out:
        if is_cpp:
            headers = {line for source in sources for line in open(source) if line.startswith("#include <")}
            print("".join(sorted(headers)), f'#include "{folder}/litmus.h"', file=out)
        for i in numbers:
            print(f'namespace litmus{i} {{\n#include "{sources[i]}"\n}}' if is_cpp else f"int main{i}(void);", file=out)
        print("#include <stdlib.h>\nint main(int count, char **argument) {\n  switch (atoi(argument[count - 1])) {", file=out)
        for i in numbers:
            print(f"  case {i}:\n    {f'litmus{i}::main' if is_cpp else f'main{i}'}();\n    return 0;", file=out)
        print("  }\n  return 1;\n}", file=out)
    flags = [*flags, "-Wno-return-type"]  # main need not return anything
    flags += ["-fno-strict-return"] if is_cpp and not door else []
    parts = [] if is_cpp else [(f"-Dmain=main{i}", sources[i], f"part{i}.o") for i in numbers]
    for name, source, to in parts:
        subprocess.run([compiler, *flags, name, "-c", source, "-o", to], check=True)
    subprocess.run([compiler, *flags, out.name, *[to for _, _, to in parts], "-o", "programs"], check=True)
    return [["./programs", str(i)] for i in numbers]


def main():
    runs = wrong = 0
    sources = sorted({*glob.glob(f"{folder}/{group}-*.c*"), *glob.glob(f"{folder}/{group}.c*")})
    in_c = [source for source in sources if not source.endswith("pp")]
    in_cpp = [source for source in sources if source.endswith("pp")]
    ways = [way for level in LEVELS for way in ((in_c, cc, level, []), (in_cpp, cxx, level, ["-std=gnu++17"]))]
    if LEVELS == ["-O1"]:
        ways.append((in_c, cxx, "-O1", ["-x", "c++"]))
    for those, compiler, level, language in ways:
        together = compile_as_one if not is_apart and language != ["-x", "c++"] else compile_apart
        programs = together(those, compiler, [*door, "-g", level, *language]) if those else []
        for source, program in zip(those, programs):
            found = findings(program)
            runs += 1
            if not is_right(source, level, found):
                wrong += 1
                print(f"wrong: {os.path.basename(source)} {' '.join([level, *language])}: {found}")
    print(f"{len(sources)} programs, {runs} runs, {wrong} wrong")


main()
