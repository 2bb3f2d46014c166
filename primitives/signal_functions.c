// primitives/signal_functions.c - the interposed functions that send signals, block them and wait
// for them, and system calls about signals. Their operations are in signal.c.
#define _GNU_SOURCE
#include "calls.h"
#include "signal.h"
#include "syscall.h"
#include <errno.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

//===- Sending --------------------------------------------------------------------------------===//

/// More threads are there than the operation names: whether they block the signal, and what is
/// pending for them, it does not see.
static void warn_of_others(const struct mc_operation *op, const struct mc_site *site) {
  unsigned alive = 0;
  for (mc_thread t = 0; t < MC_MAX_THREADS; t++)
    alive += mc_thread_is_served(t);
  if (alive + 1u > op->objects)
    mc_warn(MC_WARN_SIGNAL_THREADS, site);
}

static int send_to_thread(mc_thread thread, int signal, const struct mc_site *site) {
  if (signal != 0 && !mc_is_signal(signal))
    return EINVAL;
  if (signal == 0)
    return 0;
  struct mc_operation op = {
      .primitive = &mc_primitive_signal,
      .kind = MC_SIGNAL_SEND,
      .objects = 2,
      .object = {mc_signals_of(thread), mc_signals_of_process()},
      .argument = {(uint64_t)signal,
                   mc_action_is_fixed(signal) && mc_signal_how_now(signal) == MC_SIGNAL_HANDLED,
                   thread == mc_self()}};
  const uint64_t result = mc_transition(&op, site);
  if (result != MC_SIGNAL_PENDS && thread != mc_self())
    mc_thread_is_interrupted(thread, signal);
  if (result == MC_SIGNAL_FATAL)
    mc_signal_end_by(signal, site);
  if (result == MC_SIGNAL_DELIVERED && thread == mc_self())
    mc_signals_deliver(mc_signal_bit(signal), mc_signals_blocked_by(mc_self()), site);
  return 0;
}

static bool has_others(void) {
  for (mc_thread t = 0; t < MC_MAX_THREADS; t++)
    if (t != mc_self() && mc_thread_is_served(t))
      return true;
  return false;
}

void mc_signal_kill_before(int signal, struct mc_operation *done, const struct mc_site *site) {
  struct mc_operation op = mc_signal_on_all(MC_SIGNAL_KILL, (uint64_t)signal);
  warn_of_others(&op, site);
  if (done)
    op.flags |= MC_BEGUN;
  const uint64_t result = mc_transition(&op, site);
  if (done)
    mc_transition(done, site);
  if (result != MC_SIGNAL_PENDS && has_others())
    mc_threads_are_interrupted(signal);
  if (result == MC_SIGNAL_FATAL)
    mc_signal_end_by(signal, site);
  if (result == MC_SIGNAL_DELIVERED)
    mc_signals_deliver(mc_signal_bit(signal), mc_signals_blocked_by(mc_self()), site);
}

static int send_to_process(int signal, const struct mc_site *site) {
  if (signal != 0 && !mc_is_signal(signal))
    return EINVAL;
  if (signal != 0)
    mc_signal_kill_before(signal, NULL, site);
  return 0;
}

MC_INTERPOSE(int, pthread_kill, (pthread_t thread, int signal), (thread, signal)) {
  if (!mc_checking())
    return ((int (*)(pthread_t, int))mc_real("pthread_kill"))(thread, signal);
  const mc_thread number = mc_thread_number(thread);
  if (number == MC_NO_THREAD)
    mc_misuse("pthread_kill of something that is no thread", MC_NO_OBJECT, site);
  return send_to_thread(number, signal, site);
}

MC_INTERPOSE(int, raise, (int signal), (signal)) {
  if (!mc_checking())
    return ((int (*)(int))mc_real("raise"))(signal);
  return mc_by_errno(send_to_thread(mc_self(), signal, site));
}

/// Also by the number of a thread, as the kernel takes it.
static bool is_own_process(pid_t process) {
  return process == getpid() || (process > getpid() && process - getpid() < MC_MAX_THREADS &&
                                 mc_thread_is_alive((mc_thread)(process - getpid())));
}

