// steps.h - included before a program that is checked: prints a line after each of its visible
// operations, so that with --output=all every trace is shown step by step. A thread is named by how
// many have taken a step before it, an object by how far it is from one of the program.
#ifndef STEPS_H
#define STEPS_H
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>

static int steps_threads;

static inline long step(const char *what, const volatile void *object, long result) {
  static _Thread_local int self;
  if (!self)
    self = ++steps_threads;
  printf("%d %s %td %ld\n", self, what, (const volatile char *)object - (char *)&steps_threads,
         result);
  return result;
}

#define STEP(what, object, function)                                                               \
  ({                                                                                               \
    __auto_type object_ = (object);                                                                \
    (int)step(what, object_, function(object_));                                                   \
  })
#define pthread_create(t, a, f, x) (int)step("create", &steps_threads, pthread_create(t, a, f, x))
#define pthread_join(t, r) (int)step("join", &steps_threads, pthread_join(t, r))
#define pthread_mutex_lock(m) STEP("lock", m, pthread_mutex_lock)
#define pthread_mutex_unlock(m) STEP("unlock", m, pthread_mutex_unlock)
#define pthread_cond_wait(c, m)                                                                    \
  ({                                                                                               \
    __auto_type object_ = (c);                                                                     \
    (int)step("wait", object_, pthread_cond_wait(object_, m));                                     \
  })
#define pthread_cond_signal(c) STEP("signal", c, pthread_cond_signal)
#define pthread_cond_broadcast(c) STEP("broadcast", c, pthread_cond_broadcast)
#define pthread_barrier_wait(b) STEP("barrier", b, pthread_barrier_wait)
#define sem_wait(s) STEP("sem_wait", s, sem_wait)
#define sem_post(s) STEP("sem_post", s, sem_post)
#undef atomic_load
#undef atomic_store
#define LOAD(x) __c11_atomic_load(x, __ATOMIC_SEQ_CST)
#define atomic_load(x) STEP("load", x, LOAD)
#define atomic_store(x, value)                                                                     \
  ({                                                                                               \
    __auto_type object_ = (x);                                                                     \
    __c11_atomic_store(object_, value, __ATOMIC_SEQ_CST);                                          \
    step("store", object_, 0);                                                                     \
  })

#endif // STEPS_H
