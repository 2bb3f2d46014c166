// driver/rest.c - `mcmini rest`: does nothing.
#include "commands.h"
#include <stdio.h>

int command_rest(const struct options *options) {
  puts("at rest");
  return options == NULL;
}