MC_INTERPOSE_UNHOOKED(int, kill, (pid_t process, int signal), (process, signal)) {
  if (process <= 0 && signal != 0)
    mc_warn_of(MC_WARN_SIGNAL_CALL, "kill of a group of processes", site);
  if (process ==
      -1) // all that it may signal, which is not for a check to do; nor is it sent to itself
    return signal && !mc_is_signal(signal) ? mc_by_errno(EINVAL) : 0;
  if (process == 0 || process == -getpgrp()) // in which McMini has processes, too
    return mc_by_errno(send_to_process(signal, site));
  if (process == getppid()) // which has another number
    return signal ? mc_warn_of(MC_WARN_SIGNAL_CALL, "kill of the parent", site), 0 : 0;
  if (!is_own_process(process))
    return MC_REAL(kill)(process, signal);
  return mc_by_errno(send_to_process(signal, site));
}

MC_INTERPOSE_UNHOOKED(int, killpg, (pid_t group, int signal), (group, signal)) {
  return group < 0 ? mc_by_errno(EINVAL) : mc_checked_kill(site, -group, signal);
}

MC_INTERPOSE_UNHOOKED(int, sigqueue, (pid_t process, int signal, const union sigval value),
                      (process, signal, value)) {
  (void)value;
  if (process != getpid())
    return MC_REAL(sigqueue)(process, signal, value);
  mc_warn(MC_WARN_SIGNAL_VALUE, site);
  return mc_by_errno(send_to_process(signal, site));
}

MC_INTERPOSE_UNHOOKED(int, pthread_sigqueue,
                      (pthread_t thread, int signal, const union sigval value),
                      (thread, signal, value)) {
  (void)value;
  const mc_thread number = mc_thread_number(thread);
  if (number == MC_NO_THREAD)
    return ESRCH;
  mc_warn(MC_WARN_SIGNAL_VALUE, site);
  return send_to_thread(number, signal, site);
}

MC_INTERPOSE_UNHOOKED(int, tgkill, (pid_t process, pid_t thread, int signal),
                      (process, thread, signal)) {
  const mc_thread number = (mc_thread)(thread - getpid()); // as gettid has it
  if (process != getpid())
    return MC_REAL(tgkill)(process, thread, signal);
  return mc_by_errno(thread >= process && thread - process < MC_MAX_THREADS &&
                             mc_thread_is_alive(number)
                         ? (uint64_t)send_to_thread(number, signal, site)
                         : ESRCH);
}

//===- What is done with a signal -------------------------------------------------------------===//

void mc_signal_acts(int signal, const struct sigaction *action, const struct mc_site *site) {
  if (!mc_is_signal(signal) || signal == SIGKILL || signal == SIGSTOP)
    return;
  struct mc_operation op = mc_signal_on_all(MC_SIGNAL_ACTION, (uint64_t)signal);
  op.flags = MC_ELSEWHERE;
  op.argument[1] = action ? mc_signal_how_is(signal, action) : MC_SIGNAL_ASKED;
  if (op.argument[1] != MC_SIGNAL_IGNORED)
    op.objects = 1;
  else
    warn_of_others(&op, site);
  mc_transition(&op, site);
}

//===- Blocking -------------------------------------------------------------------------------===//

static bool is_there(const sigset_t *set) { return mc_may_read(set, sizeof(uint64_t)); }

static void set_bits(sigset_t *set, uint64_t word) {
  sigemptyset(set);
  memcpy(set, &word, sizeof word);
}

/// What is pending and not blocked then comes before it returns (POSIX, pthread_sigmask), changed
/// or not.
static int mask(int how, const sigset_t *set, sigset_t *old, const struct mc_site *site) {
  mc_signals_look(site);
  const uint64_t before = mc_signals_blocked_by(mc_self());
  uint64_t after = before;
  if (set && how == SIG_BLOCK)
    after |= mc_signal_bits(set);
  else if (set && how == SIG_UNBLOCK)
    after &= ~mc_signal_bits(set);
  else if (set && how == SIG_SETMASK)
    after = mc_signal_bits(set);
  else if (set)
    return EINVAL;
  after = mc_without_kill(after);
  const bool is_told = !old || mc_may_write(old, sizeof before);
  if (old && is_told) {
    mc_gives(site, old, sizeof before);
    set_bits(old, before);
  }
  if (set && mc_is_interrupted(mc_self()))
    mc_signals_set_mask((before ^ after) | ~after, after, site);
  else if (after != before)
    mc_signals_set_mask(before ^ after, after, site);
  return is_told ? 0 : EFAULT;
}

MC_INTERPOSE(int, pthread_sigmask, (int how, const sigset_t *set, sigset_t *old), (how, set, old)) {
  if (!mc_checking())
    return ((int (*)(int, const sigset_t *, sigset_t *))mc_real("pthread_sigmask"))(how, set, old);
  return mask(how, set, old, site);
}

