"""random_atomics.py FIRST COUNT [PARTS] - a C program with COUNT random programs of the seeds FIRST, FIRST + 1, ...;
argument 1 says which one runs. Main and one or two threads access shared words by C11's atomics of all orders and by
volatile ones, of several sizes at one place, take locks of the program's own, and wait for each other in loops; what they
see is printed at the end as "out ...". Each third program has read-modify-writes only. PARTS: only the functions of
these threads ("12"); "m" is main and the variables."""
import random
import sys

HEAD = """#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
SHARED atomic_int x[2], spin, serving, next, word, done[3];
SHARED atomic_long wide;
SHARED union {
  atomic_ulong all;
  _Atomic(unsigned short) half[2];
  atomic_uchar byte[4];
} mixed;
SHARED volatile int flag[2];
SHARED int y[3]; // static, gcc keeps it in registers beyond calls of the locks
SHARED char seen[3][64];
SHARED int count[3];
static void see(int t, int what) { seen[t][count[t]++] = (char)('0' + (what < 0 || what > 70 ? 70 : what)); }
__attribute__((noinline)) static void spin_lock(atomic_int *l) {
  while (atomic_exchange_explicit(l, 1, memory_order_acquire)) {
  }
}
__attribute__((noinline)) static void spin_unlock(atomic_int *l) { atomic_store_explicit(l, 0, memory_order_release); }
__attribute__((noinline)) static void looking_lock(atomic_int *l) {
  int expected;
  do {
    while (atomic_load_explicit(l, memory_order_relaxed)) {
    }
    expected = 0;
  } while (!atomic_compare_exchange_strong(l, &expected, 1));
}
static void ticket_lock(void) {
  const int mine = atomic_fetch_add(&next, 1);
  while (atomic_load_explicit(&serving, memory_order_acquire) != mine) {
  }
}
static void ticket_unlock(void) {
  atomic_store_explicit(&serving, atomic_load_explicit(&serving, memory_order_relaxed) + 1, memory_order_release);
}
static void futex_lock(atomic_int *m) {
  int expected = 0;
  if (!atomic_compare_exchange_strong(m, &expected, 1))
    while (atomic_exchange(m, 2) != 0)
      syscall(SYS_futex, m, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}
static void futex_unlock(atomic_int *m) {
  if (atomic_exchange(m, 0) == 2)
    syscall(SYS_futex, m, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
"""

MODIFIES = [
    "see({t}, atomic_fetch_add(&x[{i}], {k}));",
    "atomic_fetch_add(&x[{i}], {k});",
    "see({t}, atomic_exchange(&x[{i}], {k}));",
    "see({t}, atomic_fetch_or_explicit(&x[{i}], {k}, memory_order_relaxed));",
    "atomic_fetch_sub_explicit(&x[{i}], {k}, memory_order_release);",
    "{{ int old = {k}; see({t}, atomic_compare_exchange_strong(&x[{i}], &old, 9)); see({t}, old); }}",
    "see({t}, (int)atomic_fetch_xor(&wide, {k}l << 3) >> 3);",
    "futex_lock(&word); see({t}, y[0]); y[0] += {k}; futex_unlock(&word);",
    "see({t}, atomic_fetch_add(&mixed.half[{i}], {k}));",
    "see({t}, (int)(atomic_fetch_xor(&mixed.all, {k}ul << 16 | {k}) >> 16));",
    "see({t}, atomic_exchange(&mixed.byte[2 * {i}], {k}));",
]
OTHERS = [
    "see({t}, atomic_load_explicit(&x[{i}], memory_order_{load}));",
    "atomic_store_explicit(&x[{i}], {k}, memory_order_{store});",
    "see({t}, (int)atomic_load_explicit(&wide, memory_order_{load}) >> 3);",
    "atomic_store_explicit(&wide, {k}l << 3, memory_order_{store});",
    "spin_lock(&spin); see({t}, y[1]); y[1] += {k}; spin_unlock(&spin);",
    "looking_lock(&spin); see({t}, y[1]); y[1] = 2 * y[1] + {k}; spin_unlock(&spin);",
    "ticket_lock(); see({t}, y[2]); y[2] += {k}; ticket_unlock();",
    "if (!atomic_exchange(&spin, 1)) {{ y[1] += {k}; spin_unlock(&spin); }} else see({t}, 8);",
    "if (atomic_load(&x[{i}]) == {k}) atomic_store_explicit(&x[{j}], {k}, memory_order_{store});",
    "see({t}, atomic_load_explicit(&mixed.byte[2 * {i}], memory_order_{load}));",
    "atomic_store_explicit(&mixed.half[{i}], {k}, memory_order_{store});",
    "see({t}, (int)(atomic_load_explicit(&mixed.all, memory_order_{load}) & 63));",
    "flag[{i}] = {k};",
    "see({t}, flag[{i}]); flag[{j}] = {k};",
    "flag[{i}]++;",
    "atomic_store_explicit(&x[{i}], {k}, memory_order_{store}); see({t}, atomic_load_explicit(&x[1 - {i}], memory_order_{load}));",
]
# For a thread that is made later. The second polls, as McMini sees it: among three threads it has too many schedules.
WAITS = [
    "while (!atomic_load_explicit(&done[{later}], memory_order_{load})) {{ }} see({t}, x[0]);",
    "while (!atomic_load(&done[{later}])) sched_yield(); see({t}, flag[1]);",
]


