#!/usr/bin/env python3
"""generate.py SEED COUNT C-FILE: random programs in which threads go on while the process exits.

Writes one C file with all of them (its argument is the number of the one to run), and prints for
each what any of its executions can end with, by a walk over all its states: the name of an
assertion that fails, the status of an exit, "deadlock". The walk follows the C standard, and POSIX
2024 where two threads call exit; it knows nothing of the order in which McMini lets a process exit.
"""
import random
import sys

VARIABLES = ["x", "y"]
LONG = [3, 12, 25]


class Program:
    """Code of main, of the workers and of the handlers, as lists of statements."""

    def __init__(self, rng):
        self.rng = rng
        self.fails = 0
        self.has_endless = False
        count = rng.choice([1, 1, 1, 2])
        self.handlers = [self.short() for _ in range(rng.choice([0, 0, 1, 2]))]
        self.quick = [self.short() for _ in range(rng.choice([0, 0, 0, 1]))]
        self.workers = [self.worker(i == 0) for i in range(count)]
        self.main = self.short() + [self.exit(True)]

    def fail(self):
        self.fails += 1
        return "f%d" % self.fails

    def effect(self):
        rng = self.rng
        v = rng.choice(VARIABLES)
        kind = rng.choice(["store", "store", "add", "section", "check"])
        if kind == "store":
            return ("store", v, rng.choice([1, 2]))
        if kind == "check":
            return ("check", v, rng.choice([0, 1, 2]), self.fail())
        return (kind, v)

    def short(self):
        return [self.effect() for _ in range(self.rng.choice([0, 1, 1, 2]))]

    def exit(self, is_main):
        kinds = ["exit", "_exit", "quick_exit", "raw"] + (["return"] * 3 + ["leave"] if is_main else [])
        return (self.rng.choice(kinds), self.rng.choice([0, 0, 0, 4, 5]))

    def loop(self):
        rng = self.rng
        v, n = rng.choice(VARIABLES), rng.choice(LONG)
        kind = rng.choice(["loads", "locks", "sleeps", "tries", "until", "looks"])
        return (kind, v, n, rng.choice([0, 1, n, n // 2]), self.fail())

    def endless(self):
        self.has_endless = True
        v = self.rng.choice(VARIABLES)
        kind = self.rng.choice(["daemon-sleeps", "daemon-locks", "daemon-looks", "await"])
        return (kind, v, self.rng.choice([1, 2]), self.fail())

    def worker(self, is_first):
        rng = self.rng
        code = self.short()
        if is_first:
            code.append(self.loop() if rng.random() < 0.7 else self.endless())
        code += self.short()
        if rng.random() < 0.3:
            code.append(self.exit(False))
        return code


# ===- As C -----------------------------------------------------------------------------------===#

def statement(s, is_main):
    kind = s[0]
    if kind == "store":
        return "atomic_store(&%s, %d);" % s[1:]
    if kind == "add":
        return "atomic_fetch_add(&%s, 1);" % s[1]
    if kind == "section":
        return "lock(); atomic_fetch_add(&%s, 1); unlock();" % s[1]
    if kind == "check":
        return "if (atomic_load(&%s) == %d) fail(\"%s\");" % s[1:]
    loop = {
        "loads": "for (int i = 0; i < %(n)d; i++) r += atomic_load(&%(v)s);",
        "locks": "for (int i = 0; i < %(n)d; i++) { lock(); unlock(); } r = %(n)d;",
        "sleeps": "for (int i = 0; i < %(n)d; i++) usleep(1); r = %(n)d;",
        "tries": "for (int i = 0; i < %(n)d; i++) if (try()) unlock(); else r++;",
        "until": "for (int i = 0; i < %(n)d; i++) if (atomic_load(&%(v)s) == 1) { r = 1; break; }",
        "looks": "for (int i = 0; i < %(n)d; i++) { lock(); r += atomic_load(&%(v)s); unlock(); "
                 "usleep(1); }",
    }
    if kind in loop:
        return "{ int r = 0; %s if (r == %d) fail(\"%s\"); }" % (
            loop[kind] % {"v": s[1], "n": s[2]}, s[3], s[4])
    endless = {
        "daemon-sleeps": "for (;;) usleep(1);",
        "daemon-locks": "for (;;) { lock(); unlock(); usleep(1); }",
        "daemon-looks": "for (;;) { if (atomic_load(&%(v)s) == %(k)d) fail(\"%(f)s\"); usleep(1); }",
        "await": "while (atomic_load(&%(v)s) != %(k)d) usleep(1);",
    }
    if kind in endless:
        return endless[kind] % {"v": s[1], "k": s[2], "f": s[3]}
    return {"exit": "exit(%d);", "_exit": "_exit(%d);", "quick_exit": "quick_exit(%d);",
            "raw": "syscall(SYS_exit_group, %d);", "return": "return %d;",
            "leave": "pthread_exit(NULL); /* %d */"}[kind] % s[1]


def function(head, code, tail):
    return "%s {\n%s%s}\n" % (head, "".join("  %s\n" % statement(s, False) for s in code), tail)


def as_c(program, number):
    text = ""
    for i, code in enumerate(program.handlers):
        text += function("static void handler%d_%d(void)" % (number, i), code, "")
    for i, code in enumerate(program.quick):
        text += function("static void quick%d_%d(void)" % (number, i), code, "")
    for i, code in enumerate(program.workers):
        text += function("static void *worker%d_%d(void *argument)" % (number, i), code,
                         "  return argument;\n")
    start = "".join("  atexit(handler%d_%d);\n" % (number, i) for i in range(len(program.handlers)))
    start += "".join("  at_quick_exit(quick%d_%d);\n" % (number, i) for i in range(len(program.quick)))
    start += "".join("  start(worker%d_%d);\n" % (number, i) for i in range(len(program.workers)))
    body = "".join("  %s\n" % statement(s, True) for s in program.main)
    return text + "static int main%d(void) {\n%s%s  return 0;\n}\n" % (number, start, body)


# ===- All states -----------------------------------------------------------------------------===#
# A thread is (code, index, r, round): its place; what its loop has made so far. Codes: "main", "w0",
# and "h" or "q" with a number in a handler. Below, `calls` is what comes after a handler.

class Walk:
    def __init__(self, program):
        self.p = program
        self.codes = {"main": program.main}
        for i, code in enumerate(program.workers):
            self.codes["w%d" % i] = code
        for i, code in enumerate(program.handlers):
            self.codes["h%d" % i] = code
        for i, code in enumerate(program.quick):
            self.codes["q%d" % i] = code
        self.outcomes = set()

    def run(self):
        threads = [("run", "main", 0, 0, 0, None)]
        threads += [("run", "w%d" % i, 0, 0, 0, None) for i in range(len(self.p.workers))]
        first = (tuple(threads), (0, 0), None, None, len(self.p.handlers), len(self.p.quick))
        seen, todo = {first}, [first]
        while todo:
            state = todo.pop()
            nexts = [n for t in range(len(threads)) for n in self.steps(state, t)]
            if not nexts:
                self.outcomes.add("deadlock")
            for n in nexts:
                if isinstance(n, str):
                    self.outcomes.add(n)
                elif n not in seen:
                    seen.add(n)
                    todo.append(n)
            if len(seen) > 60000:
                return None
        return self.outcomes

    # threads: (how, code, index, part, r, exit): exit = (kind, status) of a thread that exits
    def steps(self, state, t):
        threads, values, owner, exiting, handlers, quick = state
        how, code, index, part, r, leaving = threads[t]
        if how == "done":
            return []

        def with_thread(thread, values=values, owner=owner, exiting=exiting, handlers=handlers,
                        quick=quick):
            new = list(threads)
            new[t] = thread
            return (tuple(new), values, owner, exiting, handlers, quick)

        def set_value(v, value):
            i = VARIABLES.index(v)
            return tuple(value if k == i else old for k, old in enumerate(values))

        def value(v):
            return values[VARIABLES.index(v)]

        if how == "exit":  # between two handlers
            kind, status = leaving
            left, name = (handlers, "h") if kind != "quick_exit" else (quick, "q")
            if left == 0:
                return [str(status)]
            called = ("run", "%s%d" % (name, left - 1), 0, 0, 0, leaving)
            return [with_thread(called, handlers=handlers - (name == "h"), quick=quick - (name == "q"))]
        statements = self.codes[code]
        if index == len(statements):
            if leaving:
                return [with_thread(("exit", code, 0, 0, 0, leaving))]
            others = [o for i, o in enumerate(threads) if i != t and o[0] != "done"]
            if others:
                return [with_thread(("done", "", 0, 0, 0, None))]
            return [with_thread(("exit", code, 0, 0, 0, ("exit", 0)))]
        s = statements[index]
        kind = s[0]

        def at(part, r):
            return ("run", code, index, part, r, leaving)

        onward = ("run", code, index + 1, 0, 0, leaving)
        if kind in ("_exit", "raw"):
            return [str(s[1])]
        if kind == "leave":
            return [with_thread(("run", code, len(statements), 0, 0, leaving))]
        if kind in ("exit", "return", "quick_exit"):
            if exiting not in (None, t):
                return []
            how_it_ends = ("quick_exit" if kind == "quick_exit" else "exit", s[1])
            return [with_thread(("exit", code, 0, 0, 0, how_it_ends), exiting=t)]
        if kind == "store":
            return [with_thread(onward, values=set_value(s[1], s[2]))]
        if kind == "add":
            return [with_thread(onward, values=set_value(s[1], value(s[1]) + 1))]
        if kind == "section":
            if part == 0:
                return [with_thread(at(1, 0), owner=t)] if owner is None else []
            if part == 1:
                return [with_thread(at(2, 0), values=set_value(s[1], value(s[1]) + 1))]
            return [with_thread(onward, owner=None)]
        if kind == "check":
            return [s[3]] if value(s[1]) == s[2] else [with_thread(onward)]
        if kind == "await":
            return [with_thread(onward if value(s[1]) == s[2] else threads[t])]
        if kind == "daemon-sleeps":
            return [with_thread(threads[t])]
        if kind == "daemon-looks":
            return [s[3]] if value(s[1]) == s[2] else [with_thread(threads[t])]
        if kind == "daemon-locks":
            if part == 0:
                return [with_thread(at(1, 0), owner=t)] if owner is None else []
            return [with_thread(at(0, 0), owner=None)]
        # Loops: part counts the operations made.
        v, n, wanted, name = s[1:]

        def end(r):
            return [name] if r == wanted else [with_thread(onward)]

        if kind == "loads":
            r += value(v)
            return end(r) if part + 1 == n else [with_thread(at(part + 1, r))]
        if kind == "sleeps":
            return end(n)
        if kind == "until":
            if value(v) == 1:
                return end(1)
            return end(0) if part + 1 == n else [with_thread(at(part + 1, 0))]
        per = {"locks": 2, "tries": 2, "looks": 3}[kind]
        turn, place = divmod(part, per)
        if place == 0:
            if kind == "tries" and owner is not None:
                part = (turn + 1) * per
                return end(r + 1) if turn + 1 == n else [with_thread(at(part, r + 1))]
            return [with_thread(at(part + 1, r), owner=t)] if owner is None else []
        if place == 1 and kind == "looks":
            return [with_thread(at(part + 1, r + value(v)))]
        if turn + 1 < n:
            return [with_thread(at(part + 1, r), owner=None)]
        r = n if kind == "locks" else r
        return [name] if r == wanted else [with_thread(onward, owner=None)]


HEAD = """#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int x, y;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void lock(void) { pthread_mutex_lock(&mutex); }
static void unlock(void) { pthread_mutex_unlock(&mutex); }
static int try(void) { return pthread_mutex_trylock(&mutex) == 0; }
static void fail(const char *name) { __assert_fail(name, "program", 1, "fail"); }
static void start(void *(*worker)(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_detach(thread);
}

"""


def main():
    seed, count, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    rng = random.Random(seed)
    programs = []
    while len(programs) < count:
        program = Program(rng)
        outcomes = Walk(program).run()
        # Beside an endless thread a deadlock of the others is none, and not ended by an exit.
        if outcomes is None or (program.has_endless and "leave" in [s[0] for s in program.main]):
            continue
        programs.append(program)
        print(len(programs) - 1, *sorted(outcomes - {"0"}))
    with open(path, "w") as out:
        out.write(HEAD)
        for number, program in enumerate(programs):
            out.write(as_c(program, number))
        out.write("int main(int argc, char **argv) {\n  switch (atoi(argv[argc - 1])) {\n")
        for number in range(count):
            out.write("  case %d:\n    return main%d();\n" % (number, number))
        out.write("  }\n  return 99;\n}\n")


main()
