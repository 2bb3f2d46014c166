// GLib's conditions, timed waits, read-write locks, recursive mutexes and trylocks, and locks that are held before there is a
// second thread: each has the traces of the same program with pthread's, preloaded and by the plugin. The numbers are those of
// -DPTHREAD; `transitions` too, as each call is one operation there and here.
// RUN: pkg-config --cflags --libs glib-2.0 > %t.flags
// RUN: %gcc -g -DPTHREAD %s -o %t.pthread && %gcc -g %s -o %t.glib @%t.flags && %mcmini-cc -g %s -o %t.plugin @%t.flags
// RUN: %mcmini %t.pthread wait wait signal | FileCheck %s --check-prefix=WAIT
// RUN: %mcmini %t.glib wait wait signal | FileCheck %s --check-prefix=WAIT
// RUN: %mcmini %t.plugin wait wait signal | FileCheck %s --check-prefix=WAIT
// WAIT: transitions 419 and 355 repeated
// WAIT: {{^}}30 traces: 30 completed
// RUN: %mcmini %t.pthread wait timed broadcast | FileCheck %s --check-prefix=TIMED
// RUN: %mcmini %t.glib wait timed broadcast | FileCheck %s --check-prefix=TIMED
// RUN: %mcmini %t.plugin wait timed broadcast | FileCheck %s --check-prefix=TIMED
// TIMED: transitions 786 and 800 repeated
// TIMED: {{^}}60 traces: 60 completed
// RUN: %mcmini %t.pthread try try timed | FileCheck %s --check-prefix=TRY
// RUN: %mcmini %t.glib try try timed | FileCheck %s --check-prefix=TRY
// RUN: %mcmini %t.plugin try try timed | FileCheck %s --check-prefix=TRY
// TRY: {{^}}30 traces: 30 completed
// RUN: %mcmini %t.pthread recursive recursive | FileCheck %s --check-prefix=RECURSIVE
// RUN: %mcmini %t.glib recursive recursive | FileCheck %s --check-prefix=RECURSIVE
// RUN: %mcmini %t.plugin recursive recursive | FileCheck %s --check-prefix=RECURSIVE
// RECURSIVE: {{^}}2 traces: 2 completed
// RUN: %mcmini %t.pthread read read write write | FileCheck %s --check-prefix=RWLOCK
// RUN: %mcmini %t.glib read read write write | FileCheck %s --check-prefix=RWLOCK
// RUN: %mcmini %t.plugin read read write write | FileCheck %s --check-prefix=RWLOCK
// RWLOCK: {{^}}18 traces: 18 completed
// RUN: %mcmini %t.pthread before try wait try | FileCheck %s --check-prefix=BEFORE
// RUN: %mcmini %t.glib before try wait try | FileCheck %s --check-prefix=BEFORE
// RUN: %mcmini %t.plugin before try wait try | FileCheck %s --check-prefix=BEFORE
// BEFORE: {{^}}22 traces: 22 completed
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef PTHREAD
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
#define g_mutex_lock pthread_mutex_lock
#define g_mutex_trylock !pthread_mutex_trylock
#define g_mutex_unlock pthread_mutex_unlock
#define g_rec_mutex_lock pthread_mutex_lock
#define g_rec_mutex_unlock pthread_mutex_unlock
#define g_cond_wait pthread_cond_wait
#define g_cond_signal pthread_cond_signal
#define g_cond_broadcast pthread_cond_broadcast
#define g_rw_lock_reader_lock pthread_rwlock_rdlock
#define g_rw_lock_reader_unlock pthread_rwlock_unlock
#define g_rw_lock_writer_lock pthread_rwlock_wrlock
#define g_rw_lock_writer_unlock pthread_rwlock_unlock
static void wait_a_while(void) {
  struct timespec end;
  clock_gettime(CLOCK_MONOTONIC, &end);
  end.tv_nsec += 1000000;
  pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &end);
}
#else
#include <glib.h>
static GMutex mutex; // zeroed memory is initialised
static GRecMutex recursive;
static GCond condition;
static GRWLock rwlock;
static void wait_a_while(void) {
  g_cond_wait_until(&condition, &mutex, g_get_monotonic_time() + 1000);
}
#endif

static int items, number;

static void *wait_for_item(void *argument) {
  g_mutex_lock(&mutex);
  while (!items)
    g_cond_wait(&condition, &mutex);
  items--;
  g_mutex_unlock(&mutex);
  return argument;
}

static void *wait_timed(void *argument) {
  g_mutex_lock(&mutex);
  if (!items)
    wait_a_while();
  g_mutex_unlock(&mutex);
  return argument;
}

static void *give_two(void *argument) {
  for (int i = 0; i < 2; i++) {
    g_mutex_lock(&mutex);
    items++;
    argument ? g_cond_broadcast(&condition) : g_cond_signal(&condition);
    g_mutex_unlock(&mutex);
  }
  return argument;
}

static void *try_it(void *argument) {
  if (g_mutex_trylock(&mutex)) {
    items++;
    g_mutex_unlock(&mutex);
  }
  return argument;
}

static void *twice(void *argument) {
  g_rec_mutex_lock(&recursive);
  g_rec_mutex_lock(&recursive);
  number++;
  g_rec_mutex_unlock(&recursive);
  number++;
  g_rec_mutex_unlock(&recursive);
  return argument;
}

static void *look(void *argument) {
  g_rw_lock_reader_lock(&rwlock);
  if (number == 3)
    abort();
  g_rw_lock_reader_unlock(&rwlock);
  return argument;
}

static void *change(void *argument) {
  g_rw_lock_writer_lock(&rwlock);
  number++;
  g_rw_lock_writer_unlock(&rwlock);
  return argument;
}

static const struct {
  const char *name;
  void *(*function)(void *);
  void *argument;
} threads[] = {{"wait", wait_for_item, NULL}, {"timed", wait_timed, NULL},
               {"signal", give_two, NULL},    {"broadcast", give_two, "all"},
               {"try", try_it, NULL},         {"recursive", twice, NULL},
               {"read", look, NULL},          {"write", change, NULL}};

int main(int count, char **word) {
  pthread_t thread[4];
  const int first = 1 + !strcmp(word[1], "before");
  if (first == 2)
    g_mutex_lock(&mutex);
  for (int i = first; i < count; i++)
    for (unsigned k = 0; k < sizeof threads / sizeof *threads; k++)
      if (!strcmp(word[i], threads[k].name))
        pthread_create(&thread[i - first], NULL, threads[k].function, threads[k].argument);
  if (first == 2) {
    items++;
    g_mutex_unlock(&mutex);
  }
  for (int i = first; i < count; i++)
    pthread_join(thread[i - first], NULL);
  return 0;
}
