// RACE data: that one was created before the other orders neither.
#include "litmus.h"

static int data;

THREAD(worker) {
  data++;
  return NULL;
}

int main(void) { run(worker, worker); }
