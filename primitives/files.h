// primitives/files.h - calls that use what the kernel keeps for all threads; file_calls.def.
#ifndef MC_PRIMITIVES_FILES_H
#define MC_PRIMITIVES_FILES_H

#include "state.h"
#include <stdio.h>

/// The call, with what it uses as a step before it; what libc's function returns.
long mc_file_call(const struct mc_site *site, long number, const long a[6]);
#define MC_FILE_CALL_OF(site, ...) mc_file_call(site, MC_SYS_ARGUMENTS(__VA_ARGS__, 0, 0, 0, 0, 0, 0))
#define MC_SYS_ARGUMENTS(number, a, b, c, d, e, f, ...)                                            \
  number, (const long[]) { (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f) }

/// Opens what is in the place of the kernel's random device.
int mc_file_open_random(const struct mc_site *site, int flags);

/// A call that locks a file, with the arguments by which it does not wait: who would have to is not seen to
/// get the lock, and is told that it fails.
int mc_file_lock(const struct mc_site *site, long call, int fd, int without_waiting, long lock);

/// Is this a system call that mc_file_call is to make? Not one inside of another call.
bool mc_file_is_call(long number, const long a[6]);

/// The parts, for functions that libc's own makes: what the call uses; then, with its result, what
/// it has done to the descriptors.
void mc_file_uses(struct mc_uses *uses, long number, const long a[6]);
void mc_file_done(long number, const long a[6], long result);

/// Uses of the file that is open with that number, by a stream.
void mc_file_use_number(struct mc_uses *uses, int fd);
void mc_file_use_data(struct mc_uses *uses, int fd, enum mc_use use);
void mc_file_use_offset(struct mc_uses *uses, int fd, enum mc_use use);

/// fdopen of what is no pipe.
FILE *mc_file_stream(const struct mc_site *site, int fd, const char *mode);

/// Output that nothing in the program can read back: no use.
bool mc_file_is_output(int fd);

#endif // MC_PRIMITIVES_FILES_H
