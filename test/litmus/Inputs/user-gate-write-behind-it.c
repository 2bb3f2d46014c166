// RACE data: it is written behind the open.
#define GIVES 1
#define TAKES 1
#include "gate.h"

static char gate;
static int data;

THREAD(first) {
  gate_open(&gate);
  data = 1;
  return NULL;
}

THREAD(second) {
  gate_pass(&gate);
  use(data);
  return NULL;
}

int main(void) { run(first, second); }
