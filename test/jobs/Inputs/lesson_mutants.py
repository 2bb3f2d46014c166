#!/usr/bin/env python3
"""lesson_mutants.py ROOT BUILD MCMINI-CC CLANG... - breaks how a worker tells what it has learned of the program, and how the search begins
anew and is divided again, in known ways, one at a time, and shows that each is found: searches of lessons.c with two workers have other traces,
say that they have one worker, or do not end. A mutant is (name, file, text, what it becomes); the text must be there exactly once."""
import glob
import os
import re
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
LESSON, NOTE, TRUNKS = (f"runtime/executor/divide_{part}.c" for part in ("lesson", "note", "trunks"))
MUTANTS = [
    ("counts of before stay", "driver/lesson.c", "  memset(&work->done, 0, sizeof work->done);\n", ""),
    ("the search is over before it begins anew", "driver/lesson.c", "  work->verdict = MC_WORK_GOES_ON;\n", ""),
    ("the lesson is not handed over", "driver/lesson.c", "  memcpy(work->lesson, box->cut, head.bytes);\n", ""),
    ("items of before stay", "driver/work.c", "  free_tables();\n  make_tables();\n", ""),
    ("nothing begins anew", "driver/work.c", "else if (box->request == MC_WORK_ANEW)\n    begin_anew();\n  else", "else if (box->request != MC_WORK_ANEW)"),
    ("the last trace is not kept", NOTE, "if (d->is_kept && !is_extension())", "if (0)"),
    ("no trace is seen to have shown something", NOTE, "d->has_lesson = d->is_kept && mc_work_learned() != d->learned;", "d->has_lesson = 0;"),
    ("the trace that is open is not kept", LESSON, "  if (mc_shared->trace.is_open && part == MC_PART_SEARCH)\n", "  if (0)\n"),
    ("the trace is not made again", LESSON, "mc_search_take_trace(mc_shared->tables.search, lesson->place + lesson->places, lesson->item)", "1"),
    ("it is not known before what is new", LESSON, "  d->learned = mc_work_learned();\n", ""),
    ("what was learned is forgotten", TRUNKS, "    if (mc_lesson_begins())\n      return;\n", ""),
    ("the search does not begin anew", LESSON, "    mc_search_of_trunk_begins(false);\n", "    ;\n"),
    ("a thread that comes to an object is not news", "runtime/executor/divide.c",
     "  hash = hash_of(hash, &mc_shared->learned, sizeof mc_shared->learned);\n", ""),
    ("a search that begins anew does so alone", "runtime/executor/trunk.c", "    mc_division_learns();", '    mc_division_fails("of something new");'),
]
PROGRAMS = ["s5463", "l5463", "s4321r5463m4563"]
SECONDS, SECONDS_OF_MUTANT = 200, 25


def compiled(root, clang, file, text, more):
    folder = os.path.dirname(f"{root}/{file}")
    with open("mutant.c", "w") as out:
        out.write(re.sub('#include "(?!runtime/|dpor/|races/|primitives/)', f'#include "{folder}/', text))
    subprocess.run([*clang, "-w", "-O1", "-fPIC", "-fno-stack-protector", "-fvisibility=hidden", "-D_GNU_SOURCE=", *more,
                    f"-I{root}", f"-I{root}/include", f"-I{root}/driver", "-c", "mutant.c", "-o", "mutant.o"], check=True)


def command_of(root, build, clang, file, text):
    """The command with that file changed."""
    compiled(root, clang, file, text, [])
    objects = f"{build}/driver/CMakeFiles/mcmini.dir"
    others = [name for name in glob.glob(f"{objects}/*.o") if name != f"{objects}/{os.path.basename(file)}.o"]
    subprocess.run([*clang, "mutant.o", *others, "-o", "mcmini", "-ldl", "-ljansson", "-ldw", "-lelf", "-lZydis", "-lsqlite3", "-liberty",
                    "-lstdc++", "-lm"], check=True)
    return os.path.abspath("mcmini")


def program_of(root, build, clang, file, text):
    """lessons.c with a runtime with that file changed."""
    compiled(root, clang, file, text, ["-ftls-model=initial-exec"])
    member = os.path.basename(file) + ".o"
    subprocess.run(f"cp {build}/generated/libmcmini-parts.a mutant.a && ar d mutant.a {member} && ar q mutant.a mutant.o", shell=True, check=True)
    subprocess.run([*clang, "lessons.obj", "-Wl,--whole-archive", "mutant.a", "-Wl,--no-whole-archive", "-Wl,--export-dynamic", "-lpthread",
                    "-ldl", "-o", "mutant"], check=True)
    return os.path.abspath("mutant")


def outcome(seconds, mcmini, program, argument, *options):
    """The line of traces, and what is said; or that the search does not end."""
    try:
        run = subprocess.run([mcmini, "-q", *options, program, argument], capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return "no end"
    traces = re.search(r"^\d+ traces: .*$", run.stdout, re.M)
    return traces and traces.group(0), run.stderr, run.returncode


def main():
    root, build, wrapper, *clang = sys.argv[1:]
    mcmini = f"{build}/bin/mcmini"
    subprocess.run([wrapper, "-g", "-c", f"{HERE}/lessons.c", "-o", "lessons.obj"], check=True)
    subprocess.run([wrapper, "lessons.obj", "-o", "lessons"], check=True)
    right = [outcome(SECONDS, mcmini, "./lessons", argument, "--algorithm=pop", "-j", "1") for argument in PROGRAMS]
    escaped = 0
    for name, file, text, other in [("nothing is changed", TRUNKS, "begin_anew();", "begin_anew();"), *MUTANTS]:
        with open(f"{root}/{file}") as source:
            whole = source.read()
        if other != text and whole.count(text) != 1:
            sys.exit(f"the text of a mutant is not there, or more than once: {name}")
        changed, is_command = whole.replace(text, other), file.startswith("driver/")
        used = (command_of if is_command else program_of)(root, build, clang, file, changed)
        pair = (used, "./lessons") if is_command else (mcmini, used)
        seconds = SECONDS if other == text else SECONDS_OF_MUTANT
        found = next((argument for argument, expected in zip(PROGRAMS, right) if outcome(seconds, *pair, argument, "-j", "2") != expected), None)
        escaped += (found is None) == (other != text)
        print(f"{found or 'as with one worker'}: {name}", flush=True)
    print(f"{len(MUTANTS)} mutants, {escaped} wrong")


main()
