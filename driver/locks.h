// driver/locks.h - functions of libraries that are locks: --locks, and the symbols of the program's
// file.
#ifndef MC_DRIVER_LOCKS_H
#define MC_DRIVER_LOCKS_H

#include "options.h"
#include "runtime/session.h"

/// Enters the files of --locks into the session. A line that is not understood is a usage error
/// that names its place and the word.
void locks_enter(struct mc_session *session, const struct options *options);

/// Enters the functions of the program's file, which has no need to export them, that are locks.
void locks_find(struct mc_session *session, const char *program);

#endif // MC_DRIVER_LOCKS_H
