# retries.py C|ANSWERS FIRST COUNT: random programs that try compare-exchanges again, as generate.py has them
# of other loops: a stack of nodes, one for each thread, a number beside it, and threads that look at both,
# and at each other's nodes.
#
# Some loops only look as if to fail were nothing: they count, tell, give in, or read what they have stored.
import random
import sys

TOP, SIDE, NODES = 0, 1, 2  # variables; the node of thread t is NODES + t, and is called t + 1

KINDS = ["push"] * 5 + ["pop"] * 4 + ["add", "add", "store", "load", "load"]
# How it ends where it fails. CARRIES: the next turn begins with what the attempt has read; AGAIN: it loads
# again; ENDS: it loads again, and ends at some value; COUNTS, TELLS, GIVES_IN (at the second failure), LOOKS.
FORMS = ["CARRIES", "CARRIES", "AGAIN", "AGAIN", "AGAIN", "ENDS", "COUNTS", "TELLS", "GIVES_IN", "LOOKS"]


def statement(r, t, threads):
    kind = r.choice(KINDS)
    form, end = r.choice(FORMS), r.randrange(threads + 1)
    other = NODES + r.randrange(threads)
    if kind == "push":
        node = NODES + t if r.random() < 0.9 else other
        return (kind, form, end, node, r.random() < 0.1)
    if kind in ("pop", "add"):
        return (kind, form, end)
    v = r.choice([TOP, SIDE, other, other])
    return (kind, v, r.randrange(threads + 1) if v != SIDE else r.randrange(3))


def program(seed):
    r = random.Random(seed)
    threads = r.choice([2, 2, 3])
    return [[statement(r, t, threads) for _ in range(r.choice([1, 2, 3] if threads == 2 else [1, 1, 2]))]
            for t in range(threads)]


def in_c(s, t):
    kind = s[0]
    if kind == "store":
        return f"atomic_store(&x[{s[1]}], {s[2]});"
    if kind == "load":
        return f"seen = seen * 5 + atomic_load(&x[{s[1]}]);"
    form, end = s[1:3]
    v = SIDE if kind == "add" else TOP
    value = {"push": str(t + 1), "pop": "next", "add": "(old + 1) % 3"}[kind]
    load = f"int old = atomic_load(&x[{v}]);"
    turn = {"push": "", "add": "", "pop": f"if (!old) {{ seen = seen * 5; break; }} "
            f"int next = atomic_load(&x[{NODES - 1} + old]); "}[kind]
    if kind == "push":
        turn = f"atomic_store(&x[{s[3]}], old); "
        if s[4]:
            turn = f"if (!atomic_load(&x[{s[3]}])) " + turn
    if form == "ENDS":
        turn = f"if (old == {end}) break; " + turn
    fails = {"CARRIES": "", "AGAIN": "", "ENDS": "", "COUNTS": "fails = fails < 2 ? fails + 1 : 2; ",
             "TELLS": f"atomic_store(&x[{SIDE}], old); ", "GIVES_IN": "if (fails++) break; ",
             "LOOKS": f"if (atomic_load(&x[{SIDE}])) break; "}[form]
    told = {"push": "seen++; ", "pop": "seen = seen * 5 + old; ", "add": "seen = seen * 5 + old; "}[kind]
    if form == "COUNTS":
        told += "seen = seen * 3 + fails; "
    exchange = f"if (atomic_compare_exchange_strong(&x[{v}], &old, {value})) {{ {told}break; }} "
    before, inside = (load + " ", "") if form in ("CARRIES", "TELLS") else ("", load + " ")
    return f"{{ int fails = 0; (void)fails; {before}for (;;) {{ {inside}{turn}{exchange}{fails}}} }}"


HEAD = """#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
static _Atomic int x[5];
"""
TAIL = """
int main(int argc, char **argv) {
  pthread_t t[3];
  int seen[3] = {0}, which = atoi(argv[argc - 1]) - FIRST;
  for (int i = 0; i < 3; i++)
    if (body[which][i])
      pthread_create(&t[i], NULL, body[which][i], NULL);
  for (int i = 0; i < 3; i++)
    if (body[which][i]) {
      void *result;
      pthread_join(t[i], &result);
      seen[i] = (int)(long)result;
    }
  printf("out %d,%d,%d,%d,%d/%d,%d,%d\\n", x[0], x[1], x[2], x[3], x[4], seen[0], seen[1], seen[2]);
  return 0;
}
"""


