// driver/trials.h - after a search that was cut off: short runs of the command with other options,
// or of the program with a smaller argument, which say what would end, and what that would cost.
#ifndef MC_DRIVER_TRIALS_H
#define MC_DRIVER_TRIALS_H

#include "result.h"
#include "view.h"

/// Fills in result->trial: nothing where the search has ended by itself, was a short one, or is
/// told to nobody. Each is a command of its own, so its numbers are those that the user will get;
/// it leaves no file, and changes nothing of the result.
void trials_run(struct result *result);

//===- trials_words.c -------------------------------------------------------------------------===//

/// Words of a command, 0-terminated.
struct words {
  unsigned count;
  char **word;
};

void words_add(struct words *words, const char *word);

/// What is tried in place of a search: from what covers most to what covers least.
struct candidate {
  enum candidate_kind { BY_PREEMPTIONS, BY_DELAYS, BY_RANDOM, BY_ARGUMENT } kind;
  uint32_t bound;    ///< preemptions, delays
  unsigned argument; ///< index in the program's argv
  uint32_t number;   ///< in its place
};

/// The options before the program: those of the user that say what is explored, and what the
/// candidate adds. A new word list.
struct words words_of_options(const struct options *options, const struct candidate *candidate);

/// Adds the program and its arguments, as the candidate has them.
void words_add_program(struct words *words, const struct options *options,
                       const struct candidate *candidate);

#endif // MC_DRIVER_TRIALS_H
