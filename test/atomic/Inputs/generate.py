# generate.py FIRST COUNT: random programs, in one C file, of two or three threads on an atomic of 16
# bytes: on all of it and on its halves. Each prints what its operations have returned, and the end.
import random
import sys

first, count = map(int, sys.argv[1:])
VALUES = ["0", "1", "H(1)", "H(1) | 1", "H(2)", "~(wide)0"]
HALVES = ["0", "1", "2", "~0ull"]


def operation(r):
    wide, half = r.choice(VALUES), r.choice(HALVES)
    place = r.choice(["low", "high"])
    return r.choice([
        f"__atomic_store_n(&x, {wide}, 5);",
        f"OUT(__atomic_load_n(&x, 5));",
        f"OUT(__atomic_exchange_n(&x, {wide}, 5));",
        f"OUT(exchange({r.choice(VALUES)}, {wide}));",
        f"OUT(exchange({r.choice(VALUES)}, {wide}));",
        f"__atomic_fetch_{r.choice(['add', 'sub', 'and', 'or', 'xor', 'nand'])}(&x, {wide}, 5);",
        f"OUT(__atomic_fetch_{r.choice(['add', 'sub', 'and', 'or', 'xor', 'nand'])}(&x, {wide}, 5));",
        f"__atomic_store_n({place}, {half}, 5);",
        f"OUT(__atomic_load_n({place}, 5));",
        f"OUT(__atomic_fetch_add({place}, {half}, 5));",
    ])


print("""#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef unsigned __int128 wide;
#define H(n) ((wide)(n) << 64)
static wide x;
static uint64_t *low = (uint64_t *)&x, *high = (uint64_t *)&x + 1;
static wide result[3][3];
#define OUT(value) result[t][n++] = (value)
static wide exchange(wide expected, wide wanted) {
  __atomic_compare_exchange_n(&x, &expected, wanted, 0, 5, 5);
  return expected;
}""")
for seed in range(first, first + count):
    r = random.Random(seed)
    threads = r.choice([2, 2, 2, 3])
    for t in range(threads):
        print(f"static void *thread_{seed}_{t}(void *argument) {{\n  int t = {t}, n = 0;\n  (void)t, (void)n;")
        for _ in range(1 if threads == 3 else r.choice([1, 2, 3])):
            print("  " + operation(r))
        print("  return argument;\n}")
    print(f"static void run_{seed}(void) {{\n  pthread_t thread[{threads}];\n  x = {r.choice(VALUES)};")
    for t in range(threads):
        print(f"  pthread_create(&thread[{t}], NULL, thread_{seed}_{t}, NULL);")
    print(f"  for (int i = 0; i < {threads}; i++)\n    pthread_join(thread[i], NULL);\n}}")
print("int main(int count, char **argument) {\n  switch (atoi(argument[count - 1])) {")
for seed in range(first, first + count):
    print(f"  case {seed}:\n    run_{seed}();\n    break;")
print("""  }
  printf("out %llx %llx:", (long long)(x >> 64), (long long)x);
  for (int t = 0; t < 3; t++)
    for (int n = 0; n < 3; n++)
      printf(" %llx %llx", (long long)(result[t][n] >> 64), (long long)result[t][n]);
  printf("\\n");
}""")
