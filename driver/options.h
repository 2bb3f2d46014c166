// driver/options.h - the command line, parsed. The options are those of options.def.
#ifndef MC_DRIVER_OPTIONS_H
#define MC_DRIVER_OPTIONS_H

#include "commands.h"
#include <stdbool.h>
#include <stdint.h>

struct option_list {
  unsigned count;
  const char **item;
};

typedef bool option_flag;
typedef double option_seconds;
typedef uint32_t option_choice; ///< a number of choices.def
typedef uint64_t option_u64_or_off; ///< off: 0
typedef const char *option_text;
typedef struct option_list option_list;
#define option_u32(lowest, highest) uint32_t
#define option_u64(lowest, highest) uint64_t

enum { MOST_WORKERS = 256 };       // MC_MOST_JOBS
enum { LONGEST_TRACE = 10000000 }; // the runtime keeps a record for each step
enum { OUTPUT_ALL, OUTPUT_FAILING, OUTPUT_NONE };
enum { SCHEDULE_IS_SHORT, SCHEDULE_IS_FULL };
enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct options {
#define MC_OPTION(to, of, type, field, ...) option_##type field;
#include "options.def"
#undef MC_OPTION
  /// Which of them the user gave.
  struct {
#define MC_OPTION(to, of, type, field, ...) bool field;
#include "options.def"
#undef MC_OPTION
  } given;

  const struct command *command; ///< NULL: a search
  const char *word;              ///< the command's, or NULL
  const char *trace;             ///< the word of `mcmini replay TRACE`, or NULL
  char **program;                ///< the program's argv, 0-terminated; NULL: none is given
  bool divides_itself;           ///< no -j is given: `jobs` is how many processes there may be
  bool as_alone;                 ///< see mc_config; `pop` stands in for `optimal` or `auto`
  char **words;                  ///< all of the command line, 0-terminated
};

/// Parses the command line; a word that is not understood is a usage error that names it.
/// Does not return after --help and --version. The strings are those of argv, of the environment,
/// and of a project file; they stay.
void options_parse(struct options *options, int argc, char **argv);

/// "optimal".
const char *options_algorithm(const struct options *options);
/// Only schedules with few preemptions or delays are wanted.
bool options_are_bounded(const struct options *options);
/// The traces are random schedules.
bool options_are_random(const struct options *options);

/// Random schedules are put between the traces of a long search: where no algorithm is given, and
/// the first finding ends it.
bool options_sample(const struct options *options);

/// The candidate nearest to `word` by edit distance if it is near enough to be meant, else NULL.
const char *nearest_word(const char *word, const char *const *candidates, unsigned count);

#endif // MC_DRIVER_OPTIONS_H
