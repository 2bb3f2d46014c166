// Three threads take a lock and give it back: 3! = 6 traces, as with a mutex, however the loop that
// waits is written, at every level of optimisation.
//
// RUN: %S/Inputs/each-lock "%mcmini-cc" "%mcmini" %s %t 21 | FileCheck %s
// CHECK: {{^}}42 of 42: 6 traces{{$}}
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_int word, turn, next;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static atomic_bool held;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int old, count;
static sem_t semaphore;

// Each turn computes from it anew which variable it reads or what it waits for.
static _Thread_local int slot;
static atomic_int may_go[4] = {1};

static int try_it(void) { return !atomic_exchange(&word, 1); }

static bool look_and_try(void) {
  return !atomic_load_explicit(&held, memory_order_relaxed) &&
         !atomic_exchange_explicit(&held, true, memory_order_acquire);
}

static void lock(void) {
#if LOCK == 0
  while (atomic_exchange(&word, 1))
    ;
#elif LOCK == 1
  while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire))
    sched_yield();
#elif LOCK == 2
  int expected = 0;
  while (!atomic_compare_exchange_weak(&word, &expected, 1))
    expected = 0;
#elif LOCK == 3
  while (atomic_exchange(&word, 1))
    while (atomic_load_explicit(&word, memory_order_relaxed))
      ;
#elif LOCK == 4
  for (;;) {
    while (atomic_load_explicit(&held, memory_order_relaxed))
      ;
    if (!atomic_exchange_explicit(&held, true, memory_order_acquire))
      break;
  }
#elif LOCK == 5
  while (!__sync_bool_compare_and_swap(&old, 0, 1))
    __asm__ volatile("pause");
#elif LOCK == 6
  while (pthread_mutex_trylock(&mutex))
    ;
#elif LOCK == 7
  const int mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&turn) != mine)
    ;
#elif LOCK == 8
  for (int delay = 1; !try_it(); delay *= 2)
    for (int i = 0; i < delay; i++)
      __asm__ volatile("pause");
#elif LOCK == 9
  while (atomic_fetch_or(&word, 4) & 4)
    ;
#elif LOCK == 10
  slot = atomic_fetch_add(&next, 1);
  while (!atomic_load(&may_go[slot % 4]))
    ;
#elif LOCK == 11
  slot = atomic_fetch_add(&next, 2);
  while (atomic_load(&turn) != slot / 2)
    ;
#elif LOCK == 12
  while (sem_trywait(&semaphore) < 0)
    ;
#elif LOCK == 13
  for (;;) {
    const int error = pthread_mutex_trylock(&mutex);
    if (error == EBUSY)
      continue;
    if (error)
      abort();
    return;
  }
#elif LOCK == 14
  const int mine = atomic_fetch_add(&next, 1);
  int current = atomic_load(&turn);
  while (current != mine) {
    sched_yield();
    current = atomic_load(&turn);
  }
#elif LOCK == 15
  int was_held = atomic_exchange(&word, 1);
  for (int delay = 1; was_held; delay *= 2) {
    for (int i = 0; i < delay; i++)
      __asm__ volatile("pause");
    was_held = atomic_exchange(&word, 1);
  }
#elif LOCK == 16
  int error = pthread_mutex_trylock(&mutex);
  while (error) {
    sched_yield();
    error = pthread_mutex_trylock(&mutex);
  }
#elif LOCK == 17
  bool has = try_it();
  while (!has)
    has = try_it();
#elif LOCK == 18
  while (!look_and_try())
    sched_yield();
#elif LOCK == 19
  for (;;) {
    int expected = 0;
    if (atomic_load(&word))
      continue;
    if (atomic_compare_exchange_strong(&word, &expected, 1))
      break;
  }
#elif LOCK == 20
  for (;;) {
    while (atomic_load_explicit(&held, memory_order_relaxed))
      ;
    if (look_and_try())
      break;
  }
#endif
}

static void unlock(void) {
#if LOCK == 1
  atomic_flag_clear_explicit(&flag, memory_order_release);
#elif LOCK == 4 || LOCK == 18 || LOCK == 20
  atomic_store_explicit(&held, false, memory_order_release);
#elif LOCK == 5
  __sync_lock_release(&old);
#elif LOCK == 6 || LOCK == 13 || LOCK == 16
  pthread_mutex_unlock(&mutex);
#elif LOCK == 12
  sem_post(&semaphore);
#elif LOCK == 7 || LOCK == 11 || LOCK == 14
  atomic_fetch_add(&turn, 1);
#elif LOCK == 10
  atomic_store(&may_go[(slot + 1) % 4], 1);
#else
  atomic_store(&word, 0);
#endif
}

static void *thread(void *argument) {
  lock();
  count++;
  unlock();
  return argument;
}

int main(void) {
  pthread_t t[3];
  sem_init(&semaphore, 0, 1);
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, thread, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  assert(count == 3);
  return 0;
}
