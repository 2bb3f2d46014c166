// driver/work.h - the command's side of a divided search: answers its workers, and holds the items
// that are open.
#ifndef MC_DRIVER_WORK_H
#define MC_DRIVER_WORK_H

#include "runtime/session_work.h"

/// Answers the workers of the session, of which there are config.jobs, in a thread of its own.
void work_start(struct mc_session *session);
/// Ends that, if it was started.
void work_stop(void);
/// So many workers there are now; 0: the search is not divided.
uint32_t work_divided(const struct mc_session *session);

#endif // MC_DRIVER_WORK_H
