// driver/session_check.h - what the checked process could write is not believed.
#ifndef MC_DRIVER_SESSION_CHECK_H
#define MC_DRIVER_SESSION_CHECK_H

#include "watch.h"

/// Before the program starts, when the session's configuration is whole: keeps a copy.
void session_keep(struct launch *launch);

/// When all processes have ended: puts back what the command had written, and looks whether all the
/// rest can be. Returns NULL, or what cannot; then no finding, name or count of it is to be used.
const char *session_check(const struct launch *launch, const struct watch_end *ended);

#endif // MC_DRIVER_SESSION_CHECK_H
