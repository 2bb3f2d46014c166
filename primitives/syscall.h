// primitives/syscall.h - system calls that are operations.
#ifndef MC_PRIMITIVES_SYSCALL_H
#define MC_PRIMITIVES_SYSCALL_H

#include <mcmini/primitive.h>

/// syscall(SYS_futex, a[0], ...).
long mc_futex_call(const struct mc_site *site, const long a[6]);
/// A wake of libc's, for which nobody waits, inside of a call that is a step: it is part of that step.
bool mc_futex_is_inside(const long a[6]);
/// A system call about signals: true if it was made. One that is not modelled is warned of.
bool mc_signal_call(const struct mc_site *site, long number, const long a[6], long *result);
/// pause(), and what waits for nothing but a handler as it does.
int mc_signal_pause(const struct mc_site *site);
/// To the kernel.
long mc_syscall_pass_on(long number, const long a[6]);

#endif // MC_PRIMITIVES_SYSCALL_H
