// runtime/threads/signals_user.c - user-level threads share the kernel's signal mask and alternate
// stack: each gets its own at a hand-over, once any thread has changed its mask or may be in a
// handler. It gets them after the hand-over, on its own stack: the kernel refuses to change the
// alternate stack while it is in use.
//
// This file also keeps the program's signals from the trunk, which waits for workers, and the
// guard's key from the program's handlers.
#include "threads.h"
#include "runtime/base/base.h"
#include "runtime/foreign/code_traps.h"
#include "runtime/foreign/entered.h"
#include "runtime/record/leave.h"
#include "runtime/signals/signals.h"
#include "runtime/snapshot/snapshot.h"
#include "runtime/spinloop/waiting.h"
#include "runtime/world/world.h"
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <time.h>
#include <ucontext.h>

static bool used MC_PER_TRACE;
static uint64_t unused_mask MC_PER_TRACE; // of all threads
static struct {
  uint64_t mask;
  stack_t alternate;
} own[MC_MAX_THREADS] MC_PER_TRACE_TABLE;

// While the trunk waits: what the program has.
static struct {
  bool is_kept;
  uint64_t mask;
  struct mc_signal_action child; // of SIGCHLD
} program MC_PER_TRACE;

void mc_signals_use(void) {
  if (used)
    return;
  used = true;
  const uint64_t mask = program.is_kept ? program.mask : mc_signals_blocked();
  for (mc_thread t = 0; t < MC_MAX_THREADS; t++) {
    own[t].mask = mask;
    own[t].alternate = mc_alternate_stack(t);
  }
}

//===- The trunk ------------------------------------------------------------------------------===//

// A timer that the program has set goes on in the trunk alone. There its signal would end the
// search, or run a handler in the middle of it. And nobody else may wait for a worker that has
// died: neither the kernel, as it does where SIGCHLD is ignored, nor a handler of the program.
void mc_signals_trunk(void) {
  const struct mc_signal_action standard = {.handler = (uintptr_t)SIG_DFL};
  program.mask = mc_real_signal_mask();
  program.is_kept = true;
  mc_thread_block(~(uint64_t)0);
  mc_sys(SYS_rt_sigaction, SIGCHLD, &standard, &program.child, sizeof program.mask);
}

static void make_room(void);

void mc_signals_worker(void) {
  program.is_kept = false;
  make_room();
  mc_sys(SYS_rt_sigaction, SIGCHLD, &program.child, NULL, sizeof program.mask);
  mc_sys(SYS_rt_sigprocmask, SIG_SETMASK, &program.mask, NULL, sizeof program.mask);
  unused_mask = program.mask;
}

//===- User-level threads ---------------------------------------------------------------------===//

uint64_t mc_signals_mask(void) { return used ? mc_signals_blocked() : unused_mask; }

void mc_signals_inherit(mc_thread thread) {
  if (used)
    own[thread].mask = mc_signals_blocked();
}

// With a snapshot the kernel has one alternate stack of ours for all threads.
void mc_signals_leave(mc_thread thread) {
  if (!used)
    return;
  own[thread].mask = mc_signals_blocked();
  if (!mc_snapshot_is_taken())
    mc_sys(SYS_sigaltstack, NULL, &own[thread].alternate);
}

void mc_signals_arrive(mc_thread thread) {
  if (!used)
    return;
  mc_signals_block(own[thread].mask);
  if (!mc_snapshot_is_taken())
    mc_sys(SYS_sigaltstack, &own[thread].alternate, NULL);
}

//===- The program's alternate stacks ---------------------------------------------------------===//

/// Has the thread a stack of the program's? Else the kernel has ours, which the program does not
/// see.
static bool has_alternate[MC_MAX_THREADS] MC_PER_TRACE;

typedef int sigaltstack_function(const stack_t *, stack_t *);

/// The program's stack, where the kernel has ours because handlers of ours need more: three frames
/// of signals. Size 0: it has not.
static stack_t small[MC_MAX_THREADS] MC_PER_TRACE_TABLE;

static bool is_small(const stack_t *stack) {
  enum { ROOM = 32 << 10 };
  return !(stack->ss_flags & SS_DISABLE) && stack->ss_size < ROOM;
}

