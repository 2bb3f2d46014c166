// 300 assertions fail, one in each trace. 256 are listed, and that there are more is told.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py finding-limit %mcmini -k -q %t
#include "Inputs/idle_thread.h"
#include <assert.h>
#include <mcmini/mcmini.h>
#include <stdio.h>
#include <stdlib.h>

static void act(void) {
  char text[64];
  snprintf(text, sizeof text, "%d", mc_choose(300));
  __assert_fail(text, __FILE__, __LINE__, "act");
}
