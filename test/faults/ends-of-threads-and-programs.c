// What runs at the end of threads and of the program is checked as well, in whatever way they end.
// RUN: %mcmini-cc -g -O1 -w %s -o %t.instrumented && %gcc -g -O1 -w -pthread %s -o %t.plain
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented exits | FileCheck %s --check-prefix=EXITS
// RUN: %S/Inputs/everywhere %mcmini %t.plain exits | FileCheck %s --check-prefix=EXITS
// EXITS: trunk: 0 mcmini: ok: nothing found; nothing left
// EXITS-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// EXITS-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented key | FileCheck %s --check-prefix=KEY
// RUN: %S/Inputs/everywhere %mcmini %t.plain key | FileCheck %s --check-prefix=KEY
// KEY: trunk: 0 mcmini: ok: nothing found; nothing left
// KEY-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// KEY-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented atexit | FileCheck %s --check-prefix=ATEXIT
// RUN: %S/Inputs/everywhere %mcmini %t.plain atexit | FileCheck %s --check-prefix=ATEXIT
// ATEXIT: trunk: 0 mcmini: ok: nothing found; nothing left
// ATEXIT-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// ATEXIT-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented destructor | FileCheck %s --check-prefix=DESTRUCTOR
// RUN: %S/Inputs/everywhere %mcmini %t.plain destructor | FileCheck %s --check-prefix=DESTRUCTOR
// DESTRUCTOR: trunk: 0 mcmini: ok: nothing found; nothing left
// DESTRUCTOR-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// DESTRUCTOR-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented detached | FileCheck %s --check-prefix=DETACHED
// RUN: %S/Inputs/everywhere %mcmini %t.plain detached | FileCheck %s --check-prefix=DETACHED
// DETACHED: trunk: 0 mcmini: ok: nothing found; nothing left
// DETACHED-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// DETACHED-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented nested | FileCheck %s --check-prefix=NESTED
// RUN: %S/Inputs/everywhere %mcmini %t.plain nested | FileCheck %s --check-prefix=NESTED
// NESTED: trunk: 0 mcmini: ok: nothing found; nothing left
// NESTED-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// NESTED-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented bigstack | FileCheck %s --check-prefix=BIGSTACK
// RUN: %S/Inputs/everywhere %mcmini %t.plain bigstack | FileCheck %s --check-prefix=BIGSTACK
// BIGSTACK: trunk: 0 mcmini: ok: nothing found; nothing left
// BIGSTACK-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// BIGSTACK-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented stuck | FileCheck %s --check-prefix=STUCK
// RUN: %S/Inputs/everywhere %mcmini %t.plain stuck | FileCheck %s --check-prefix=STUCK
// STUCK: trunk: 1 mcmini: misuse of a primitive: self-deadlock: lock of a mutex by the thread that holds it; replayed; nothing left
// STUCK-NEXT: main: 1 mcmini: misuse of a primitive: self-deadlock: lock of a mutex by the thread that holds it; replayed; nothing left
// STUCK-NEXT: thread: 1 mcmini: misuse of a primitive: self-deadlock: lock of a mutex by the thread that holds it; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented deadlock | FileCheck %s --check-prefix=DEADLOCK
// RUN: %S/Inputs/everywhere %mcmini %t.plain deadlock | FileCheck %s --check-prefix=DEADLOCK
// DEADLOCK: trunk: 1 mcmini: misuse of a primitive: self-deadlock: lock of a mutex by the thread that holds it; replayed; nothing left
// DEADLOCK-NEXT: main: 1 mcmini: misuse of a primitive: self-deadlock: lock of a mutex by the thread that holds it; replayed; nothing left
// DEADLOCK-NEXT: thread: 1 mcmini: misuse of a primitive: self-deadlock: lock of a mutex by the thread that holds it; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented holds | FileCheck %s --check-prefix=HOLDS
// RUN: %S/Inputs/everywhere %mcmini %t.plain holds | FileCheck %s --check-prefix=HOLDS
// HOLDS: trunk: 1 mcmini: deadlock: 3 threads wait and none can ever go on; replayed; nothing left
// HOLDS-NEXT: main: 1 mcmini: deadlock: 3 threads wait and none can ever go on; replayed; nothing left
// HOLDS-NEXT: thread: 1 mcmini: deadlock: 2 threads wait and none can ever go on; replayed; nothing left
#define _GNU_SOURCE
#include "Inputs/places.h"
#include <stdlib.h>

static pthread_key_t key;

static void destroy(void *value) {
  (void)value;
  lock_and_unlock();
}

static void lock_twice(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&lock);
}

__attribute__((destructor)) static void at_the_end(void) {
  if (is(fault_name, "destructor"))
    lock_and_unlock();
  if (is(fault_name, "deadlock"))
    lock_twice();
}

static void *short_thread(void *argument) {
  lock_and_unlock();
  return argument;
}

static void fault(const char *name) {
  pthread_t thread;
  if (is(name, "exits"))
    pthread_exit(NULL);
  if (is(name, "key")) {
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &key);
  }
  if (is(name, "atexit"))
    atexit(lock_and_unlock);
  if (is(name, "stuck"))
    atexit(lock_twice);
  if (is(name, "holds")) {
    pthread_mutex_lock(&lock);
    if (is(fault_place, "thread"))
      pthread_exit(NULL);
  }
  if (is(name, "detached")) {
    pthread_create(&thread, NULL, short_thread, NULL);
    pthread_detach(thread);
  }
  if (is(name, "nested")) {
    pthread_create(&thread, NULL, short_thread, NULL);
    pthread_join(thread, NULL);
  }
  if (is(name, "bigstack")) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 64 << 20);
    pthread_create(&thread, &attributes, short_thread, NULL);
    pthread_join(thread, NULL);
  }
}
