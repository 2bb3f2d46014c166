// driver/classes.h - the classes of samples that the workers of a divided search have met: the same
// set, and the same number, as one worker has (dpor/sampling/coverage.c).
#ifndef MC_DRIVER_CLASSES_H
#define MC_DRIVER_CLASSES_H

#include "runtime/session_work.h"
#include <stdbool.h>

struct classes;
struct journal;

/// An empty set.
struct classes *classes_make(void);
void classes_free(struct classes *classes);
/// What a worker commits; is_first: the first trunk, before there are workers. Those that are new
/// the journal gets, too.
void classes_add(struct classes *classes, const struct mc_mailbox *box, bool is_first,
                 struct journal *journal);
/// Those that a journal has. false: they are none.
bool classes_take(struct classes *classes, struct journal *journal);
/// How many there are.
void classes_count(const struct classes *classes, struct mc_session_counts *counts);

#endif // MC_DRIVER_CLASSES_H
