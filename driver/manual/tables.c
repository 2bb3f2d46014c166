// driver/manual/tables.c - see tables.h.
#include "tables.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) sizeof(array) / sizeof *(array)

#define IS_SEARCH .is_search = true,
#define IS_ANY
#define IS_RESULT
#define IS_choice .is_choice = true,
#define IS_flag
#define IS_text
#define IS_list
#define IS_seconds
#define IS_u32(lowest, highest)
#define IS_u64(lowest, highest)
#define IS_u64_or_off
const struct table_option table_option[] = {
#define MC_OPTION(to, of, type, field_, letter_, name_, argument_, standard_, help_)               \
  {.field = #field_,                                                                               \
   .letter = letter_,                                                                              \
   .name = name_,                                                                                  \
   .argument = argument_,                                                                          \
   .standard = standard_,                                                                          \
   .help = help_,                                                                                  \
   IS_##of IS_##type},
#include "driver/options.def"
#undef MC_OPTION
};
const unsigned table_options = COUNT(table_option);

const struct table_choice table_choice[] = {
#define MC_CHOICE(option, word, number) {#option, word},
#include "driver/choices.def"
#undef MC_CHOICE
};
const unsigned table_choices = COUNT(table_choice);

#define HAS_NONE false
#define HAS_OPTIONAL true
#define HAS_NEEDED true
const struct table_command table_command[] = {
#define MC_COMMAND(name, usage, word, program, help) {#name, usage, help, HAS_##program},
#include "driver/commands.def"
#undef MC_COMMAND
};
const unsigned table_commands = COUNT(table_command);

const char *const table_kind[] = {
#define MC_FINDING(kind, name, headline) name,
#include "runtime/findings.def"
#undef MC_FINDING
#define MC_WARNING(id, name, ...) name,
#define MC_NOTE(id, name, ...) name,
#define MC_LIMIT(id, name, ...) name,
#include <mcmini/warnings.def>
};
const unsigned table_kinds = COUNT(table_kind);

const struct table_option wrapper_option[] = {
#define MC_WRAPPER_OPTION(name_, argument_, help_)                                                 \
  {.field = "", .name = name_, .argument = argument_, .standard = "", .help = help_},
#include "clang-plugin/options.def"
#undef MC_WRAPPER_OPTION
};
const unsigned wrapper_options = COUNT(wrapper_option);

char *table_words(const struct table_option *option, const char *between) {
  char *words = NULL;
  size_t size;
  FILE *out = open_memstream(&words, &size);
  bool is_first = true;
  for (unsigned i = 0; i < table_choices; i++) {
    if (strcmp(table_choice[i].field, option->field) != 0)
      continue;
    fprintf(out, "%s%s", is_first ? "" : between, table_choice[i].word);
    is_first = false;
  }
  fclose(out);
  return words;
}
