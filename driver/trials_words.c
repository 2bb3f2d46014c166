// driver/trials_words.c - the command of a trial, in the words that a user would type.
#include "diagnose.h"
#include "options_internal.h"
#include "trials.h"
#include <inttypes.h>
#include <stdlib.h>

void words_add(struct words *words, const char *word) {
  words->word = reallocarray(words->word, words->count + 2, sizeof *words->word);
  if (!words->word)
    internal_fault("out of memory");
  words->word[words->count++] = (char *)word;
  words->word[words->count] = NULL;
}

/// They say how far, and in which order, the user's own search went.
static bool is_left_out(enum option_index option) {
  return option == INDEX_algorithm || option == INDEX_sleep_sets || option == INDEX_preemptions ||
         option == INDEX_delays || option == INDEX_pct_depth || option == INDEX_estimates ||
         option == INDEX_max_traces || option == INDEX_save_trace || option == INDEX_repeat ||
         option == INDEX_stats || option == INDEX_seed || option == INDEX_tree_memory ||
         option == INDEX_jobs;
}

/// Of those that only the command knows, lists of rules say what is explored.
static void add_user_options(struct words *words, const struct options *o) {
#define MC_OPTION(to, of, type, field, letter, name, ...)                                          \
  if (o->given.field && !is_left_out(INDEX_##field)) {                                             \
    const char *const dashed = "--" name;                                                          \
    const enum option_index index = INDEX_##field;                                                 \
    (void)dashed, (void)index;                                                                     \
    ADD_##to(ADD_##type, o->field)                                                                 \
  }
#define ADD_SESSION(add, value) add(value)
#define ADD_COMMAND(add, value) ONLY_LISTS(add, value)
#define ONLY_LISTS(add, value) IN_COMMAND_##add(value)
#define ADD_flag(value) words_add(words, dashed);
#define ADD_choice(value) words_add(words, format_text("%s=%s", dashed, options_word(index, value)));
#define ADD_u32(lowest, highest) ADD_NUMBER
#define ADD_u64(lowest, highest) ADD_NUMBER
#define ADD_NUMBER(value) words_add(words, format_text("%s=%" PRIu64, dashed, (uint64_t)value));
#define ADD_list(value)                                                                            \
  for (unsigned i = 0; i < value.count; i++)                                                       \
    words_add(words, format_text("%s=%s", dashed, value.item[i]));
#define IN_COMMAND_ADD_flag(value)
#define IN_COMMAND_ADD_choice(value)
#define IN_COMMAND_ADD_text(value)
#define IN_COMMAND_ADD_seconds(value)
#define IN_COMMAND_ADD_u64_or_off(value)
#define IN_COMMAND_ADD_list(value) ADD_list(value)
#include "options.def"
#undef MC_OPTION
}

static void add_bound(struct words *words, const struct options *o, const char *name,
                      uint32_t bound, const char *algorithm) {
  if (o->given.algorithm)
    words_add(words, format_text("--algorithm=%s", algorithm));
  words_add(words, format_text("--%s=%" PRIu32, name, bound));
}

struct words words_of_options(const struct options *o, const struct candidate *c) {
  struct words words = {0};
  add_user_options(&words, o);
  if (c->kind == BY_PREEMPTIONS)
    add_bound(&words, o, "preemptions", c->bound, "dpor");
  else if (c->kind == BY_DELAYS)
    add_bound(&words, o, "delays", c->bound, "dfs");
  else if (c->kind == BY_RANDOM)
    words_add(&words, "--algorithm=pos");
  else if (o->given.algorithm && !options_are_bounded(o))
    words_add(&words, format_text("--algorithm=%s", options_algorithm(o)));
  return words;
}

void words_add_program(struct words *words, const struct options *o, const struct candidate *c) {
  for (unsigned i = 0; o->program[i]; i++)
    words_add(words, c->kind == BY_ARGUMENT && i == c->argument
                         ? format_text("%" PRIu32, c->number)
                         : o->program[i]);
}
