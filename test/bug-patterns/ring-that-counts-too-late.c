// A ring of tasks for one producer and one thief: the thief moves the index on before it has copied the
// task, and the producer writes over it. RIGHT: copies first.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: assertion failed
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>

enum { ROOM = 1, TASKS = 2 };

static atomic_int task[ROOM];
static atomic_int written, taken;

static void *produce(void *argument) {
  for (int i = 0; i < TASKS; i++) {
    if (atomic_load(&written) - atomic_load(&taken) == ROOM)
      break;
    atomic_store(&task[i % ROOM], i + 1);
    atomic_fetch_add(&written, 1);
  }
  return argument;
}

static void *steal(void *argument) {
  const int mine = atomic_load(&taken);
  if (atomic_load(&written) == mine)
    return argument;
#ifdef RIGHT
  const int stolen = atomic_load(&task[mine % ROOM]);
  atomic_store(&taken, mine + 1);
#else
  atomic_store(&taken, mine + 1);
  const int stolen = atomic_load(&task[mine % ROOM]);
#endif
  assert(stolen == mine + 1);
  return argument;
}

int main(void) {
  in_threads(produce, steal);
  return 0;
}