MC_INTERPOSE(int, sigprocmask, (int how, const sigset_t *set, sigset_t *old), (how, set, old)) {
  if (!mc_checking())
    return ((int (*)(int, const sigset_t *, sigset_t *))mc_real("sigprocmask"))(how, set, old);
  return mc_by_errno(mask(how, set, old, site));
}

//===- Waiting --------------------------------------------------------------------------------===//

/// Returns the signal, 0 after a timeout or a handler.
static int take_one(struct mc_operation *op, siginfo_t *info, const struct mc_site *site) {
  mc_cancellation_begin(site);
  const int signal = (int)mc_transition(op, site);
  mc_cancellation_end();
  if (info && signal && op->alternative == MC_SIGNAL_OK) {
    if (!mc_may_write(info, sizeof *info))
      return mc_by_errno(EFAULT);
    mc_gives(site, info, sizeof *info);
    memset(info, 0, sizeof *info);
    info->si_signo = signal;
    info->si_code = SI_USER;
    info->si_pid = getpid();
    info->si_uid = getuid();
    const struct mc_told_of_signal told = mc_signal_told(signal);
    if (told.code)
      info->si_code = told.code, info->si_pid = info->si_uid = 0,
      info->si_value.sival_ptr = told.value;
  }
  return op->alternative == MC_SIGNAL_OK ? signal : 0;
}

static int wait_for(const sigset_t *set, siginfo_t *info, uint16_t flags,
                    const struct mc_site *site) {
  if (!is_there(set))
    return mc_by_errno(EFAULT);
  struct mc_operation op = mc_signal_on_both(MC_SIGNAL_WAIT, mc_signal_bits(set));
  op.flags = flags;
  const int signal = take_one(&op, info, site);
  return op.alternative == MC_CUT_SHORT ? mc_by_errno(EINTR) : signal;
}

MC_INTERPOSE(int, sigwait, (const sigset_t *set, int *signal), (set, signal)) {
  if (!mc_checking())
    return ((int (*)(const sigset_t *, int *))mc_real("sigwait"))(set, signal);
  const int taken = wait_for(set, NULL, 0, site);
  if (taken < 0)
    return errno;
  mc_gives(site, signal, sizeof *signal);
  *signal = taken;
  return 0;
}

MC_INTERPOSE(int, sigwaitinfo, (const sigset_t *set, siginfo_t *info), (set, info)) {
  if (!mc_checking())
    return ((int (*)(const sigset_t *, siginfo_t *))mc_real("sigwaitinfo"))(set, info);
  return wait_for(set, info, MC_EINTR, site);
}

typedef int sigtimedwait_function(const sigset_t *, siginfo_t *, const struct timespec *);

MC_INTERPOSE(int, sigtimedwait,
             (const sigset_t *set, siginfo_t *info, const struct timespec *timeout),
             (set, info, timeout)) {
  if (!mc_checking())
    return ((sigtimedwait_function *)mc_real("sigtimedwait"))(set, info, timeout);
  if (!timeout)
    return wait_for(set, info, MC_EINTR, site);
  if (!is_there(set) || !mc_may_read(timeout, sizeof *timeout))
    return mc_by_errno(EFAULT);
  if (!mc_is_duration(timeout))
    return mc_by_errno(EINVAL);
  struct mc_operation op = mc_signal_on_both(MC_SIGNAL_TIMEDWAIT, mc_signal_bits(set));
  op.flags = MC_YIELD | MC_EINTR; // a timeout is
  const int signal = take_one(&op, info, site);
  if (op.alternative == MC_SIGNAL_OK)
    return signal;
  if (op.alternative == MC_CUT_SHORT)
    return mc_by_errno(EINTR);
  mc_clock_reach(mc_deadline_after(mc_nanoseconds(timeout)));
  return mc_by_errno(EAGAIN);
}

/// Until a handler has run, with these signals blocked meanwhile. Its end puts back what was
/// blocked before.
static int suspend(uint64_t blocked, const struct mc_site *site) {
  mc_signals_look(site);
  const uint64_t before = mc_signals_blocked_by(mc_self());
  struct mc_operation op = mc_signal_on_both(MC_SIGNAL_SUSPEND, ~blocked);
  op.argument[1] = blocked;
  const uint64_t signals = mc_transition(&op, site);
  mc_thread_set_mask(blocked);
  if (!mc_signals_deliver(signals, before, site)) {
    op = mc_signal_on_both(MC_SIGNAL_RESUME, before);
    op.flags = MC_BEGUN;
    mc_transition(&op, site);
  }
  return mc_by_errno(EINTR);
}

