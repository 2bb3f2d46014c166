// still SHAPE N ROUNDS - two threads lock one mutex ROUNDS times each: binomial(2 ROUNDS, ROUNDS)
// classes. Beside them N of what SHAPE says stands still.
#define _GNU_SOURCE
#include "../program.h"

#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>

static int n, rounds;
static pthread_mutex_t contended = PTHREAD_MUTEX_INITIALIZER;

static void *contend(void *arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&contended);
    pthread_mutex_unlock(&contended);
  }
  return arg;
}

//===- Objects that are there -----------------------------------------------------------------===//

enum { MOST = 40000 };

static pthread_mutex_t mutex[MOST];
static atomic_int word[MOST];
static void *chunk[MOST];

static void nothing(void) {}

static void mutexes(void) {
  for (int i = 0; i < n; i++)
    pthread_mutex_init(&mutex[i], NULL);
}

static void locked(void) {
  mutexes();
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&mutex[i]);
    pthread_mutex_unlock(&mutex[i]);
  }
}

static void atomics(void) {
  for (int i = 0; i < n; i++)
    atomic_store(&word[i], i);
}

static void heap(void) {
  for (int i = 0; i < n; i++)
    memset(chunk[i] = malloc(64), 1, 64);
}

// The same, by a thread of its own, which has ended before the two begin.
static void (*by_another)(void);
static void *run_other(void *arg) {
  by_another();
  return arg;
}
static void in_thread(void (*shape)(void)) {
  pthread_t thread;
  by_another = shape;
  pthread_create(&thread, NULL, run_other, NULL);
  pthread_join(thread, NULL);
}
static void thread_mutexes(void) { in_thread(mutexes); }
static void thread_locked(void) { in_thread(locked); }
static void thread_atomics(void) { in_thread(atomics); }
static void thread_heap(void) { in_thread(heap); }

//===- Threads that wait ----------------------------------------------------------------------===//

static sem_t gate, ready[MAX_THREADS];
static pthread_barrier_t barrier;
static pthread_mutex_t own_mutex[MAX_THREADS], common = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t own_condition[MAX_THREADS], condition = PTHREAD_COND_INITIALIZER;
static pthread_t waiter[MAX_THREADS];
static int woken[MAX_THREADS];

/// Creates the threads; each has said that it is about to wait before the next one begins.
static void each(void *(*function)(void *)) {
  for (int i = 0; i < n; i++)
    sem_init(&ready[i], 0, 0);
  for (int i = 0; i < n; i++) {
    pthread_create(&waiter[i], NULL, function, (void *)(long)i);
    sem_wait(&ready[i]);
  }
}

static void *wait_gate(void *arg) {
  sem_post(&ready[(long)arg]);
  sem_wait(&gate);
  return arg;
}
static void semaphore(void) {
  sem_init(&gate, 0, 0);
  each(wait_gate);
}

static void *wait_barrier(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}
static void at_barrier(void) {
  pthread_barrier_init(&barrier, NULL, (unsigned)n + 1);
  for (int i = 0; i < n; i++)
    pthread_create(&waiter[i], NULL, wait_barrier, (void *)(long)i);
}

static void *wait_condition(void *arg) {
  pthread_mutex_lock(&common);
  sem_post(&ready[(long)arg]);
  pthread_cond_wait(&condition, &common);
  pthread_mutex_unlock(&common);
  return arg;
}
static void at_condition(void) { each(wait_condition); }

static void *wait_join(void *arg) {
  const long i = (long)arg;
  sem_post(&ready[i]);
  if (i == 0)
    sem_wait(&gate);
  else
    pthread_join(waiter[i - 1], NULL);
  return arg;
}
static void at_join(void) {
  sem_init(&gate, 0, 0);
  each(wait_join);
}

static void *wait_mutex(void *arg) {
  sem_post(&ready[(long)arg]);
  pthread_mutex_lock(&common);
  return arg;
}
static void at_mutex(void) {
  pthread_mutex_lock(&common);
  each(wait_mutex);
}

static void *wait_own(void *arg) {
  const long i = (long)arg;
  pthread_mutex_lock(&own_mutex[i]);
  sem_post(&ready[i]);
  while (!woken[i])
    pthread_cond_wait(&own_condition[i], &own_mutex[i]);
  pthread_mutex_unlock(&own_mutex[i]);
  return arg;
}
static void wake(void) {
  for (int i = 0; i < n; i++) {
    pthread_mutex_init(&own_mutex[i], NULL);
    pthread_cond_init(&own_condition[i], NULL);
  }
  each(wait_own);
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&own_mutex[i]);
    woken[i] = 1;
    pthread_cond_signal(&own_condition[i]);
    pthread_mutex_unlock(&own_mutex[i]);
    pthread_join(waiter[i], NULL);
  }
}

//===- Long traces ----------------------------------------------------------------------------===//

static void *steps_alone(void *arg) {
  for (int i = 0; i < n; i++) {
    pthread_mutex_lock(&own_mutex[0]);
    pthread_mutex_unlock(&own_mutex[0]);
  }
  return arg;
}
static void steps(void) {
  pthread_mutex_init(&own_mutex[0], NULL);
  pthread_create(&waiter[0], NULL, steps_alone, NULL);
}
static void steps_before(void) {
  steps();
  pthread_join(waiter[0], NULL);
}

enum { TAKERS = 16 };
static sem_t turn[TAKERS];
static void *take_turns(void *arg) {
  const long me = (long)arg;
  for (int i = 0; i < n / TAKERS / 2; i++) {
    sem_wait(&turn[me]);
    sem_post(&turn[(me + 1) % TAKERS]);
  }
  return arg;
}
static void turns(void) {
  for (int i = 0; i < TAKERS; i++)
    sem_init(&turn[i], 0, i == 0);
  for (long i = 0; i < TAKERS; i++)
    pthread_create(&waiter[i], NULL, take_turns, (void *)i);
}
static void turns_before(void) {
  turns();
  for (int i = 0; i < TAKERS; i++)
    pthread_join(waiter[i], NULL);
}

//===- Which ----------------------------------------------------------------------------------===//

static const struct {
  const char *name;
  void (*function)(void);
} shape[] = {
    {"nothing", nothing},
    {"mutexes", mutexes},
    {"locked", locked},
    {"atomics", atomics},
    {"heap", heap},
    {"thread_mutexes", thread_mutexes},
    {"thread_locked", thread_locked},
    {"thread_atomics", thread_atomics},
    {"thread_heap", thread_heap},
    {"semaphore", semaphore},
    {"barrier", at_barrier},
    {"condition", at_condition},
    {"join", at_join},
    {"mutex", at_mutex},
    {"wake", wake},
    {"steps", steps},
    {"steps_before", steps_before},
    {"turns", turns},
    {"turns_before", turns_before},
};

int main(int argc, char *argv[]) {
  n = argument(argc, argv, 2, 0, MOST, 10);
  rounds = argument(argc, argv, 3, 0, 20, 5);
  for (size_t i = 0; i < sizeof shape / sizeof *shape; i++)
    if (argc > 1 && strcmp(argv[1], shape[i].name) == 0) {
      shape[i].function();
      start(contend, 2);
      join_all();
      return 0;
    }
  fprintf(stderr, "still: no such shape\n");
  return 2;
}
