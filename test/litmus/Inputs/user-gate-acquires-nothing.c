// RACE data: a pass comes after the open, but takes nothing.
#define GIVES 1
#define TAKES 0
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
