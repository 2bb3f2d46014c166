// runtime/threads/fault.c - signals: the program's crashes, and the driver's knock at a trace that
// uses too much time. Handlers run on a stack of our own, so that a stack overflow is seen as well.
#include "threads.h"
#include "runtime/base/base.h"
#include "runtime/detector/races.h"
#include "runtime/finding/finding.h"
#include "runtime/foreign/code_traps.h"
#include "runtime/foreign/entered.h"
#include "runtime/heap/heap.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"
#include "runtime/snapshot/snapshot.h"
#include "runtime/spinloop/busy_wait.h"
#include "runtime/spinloop/waiting.h"
#include "runtime/world/world.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { SYSTEM_CALL_TRAPPED = 2 }; // SYS_USER_DISPATCH
enum { PAGE_FAULT_WRITE = 2 };    // in the processor's error code
/// What the executor itself asks for by a signal. Our memory is open.
static bool is_expected(int signal, const siginfo_t *info, void *context) {
  const uint64_t address = (uintptr_t)info->si_addr;
  if (signal == SIGTRAP && mc_code_trapped(context))
    return true;
  if (signal == SIGSEGV && info->si_code == SEGV_ACCERR && mc_entered_open(address))
    return true;
  const bool is_protected = (signal == SIGSEGV && info->si_code == SEGV_ACCERR) ||
                            (signal == SIGBUS && info->si_code == BUS_ADRERR);
  if (is_protected && (mc_shared->trace.in_runtime || !mc_is_own(address)) &&
      mc_snapshot_open(address))
    return true;
  if (is_protected && mc_libc_watch_open(address, context))
    return true;
  if (signal == SIGSEGV && info->si_code == SI_KERNEL && mc_signal_has_failed(context))
    return true;
  if (signal == SIGSEGV && info->si_code == SEGV_PKUERR && mc_is_own(address))
    return mc_guard_readable(context);
  if (signal != SIGSYS || info->si_code != SYSTEM_CALL_TRAPPED || !mc_system_calls_are_watched())
    return false;
  mc_system_call_trapped(context);
  return true;
}

// Without a guard the write has met what is always read-only. What else was written, nobody knows.
static void note_stray_access(const siginfo_t *info) {
  char text[80];
  if (mc_mode != MC_MODE_WORKER || info->si_code <= 0 || !mc_is_own((uintptr_t)info->si_addr))
    return;
  if (mc_guard_is_up()) {
    mc_shared->search.stray |= !mc_shared->trace.in_runtime;
    return;
  }
  mc_format(text, sizeof text, "a stray access at %lx", (uint64_t)(uintptr_t)info->si_addr);
  mc_fault(__FILE__, __LINE__, text);
}

static bool is_write(const void *context) {
  return ((const ucontext_t *)context)->uc_mcontext.gregs[REG_ERR] & PAGE_FAULT_WRITE;
}

