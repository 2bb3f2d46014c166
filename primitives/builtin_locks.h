// primitives/builtin_locks.h - between the runtime and the primitives: functions of libraries that
// are locks (locks.def).
#ifndef MC_PRIMITIVES_BUILTIN_LOCKS_H
#define MC_PRIMITIVES_BUILTIN_LOCKS_H

#include <mcmini/step.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// How many functions there are, those of --locks included; each one's name, as linkers have it,
/// perhaps with a `*`.
unsigned mc_lock_functions(void);
const char *mc_lock_function(unsigned function);
/// At the start: the lines of --locks, with commas between them. False: not all are understood.
bool mc_lock_functions_take(const char *lines);
/// It is one of those.
bool mc_lock_function_is_users(unsigned function);
/// A thread has called that function, which does not run: does what it stands for, and returns its
/// result. `argument`: the six that are passed in registers. `site`: where the user's code called
/// the function, or a library that did; `is_instrumented`: the function's caller is.
uint64_t mc_lock_function_call(unsigned function, const uint64_t argument[6],
                               const struct mc_site *site, bool is_instrumented);
/// mc_object_new, of an object whose memory is the program's alone: `size` is for reports.
mc_object mc_object_new_unmarked(const struct mc_primitive *primitive, const volatile void *address,
                                 size_t size, const void *state);
/// Ends the search: code goes past the functions of a lock.
MC_NORETURN void mc_end_at_lock(void);
/// Does that lie neither in a heap nor on a stack, whose memory may have been something else
/// before?
bool mc_is_static(const volatile void *address);
/// The object is a name: nothing of it is kept in its memory, which has not been freed either.
bool mc_object_is_name(mc_object object, const volatile void *address);

/// The time of `clock` in so many nanoseconds.
struct timespec;
void mc_clock_after(int clock, uint64_t nanoseconds, struct timespec *time);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // MC_PRIMITIVES_BUILTIN_LOCKS_H
