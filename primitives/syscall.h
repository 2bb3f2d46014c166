// primitives/syscall.h - system calls that are operations.
#ifndef MC_PRIMITIVES_SYSCALL_H
#define MC_PRIMITIVES_SYSCALL_H

#include <mcmini/primitive.h>

/// syscall(SYS_futex, a[0], ...).
long mc_futex_call(const struct mc_site *site, const long a[6]);
/// To the kernel.
long mc_syscall_pass_on(long number, const long a[6]);

#endif // MC_PRIMITIVES_SYSCALL_H
