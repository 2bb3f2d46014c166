"""Tables 1 and 11 of the paper: what an operation costs in lines of code, and what it costs in transitions
where it is not an operation but built from others."""
import re

from paper_tables import ROOT, Row, compile_program, count

# What the paper calls it, our files, its lines for an operation.
PRIMITIVES = [
    ("pthread_t", ["thread.c", "thread_functions.c"], 80),
    ("pthread_mutex_t", ["mutex.c"], 89),
    ("pthread_cond_t", ["condition.c"], 76),
    ("pthread_barrier_t", ["barrier.c"], 81),
    ("sem_t", ["semaphore.c"], 82),
    ("pthread_rwlock_t", ["rwlock.c"], None),
]

# Row, the program's WHAT, the paper's transitions: library, primitive.
LIBRARY = [
    ("simple_barrier", 0, 114, 90),
    ("simple_cond_broadcast", 1, 4029, 28),
    ("philosophers_semaphore", 2, 2873, 176),
]


def print_lines():
    print("\n## Table 1: lines of code for each operation\n")
    print("| Primitive | operations | lines | lines for each | the paper |\n|---|---|---|---|---|")
    for name, files, paper in PRIMITIVES:
        text = "".join(open(f"{ROOT}/primitives/{file}").read() for file in files)
        lines = sum(not re.match(r"\s*(//.*)?$", line) for line in text.splitlines())
        table = re.search(r"operations\[\]\s*=\s*\{(.*?)\}", text, re.S)[1]
        operations = len(re.findall(r'"[^"]+"', table))
        print(f"| {name} | {operations} | {lines} | {lines / operations:.0f} | {paper or '-'} |")
    print("\nLines that are neither blank nor comment, interposed functions and printing included.")


def print_library(build, folder):
    print("\n## Table 11: from a library, or as a primitive\n")
    print("| The paper's row | library | primitive | ratio | our program | library | primitive | ratio |")
    print("|---|---|---|---|---|---|---|---|")
    program = compile_program(build, "library", folder)
    for name, what, library, primitive in LIBRARY:
        ours = []
        for is_primitive in (0, 1):
            row = Row(name, 2, 0, 0, "library", f"{what} 2 {is_primitive}")
            ours.append(count(build, program, row, ["--algorithm=optimal"], 400, folder)["transitions"])
        print(f"| {name} | {library:,} | {primitive:,} | {library / primitive:.1f} | `library {what} 2` "
              f"| {ours[0]:,} | {ours[1]:,} | {ours[0] / ours[1]:.1f} |")
    print("""
Transitions of the whole search, by `optimal`; two threads. The paper prints neither its library nor its
programs, so only the ratios are of one kind. The barrier's primitive has one trace, as arrivals commute; from
the library two, by the order of the mutex.""")
