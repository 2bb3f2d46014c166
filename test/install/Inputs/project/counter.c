#include "counter.h"
#include <mcmini/mcmini.h>

static int value;

void counter_add(void) {
  const int before = MC_READ(value);
  MC_WRITE(value, before + 1);
}

int counter_value(void) { return value; }