def program(seed):
    """The function of each thread."""
    random.seed(seed)
    only_modifies = seed % 3 == 0
    threads = random.choice([2, 2, 3])
    waits = not only_modifies and random.random() < 0.3
    for t in range(threads):
        lines = [f"void *script_{seed}_{t}(void *a) {{"]
        for _ in range(random.randint(1, 3 if threads == 2 else 2)):
            text = random.choice(MODIFIES if only_modifies or random.random() < 0.4 else OTHERS)
            lines.append("  " + fill(text, t))
        if waits and t + 1 < threads:
            lines.insert(random.randint(1, len(lines)), "  " + fill(random.choice(WAITS[:4 - threads]), t, random.randint(t + 1, threads - 1)))
        if waits and t > 0:
            store = random.choice(["atomic_store({}, 1)", "atomic_store_explicit({}, 1, memory_order_release)"])
            lines.append(f"  {store.format(f'&done[{t}]')};")
        yield "\n".join(lines + ["  return a;", "}"])


def fill(text, t, later=0):
    return text.format(t=t, i=random.randrange(2), j=random.randrange(2), k=random.randint(1, 3), later=later,
                       load=random.choice(["relaxed", "acquire", "seq_cst"]),
                       store=random.choice(["relaxed", "release", "seq_cst"]))


def main():
    first, count = map(int, sys.argv[1:3])
    parts = sys.argv[3] if len(sys.argv) > 3 else "m012"
    has_main = "m" in parts
    print("#define SHARED" + ("" if has_main else " extern"))
    print(HEAD)
    threads = {}
    for seed in range(first, first + count):
        scripts = list(program(seed))
        threads[seed] = len(scripts)
        for t, script in enumerate(scripts):
            print(script if str(t) in parts else f"void *script_{seed}_{t}(void *a);")
    if not has_main:
        return
    print("int main(int argc, char **argv) {\n  pthread_t p[2];\n  switch (argc > 1 ? atoi(argv[1]) : 0) {")
    for seed in range(first, first + count):
        print(f"  case {seed}:")
        for t in range(1, threads[seed]):
            print(f"    pthread_create(&p[{t - 1}], NULL, script_{seed}_{t}, NULL);")
        print(f"    script_{seed}_0(NULL);")
        for t in range(1, threads[seed]):
            print(f"    pthread_join(p[{t - 1}], NULL);")
        print("    break;")
    print('  }\n  printf("out %s %s %s %d %d %ld %lx %d %d %d %d %d\\n", seen[0], seen[1], seen[2], x[0], x[1], wide, mixed.all,'
          " flag[0], flag[1], y[0], y[1], y[2]);\n  return 0;\n}")


main()
