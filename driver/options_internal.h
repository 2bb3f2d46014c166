// driver/options_internal.h - the parts of the command line's parser (options.h).
#ifndef MC_DRIVER_OPTIONS_INTERNAL_H
#define MC_DRIVER_OPTIONS_INTERNAL_H

#include "options.h"

enum option_index {
#define MC_OPTION(to, of, type, field, ...) INDEX_##field,
#include "options.def"
#undef MC_OPTION
  OPTIONS
};

enum option_source { SOURCE_COMMAND_LINE, SOURCE_ENVIRONMENT, SOURCE_PROJECT };

/// Takes the options among the words, of which the first is no option, and what follows them if it
/// may stand there.
void options_parse_words(struct options *options, enum option_source source, int argc, char **argv);

/// Takes those of MCMINI_OPTIONS.
void options_read_environment(struct options *options);

/// The word of an option that is a choice; "" where it has none.
const char *options_word(enum option_index option, uint32_t number);

/// Fills in what one option makes of another; those that do not go together are a usage error.
void options_settle(struct options *options);

#endif // MC_DRIVER_OPTIONS_INTERNAL_H
