#!/usr/bin/env python3
"""with_search.py ROOT FOLDER COMPILER... -- ARGUMENTS - compiles a test together with the search, all primitives and the
abstract programs of test/dpor/Inputs.

These lie in FOLDER/libsearch.a, which the first test makes, for all others: again where a source is newer.
"""
import concurrent.futures
import fcntl
import glob
import os
import subprocess
import sys

# Of the primitives what says how they behave: not the functions that take their calls from the program.
PRIMITIVES = ["mutex", "rwlock", "semaphore", "spinlock", "once", "thread", "condition", "barrier", "futex", "variable",
              "signal", "input", "queue", "section", "descriptors/pipe", "descriptors/pipe_outcome", "descriptors/pipe_re*", "descriptors/poll"]
SOURCES = ["dpor/*.c", "dpor/sampling/*.c", "dpor/explain/*.c", *[f"primitives/{name}.c" for name in PRIMITIVES],
           "examples/primitives/*.c", "test/dpor/Inputs/*.c"]
HEADERS = ["dpor/**/*.h", "primitives/**/*.h", "include/mcmini/*", "examples/primitives/*.h", "test/dpor/Inputs/*.h"]
# Functions of primitives that are not called here are those of the runtime.
LINK = ["-no-pie", "-Wl,--unresolved-symbols=ignore-all"]


def files(root, patterns):
    return [path for pattern in patterns for path in sorted(glob.glob(f"{root}/{pattern}", recursive=True))]


def compile_one(compiler, flags, source, to):
    return subprocess.run(compiler + flags + ["-c", source, "-o", to]).returncode


def make_library(root, folder, compiler, flags):
    library, objects = f"{folder}/libsearch.a", f"{folder}/libsearch"
    sources = files(root, SOURCES)
    newest = max(os.path.getmtime(path) for path in sources + files(root, HEADERS))
    if os.path.exists(library) and os.path.getmtime(library) > newest:
        return library
    os.makedirs(objects, exist_ok=True)
    names = [f"{objects}/{os.path.relpath(source, root).replace('/', '-')}.o" for source in sources]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        failed = list(pool.map(lambda one: compile_one(compiler, flags, *one), zip(sources, names)))
    if any(failed):
        sys.exit(1)
    if os.path.exists(library):
        os.remove(library)
    subprocess.run(["ar", "rcs", f"{library}.new"] + names, check=True)
    os.rename(f"{library}.new", library)
    return library


def main():
    root, folder, *rest = sys.argv[1:]
    at = rest.index("--")
    compiler, arguments = rest[:at], rest[at + 1:]
    flags = ["-std=gnu17", "-O2", "-fexceptions", "-D_GNU_SOURCE=", "-DMC_CHECK_RELATIONS", f"-I{root}", f"-I{root}/include",
             f"-I{root}/test/dpor/Inputs"]
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/libsearch.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        library = make_library(root, folder, compiler, flags)
    os.execvp(compiler[0], compiler + flags + arguments + [library] + LINK)


main()