/// In the place of a small stack that the thread has now.
static void make_room(void) {
  const stack_t ours = mc_alternate_stack(mc_self_);
  stack_t now;
  if (mc_sys(SYS_sigaltstack, NULL, &now) || !is_small(&now) ||
      mc_sys(SYS_sigaltstack, &ours, NULL))
    return;
  small[mc_self_] = now;
  has_alternate[mc_self_] = true;
}

const char *mc_signals_keep_stack(void) {
  const stack_t ours = mc_alternate_stack(0);
  mc_sys(SYS_sigaltstack, NULL, &own[mc_self_].alternate);
  if (small[mc_self_].ss_size)
    own[mc_self_].alternate = small[mc_self_];
  return mc_sys(SYS_sigaltstack, &ours, NULL)
             ? "a handler that has a stack of its own makes threads"
             : mc_signals_keep();
}

/// Where traces follow each other the kernel says whether it would take the stack, and keeps ours.
static int set_alternate(const stack_t *stack, stack_t *old) {
  const stack_t before = own[mc_self_].alternate, ours = mc_alternate_stack(0);
  if (stack) {
    const long result = mc_sys(SYS_sigaltstack, stack, NULL);
    mc_sys(SYS_sigaltstack, &ours, NULL);
    if (result)
      return (int)mc_libc_result(result);
    own[mc_self_].alternate = *stack;
  }
  if (old)
    *old = before;
  return 0;
}

MC_INTERPOSED int sigaltstack(const stack_t *stack, stack_t *old) {
  sigaltstack_function *real = (sigaltstack_function *)mc_real("sigaltstack");
  if (!mc_checking())
    return real(stack, old);
  if (stack)
    mc_signals_use(); // each thread has its own from now on
  const stack_t none = {.ss_flags = SS_DISABLE}, ours = mc_alternate_stack(mc_self_);
  const bool had = has_alternate[mc_self_], ends = stack && stack->ss_flags & SS_DISABLE;
  const stack_t before = small[mc_self_];
  const int result =
      mc_snapshot_is_taken() ? set_alternate(stack, old) : real(ends ? &ours : stack, old);
  if (result == 0 && old && before.ss_size)
    *old = before;
  if (result == 0 && stack) {
    has_alternate[mc_self_] = !ends;
    small[mc_self_].ss_size = 0;
    if (!mc_snapshot_is_taken())
      make_room();
  }
  if (result == 0 && old && !had)
    *old = none;
  return result;
}

//===- Handlers -------------------------------------------------------------------------------===//

// The kernel begins a handler with a register by which our memory cannot be read. A fault puts that
// right (mc_guard_readable), but not while SIGSEGV is blocked. So a handler of ours comes before
// the program's.
enum { SIGNALS = 65 };
static uintptr_t handler_of[SIGNALS] MC_PER_TRACE;
// As the program has given them.
static uint64_t flags_of[SIGNALS] MC_PER_TRACE, mask_of[SIGNALS] MC_PER_TRACE;

/// A timer's signal may come in the middle of the runtime, or of what that calls of libc.
static bool has_interrupted_runtime(const siginfo_t *info, const void *context) {
  const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;
  const bool is_timer =
      info->si_code == SI_TIMER ||
      (info->si_code == SI_KERNEL &&
       (info->si_signo == SIGALRM || info->si_signo == SIGVTALRM || info->si_signo == SIGPROF));
  return is_timer && !(flags_of[info->si_signo] & SA_RESETHAND) &&
         (mc_mode == MC_MODE_TRUNK || mc_mode == MC_MODE_WORKER) &&
         (mc_shared->trace.in_runtime || mc_recognise_unwinds() ||
          mc_is_runtime(mc_system_call_place((uint64_t)r[REG_RIP])) ||
          mc_is_runtime(*(const uint64_t *)r[REG_RSP]));
}

/// Lets the signal come again a little later: nobody can know when a timer's signal comes.
static void come_again(int signal, const siginfo_t *info) {
  static struct {
    long process; ///< which has it; 0: none
    int id;
  } timer[SIGNALS] MC_PER_TRACE_TABLE;
  const struct itimerspec soon = {.it_value.tv_nsec = 50000};
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = signal};
  const long process = mc_sys(SYS_getpid);
  event.sigev_value = info->si_value;
  if (timer[signal].process == process)
    mc_sys(SYS_timer_delete, timer[signal].id);
  timer[signal].process = 0;
  if (mc_sys(SYS_timer_create, CLOCK_MONOTONIC, &event, &timer[signal].id) == 0) {
    timer[signal].process = process;
    mc_sys(SYS_timer_settime, timer[signal].id, 0, &soon, NULL);
  }
}

