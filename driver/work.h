// driver/work.h - the command's side of a divided search: answers its workers, and holds the items
// that are open.
#ifndef MC_DRIVER_WORK_H
#define MC_DRIVER_WORK_H

#include "runtime/session_work.h"

struct journal;

/// Answers the workers of the session, of which there are config.jobs, in a thread of its own.
/// What is left is in the journal, if one is given, and what that has is gone on with.
void work_start(struct mc_session *session, struct journal *journal);
/// The search is to be divided among so many workers; that is one of config.divides_itself.
void work_divide(struct mc_session *session, uint32_t jobs);
/// Ends that, if it was started.
void work_stop(void);
/// So many findings the workers have met that the session does not have.
uint32_t work_missed(const struct mc_session *session);
/// The first trunk makes traces of theirs again.
bool work_reviews(const struct mc_session *session);
/// So many workers there are now; 0: the search is not divided.
uint32_t work_divided(const struct mc_session *session);

/// The search cannot go on with what the journal has, or the journal cannot be written: why [lend:
/// for ever]; NULL: so it is not.
const char *work_refused(void);
const char *work_unwritten(void);

#endif // MC_DRIVER_WORK_H
