// primitives/syscall.h - system calls that are operations.
#ifndef MC_PRIMITIVES_SYSCALL_H
#define MC_PRIMITIVES_SYSCALL_H

#include "builtin.h"
#include <signal.h>

/// Its state begins with the threads that wait.
extern const struct mc_primitive mc_primitive_futex;
/// syscall(SYS_futex, a[0], ...).
long mc_futex_call(const struct mc_site *site, const long a[6]);
/// A system call about signals: true if it was made. One that is not modelled is warned of.
bool mc_signal_call(const struct mc_site *site, long number, const long a[6], long *result);
/// pause(), and what waits for nothing but a handler as it does.
int mc_signal_pause(const struct mc_site *site);
int mc_signal_suspend(const sigset_t *mask, const struct mc_site *site);

/// Around a call that waits with that mask, as ppoll does; NULL: with the thread's. A handler ends
/// it if nothing else has; what the mask has let in comes only then. The end puts back what was
/// blocked before, if no handler's end has.
void mc_signal_wait_begins(const sigset_t *mask, const struct mc_site *site);
void mc_signal_wait_ends(const struct mc_site *site);
/// In it, where it has found nothing: does a handler end it, of a signal that the mask has let in?
bool mc_signal_wait_is_over(const struct mc_site *site);
/// In it: the mask is not the thread's own.
bool mc_signal_wait_has_mask(void);
/// The mask blocks other signals than the thread.
bool mc_signal_mask_differs(const sigset_t *mask);
/// To the kernel.
long mc_syscall_pass_on(long number, const long a[6]);

#endif // MC_PRIMITIVES_SYSCALL_H
