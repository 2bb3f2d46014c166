// NO RACE: an open gives what a pass takes.
// TSAN RACE data: a call of a primitive's function is one of its body.
#define GIVES 1
#define TAKES 1
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
