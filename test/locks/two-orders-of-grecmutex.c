// GRecMutexes of GLib taken in two orders by uninstrumented code, by the plugin's and by that of -fsanitize=thread: each call of the
// library is one operation, named by the lock, and the deadlocks are found. There are 10 traces, in one order 6 (3! orders of
// the three threads), as many as pthread's own mutexes have (two-orders-of-pthread.c), and no race of what lies below the locks.
// RUN: pkg-config --cflags --libs glib-2.0 > %t.flags
// RUN: %gcc -g %s -o %t @%t.flags && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g %s -o %t.plugin @%t.flags && not %mcmini -k %t.plugin | FileCheck %s
// RUN: %mcmini-cc --from-tsan -g %s -o %t.tsan @%t.flags && not %mcmini -k %t.tsan | FileCheck %s
// RUN: not %mcmini -k --threads=kernel %t | FileCheck %s
// RUN: not %mcmini -k --isolation=fork %t | FileCheck %s
// CHECK: waits to lock b: held by thread 0.2
// CHECK: mutex 2
// CHECK: {{^}}10 traces: 6 completed, 4 deadlocked, 0 failed
// RUN: %gcc -g -DRIGHT %s -o %t @%t.flags && %mcmini %t | FileCheck %s --check-prefix=RIGHT
// RUN: %mcmini-cc -g -DRIGHT %s -o %t.plugin @%t.flags && %mcmini %t.plugin | FileCheck %s --check-prefixes=RIGHT,ALL
// RUN: %mcmini-cc --from-tsan -g -DRIGHT %s -o %t.tsan @%t.flags && %mcmini %t.tsan | FileCheck %s --check-prefixes=RIGHT,ALL
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
// ALL: Every schedule of the program was explored
#include <glib.h>
#define LOCK(lock) g_rec_mutex_lock(&lock)
#define UNLOCK(lock) g_rec_mutex_unlock(&lock)
typedef GRecMutex mutex;
#include "Inputs/two_orders.h"
