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

/// The word of an option that is a choice; "" where it has none.
const char *options_word(enum option_index option, uint32_t number);

/// Fills in what one option makes of another; those that do not go together are a usage error.
void options_settle(struct options *options);

#endif // MC_DRIVER_OPTIONS_INTERNAL_H
