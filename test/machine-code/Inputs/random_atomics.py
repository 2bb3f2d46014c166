"""random_atomics.py FIRST COUNT - a C program with COUNT random programs of the seeds FIRST, FIRST + 1, ...; argument 1
says which one runs. Main and one or two threads access shared words by C11's atomics of all orders, and take locks of
the program's own; what they see is printed at the end as "out ...". Each third program has read-modify-writes only."""
import random
import sys

HEAD = """#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
atomic_int x[2], spin, serving, next, word, turn;
atomic_long wide;
int y[3]; // static, gcc keeps it in registers beyond calls of the locks
static char seen[3][64];
static int count[3];
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
]


def program(seed):
    random.seed(seed)
    only_modifies = seed % 3 == 0
    threads = random.choice([2, 2, 3])
    for t in range(threads):
        yield f"static void *script_{seed}_{t}(void *a) {{"
        for _ in range(random.randint(1, 3 if threads == 2 else 2)):
            text = random.choice(MODIFIES if only_modifies or random.random() < 0.4 else OTHERS)
            yield "  " + text.format(t=t, i=random.randrange(2), j=random.randrange(2), k=random.randint(1, 3),
                                     load=random.choice(["relaxed", "acquire", "seq_cst"]),
                                     store=random.choice(["relaxed", "release", "seq_cst"]))
        yield "  return a;\n}"


def main():
    first, count = map(int, sys.argv[1:3])
    print(HEAD)
    for seed in range(first, first + count):
        print("\n".join(program(seed)))
    print("int main(int argc, char **argv) {\n  pthread_t p[2];\n  switch (argc > 1 ? atoi(argv[1]) : 0) {")
    for seed in range(first, first + count):
        threads = "\n".join(program(seed)).count("static void *")
        print(f"  case {seed}:")
        for t in range(1, threads):
            print(f"    pthread_create(&p[{t - 1}], NULL, script_{seed}_{t}, NULL);")
        print(f"    script_{seed}_0(NULL);")
        for t in range(1, threads):
            print(f"    pthread_join(p[{t - 1}], NULL);")
        print("    break;")
    print('  }\n  printf("out %s %s %s %d %d %ld %d %d %d\\n", seen[0], seen[1], seen[2], x[0], x[1], wide, y[0], y[1], y[2]);'
          "\n  return 0;\n}")


main()
