// driver/unseen.h - code of an instrumented program that was not instrumented: its accesses to
// memory are not seen.
#ifndef MC_DRIVER_UNSEEN_H
#define MC_DRIVER_UNSEEN_H

#include "program.h"
#include "symbols.h"

/// "libzip.so, crc32() and 3 more": libraries, and functions that are linked in beside instrumented
/// ones [own: free]; NULL: none, as far as symbol tables tell. Without those whose machine code is
/// seen.
char *unseen_code(const struct program *program, struct symbols *symbols,
                  const struct mc_session *session);

/// The loads and stores of that file are, as machine code.
bool code_is_seen(const struct mc_session *session, const char *path);

#endif // MC_DRIVER_UNSEEN_H
