// runtime/base/sys.h - raw system calls and small text, for code that must not use libc's: libc
// belongs to the program under test. Calls return the kernel's value: negative errors, errno
// untouched.
#ifndef MC_RUNTIME_BASE_SYS_H
#define MC_RUNTIME_BASE_SYS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

/// The runtime's system calls lie in a section of their own: see system_calls.c.
long mc_sys6(long n, long a, long b, long c, long d, long e, long f);
extern char __start_mc_system_calls[], __stop_mc_system_calls[];
/// What rt_sigaction takes, beside the size of the mask.
struct mc_signal_action {
  uint64_t handler, flags, restorer, mask;
};
/// What a signal handler of the runtime returns to.
void mc_sigaction_return(void);
/// Copies of the instruction `syscall`, for calls of the program. Behind the n-th the code goes on
/// at mc_copied_from[n].
enum { MC_CALL_COPIES = 1024, MC_CALL_COPY_BYTES = 8 };
void mc_call_copies(void);
extern uint64_t mc_copied_from[MC_CALL_COPIES];

#define MC_SYS_(n, a, b, c, d, e, f, ...)                                                          \
  mc_sys6(n, (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f))
/// mc_sys(SYS_write, fd, data, size): missing arguments are 0.
#define mc_sys(...) MC_SYS_(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0)

/// Sleeps while *word == value, at most `milliseconds` (negative: for ever). Shared between
/// processes if `shared`.
void mc_futex_wait(const volatile uint32_t *word, uint32_t value, int milliseconds, int shared);
void mc_futex_wake(const volatile uint32_t *word, int shared);

/// printf into `text` (always 0-terminated) with %s %u (unsigned) %d (int) %lu (uint64_t) %lx %%.
/// Returns the length.
size_t mc_format(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/// A raw system call's value as libc returns it: -1 and errno for errors.
long mc_libc_result(long kernel);

#endif // MC_RUNTIME_BASE_SYS_H
