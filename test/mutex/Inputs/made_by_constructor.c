// Objects that a constructor of a library initialises, with attributes, before McMini is there.
#define _GNU_SOURCE
#include <pthread.h>

pthread_mutex_t recursive, checking, robust, inherits, shared, held;
pthread_cond_t monotonic;
pthread_rwlock_t for_writers;

__attribute__((constructor)) static void make(void) {
  pthread_mutexattr_t mutex;
  pthread_mutexattr_init(&mutex);
  pthread_mutexattr_settype(&mutex, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &mutex);
  pthread_mutexattr_settype(&mutex, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checking, &mutex);
  pthread_mutexattr_settype(&mutex, PTHREAD_MUTEX_NORMAL);
  pthread_mutexattr_setprotocol(&mutex, PTHREAD_PRIO_INHERIT);
  pthread_mutex_init(&inherits, &mutex);
  pthread_mutexattr_setprotocol(&mutex, PTHREAD_PRIO_NONE);
  pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
  pthread_mutex_init(&shared, &mutex);
  pthread_mutexattr_setrobust(&mutex, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &mutex);
  pthread_mutex_init(&held, NULL);
  pthread_mutex_lock(&held);
  pthread_mutex_lock(&inherits); // and what glibc keeps of it afterwards
  pthread_mutex_unlock(&inherits);
  pthread_mutex_lock(&robust);
  pthread_mutex_unlock(&robust);

  pthread_condattr_t condition;
  pthread_condattr_init(&condition);
  pthread_condattr_setclock(&condition, CLOCK_MONOTONIC);
  pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&monotonic, &condition);

  pthread_rwlockattr_t rwlock;
  pthread_rwlockattr_init(&rwlock);
  pthread_rwlockattr_setkind_np(&rwlock, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&for_writers, &rwlock);
}
