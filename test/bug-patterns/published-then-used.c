// A port is put into the table and then filled in by its maker; another thread finds it there and deletes
// it. After a fault in the sequencer of an operating system. RIGHT: filled in before.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: use after free
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"
#include <stdatomic.h>
#include <stdlib.h>

struct port {
  atomic_int number;
};
static struct port *_Atomic table;

static void *make(void *argument) {
  struct port *port = malloc(sizeof *port);
#ifdef RIGHT
  atomic_init(&port->number, 7);
  atomic_store(&table, port);
#else
  atomic_store(&table, port);
  atomic_store(&port->number, 7);
#endif
  return argument;
}

static void *delete(void *argument) {
  free(atomic_exchange(&table, NULL));
  return argument;
}

int main(void) {
  in_threads(make, delete);
  free(atomic_exchange(&table, NULL));
  return 0;
}
