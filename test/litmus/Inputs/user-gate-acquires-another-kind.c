// RACE data: what an open gives is not what a pass takes.
#define GIVES 1
#define TAKES 2
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