def print_c(first, count, program, in_c):
    print(HEAD)
    for seed in range(first, first + count):
        for t, body in enumerate(program(seed)):
            print(f"static void *p{seed}_{t}(void *a) {{ int seen = 0; (void)a;")
            for s in body:
                print("  " + in_c(s, t))
            print("  return (void *)(long)seen; }")
    print(f"enum {{ FIRST = {first} }};\nstatic void *(*const body[][3])(void *) = {{")
    for seed in range(first, first + count):
        print("  {" + ", ".join(f"p{seed}_{t}" for t in range(len(program(seed)))) + "},")
    print("};" + TAIL)


#===- The answers: a thread is at (statement, where in it, seen), where = (operation, old, next, fails) -===

START = ("load", 0, 0, 0)


def step(s, t, where, x, seen):
    """What the thread does next in statement `s`: (x, seen, where, None at its end)."""
    def put(i, value):
        return x[:i] + (value,) + x[i + 1:]

    kind = s[0]
    if kind == "store":
        return put(s[1], s[2]), seen, None
    if kind == "load":
        return x, seen * 5 + x[s[1]], None
    form, end = s[1:3]
    v = SIDE if kind == "add" else TOP
    at, old, following, fails = where

    def turn(old, fails):
        if form == "ENDS" and old == end:
            return x, seen, None
        if kind == "pop" and not old:
            return x, seen * 5, None
        return x, seen, ({"push": "look" if kind == "push" and s[4] else "store", "pop": "next",
                          "add": "exchange"}[kind], old, 0, fails)

    if at == "load":
        return turn(x[v], fails)
    if at == "look":
        return x, seen, ("exchange" if x[s[3]] else "store", old, 0, fails)
    if at == "store":
        return put(s[3], old), seen, ("exchange", old, 0, fails)
    if at == "next":
        return x, seen, ("exchange", old, x[NODES - 1 + old], fails)
    if at == "tell":
        _, seen, where = turn(old, fails)
        return put(SIDE, old), seen, where
    if at == "watch":
        return x, seen, None if x[SIDE] else START
    if x[v] != old:
        if form == "CARRIES":
            return turn(x[v], fails)
        if form == "TELLS":
            return x, seen, ("tell", x[v], 0, fails)
        if form == "LOOKS":
            return x, seen, ("watch", 0, 0, 0)
        if form == "GIVES_IN" and fails:
            return x, seen, None
        return x, seen, ("load", 0, 0, min(fails + 1, 2) if form in ("COUNTS", "GIVES_IN") else 0)
    new = put(v, {"push": t + 1, "pop": following, "add": (old + 1) % 3}[kind])
    seen = seen + 1 if kind == "push" else seen * 5 + old
    return new, seen * 3 + fails if form == "COUNTS" else seen, None


def answer(seed):
    threads = program(seed)
    start = ((0,) * 5, tuple((0, START, 0) for _ in threads))
    outputs, known, todo = set(), {start}, [start]
    while todo:
        x, at = todo.pop()
        if all(i == len(threads[t]) for t, (i, *_) in enumerate(at)):
            seen = [t[2] for t in at] + [0] * (3 - len(at))
            outputs.add("%d,%d,%d,%d,%d/%d,%d,%d" % (*x, *seen))
        for t, (i, where, seen) in enumerate(at):
            if i == len(threads[t]):
                continue
            new_x, new_seen, new_where = step(threads[t][i], t, where, x, seen)
            here = (i + 1, START, new_seen) if new_where is None else (i, new_where, new_seen)
            following = (new_x, at[:t] + (here,) + at[t + 1:])
            if following not in known:
                known.add(following)
                todo.append(following)
    return False, sorted(outputs)  # no loop waits for ever: an attempt without others succeeds


def main(program, in_c, answer):
    """Prints what the command line asks for, of the programs of these functions."""
    first, count = int(sys.argv[2]), int(sys.argv[3])
    if sys.argv[1] == "C":
        print_c(first, count, program, in_c)
        return
    for seed in range(first, first + count):
        livelock, outputs = answer(seed)
        print(seed, int(livelock), *outputs)


if __name__ == "__main__":
    main(program, in_c, answer)
