// primitives/syscall.h - system calls that are operations.
#ifndef MC_PRIMITIVES_SYSCALL_H
#define MC_PRIMITIVES_SYSCALL_H

#include "builtin.h"

/// Its state begins with the threads that wait.
extern const struct mc_primitive mc_primitive_futex;
/// syscall(SYS_futex, a[0], ...).
long mc_futex_call(const struct mc_site *site, const long a[6]);
/// A system call about signals: true if it was made. One that is not modelled is warned of.
bool mc_signal_call(const struct mc_site *site, long number, const long a[6], long *result);
/// pause(), and what waits for nothing but a handler as it does.
int mc_signal_pause(const struct mc_site *site);
/// To the kernel.
long mc_syscall_pass_on(long number, const long a[6]);

#endif // MC_PRIMITIVES_SYSCALL_H
