// driver/manual/tables.h - the tables of options, commands and kinds, as the generator of manual
// pages and completions reads them.
#ifndef MC_DRIVER_MANUAL_TABLES_H
#define MC_DRIVER_MANUAL_TABLES_H

#include <stdbool.h>

struct table_option {
  const char *field, *name, *argument, *standard, *help;
  char letter;
  bool is_search, is_choice;
};

struct table_choice {
  const char *field, *word;
};

struct table_command {
  const char *name, *usage, *help;
  bool has_program;
};

extern const struct table_option table_option[];
extern const struct table_choice table_choice[];
extern const struct table_command table_command[];
extern const char *const table_kind[]; ///< of findings, warnings and limits
extern const unsigned table_options, table_choices, table_commands, table_kinds;

/// Options of mcmini-cc.
extern const struct table_option wrapper_option[];
extern const unsigned wrapper_options;

/// The words of an option that is a choice, with `between` between them [own: free].
char *table_words(const struct table_option *option, const char *between);

/// Writes what @NAME@ in a template stands for; an unknown name is the end.
void manual_fill_in(const char *name);
void write_bash(void);
void write_zsh(void);
void write_fish(void);

#endif // MC_DRIVER_MANUAL_TABLES_H
