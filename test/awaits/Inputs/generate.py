# generate.py C|ALIKE|ANSWERS FIRST COUNT [BELOW]: random programs with waiting loops over three atomic
# variables, of the seeds FIRST, FIRST + 1, ... BELOW: most of them over two plain ones, the fourth and
# fifth, each below a mutex of its own.
#
# C: a program; its argument says which one runs. It prints the final values as "out ...".
# ALIKE: so that all turns of a loop are alike: none counts.
# ANSWERS: a line for each seed, SEED LIVELOCK OUTPUT OUTPUT ...: from all states that can be
# reached, turn by turn, with all that loops do. LIVELOCK is 1 if from some state no schedule lets
# all threads end.
import random
import sys


KINDS = ["store", "store", "store", "add", "add", "add", "load", "load", "wait", "wait",
         "wait", "wait2", "lock", "tas", "cas", "spin", "next", "swap", "look", "look", "retry", "retry"]
BELOW = ["put", "put", "put", "raise", "raise", "raise", "see", "below", "below", "below", "beside",
         "beside", "store", "add", "load", "wait", "lock"]
is_below = sys.argv[4:] == ["BELOW"]


def statement(r, is_easy):
    kind = r.choice(BELOW if is_below else KINDS)
    v, w = r.sample(range(3), 2)
    value = r.choice([0, 1, 1, 2])
    if kind in ("put", "raise", "see"):
        return (kind, 3 + v % 2, value)
    if kind == "beside":
        return (kind, 3 + v % 2, w, r.choice([0, 1, 1]), r.choice([0, 1, 1]), r.randrange(3))
    if kind == "below":
        op = r.choice(["!=", ">="] if is_easy else ["==", "!=", "<", ">="])
        return (kind, 3 + v % 2, op, value and 1 if is_easy else value, r.randrange(5))
    if kind == "wait" and is_easy:  # more of these end
        return (kind, v, r.choice(["!=", ">="]), value and 1, r.randrange(6))
    if kind == "wait":
        return (kind, v, r.choice(["==", "!=", "<", ">=", ">=", "&"]), value, r.randrange(6))
    if kind == "wait2":
        return (kind, v, w, value, r.randrange(3), r.choice(["&&", "||"]))
    if kind == "next":
        return (kind, v, r.choice(["!=", ">="]), value and 1, r.randrange(4))
    if kind == "swap":
        return (kind, v, r.randrange(4))
    if kind == "retry":
        return (kind, v, 1 + value // 2, r.randrange(5))
    if kind == "look":
        return (kind, v, r.choice([0, 0, 1]), r.choice([1, 1, 2]), r.randrange(4))
    return (kind, v, value)


def program(seed):
    r = random.Random(seed)
    threads, is_easy = r.choice([2, 3]), r.random() < 0.6
    return [[statement(r, is_easy) for _ in range(r.choice([2, 3, 4] if threads == 2 else [1, 2, 3]))]
            for _ in range(threads)]


def compare(op, a, b):
    return {"==": a == b, "!=": a != b, "<": a < b, ">=": a >= b, "&": (a & (b | 1)) != 0}[op]


def idle(s):
    """What a "tas" waits for beside its attempts: the lock itself, or another variable."""
    return s[1] if s[2] == 1 else (s[1] + 1) % 3


def in_c(s, is_alike):
    kind, v = s[:2]
    if kind == "store":
        return f"atomic_store(&x[{v}], {s[2]});"
    if kind == "add":
        return f"atomic_fetch_add(&x[{v}], 1);"
    if kind == "load":
        return f"seen = seen * 5 + atomic_load(&x[{v}]);"
    if kind == "wait":
        _, v, op, value, form = s
        condition = f"(atomic_load(&x[{v}]) & {value | 1})" if op == "&" else \
            f"atomic_load(&x[{v}]) {op} {value}"
        return ["while (!({0})) {{}}", "do {{ relax(); }} while (!({0}));",
                "while (1) {{ if ({0}) break; sched_yield(); }}",
                "{{ int until = {1}; while (!({2})) usleep(1); }}",
                "while (!get(&x[{3}], {4}, {1})) {{}}",
                "for (int n = 1; !({0}); n *= {5}) for (int i = 0; i < n; i++) relax();"][form].format(
                    condition, value, condition if op == "&" else condition.replace(
                        f"{op} {value}", f"{op} until"), v, f"'{op[0]}'" if op != "!=" else "'n'",
                    2 - is_alike)
    if kind in ("put", "raise", "see"):
        y = f"y[{v - 3}]"
        change = {"put": f"{y} = {s[2]};", "raise": f"{y}++;", "see": f"seen = seen * 5 + {y};"}[kind]
        return f"pthread_mutex_lock(&m[{v - 3}]); {change} pthread_mutex_unlock(&m[{v - 3}]);"
    if kind == "below":
        _, v, op, value, form = s
        lock, unlock = (f"pthread_mutex_{what}lock(&m[{v - 3}]);" for what in ("", "un"))
        condition = f"y[{v - 3}] {op} {value}"
        return ["for (;;) {{ {0} int ok = {2}; {1} if (ok) break; }}",
                "for (;;) {{ {0} if ({2}) {{ {1} break; }} {1} usleep(1); }}",
                "{{ int ok; do {{ sched_yield(); {0} ok = {2}; {1} }} while (!ok); }}",
                "{0} while (!({2})) {{ {1} relax(); {0} }} {1}",
                "while (!({3})) usleep(10);"][form].format(
                    lock, unlock, condition, f"below({v - 3}) {op} {value}")
    if kind == "beside":
        _, v, w, a, b, form = s
        return ["for (;;) {{ if (below({0}) == {2}) break; if (atomic_load(&x[{1}]) == {3}) break; relax(); }}",
                "while (below({0}) != {2} && atomic_load(&x[{1}]) != {3}) usleep(1);",
                "for (;;) {{ pthread_mutex_lock(&m[{0}]); int ok = y[{0}] == {2}; pthread_mutex_unlock(&m[{0}]); "
                "if (ok || atomic_load(&x[{1}]) == {3}) break; }}"][form].format(v - 3, w, a, b)
    if kind == "wait2":
        _, v, w, a, b, op = s
        return f"while (!(atomic_load(&x[{v}]) == {a} {op} atomic_load(&x[{w}]) == {b})) {{}}"
    if kind == "lock":  # taken and given back
        return (f"while (atomic_exchange(&x[{v}], 1)) {{}} seen++; atomic_store(&x[{v}], 0);")
    if kind == "tas":
        wait = f"while (atomic_load(&x[{idle(s)}])) relax(); "
        attempt = f"if (!atomic_exchange(&x[{v}], 1)) break; "
        return f"for (;;) {{ {attempt + wait if s[2] == 0 else wait + attempt}}}"
    if kind == "look":  # looks whether the attempt is worth a try
        _, v, free, taken, form = s
        return [f"while (atomic_load(&x[{v}]) != {free} || atomic_exchange(&x[{v}], {taken}) != {free}) {{}}",
                f"for (;;) {{ if (atomic_load(&x[{v}]) != {free}) {{ relax(); continue; }} "
                f"if (atomic_exchange(&x[{v}], {taken}) == {free}) break; }}",
                f"while (!attempt(&x[{v}], {free}, {taken})) sched_yield();",
                f"while (!attempt_once(&x[{v}], {free}, {taken})) {{}}"][form]
    if kind == "retry":  # the next turn begins with what the attempt has read
        _, v, more, form = s
        exchange = f"atomic_compare_exchange_{['strong', 'weak'][form % 2]}(&x[{v}], &old, old + {more})"
        loop = [f"while (!{exchange}) {{}} seen = seen * 5 + old;",
                f"do {{ if (old >= 2) break; }} while (!{exchange}); seen = seen * 5 + old;",
                f"while (!{exchange}) {{}} seen = seen * 5 + first;"][form // 2]
        return f"{{ int old = atomic_load(&x[{v}]), first = old; (void)first; {loop} }}"
    if kind in ("next", "swap"):  # the loop looks at what was read in the turn before
        read, end = (f"atomic_load(&x[{v}])", f"now {s[2]} {s[3]}") if kind == "next" else \
            (f"atomic_exchange(&x[{v}], 1)", "!now")
        first, turn, last = [("", "", ""), (f"int ok = {end};", "", "seen = seen * 2 + ok;"),
                             ("int ok = 1;", "ok = 0; ", "seen = seen * 2 + ok;"),
                             ("", "", "seen = seen * 3 + now;")][s[-1]]
        return f"{{ int now = {read}; {first} while (!({end})) {{ relax(); {turn}now = {read}; }} {last} }}"
    if kind == "cas":
        return (f"{{ int e = {s[2]}; while (!atomic_compare_exchange_strong(&x[{v}], &e, {(s[2] + 1) % 3})) "
                f"e = {s[2]}; }}")
    return f"while (atomic_fetch_or(&x[{v}], {s[2] | 1}) & {s[2] | 1}) {{}}"


HEAD = """#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static _Atomic int x[3];
static void relax(void) { __asm__ volatile("pause"); }
static int get(_Atomic int *p, char how, int value) {
  int now = atomic_load_explicit(p, memory_order_acquire);
  return how == '=' ? now == value : how == 'n' ? now != value : how == '<' ? now < value
       : how == '>' ? now >= value : (now & (value | 1)) != 0;
}
static int y[2];
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int below(int i) {
  pthread_mutex_lock(&m[i]);
  int now = y[i];
  pthread_mutex_unlock(&m[i]);
  return now;
}
static int attempt(_Atomic int *p, int free, int taken) {
  return atomic_load(p) == free && atomic_exchange(p, taken) == free;
}
static int attempt_once(_Atomic int *p, int free, int taken) {
  int e = free;
  return atomic_load(p) == free && atomic_compare_exchange_strong(p, &e, taken);
}
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
  printf("out %d,%d,%d/%d,%d,%d\\n", x[0], x[1], x[2], seen[0], seen[1], seen[2]);
  return 0;
}
"""


def print_c(first, count, is_alike):
    print(HEAD)
    for seed in range(first, first + count):
        for t, body in enumerate(program(seed)):
            print(f"static void *p{seed}_{t}(void *a) {{ int seen = 0; (void)a;")
            for s in body:
                print("  " + in_c(s, is_alike))
            print("  return (void *)(long)seen; }")
    print(f"enum {{ FIRST = {first} }};\nstatic void *(*const body[][3])(void *) = {{")
    for seed in range(first, first + count):
        print("  {" + ", ".join(f"p{seed}_{t}" for t in range(len(program(seed)))) + "},")
    print("};" + TAIL)


#===- The answers: a thread is at (statement, position in it, seen) -===

def step(s, position, x, seen):
    """What the thread does next in statement `s`: (x, seen, position, None at its end)."""
    kind, v = s[:2]

    def put(i, value):
        return x[:i] + (value,) + x[i + 1:]
    if kind in ("store", "put"):
        return put(v, s[2]), seen, None
    if kind in ("add", "raise"):
        return put(v, x[v] + 1), seen, None
    if kind in ("load", "see"):
        return x, seen * 5 + x[v], None
    if kind in ("wait", "below"):
        return x, seen, None if compare(s[2], x[v], s[3]) else 0
    if kind in ("next", "swap"):
        ends = compare(s[2], x[v], s[3]) if kind == "next" else not x[v]
        told = [seen, seen * 2 + (position == 0), seen * 2 + (position == 0), seen * 3 + x[v]][s[-1]]
        after = x if kind == "next" else put(v, 1)
        return (after, told, None) if ends else (after, seen, 1)
    if kind == "beside":
        _, v, w, a, b, _ = s
        if position == 0:
            return x, seen, None if x[v] == a else 1
        return x, seen, None if x[w] == b else 0
    if kind == "wait2":
        _, v, w, a, b, op = s
        if position == 0:
            first = x[v] == a
            if op == "&&":
                return x, seen, 1 if first else 0
            return x, seen, None if first else 1
        return x, seen, None if x[w] == b else 0
    if kind == "lock":
        if position == 0:
            return put(v, 1), seen + (x[v] == 0), 1 if x[v] == 0 else 0
        return put(v, 0), seen, None
    if kind == "tas":
        if position == (s[2] == 0):
            return x, seen, position if x[idle(s)] else 1 - position
        return put(v, 1), seen, 1 - position if x[v] else None
    if kind == "look":
        _, v, free, taken, form = s
        if position == 0:
            return x, seen, 1 if x[v] == free else 0
        return x if form == 3 and x[v] != free else put(v, taken), seen, None if x[v] == free else 0
    if kind == "retry":
        _, v, more, form = s
        first, old = divmod(position - 1, 100) if position else (x[v], None)
        if x[v] != old:
            if form in (2, 3) and x[v] >= 2:
                return x, seen * 5 + x[v], None
            return x, seen, 1 + 100 * first + x[v]
        return put(v, old + more), seen * 5 + (first if form == 4 else old), None
    if kind == "cas":
        if x[v] == s[2]:
            return put(v, (s[2] + 1) % 3), seen, None
        return x, seen, 0
    bits = s[2] | 1
    return put(v, x[v] | bits), seen, None if not x[v] & bits else 0


def answer(seed):
    threads = program(seed)
    start = ((0,) * 5, tuple((0, 0, 0) for _ in threads))
    after, before, ends = {}, {}, []
    todo = [start]
    after[start] = None
    while todo:
        state = todo.pop()
        x, at = state
        following = []
        for t, (i, position, seen) in enumerate(at):
            if i == len(threads[t]):
                continue
            new_x, new_seen, new_position = step(threads[t][i], position, x, seen)
            here = (i + 1, 0, new_seen) if new_position is None else (i, new_position, new_seen)
            following.append((new_x, at[:t] + (here,) + at[t + 1:]))
        if all(i == len(threads[t]) for t, (i, *_) in enumerate(at)):
            ends.append(state)
        after[state] = following
        for n in following:
            before.setdefault(n, []).append(state)
            if n not in after:
                after[n] = None
                todo.append(n)
    can_end, todo = set(ends), list(ends)
    while todo:
        for b in before.get(todo.pop(), []):
            if b not in can_end:
                can_end.add(b)
                todo.append(b)
    outputs = set()
    for x, at in ends:
        seen = [t[2] for t in at] + [0] * (3 - len(at))
        outputs.add("%d,%d,%d/%d,%d,%d" % (*x[:3], *seen))
    return len(can_end) < len(after), sorted(outputs)


def main():
    first, count = int(sys.argv[2]), int(sys.argv[3])
    if sys.argv[1] != "ANSWERS":
        print_c(first, count, sys.argv[1] == "ALIKE")
        return
    for seed in range(first, first + count):
        livelock, outputs = answer(seed)
        print(seed, int(livelock), *outputs)


main()