/// A program that has set the processor's flag AC has it in our code, too. True: it was not set.
static bool clear_alignment_check(const void *context) {
  enum { AC = 1 << 18 };
  __builtin_ia32_writeeflags_u64(__builtin_ia32_readeflags_u64() & ~(uint64_t)AC);
  return !(((const ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] & AC);
}

/// True of a read of our memory, all of which the runtime may read, and of a jump to nowhere: the
/// runtime's return addresses lie on stacks of the program.
static bool is_programs_doing(const siginfo_t *info, const void *context) {
  const uint64_t address = (uintptr_t)info->si_addr;
  const bool jumped = address == (uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  return info->si_code > 0 && (jumped || (mc_is_own(address) && !is_write(context)));
}

static void on_crash(int signal, siginfo_t *info, void *context) {
  char text[120];
  const bool is_aligned = clear_alignment_check(context);
  const bool opened = mc_memory_open();
  mc_system_call_leave_copy(context);
  const bool ours =
      mc_sys(SYS_getpid) == mc_process->pid && (mc_checking() || mc_recognise_unwinds());
  // A suspect that is run step by step comes to a look, too, and its memory is read-only.
  const bool expected = is_expected(signal, info, context) ||
                        (ours && mc_busy_wait_signal(signal, info, context)) ||
                        mc_look_failed(context);
  if (!expected && !ours) { // a process of the program's own
    struct sigaction standard = {.sa_handler = SIG_DFL};
    mc_sigaction(signal, &standard, NULL);
  }
  if (opened && (expected || !ours))
    mc_memory_close();
  if (expected || !ours)
    return;
  if (mc_recognise_unwinds()) {
    if (opened)
      mc_memory_close();
    mc_recognise_give_up();
  }
  if (signal == SIGSEGV || signal == SIGBUS)
    note_stray_access(info);
  if (signal == SIGBUS && !is_aligned)
    mc_shared->trace.in_runtime = 0; // the program has asked for it
  if (mc_shared->trace.in_runtime)
    mc_forbidden_signal(signal, info);
  if (mc_recovery_is_possible())
    __builtin_longjmp(mc_recovery_point, 1);
  if (mc_shared->trace.in_runtime) {
    if (is_programs_doing(info, context))
      atomic_store(&mc_session->overwritten, 1);
    mc_format(text, sizeof text, "%s in the runtime at %lx, address %lx", mc_signal_name(signal),
              (uint64_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP],
              (uint64_t)(uintptr_t)info->si_addr);
    mc_fault(__FILE__, __LINE__, text);
  }
  mc_guard_open();
  if (mc_snapshot_is_taken() && mc_signal_is_handled(signal))
    mc_use_fork("a fault comes that the program handles");
  if (signal == SIGSEGV && info->si_code > 0) {
    mc_races_fault((uintptr_t)info->si_addr);
    mc_heap_fault((uintptr_t)info->si_addr, is_write(context), context);
  }
  const bool has_address = (signal == SIGSEGV || signal == SIGBUS) && info->si_code > 0;
  mc_describe_fault(text, sizeof text, signal, info,
                    (uint64_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RSP]);
  mc_end_with(&(struct mc_finding_details){.kind = signal == SIGABRT ? MC_FINDING_ASSERTION
                                                                     : MC_FINDING_CRASH,
                                           .message = text,
                                           .thread = mc_self_,
                                           .signal = signal,
                                           .address = has_address ? (uintptr_t)info->si_addr : 0,
                                           .ucontext = context});
}

// True if a system call that waits was interrupted: it is about to be restarted, or fails with
// EINTR.
static bool in_system_call(const void *context) {
  const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;
  const unsigned char *code = (const unsigned char *)r[REG_RIP] - (r[REG_RAX] == -EINTR ? 2 : 0);
  return mc_is_readable((uintptr_t)code & ~(uintptr_t)7) && code[0] == 0x0f && code[1] == 0x05;
}

// Waits that others may end: for input, a connection, another process. Polls fail with EINTR, and
// do not say what they were; a wait for a signal is the program's own.
static bool waits_for_outside(const void *context, char *text, size_t size) {
  static const short calls[] = {
      SYS_read,     SYS_readv,  SYS_write,          SYS_writev, SYS_recvfrom, SYS_recvmsg,
      SYS_recvmmsg, SYS_sendto, SYS_sendmsg,        SYS_accept, SYS_accept4,  SYS_connect,
      SYS_openat,   SYS_open,   SYS_flock,          SYS_fcntl,  SYS_wait4,    SYS_waitid,
      SYS_msgrcv,   SYS_msgsnd, SYS_mq_timedreceive};
  const greg_t *r = ((const ucontext_t *)context)->uc_mcontext.gregs;
  for (unsigned i = 0; in_system_call(context) && i < sizeof calls / sizeof *calls; i++)
    if (r[REG_RAX] == calls[i]) {
      mc_format(text, size,
                "%%t%u; waits in %s (first argument %d) for something outside of the "
                "program, which does not come",
                mc_self_, mc_system_call_name(r[REG_RAX]), (int)r[REG_RDI]);
      return true;
    }
  return false;
}

_Noreturn static void end_waiting_for_outside(const char *text, const void *context) {
  const uint64_t code =
      mc_system_call_place((uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP]);
  mc_end_outside(MC_WARN_OUTSIDE, text, (const struct mc_site *)(code | MC_SITE_IS_CODE));
}

// In the handler of a write to a cold page, or of a system call, the runtime writes to the
// program's memory.
static bool serves_program(const void *context) {
  const uint64_t sp = (uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RSP];
  return (mc_snapshot_is_taken() || mc_system_calls_are_watched()) && mc_is_alternate_stack(sp);
}

// The trunk may still find that a stray write was the reason of a fault in a worker. The trunk
// itself waits to be looked at by the driver.
_Noreturn static void end_stuck_runtime(void *context) {
  mc_guard_open_all();
  mc_session->fault_machine = mc_machine_record(context);
  mc_session->fault = mc_record_string("the runtime makes no step any more");
  if (mc_mode == MC_MODE_WORKER)
    mc_sys(SYS_exit_group, 70);
  mc_session_done(MC_END_FAULT);
  for (;;)
    mc_sys(SYS_pause);
}

/// An endless trace runs code of the runtime's that is no part of the scheduler, such as a hook of
/// an access. If only that has run for ten seconds, and it was not called anew, it is stuck.
static bool is_in_hook(void *context) {
  enum { KNOCKS = 200 }; // the driver's, one each 50 ms
  static struct look { uint64_t serial, progress, calls; } last MC_PER_TRACE;
  static unsigned looks MC_PER_TRACE;
  const struct look now = {atomic_load(&mc_session->trace_serial),
                           atomic_load(&mc_session->progress), mc_long_calls};
  if (!mc_is_runtime((uint64_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP]) ||
      in_system_call(context))
    return false;
  const bool is_same = !memcmp(&now, &last, sizeof now);
  if (!is_same && looks && now.serial == last.serial)
    return false;
  looks = is_same ? looks + 1 : 1;
  last = now;
  if (looks == KNOCKS)
    end_stuck_runtime(context);
  const bool opened = mc_memory_open();
  atomic_fetch_add(&mc_session->heard, 1);
  if (opened)
    mc_memory_close();
  return true;
}

// The knock reaches any thread of the process, but it is meant for the one whose code runs. A
// thread that gets it instead passes it on, once. If yet another thread runs by then, the driver
// knocks again.
static void on_interrupt(int signal, siginfo_t *info, void *context) {
  const int saved = errno;
  if (mc_memory_open()) // with a key, it can now be read
    mc_memory_close();
  if (mc_sys(SYS_getpid) != mc_process->pid)
    return;
  const mc_thread running = mc_mode == MC_MODE_TRUNK ? 0 : (mc_thread)mc_shared->trace.current;
  const uint32_t tid = mc_self_ != running ? mc_process->thread[running].tid : 0;
  const bool is_passed_on = info->si_code == SI_TKILL && info->si_pid == mc_process->pid;
  if (tid && tid != (uint32_t)mc_sys(SYS_gettid)) { // user-level threads share one
    if (!is_passed_on)
      mc_sys(SYS_tgkill, mc_process->pid, tid, signal);
  } else if (atomic_load(&mc_session->interrupt) == MC_INTERRUPT_STUCK &&
             atomic_load(&mc_session->interrupt_serial) == atomic_load(&mc_session->progress)) {
    end_stuck_runtime(context);
  }
  if (!mc_checking())
    return;
  if (mc_self_ != running || mc_shared->trace.in_runtime ||
      atomic_load(&mc_session->interrupt_serial) != atomic_load(&mc_session->trace_serial))
    return;
  if (atomic_load(&mc_session->interrupt) == MC_INTERRUPT_ENDLESS) {
    char text[160];
    if (is_in_hook(context)) {
      errno = saved;
      return;
    }
    if (waits_for_outside(context, text, sizeof text))
      end_waiting_for_outside(text, context);
    mc_guard_open();
    mc_end_with(&(struct mc_finding_details){
        .kind = MC_FINDING_ENDLESS,
        .message = in_system_call(context) ? "it is blocked in a system call that does not return"
                                           : "it still runs after the time of --trace-timeout",
        .thread = mc_self_,
        .ucontext = context});
  }
  errno = saved;
  if (atomic_load(&mc_session->interrupt) == MC_INTERRUPT_SUSPECT && !serves_program(context)) {
    const bool opened = mc_memory_open();
    mc_busy_wait_suspect(context); // the thread's memory is read-only now, errno as well
    if (opened)
      mc_memory_close();
  }
}

void mc_faults_start(void) { mc_signals_handle(on_crash, on_interrupt); }
