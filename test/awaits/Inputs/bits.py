# bits.py C|ANSWERS FIRST COUNT: random programs as retries.py has them, of three numbers whose lowest bit is a
# lock, which may stay taken: a loop tries to add 1 to an even number. So it may wait for ever.
import random

from retries import main

KINDS = ["bit"] * 5 + ["store", "add", "add", "load"]
# What an iteration begins with, and what it does. DERIVED: it expects the even number at or below; LOADS: it
# tries only an even number, and otherwise loads again; AGAIN: the same, and loads again after a failure, too.
# BESIDE: it looks at another number as well. ENDS: it ends the loop at 3 or more.
FORMS = ["DERIVED", "DERIVED", "LOADS", "LOADS", "LOADS", "AGAIN", "DERIVED BESIDE", "LOADS BESIDE", "LOADS ENDS"]


def statement(r):
    kind = r.choice(KINDS)
    v, w = r.sample(range(3), 2)
    if kind == "bit":
        return (kind, v, w, r.choice(FORMS))
    return (kind, v, r.choice([0, 1, 2]) if kind == "store" else 1)


def program(seed):
    r = random.Random(seed)
    threads = r.choice([2, 2, 3])
    return [[statement(r) for _ in range(r.choice([1, 2, 3] if threads == 2 else [1, 1, 2]))]
            for _ in range(threads)]


def in_c(s, _):
    kind, v = s[:2]
    if kind == "store":
        return f"atomic_store(&x[{v}], {s[2]});"
    if kind == "add":
        return f"atomic_fetch_add(&x[{v}], 1);"
    if kind == "load":
        return f"seen = seen * 5 + atomic_load(&x[{v}]);"
    form = s[3].split()
    load = f"atomic_load(&x[{v}])"
    turn = f"(void)atomic_load(&x[{s[2]}]); " if "BESIDE" in form else ""
    turn += "if (old >= 3) break; " if "ENDS" in form else ""
    exchange = (f"if (atomic_compare_exchange_strong(&x[{v}], &old, old + 1)) {{ seen = seen * 5 + old; break; }} ")
    if form[0] == "DERIVED":
        turn += "old &= ~1; "
    if form[0] in ("LOADS", "AGAIN"):
        turn += f"if (old & 1) {{ old = {load}; continue; }} "
    again = f"old = {load}; " if form[0] == "AGAIN" else ""
    return f"for (int old = {load};;) {{ {turn}{exchange}{again}}}"


START = ("load", 0)


def step(s, where, x, seen):
    """What the thread does next in statement `s`: (x, seen, where, None at its end)."""
    def put(value):
        return x[:v] + (value,) + x[v + 1:]

    kind, v = s[:2]
    if kind == "store":
        return put(s[2]), seen, None
    if kind == "add":
        return put(x[v] + 1), seen, None
    if kind == "load":
        return x, seen * 5 + x[v], None
    form = s[3].split()

    def begin(old):  # what comes behind the look at another number, which tells nothing
        if "ENDS" in form and old >= 3:
            return None
        if form[0] == "DERIVED":
            return ("exchange", old & ~1)
        return START if old & 1 else ("exchange", old)

    def turn(old):
        return x, seen, ("look", old) if "BESIDE" in form else begin(old)

    at, old = where
    if at == "load":
        return turn(x[v])
    if at == "look":
        return x, seen, begin(old)
    if x[v] == old:
        return put(old + 1), seen * 5 + old, None
    return (x, seen, START) if form[0] == "AGAIN" else turn(x[v])


def answer(seed):
    """Whether some state has no way to the end, and the outputs."""
    threads = program(seed)
    start = ((0,) * 5, tuple((0, START, 0) for _ in threads))
    before, outputs, ends, todo = {start: set()}, set(), [], [start]
    while todo:
        state = x, at = todo.pop()
        if all(i == len(threads[t]) for t, (i, *_) in enumerate(at)):
            seen = [t[2] for t in at] + [0] * (3 - len(at))
            outputs.add("%d,%d,%d,%d,%d/%d,%d,%d" % (*x, *seen))
            ends.append(state)
        for t, (i, where, seen) in enumerate(at):
            if i == len(threads[t]):
                continue
            new_x, new_seen, new_where = step(threads[t][i], where, x, seen)
            here = (i + 1, START, new_seen) if new_where is None else (i, new_where, new_seen)
            following = (new_x, at[:t] + (here,) + at[t + 1:])
            if following not in before:
                before[following] = set()
                todo.append(following)
            before[following].add(state)
    may_end, todo = set(ends), ends
    while todo:
        for state in before[todo.pop()] - may_end:
            may_end.add(state)
            todo.append(state)
    return len(may_end) < len(before), sorted(outputs)


main(program, in_c, answer)