int mc_signal_suspend(const sigset_t *mask, const struct mc_site *site) {
  return suspend(mc_without_kill(mc_signal_bits(mask)), site);
}

MC_INTERPOSE(int, sigsuspend, (const sigset_t *mask), (mask)) {
  if (!mc_checking())
    return ((int (*)(const sigset_t *))mc_real("sigsuspend"))(mask);
  if (!is_there(mask))
    return mc_by_errno(EFAULT);
  mc_cancellation_begin(site);
  const int result = mc_signal_suspend(mask, site);
  mc_cancellation_end();
  return result;
}

int mc_signal_pause(const struct mc_site *site) {
  return suspend(mc_signals_blocked_by(mc_self()), site);
}

MC_INTERPOSE_POINT(int, pause, (), ()) { return mc_signal_pause(site); }

MC_INTERPOSE(int, sigpending, (sigset_t * set), (set)) {
  if (!mc_checking())
    return ((int (*)(sigset_t *))mc_real("sigpending"))(set);
  struct mc_operation op = mc_signal_on_both(MC_SIGNAL_PENDING, 0);
  const uint64_t pending = mc_transition(&op, site);
  if (!mc_may_write(set, sizeof pending))
    return mc_by_errno(EFAULT);
  mc_gives(site, set, sizeof pending);
  set_bits(set, pending);
  return 0;
}

//===- System calls ---------------------------------------------------------------------------===//

static const char *unseen_call(long number) {
  switch (number) {
  case SYS_rt_sigaction:
    return "rt_sigaction as a system call";
  case SYS_rt_sigprocmask:
    return "rt_sigprocmask as a system call";
  case SYS_rt_sigpending:
    return "rt_sigpending as a system call";
  case SYS_rt_sigsuspend:
    return "rt_sigsuspend as a system call";
  case SYS_rt_sigtimedwait:
    return "rt_sigtimedwait as a system call";
  case SYS_signalfd:
  case SYS_signalfd4:
    return "signalfd as a system call";
  case SYS_pidfd_send_signal:
    return "pidfd_send_signal";
  default:
    return NULL;
  }
}

bool mc_signal_call(const struct mc_site *site, long number, const long a[6], long *result) {
  const char *const unseen = unseen_call(number);
  if (unseen)
    mc_warn_of(MC_WARN_SIGNAL_CALL, unseen, site);
  if (number == SYS_timer_settime)
    mc_warn_of(MC_WARN_TIMER, "by a system call", site);
  if (number == SYS_rt_sigprocmask && a[3] == sizeof(uint64_t) &&
      mc_may_read((const void *)a[1], sizeof(uint64_t))) {
    const uint64_t kept = mc_thread_never_blocked(), set = *(const uint64_t *)a[1];
    const uint64_t blocked = a[0] == SIG_UNBLOCK ? set : set & ~kept;
    *result = mc_file_make(number, (long[]){a[0], (long)&blocked, a[2], a[3]});
    return true;
  }
  const bool is_own = a[0] == getpid();
  if (number == SYS_alarm)
    *result = alarm((unsigned)a[0]);
  else if (number == SYS_setitimer)
    *result = setitimer((__itimer_which_t)a[0], (void *)a[1], (void *)a[2]);
  else if (number == SYS_kill)
    *result = mc_checked_kill(site, (pid_t)a[0], (int)a[1]);
  else if (number == SYS_tkill)
    *result = mc_checked_tgkill(site, getpid(), (pid_t)a[0], (int)a[1]);
  else if (number == SYS_tgkill)
    *result = mc_checked_tgkill(site, (pid_t)a[0], (pid_t)a[1], (int)a[2]);
  else if (number == SYS_pause)
    *result = mc_signal_pause(site);
  else if (number == SYS_sigaltstack)
    *result = sigaltstack((const stack_t *)a[0], (stack_t *)a[1]);
  else if (number == SYS_rt_sigqueueinfo && is_own)
    *result = mc_checked_sigqueue(site, (pid_t)a[0], (int)a[1], (union sigval){0});
  else if (number == SYS_rt_tgsigqueueinfo && is_own) {
    mc_warn(MC_WARN_SIGNAL_VALUE, site);
    *result = mc_checked_tgkill(site, (pid_t)a[0], (pid_t)a[1], (int)a[2]);
  } else
    return false;
  return true;
}

MC_INTERPOSE_UNHOOKED(int, signalfd, (int fd, const sigset_t *set, int flags), (fd, set, flags)) {
  mc_warn_of(MC_WARN_SIGNAL_CALL, "signalfd", site);
  return MC_REAL(signalfd)(fd, set, flags);
}
