// driver/commands.h - what `mcmini` does beside its search: commands.def.
#ifndef MC_DRIVER_COMMANDS_H
#define MC_DRIVER_COMMANDS_H

#include <stdbool.h>

struct options;

enum command_need { COMMAND_NONE, COMMAND_OPTIONAL, COMMAND_NEEDED };

struct command {
  const char *name, *usage;
  enum command_need word, program;
  int (*run)(const struct options *options); ///< gives the exit status
};

/// The command of that name, or NULL.
const struct command *command_named(const char *name);

/// The one whose name was probably meant, or NULL.
const char *command_nearest(const char *name);

/// A search whose schedule is known: it is run as every search is, so NULL.
#define command_replay NULL

int command_resume(const struct options *options);
int command_work(const struct options *options);
int command_journal(const struct options *options);
int command_status(const struct options *options);
int command_report(const struct options *options);
int command_explain(const struct options *options);
int command_doctor(const struct options *options);

#endif // MC_DRIVER_COMMANDS_H
