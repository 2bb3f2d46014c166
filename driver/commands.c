// driver/commands.c - see commands.h.
#include "commands.h"
#include "options.h"
#include <stddef.h>
#include <string.h>

static const struct command commands[] = {
#define MC_COMMAND(name, usage, word, program, help)                                               \
  {#name, usage, COMMAND_##word, COMMAND_##program, command_##name},
#include "commands.def"
#undef MC_COMMAND
};
static const char *const names[] = {
#define MC_COMMAND(name, ...) #name,
#include "commands.def"
#undef MC_COMMAND
};
enum { COMMANDS = sizeof names / sizeof *names };

const struct command *command_named(const char *name) {
  for (unsigned i = 0; i < COMMANDS; i++)
    if (!strcmp(name, names[i]))
      return &commands[i];
  return NULL;
}

const char *command_nearest(const char *name) { return nearest_word(name, names, COMMANDS); }
