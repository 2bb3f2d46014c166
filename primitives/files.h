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

/// Both, around a function of libc's that makes the call `number` as a part.
struct mc_part {
  struct mc_uses uses;
  long number, a[6];
  bool is_made;
};
void mc_part_begin(struct mc_part *part, const char *function, const struct mc_site *site);
void mc_part_end(struct mc_part *part, long result);

/// Uses of a number; of what is open with it: the bytes in the file, the offset.
void mc_file_use_number(struct mc_uses *uses, int fd, enum mc_use use);
void mc_file_use_data(struct mc_uses *uses, int fd, enum mc_use use);
void mc_file_use_offset(struct mc_uses *uses, int fd, enum mc_use use);

/// fdopen of what is no pipe.
FILE *mc_file_stream(const struct mc_site *site, int fd, const char *mode);

/// Output that nothing in the program can read back: no use.
bool mc_file_is_output(int fd);

//===- Between file_numbers.c, file_uses.c and file_functions.c -------------------------------===//

/// Kinds of names of states (mc_state_name).
enum {
  MC_NAME_OF_ENTRY = 1, ///< of a folder
  MC_NAME_OF_INSIDE,    ///< what is in a file
  MC_NAME_OF_NUMBER,
  MC_NAME_OF_DESCRIPTION,
  MC_NAME_OF_UNNAMED,
};
static inline uint32_t mc_file_inside(uint64_t name) {
  return mc_state_slot(mc_state_name(MC_NAME_OF_INSIDE, name, 0));
}
/// With one state for all names: MC_ORDER_ONE_NAME.
void mc_file_use_names(struct mc_uses *uses, enum mc_use use);
/// A number is used that, in another order of the threads, may be another file's: if it is not open
/// (`is_bad`), or another thread has got it.
void mc_file_may_be_another(int fd, bool is_bad);
/// A call on a number that may be a pipe's: what has the number is found out by a step of its own,
/// once numbers have an order. Before the call looks at what it is.
void mc_file_look_up(int fd, const struct mc_site *site);
/// The call's first argument is one.
bool mc_file_uses_number(long number);
/// A call has found that the number is closed: EBADF.
int mc_file_is_bad(void);
/// Is the file of that name open?
bool mc_file_is_open(uint64_t name);

/// A call of file_calls.def; then also its kind of operation.
bool mc_file_is_known(long number);
unsigned mc_file_kind(long number);

#endif // MC_PRIMITIVES_FILES_H