//===- Where traces follow each other ---------------------------------------------------------===//

// The kernel cannot write a handler's frame to a stack that is read-only. So the stack is opened
// before a thread gets a signal. What comes otherwise, from outside or by a fault, has no place in
// a trace that is followed by others.
static int raised MC_PER_TRACE; ///< the signal that a thread is about to get
static struct mc_told_of_signal told[SIGNALS] MC_PER_TRACE_TABLE;

void mc_signal_is_told(int signal, struct mc_told_of_signal what) { told[signal] = what; }

struct mc_told_of_signal mc_signal_told(int signal) {
  return told[signal];
}

_Noreturn static void needs_fork(const char *why) {
  mc_guard_open();
  mc_use_fork(why);
}

/// The kernel is about to write a frame below that address, or has tried to. True: it could not.
static bool open_frame(uint64_t sp) {
  enum { PAGE = 4096, RED_ZONE = 128, ALIGNMENT = 64, UNKNOWN = 16 << 10 };
  const uint64_t size = getauxval(AT_MINSIGSTKSZ),
                 start = sp - RED_ZONE - ALIGNMENT - (size ? size : UNKNOWN);
  bool any = false;
  for (uint64_t page = start & ~(uint64_t)(PAGE - 1); page < sp; page += PAGE)
    any |= mc_snapshot_open(page);
  return any;
}

bool mc_signal_has_failed(const void *context) {
  if (!mc_snapshot_is_taken() || !mc_signals_are_handled() ||
      !open_frame((uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RSP]))
    return false;
  if (!mc_shared->trace.in_runtime)
    needs_fork("a signal comes that no thread sends");
  return true;
}

/// True of a signal that is let go: the runtime is in the middle of something.
static bool comes_unasked(int signal) {
  if (!mc_snapshot_is_taken() || raised == signal)
    return false;
  if (!mc_shared->trace.in_runtime)
    needs_fork("a signal comes that no thread sends");
  return true;
}

void mc_signal_call_handler(int signal) {
  if (mc_snapshot_is_taken() && flags_of[signal] & SA_ONSTACK && has_alternate[mc_self_])
    needs_fork("a handler has a stack of its own");
  if (mc_snapshot_is_taken() && mc_signal_is_kept(signal))
    needs_fork("a thread sends itself a signal of bad accesses, which has a handler");
  if (mc_snapshot_is_taken())
    open_frame((uintptr_t)__builtin_frame_address(0));
  raised = signal;
  siginfo_t info = {.si_signo = signal, .si_code = told[signal].code};
  info.si_value.sival_ptr = told[signal].value;
  if (told[signal].code)
    mc_sys(SYS_rt_tgsigqueueinfo, mc_sys(SYS_getpid), mc_sys(SYS_gettid), signal, &info);
  else
    mc_sys(SYS_tgkill, mc_sys(SYS_getpid), mc_sys(SYS_gettid), signal);
  if (mc_snapshot_is_taken())
    mc_signals_blocked_are(mc_real_signal_mask());
}

//===- A handler begins -----------------------------------------------------------------------===//

static void enter_handler(int signal, siginfo_t *info, void *context) {
  if (mc_guard_has_key())
    mc_guard_handler();
  if (comes_unasked(signal))
    return;
  const bool is_asked = raised == signal;
  raised = 0;
  if (mc_snapshot_is_taken()) {
    mc_signals_blocked_are(mc_real_signal_mask());
    mc_signal_action_changed(signal); // SA_RESETHAND
  }
  if ((signal == SIGSEGV || signal == SIGBUS) && mc_look_failed(context))
    return;
  if (!is_asked && has_interrupted_runtime(info, context)) {
    come_again(signal, info);
    return;
  }
  ((void (*)(int, siginfo_t *, void *))handler_of[signal])(signal, info, context);
}

static const sighandler_t enter = (sighandler_t)(uintptr_t)enter_handler;

static bool is_handler(sighandler_t handler) {
  return handler != SIG_DFL && handler != SIG_IGN && handler != SIG_ERR && handler != SIG_HOLD;
}

/// The runtime's own handler is gone.
static void takes_over(int signal) {
  if (signal == SIGTRAP && mc_checking())
    mc_code_traps_give_up();
  if (signal == SIGSEGV && mc_checking())
    mc_entered_give_up();
  if (signal == SIGSYS && mc_checking())
    mc_system_calls_leave();
}

