// The list calls an observer with its lock held, which takes the lock of the view; the view takes them
// the other way round. RIGHT: the observer is called without the lock of the list.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: deadlock
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"

static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER, view = PTHREAD_MUTEX_INITIALIZER;
static int items, shown;

static void changed(int count) {
  pthread_mutex_lock(&view);
  shown = count;
  pthread_mutex_unlock(&view);
}

static void *add(void *argument) {
  pthread_mutex_lock(&list);
  const int count = ++items;
#ifdef RIGHT
  pthread_mutex_unlock(&list);
  changed(count);
#else
  changed(count);
  pthread_mutex_unlock(&list);
#endif
  return argument;
}

static void *draw(void *argument) {
  pthread_mutex_lock(&view);
  pthread_mutex_lock(&list);
  shown = items;
  pthread_mutex_unlock(&list);
  pthread_mutex_unlock(&view);
  return argument;
}

int main(void) {
  in_threads(add, draw);
  return shown < 0;
}
