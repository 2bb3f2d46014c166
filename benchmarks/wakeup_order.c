// benchmarks/wakeup_order.c - in which order does this system's C library serve threads that wait?
//
// cc -O2 -pthread wakeup_order.c -o wakeup_order && ./wakeup_order [RUNS]
//
// In each run three threads begin to wait one after another; the next begins when the kernel says
// that the one before sleeps. Then they are served: one after another, each when the one before is
// back (apart), or as fast as can be (at once). For a condition variable a third way: two wait, one
// is signalled, and when it is back a third begins to wait; who is next (groups)? Prints how often
// each order was seen; threads are numbered as they began to wait.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { THREADS = 3 };
enum kind { MUTEX, SEMAPHORE, CONDITION, WRITERS, KINDS };
static const char *const kind_name[] = {"mutex.lock", "sem.wait", "cond.wait", "rwlock.write"};

static pthread_mutex_t mutex, guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition;
static pthread_rwlock_t rwlock;
static sem_t sem;
static enum kind kind;
static atomic_int tid[THREADS + 1], returned, order[THREADS + 1], may_release;

static void *waiter(void *argument) {
  const int number = (int)(long)argument;
  if (kind == CONDITION)
    pthread_mutex_lock(&guard);
  atomic_store(&tid[number], (int)syscall(SYS_gettid));
  if (kind == MUTEX)
    pthread_mutex_lock(&mutex);
  else if (kind == SEMAPHORE)
    sem_wait(&sem);
  else if (kind == CONDITION)
    pthread_cond_wait(&condition, &guard);
  else
    pthread_rwlock_wrlock(&rwlock);
  const int place = atomic_fetch_add(&returned, 1) + 1;
  atomic_store(&order[place], number);
  if (kind == CONDITION)
    pthread_mutex_unlock(&guard);
  while ((kind == MUTEX || kind == WRITERS) && atomic_load(&may_release) < place)
    sched_yield();
  if (kind == MUTEX)
    pthread_mutex_unlock(&mutex);
  if (kind == WRITERS)
    pthread_rwlock_unlock(&rwlock);
  return NULL;
}

/// Until the thread sleeps in a futex.
static void await_sleep(int number) {
  char path[64], text[256];
  while (!atomic_load(&tid[number]))
    sched_yield();
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", atomic_load(&tid[number]));
  for (;;) {
    FILE *file = fopen(path, "r");
    const size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
      fclose(file);
    text[size] = '\0';
    const char *state = strrchr(text, ')');
    if (state && state[2] == 'S')
      return;
    sched_yield();
  }
}

static void await_returns(int count) {
  while (atomic_load(&returned) < count)
    sched_yield();
}

static void serve(int number) {
  if (kind == MUTEX && number == 1)
    pthread_mutex_unlock(&mutex);
  else if (kind == WRITERS && number == 1)
    pthread_rwlock_unlock(&rwlock);
  else if (kind == MUTEX || kind == WRITERS)
    atomic_store(&may_release, number - 1);
  else if (kind == SEMAPHORE)
    sem_post(&sem);
  else
    pthread_cond_signal(&condition);
}

/// One run. `apart`: each is served when the one before is back. `late`: the last begins to wait
/// when one has been served.
static void run(int apart, int late) {
  pthread_t thread[THREADS + 1];
  pthread_mutex_init(&mutex, NULL);
  pthread_rwlock_init(&rwlock, NULL);
  pthread_cond_init(&condition, NULL);
  sem_init(&sem, 0, 0);
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&rwlock);
  memset(tid, 0, sizeof tid);
  atomic_store(&returned, 0);
  atomic_store(&may_release, 0);
  for (int number = 1; number <= THREADS; number++) {
    if (late && number == THREADS) {
      serve(1);
      await_returns(1);
    }
    pthread_create(&thread[number], NULL, waiter, (void *)(long)number);
    await_sleep(number);
  }
  for (int number = 1 + late; number <= THREADS; number++) {
    serve(number);
    if (apart)
      await_returns(number);
  }
  atomic_store(&may_release, THREADS);
  for (int number = 1; number <= THREADS; number++)
    pthread_join(thread[number], NULL);
}

static void measure(const char *how, int apart, int late, int runs) {
  int seen[1000] = {0};
  for (int i = 0; i < runs; i++) {
    run(apart, late);
    seen[100 * order[1] + 10 * order[2] + order[3]]++;
  }
  printf("%-13s %-8s", kind_name[kind], how);
  for (int i = 0; i < 1000; i++)
    if (seen[i])
      printf("  %d: %d", i, seen[i]);
  printf("\n");
  fflush(stdout);
}

int main(int argc, char **argv) {
  const int runs = argc > 1 ? atoi(argv[1]) : 1000;
  for (kind = MUTEX; kind < KINDS; kind++) {
    measure("apart", 1, 0, runs);
    measure("at once", 0, 0, runs);
  }
  kind = CONDITION;
  measure("groups", 1, 1, runs);
  return 0;
}