/// ... and there again. What a trace has left stays left.
static void gives_back(int signal) {
  mc_signals_default(signal);
  mc_signal_action_changed(signal);
  if (signal == SIGSYS && mc_mode == MC_MODE_TRUNK)
    mc_system_calls_return();
}

/// What the kernel gets in the place of the program's handler. `*before` is the program's handler
/// until now.
static sighandler_t put_before(int signal, sighandler_t handler, sighandler_t *before) {
  if (signal < 0 || signal >= SIGNALS)
    return handler;
  *before = (sighandler_t)handler_of[signal];
  if (mc_native() || !is_handler(handler))
    return handler;
  handler_of[signal] = (uintptr_t)handler;
  return enter;
}

/// The kernel tells a handler what the signal is only if the handler asks for it.
static void ask_for_info(int signal) {
  struct mc_signal_action action;
  if (mc_signal_act(signal, NULL, &action) != 0 || action.handler != (uintptr_t)enter)
    return;
  flags_of[signal] = action.flags;
  mask_of[signal] = action.mask;
  action.flags |= SA_SIGINFO;
  if (mc_snapshot_is_taken())
    mc_signal_action_fit(&action);
  mc_signal_act(signal, &action, NULL);
}

//===- What the program calls: from now on a handler can run ----------------------------------===//

int mc_sigaction(int signal, const struct sigaction *action, struct sigaction *old) {
  struct sigaction changed;
  sighandler_t before = SIG_DFL;
  if (action)
    changed = *action;
  if (action && !mc_native()) {
    sigdelset(&changed.sa_mask, SIGTRAP); // handlers meet our breakpoints, too,
    sigdelset(&changed.sa_mask, SIGSYS);  // and make system calls
    takes_over(signal);
  }
  changed.sa_handler = put_before(signal, action ? action->sa_handler : SIG_DFL, &before);
  const int result = ((int (*)(int, const struct sigaction *, struct sigaction *))mc_real(
      "sigaction"))(signal, action ? &changed : NULL, old);
  if (result == 0 && old && old->sa_handler == enter) {
    old->sa_handler = before;
    old->sa_flags = (int)flags_of[signal];
    memcpy(&old->sa_mask, &mask_of[signal], sizeof mask_of[signal]);
  }
  if (result == 0 && old && signal == MC_SIGNAL_INTERRUPT && mc_is_own_handler((uintptr_t)old->sa_handler))
    *old = (struct sigaction){.sa_handler = SIG_DFL};
  if (result == 0 && action)
    ask_for_info(signal);
  return result;
}

static bool is_signal(int signal) { return signal > 0 && signal < SIGNALS; }

MC_INTERPOSED int sigaction(int signal, const struct sigaction *action, struct sigaction *old) {
  if (is_signal(signal))
    mc_handlers_change(signal, action, MC_CALLER_SITE);
  const int result = mc_sigaction(signal, action, old);
  if (result == 0 && old && mc_is_own_handler((uintptr_t)old->sa_handler))
    *old = (struct sigaction){.sa_handler = SIG_DFL};
  if (result == 0 && action && action->sa_handler == SIG_DFL && mc_checking())
    gives_back(signal);
  return result;
}

#define SETS_HANDLER(name)                                                                         \
  MC_INTERPOSED sighandler_t name(int number, sighandler_t handler) {                              \
    const struct sigaction action = {.sa_handler = handler};                                       \
    sighandler_t before = SIG_DFL;                                                                 \
    if (is_signal(number))                                                                         \
      mc_handlers_change(number, &action, MC_CALLER_SITE);                                              \
    takes_over(number);                                                                            \
    const sighandler_t kernels = put_before(number, handler, &before);                             \
    const sighandler_t old =                                                                       \
        ((sighandler_t(*)(int, sighandler_t))mc_real(#name))(number, kernels);                     \
    ask_for_info(number);                                                                          \
    if (handler == SIG_DFL && mc_checking())                                                       \
      gives_back(number);                                                                          \
    return old == enter ? before : mc_is_own_handler((uintptr_t)old) ? SIG_DFL : old;              \
  }
SETS_HANDLER(signal)
SETS_HANDLER(ssignal)
SETS_HANDLER(bsd_signal)
SETS_HANDLER(sysv_signal)
SETS_HANDLER(__sysv_signal) // signal() where a program asks for POSIX or X/Open alone
