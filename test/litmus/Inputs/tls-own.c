// NO RACE: each thread has its own.
#include "litmus.h"

static __thread int data;

THREAD(worker) {
  data++;
  use(data);
  return NULL;
}

int main(void) { run(worker, worker); }
