// RACE data: fences alone order nothing.
#include "litmus.h"

static int data;

THREAD(worker) {
  atomic_thread_fence(seq_cst);
  data++;
  atomic_thread_fence(seq_cst);
  return NULL;
}

int main(void) { run(worker, worker); }
