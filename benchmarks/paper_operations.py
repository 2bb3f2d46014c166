"""Tables 1 and 11 of the paper: what an operation costs in lines of code, and what it costs in transitions
where it is not an operation but built from others."""
from lines_of_code import ROWS, measure
from paper_tables import Row, compile_program, count

# Row, the program's WHAT, the paper's transitions: library, primitive.
LIBRARY = [
    ("simple_barrier", 0, 114, 90),
    ("simple_cond_broadcast", 1, 4029, 28),
    ("philosophers_semaphore", 2, 2873, 176),
]


def print_lines():
    print("\n## Table 1: lines of code for each operation\n")
    print("| Primitive | operations | lines | for each | ours: operations | lines | for each |")
    print("|---|---|---|---|---|---|---|")
    for _, name, files, (operations, lines) in ROWS:
        our_operations, our_lines = measure(files)
        print(f"| {name} | {operations} | {lines} | {lines / operations:.0f} "
              f"| {our_operations} | {our_lines} | {our_lines / our_operations:.0f} |")
    print("\nLines that are neither blank nor comment, interposed functions and printing included. "
          "`./dev bench loc` has\nall other primitives.")


def print_library(build, folder):
    print("\n## Table 11: from a library, or as a primitive\n")
    print("| The paper's row | library | primitive | ratio | our program | library | primitive | ratio |")
    print("|---|---|---|---|---|---|---|---|")
    program = compile_program(build, "library", folder)
    for name, what, library, primitive in LIBRARY:
        ours = []
        for is_primitive in (0, 1):
            row = Row(name, 2, 0, 0, 0, "library", f"{what} 2 {is_primitive}")
            ours.append(count(build, program, row, ["--algorithm=optimal"], 400, folder)["transitions"])
        print(f"| {name} | {library:,} | {primitive:,} | {library / primitive:.1f} | `library {what} 2` "
              f"| {ours[0]:,} | {ours[1]:,} | {ours[0] / ours[1]:.1f} |")
    print("""
Transitions of the whole search, by `optimal`; two threads. The paper prints neither its library nor its
programs, so only the ratios are of one kind, and its primitives wait by FIFO (with which ours of the last two
have 29 and 39). `test/tree/papers-tables-are-printed.test` says why each of our numbers is what it is.""")
