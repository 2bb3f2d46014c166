// runtime/signals/actions.c - the runtime's own handlers of signals, the stacks that they run on,
// and the signals that a thread of the program blocks. A handler runs on a stack of our own, so
// that a stack overflow is seen as well.
#include "signals.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <signal.h>

enum { ALTERNATE_STACK = 64 << 10 };

static bool has_stack MC_PER_TRACE; // the system allows sigaltstack
static char *stacks MC_KEPT;   // of all threads: the addresses must not depend on the schedule

static const int crash_signal[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
static mc_signal_handler *on_crash MC_KEPT, *on_interrupt MC_KEPT;

const char *mc_signal_name(int signal) {
  static const char *const name[] = {
      [SIGHUP] = "SIGHUP",   [SIGINT] = "SIGINT",       [SIGQUIT] = "SIGQUIT",
      [SIGILL] = "SIGILL",   [SIGTRAP] = "SIGTRAP",     [SIGABRT] = "SIGABRT",
      [SIGBUS] = "SIGBUS",   [SIGFPE] = "SIGFPE",       [SIGKILL] = "SIGKILL",
      [SIGUSR1] = "SIGUSR1", [SIGSEGV] = "SIGSEGV",     [SIGUSR2] = "SIGUSR2",
      [SIGPIPE] = "SIGPIPE", [SIGALRM] = "SIGALRM",     [SIGTERM] = "SIGTERM",
      [SIGXCPU] = "SIGXCPU", [SIGXFSZ] = "SIGXFSZ",     [SIGVTALRM] = "SIGVTALRM",
      [SIGPROF] = "SIGPROF", [SIGSTKFLT] = "SIGSTKFLT", [SIGSYS] = "SIGSYS",
      [SIGSTOP] = "SIGSTOP", [SIGTSTP] = "SIGTSTP",     [SIGTTIN] = "SIGTTIN",
      [SIGTTOU] = "SIGTTOU",
  };
  const size_t names = sizeof name / sizeof name[0];
  return signal > 0 && (size_t)signal < names && name[signal] ? name[signal] : "a signal";
}

//===- Handlers -------------------------------------------------------------------------------===//

// The handler's return is one of the runtime's own system calls.
static void install(int signal, void (*handler)(int, siginfo_t *, void *), uint64_t flags) {
  enum { RESTORER = 0x04000000 };
  const struct mc_signal_action action = {.handler = (uintptr_t)handler,
                                          .flags = flags | SA_SIGINFO | SA_ONSTACK | RESTORER,
                                          .restorer = (uintptr_t)mc_sigaction_return};
  mc_sys(SYS_rt_sigaction, signal, &action, NULL, sizeof action.mask);
}

void mc_signals_install(void) {
  for (unsigned i = 0; i < sizeof crash_signal / sizeof crash_signal[0]; i++)
    install(crash_signal[i], on_crash, SA_NODEFER);
  install(MC_SIGNAL_INTERRUPT, on_interrupt, SA_RESTART);
}

void mc_signals_handle(mc_signal_handler *crash, mc_signal_handler *interrupt) {
  on_crash = crash;
  on_interrupt = interrupt;
  mc_signals_install();
}

void mc_signals_borrow(const int signals[], unsigned count, struct mc_signal_action before[]) {
  for (unsigned i = 0; i < count; i++) {
    mc_sys(SYS_rt_sigaction, signals[i], NULL, &before[i], sizeof before[i].mask);
    install(signals[i], on_crash, SA_NODEFER);
  }
}

void mc_signals_give_back(const int signals[], unsigned count,
                          const struct mc_signal_action before[]) {
  for (unsigned i = 0; i < count; i++)
    mc_sys(SYS_rt_sigaction, signals[i], &before[i], NULL, sizeof before[i].mask);
}

bool mc_is_own_handler(uintptr_t handler) {
  return handler && (handler == (uintptr_t)on_crash || handler == (uintptr_t)on_interrupt);
}

void mc_signals_default(int signal) {
  for (unsigned i = 0; i < sizeof crash_signal / sizeof crash_signal[0]; i++)
    if (crash_signal[i] == signal)
      install(signal, on_crash, SA_NODEFER);
  if (signal == MC_SIGNAL_INTERRUPT)
    install(signal, on_interrupt, SA_RESTART);
}

void mc_signals_ignore_driver(void) {
  const struct mc_signal_action action = {.handler = (uintptr_t)SIG_IGN};
  mc_sys(SYS_rt_sigaction, MC_SIGNAL_INTERRUPT, &action, NULL, sizeof action.mask);
}

//===- Alternate stacks -----------------------------------------------------------------------===//

bool mc_is_alternate_stack(uint64_t address) {
  return address - (uintptr_t)stacks < MC_MAX_THREADS * ALTERNATE_STACK;
}

stack_t mc_alternate_stack(mc_thread thread) {
  return (stack_t){.ss_sp = stacks + thread * ALTERNATE_STACK, .ss_size = ALTERNATE_STACK};
}

void mc_signals_thread(mc_thread thread) {
  if (!stacks)
    stacks = mc_own_memory(MC_MAX_THREADS * ALTERNATE_STACK);
  const stack_t stack = mc_alternate_stack(thread);
  has_stack = mc_sys(SYS_sigaltstack, &stack, NULL) == 0;
}

// On the program's stack, whose pages become read-only, a handler could not begin.
void mc_signals_check(void) {
  if (has_stack)
    return;
  mc_guard_open();
  mc_session_write();
  mc_session->refused = mc_record_string("the system forbids sigaltstack (a seccomp filter?), "
                                         "without which no handler of signals can be relied on");
  mc_trunk_done(MC_END_REFUSED);
}

//===- Masks ----------------------------------------------------------------------------------===//

uint64_t mc_real_signal_mask(void) {
  uint64_t mask = 0;
  mc_sys(SYS_rt_sigprocmask, 0, NULL, &mask, sizeof mask);
  return mask;
}

uint64_t mc_thread_never_blocked(void) {
  static const int signals[] = {
      SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS, SIGKILL, SIGSTOP, MC_SIGNAL_INTERRUPT};
  uint64_t set = 0;
  for (unsigned i = 0; i < sizeof signals / sizeof signals[0]; i++)
    set |= (uint64_t)1 << (signals[i] - 1);
  return set;
}

void mc_thread_block(uint64_t blocked) { mc_signals_block(blocked & ~mc_thread_never_blocked()); }
