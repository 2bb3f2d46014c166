// runtime/world/forbidden.c - system calls that a filter (seccomp) may forbid, and without which
// nothing that is said of the program would be true. Each is made once before the program runs,
// with arguments by which it changes nothing. It is made again before the search: the program may
// have a filter of its own. A filter may also kill, so the call is noted before it is made.
#include "world.h"
#include "runtime/record/leave.h"
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>

/// What a call returns that is not forbidden. Whether one of ANY is, is known elsewhere, or does no
/// harm.
enum result { ZERO, ABOVE, FAILS, ANY };

static const struct {
  short number;
  enum result result;
  long a[4];
} call[] = {
    {SYS_getpid, ABOVE, {0}},
    {SYS_getppid, ANY, {0}},
    {SYS_gettid, ABOVE, {0}},
    {SYS_clock_gettime, FAILS, {CLOCK_MONOTONIC, 1}},
    {SYS_rt_sigaction, ZERO, {SIGUSR1, 0, 0, 8}},
    {SYS_rt_sigprocmask, ZERO, {SIG_BLOCK, 0, 0, 8}},
    {SYS_sigaltstack, ANY, {0}},
    {SYS_tgkill, FAILS, {-1, -1, 0}},
    {SYS_wait4, FAILS, {1, 0, 0, 0}},
    {SYS_mmap, FAILS, {0, 0, PROT_READ, MAP_PRIVATE}},
    {SYS_munmap, FAILS, {1, 4096}},
    {SYS_mprotect, ZERO, {0, 0, 0}},
    {SYS_mremap, FAILS, {1, 0, 0, 0}},
    {SYS_madvise, ZERO, {0, 0, 0}},
    {SYS_futex, FAILS, {1, 1 /* FUTEX_WAKE */, 0, 0}},
    {SYS_openat, FAILS, {-1, 1, 0, 0}},
    {SYS_read, FAILS, {-1, 0, 0}},
    {SYS_write, FAILS, {-1, 0, 0}},
    {SYS_pread64, FAILS, {-1, 0, 0, 0}},
    {SYS_lseek, FAILS, {-1, 0, 0}},
    {SYS_ftruncate, FAILS, {-1, 0}},
    {SYS_fstat, FAILS, {-1, 0}},
    {SYS_lstat, FAILS, {1, 0}},
    {SYS_readlink, FAILS, {1, 1, 0}},
    {SYS_fcntl, FAILS, {-1, 1 /* F_GETFD */}},
    {SYS_close, FAILS, {-1}},
    {SYS_clone, ANY, {CLONE_NEWNS | CLONE_FS}},
    {SYS_clone3, ANY, {0, 0}},
    {SYS_getrandom, ANY, {0, 0, 0}},
    {SYS_prctl, ANY, {3 /* PR_GET_DUMPABLE */}},
    {SYS_sched_setaffinity, ANY, {0, 0, 0}},
    {SYS_getcpu, ANY, {0, 0, 0}},
    {SYS_pkey_alloc, ANY, {1, 0}},
};

_Noreturn static void refuse(const char *name) {
  char text[200];
  mc_format(text, sizeof text, "the system forbids %s (a seccomp filter?), without which McMini cannot check "
                               "the program", name);
  if (mc_session->phase == MC_PHASE_START) { // nobody reads the session yet
    char line[220];
    mc_sys(SYS_write, 2, line, mc_format(line, sizeof line, "mcmini: %s\n", text));
    mc_sys(SYS_exit_group, 70);
  }
  mc_refuse(text);
}

static bool is_forbidden(enum result expected, long result) {
  const bool is_refused = result == -EPERM || result == -EACCES || result == -ENOSYS;
  return expected == ABOVE ? result <= 0 : expected == ZERO ? result != 0 : expected == FAILS && is_refused;
}

static void note(const char *name) {
  mc_format(mc_session->attempted, sizeof mc_session->attempted, "%s", name);
}

void mc_forbidden_check(void) {
  for (unsigned i = 0; i < sizeof call / sizeof *call; i++) {
    const long *a = call[i].a;
    const char *name = mc_system_call_name(call[i].number);
    note(name);
    const long result = mc_sys(call[i].number, a[0], a[1], a[2], a[3]);
    if (is_forbidden(call[i].result, result))
      refuse(name);
  }
  note("");
}

void mc_forbidden_signal(int signal, const siginfo_t *info) {
  enum { FILTERED = 1 }; // SYS_SECCOMP
  if (signal == SIGSYS && info->si_code == FILTERED)
    refuse(mc_system_call_name(info->si_syscall));
}

void mc_forbidden_worker(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS)
    refuse("a system call of its own");
}
