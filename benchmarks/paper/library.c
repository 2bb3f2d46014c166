// library WHAT N PRIMITIVE - Table 11: a barrier (WHAT 0), a condition variable's broadcast (1) and
// philosophers whose forks are semaphores (2), N threads. PRIMITIVE 1: as pthreads and POSIX have
// them; 0: from a small library, over a mutex and a semaphore (0, 1) or a mutex and a condition
// variable (2). The paper does not print its library; this one fits its words.
#include "../program.h"
#include <semaphore.h>
#include <stdbool.h>

static int threads;
static bool primitive;

//===- The library
//------------------------------------------------------------------------------===//

struct barrier {
  pthread_mutex_t lock;
  sem_t all_here;
  int arrived;
};

static void barrier_wait(struct barrier *b) {
  pthread_mutex_lock(&b->lock);
  const bool last = ++b->arrived == threads;
  pthread_mutex_unlock(&b->lock);
  for (int i = 1; last && i < threads; i++)
    sem_post(&b->all_here);
  if (!last)
    sem_wait(&b->all_here);
}

struct condition {
  pthread_mutex_t lock;
  sem_t wakeups;
  int waiters;
};

static void condition_wait(struct condition *c, pthread_mutex_t *mutex) {
  pthread_mutex_lock(&c->lock);
  c->waiters++;
  pthread_mutex_unlock(&c->lock);
  pthread_mutex_unlock(mutex);
  sem_wait(&c->wakeups);
  pthread_mutex_lock(mutex);
}

static void condition_broadcast(struct condition *c) {
  pthread_mutex_lock(&c->lock);
  for (; c->waiters; c->waiters--)
    sem_post(&c->wakeups);
  pthread_mutex_unlock(&c->lock);
}

struct semaphore {
  pthread_mutex_t lock;
  pthread_cond_t posted;
  int value;
};

static void semaphore_wait(struct semaphore *s) {
  pthread_mutex_lock(&s->lock);
  while (s->value == 0)
    pthread_cond_wait(&s->posted, &s->lock);
  s->value--;
  pthread_mutex_unlock(&s->lock);
}

static void semaphore_post(struct semaphore *s) {
  pthread_mutex_lock(&s->lock);
  s->value++;
  pthread_cond_signal(&s->posted);
  pthread_mutex_unlock(&s->lock);
}

//===- The programs
//-----------------------------------------------------------------------------===//

static struct barrier own_barrier = {.lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_barrier_t barrier;

static void *meet(void *unused) {
  if (primitive)
    pthread_barrier_wait(&barrier);
  else
    barrier_wait(&own_barrier);
  return unused;
}

static struct condition own_condition = {.lock = PTHREAD_MUTEX_INITIALIZER};
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int waiting;

/// The last one to come wakes the others.
static void *wait_or_wake(void *unused) {
  pthread_mutex_lock(&mutex);
  if (++waiting < threads && primitive)
    pthread_cond_wait(&condition, &mutex);
  else if (waiting < threads)
    condition_wait(&own_condition, &mutex);
  else if (primitive)
    pthread_cond_broadcast(&condition);
  else
    condition_broadcast(&own_condition);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static struct semaphore own_fork[MAX_THREADS];
static sem_t fork_semaphore[MAX_THREADS];

static void take(int i) {
  if (primitive)
    sem_wait(&fork_semaphore[i]);
  else
    semaphore_wait(&own_fork[i]);
}

static void put_back(int i) {
  if (primitive)
    sem_post(&fork_semaphore[i]);
  else
    semaphore_post(&own_fork[i]);
}

/// The lower fork first, so that none starves the others.
static void *dine(void *arg) {
  const int seat = (int)(long)arg, next = (seat + 1) % threads;
  const int low = seat < next ? seat : next, high = seat + next - low;
  take(low);
  take(high);
  put_back(high);
  put_back(low);
  return NULL;
}

int main(int argc, char *argv[]) {
  static void *(*const program[])(void *) = {meet, wait_or_wake, dine};
  const int what = argument(argc, argv, 1, 0, 2, 0);
  threads = argument(argc, argv, 2, 2, MAX_THREADS, 2);
  primitive = argument(argc, argv, 3, 0, 1, 1);
  pthread_barrier_init(&barrier, NULL, (unsigned)threads);
  sem_init(&own_barrier.all_here, 0, 0);
  sem_init(&own_condition.wakeups, 0, 0);
  for (int i = 0; i < threads; i++) {
    own_fork[i] = (struct semaphore){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 1};
    sem_init(&fork_semaphore[i], 0, 1);
  }
  start(program[what], threads);
  join_all();
  return 0;
}
