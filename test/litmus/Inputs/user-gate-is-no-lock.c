// RACE data: both pass, and a pass gives nothing to another.
#define GIVES 1
#define TAKES 1
#include "gate.h"

static char gate;
static int data;

THREAD(first) {
  gate_open(&gate);
  gate_pass(&gate);
  data++;
  return NULL;
}

THREAD(second) {
  gate_pass(&gate);
  data++;
  return NULL;
}

int main(void) { run(first, second); }
