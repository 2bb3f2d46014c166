// RACE data: a pass comes after the open, but an open gives nothing.
#define GIVES 0
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
