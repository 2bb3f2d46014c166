# generate.py FIRST COUNT: a C program with COUNT random programs over the pthread primitives, of the
# seeds FIRST, FIRST + 1, ...; argument 1 says which one runs. Main and one or two workers do some
# operations each; what they see is printed at the end as "out ...".
import random
import sys

HEAD = """#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
static pthread_mutex_t m[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t cv = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static pthread_spinlock_t spin;
static sem_t sem;
static _Atomic int x;
static int y[2], z, w;
static char seen[3][64];
static int count[3];
static void see(int t, int what) {
  seen[t][count[t]++] = (char)('0' + (what < 0 || what > 70 ? 70 : what));
}
static void run_once(void) { x++; }
static struct timespec soon(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec++;
  return t;
}
"""

OPERATIONS = [
    # name, statements
    ("section", "pthread_mutex_lock(&m[{i}]); see({t}, y[{i}]++); pthread_mutex_unlock(&m[{i}]);"),
    ("nested", "pthread_mutex_lock(&m[{i}]); pthread_mutex_lock(&m[{j}]); y[{i}]++; "
     "pthread_mutex_unlock(&m[{j}]); pthread_mutex_unlock(&m[{i}]);"),
    ("try", "if (pthread_mutex_trylock(&m[{i}]) == 0) {{ see({t}, y[{i}] += 2); "
     "pthread_mutex_unlock(&m[{i}]); }} else see({t}, 66);"),
    ("timed", "{{ struct timespec at = soon(); if (pthread_mutex_timedlock(&m[{i}], &at) == 0) {{ "
     "see({t}, y[{i}] += 3); pthread_mutex_unlock(&m[{i}]); }} else see({t}, 67); }}"),
    ("read", "pthread_rwlock_rdlock(&rw); see({t}, z); pthread_rwlock_unlock(&rw);"),
    ("write", "pthread_rwlock_wrlock(&rw); z++; pthread_rwlock_unlock(&rw);"),
    ("trywrite", "if (pthread_rwlock_trywrlock(&rw) == 0) {{ z += 2; pthread_rwlock_unlock(&rw); }} "
     "else see({t}, 65);"),
    ("post", "sem_post(&sem);"),
    ("wait", "sem_wait(&sem);"),
    ("trywait", "see({t}, sem_trywait(&sem) + 1);"),
    ("value", "{{ int v; sem_getvalue(&sem, &v); see({t}, v); }}"),
    ("load", "see({t}, x);"),
    ("store", "x = {k};"),
    ("add", "see({t}, x++);"),
    ("exchange", "{{ int old = {k}; see({t}, atomic_compare_exchange_strong(&x, &old, 9)); }}"),
    ("signal", "pthread_mutex_lock(&m[0]); y[0]++; pthread_cond_signal(&cv); "
     "pthread_mutex_unlock(&m[0]);"),
    ("broadcast", "pthread_cond_broadcast(&cv);"),
    ("condition", "pthread_mutex_lock(&m[0]); pthread_cond_wait(&cv, &m[0]); see({t}, y[0]); "
     "pthread_mutex_unlock(&m[0]);"),
    ("timedwait", "{{ struct timespec at = soon(); pthread_mutex_lock(&m[0]); "
     "see({t}, pthread_cond_timedwait(&cv, &m[0], &at) != 0); pthread_mutex_unlock(&m[0]); }}"),
    ("once", "pthread_once(&once, run_once);"),
    ("spin", "pthread_spin_lock(&spin); see({t}, w++); pthread_spin_unlock(&spin);"),
    ("barrier", "pthread_barrier_wait(&barrier);"),
    ("assert", "assert(x != {k});"),
    ("yield", "sched_yield();"),
]
LENGTH = {"nested": 4, "section": 2, "try": 2, "timed": 2, "condition": 4, "timedwait": 4, "signal": 3}


def operations(rng, thread, budget, kinds):
    text = ""
    while budget > 0:
        name, statements = rng.choice(kinds)
        budget -= LENGTH.get(name, 1)
        i = rng.randrange(2)
        text += "  " + statements.format(t=thread, i=i, j=1 - i, k=rng.randrange(1, 3)) + "\n"
    return text


def program(seed):
    rng = random.Random(seed)
    workers = 1 if rng.random() < 0.6 else 2
    kinds = rng.sample(OPERATIONS, 5)
    text = ""
    for w in range(1, workers + 1):
        body = operations(rng, w, rng.randrange(2, 5) if workers == 1 else 2, kinds)
        text += f"static void *worker_{seed}_{w}(void *a) {{\n{body}  return a;\n}}\n"
    text += f"static void program_{seed}(void) {{\n  pthread_t thread[2];\n"
    for w in range(1, workers + 1):
        text += f"  pthread_create(&thread[{w - 1}], NULL, worker_{seed}_{w}, NULL);\n"
    text += operations(rng, 0, 3 if workers == 1 else 1, kinds)
    for w in range(1, workers + 1):
        text += f"  pthread_join(thread[{w - 1}], NULL);\n"
    return text + "}\n"


def main():
    first, count = int(sys.argv[1]), int(sys.argv[2])
    seeds = range(first, first + count)
    print(HEAD + "".join(map(program, seeds)))
    print("int main(int argc, char **argv) {\n  const int seed = atoi(argv[argc - 1]);")
    print("  sem_init(&sem, 0, (unsigned)seed % 2);\n  pthread_barrier_init(&barrier, NULL, 2);")
    print("  pthread_spin_init(&spin, 0);\n  switch (seed) {")
    for seed in seeds:
        print(f"  case {seed}: program_{seed}(); break;")
    print('  }\n  int v;\n  sem_getvalue(&sem, &v);')
    print('  printf("out %d %d %d %d %d %d %s %s %s\\n", x, y[0], y[1], z, w, v, seen[0], seen[1], seen[2]);')
    print("  return 0;\n}")


main()
