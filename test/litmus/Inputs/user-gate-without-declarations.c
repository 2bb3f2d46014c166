// NO RACE: a primitive that says nothing of it orders by each of its steps.
// TSAN RACE data: a call of a primitive's function is one of its body.
#include "gate.h"

static char gate;
static int data;

THREAD(first) {
  data = 1;
  gate_open(&gate);
  return NULL;
}

THREAD(second) {
  gate_pass(&gate);
  use(data);
  return NULL;
}

int main(void) { run(first, second); }
