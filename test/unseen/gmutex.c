// GLib's GMutex (libglib2.0-dev) taken in two orders, without the table of locks (test/locks/ has it): the free path is an inline atomic of the library, which is an
// operation. The deadlock is found in the same 33 traces, whoever compiled the program; it was hidden. Taken in one
// order there are 20 traces, and nothing is found. The library's loads and stores are seen, too. Where
// the user wants no such operations, the result says that they are missing.
// RUN: pkg-config --cflags --libs glib-2.0 > flags
// RUN: %mcmini-cc -g %s -o %t @flags && not %mcmini --locks=off -k %t | FileCheck %s
// RUN: %gcc -g %s -o %t.plain -pthread @flags && not %mcmini --locks=off -k %t.plain | FileCheck %s
// RUN: not %mcmini --locks=off -k --isolation=fork %t.plain | FileCheck %s
// RUN: not %mcmini --locks=off -k --threads=kernel %t.plain | FileCheck %s
// RUN: not %mcmini --locks=off -k --atomics=lib:libglib* %t.plain | FileCheck %s
// CHECK: mcmini: deadlock: 3 threads wait and none can ever go on
// CHECK: {{^}}33 traces: 32 completed, 1 deadlocked, 0 failed
// RUN: %gcc -g -DRIGHT %s -o %t.right -pthread @flags && %mcmini --locks=off %t.right | FileCheck %s --check-prefix=ALL
// RUN: %mcmini --locks=off --threads=kernel %t.right | FileCheck %s --check-prefix=ALL
// ALL: mcmini: ok: nothing found
// ALL: {{^}}20 traces: 20 completed, 0 deadlocked, 0 failed
// RUN: %mcmini-cc -g -DRIGHT %s -o %t.right @flags && %mcmini --locks=off %t.right | FileCheck %s --check-prefix=ALL
// RUN: not %mcmini --locks=off --atomics=off %t.plain | FileCheck %s --check-prefix=OFF
// RUN: not %mcmini --locks=off --atomics=lib:libfoo* %t.plain | FileCheck %s --check-prefix=OFF
// OFF: mcmini: incomplete: nothing found, but g_mutex_lock of libglib-2.0.so.0 goes by atomics that are not seen
// RUN: not %mcmini --locks=off --atomics=on %t.plain 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: mcmini: --atomics: expected auto, off or lib:PATTERN, not 'on'
#include <glib.h>
#include <pthread.h>

static GMutex a, b;

static void *first(void *argument) {
  g_mutex_lock(&a), g_mutex_lock(&b);
  g_mutex_unlock(&b), g_mutex_unlock(&a);
  return argument;
}

static void *second(void *argument) {
#ifdef RIGHT
  g_mutex_lock(&a), g_mutex_lock(&b);
#else
  g_mutex_lock(&b), g_mutex_lock(&a);
#endif
  g_mutex_unlock(&a), g_mutex_unlock(&b);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, first, NULL);
  pthread_create(&thread[1], NULL, second, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
