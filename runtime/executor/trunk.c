// runtime/executor/trunk.c - the trunk: it ran the program alone up to the first operation at which
// a second thread can exist; now it forks a worker for each trace and looks at how the worker
// ended.
//
// A worker runs one trace, or with a snapshot (snapshot/) trace after trace. One that dies in the
// middle of a trace leaves that trace open: the trace runs again or, if the program itself ended
// the worker, the trunk ends the trace in the worker's place. Before its commit a trace changes
// nothing in the search that it would not do again. If a worker dies in the middle of a commit, or
// leaves something broken, the search goes back to its last checkpoint, or restarts with the guard
// up (memory/memory.h).
#include "executor.h"
#include "recovery.h"
#include "runtime/base/hang.h"
#include "runtime/debug/debug.h"
#include "runtime/events.h"
#include "runtime/finding/finding.h"
#include "runtime/foreign/code_traps.h"
#include "runtime/foreign/lock_functions.h"
#include "runtime/foreign/plain_code.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/schedule/schedule.h"
#include "runtime/signals/signals.h"
#include "runtime/spinloop/busy_wait.h"
#include "runtime/threads/threads.h"
#include "runtime/world/world.h"
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_KILLS = 3 }; // in a row, from outside, before the search gives up

static void futex_publish(enum mc_phase phase) {
  atomic_store(&mc_session->phase, phase);
  mc_futex_wake((const volatile uint32_t *)&mc_session->phase, 1);
}

uint64_t mc_nanoseconds(void) {
  struct timespec now;
  mc_sys(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t mc_milliseconds(void) { return mc_nanoseconds() / 1000000; }

void mc_trunk_publish(void) {
  mc_session_write();
  mc_session->observed.stats = mc_shared->search.stats;
  mc_session->observed.stats.ticks = mc_ticks() - mc_shared->search.stats.ticks;
  mc_session->observed.stats.nanoseconds = mc_nanoseconds() - mc_shared->search.stats.nanoseconds;
}

static bool has_exited(void) {
  const uint32_t steps = mc_shared->trace.steps;
  return steps && mc_shared->trace.step[steps - 1].operation.flags & MC_PROCESS_EXIT;
}

// A worker has ended in the middle of its trace. True: the trace must run again.
static bool bury(int status, unsigned *kills) {
  struct mc_finding_details d = {.thread = (mc_thread)mc_shared->trace.current, .has_died = true};
  char text[100];
  if (mc_shared->trace.in_runtime)
    mc_forbidden_worker(status);
  if (mc_shared->trace.in_runtime && !(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))
    mc_fault(__FILE__, __LINE__, "a worker died inside the scheduler");
  if (WIFEXITED(status)) { // past every function that McMini sees: the system call itself, or exec
    if (!has_exited())
      mc_record_warning(MC_WARN_UNSEEN_EXIT, NULL, NULL);
    d.kind = MC_FINDING_EXIT;
    d.status = WEXITSTATUS(status);
    mc_format(text, sizeof text, "the program exits with status %d", d.status);
    d.message = text;
    mc_end_trace_of_dead_worker(d.status ? MC_FAILED : MC_COMPLETED, d.status ? &d : NULL);
    return false;
  }
  d.signal = WTERMSIG(status);
  if (d.signal == SIGKILL && atomic_load(&mc_session->interrupt) == MC_INTERRUPT_ENDLESS) {
    if (has_exited() && mc_session->warned[MC_WARN_EXEC]) { // what runs there is not checked
      mc_end_trace_of_dead_worker(MC_COMPLETED, NULL);
      return false;
    }
    d.kind = MC_FINDING_ENDLESS;
    d.message = "it still runs after the time of --trace-timeout";
    mc_end_trace_of_dead_worker(MC_FAILED, &d);
    return false;
  }
  if (d.signal == SIGKILL)
    return ++*kills <= MAX_KILLS;
  d.kind = d.signal == SIGABRT ? MC_FINDING_ASSERTION : MC_FINDING_CRASH;
  mc_format(text, sizeof text, "killed by %s (%d)", mc_signal_name(d.signal), d.signal);
  d.message = text;
  mc_end_trace_of_dead_worker(MC_FAILED, &d);
  return false;
}

// Threads are user-level if nothing speaks against that.
static void choose_threads(void) {
  struct mc_observed *observed = &mc_session->observed;
  const bool asked = mc_session->config.kernel_threads;
  const char *missing = asked || observed->kernel_threads ? NULL : mc_user_threads.prepare();
  if (missing)
    observed->kernel_threads = mc_record_string(missing);
  if (observed->kernel_threads)
    mc_pooled_threads_dismiss();
  mc_thread_kind = asked || observed->kernel_threads ? &mc_kernel_threads : &mc_user_threads;
}

static int stop_unwinding(void *context, void *argument) {
  (void)context, (void)argument;
  return 4; // _URC_NORMAL_STOP
}

// pthread_exit and exceptions would load the unwinder in every trace, and would make its own
// pthread_once an operation of the program.
static void prepare_unwinder(void) {
  void *library = mc_library("libgcc_s.so.1");
  int (*backtrace)(int (*)(void *, void *), void *) =
      library ? dlsym(library, "_Unwind_Backtrace") : NULL;
  if (backtrace)
    backtrace(stop_unwinding, NULL);
}

static void run_once(void) {
  const mc_thread self = mc_self_;
  mc_self_ = MC_NO_THREAD; // libc asks for memory: an allocator of the program's locks natively
  mc_record_modules();
  mc_real("_Fork");
  prepare_unwinder();
  mc_self_ = self;
  if (!mc_session->config.kernel_threads && mc_has_sanitizer())
    mc_session->observed.kernel_threads = mc_record_string("the program has a sanitizer");
  mc_event_search();
}

//===- From trace to trace --------------------------------------------------------------------===//

// The debugger's process is the only one; it has the break points.
static void become_debugged_worker(void) {
  choose_threads();
  mc_shared_memory_ask();
  mc_trace_opens();
  mc_end_with_parent((pid_t)mc_sys(SYS_getppid));
  mc_become_worker();
  mc_gdb_begins();
}

static pid_t start_worker(pid_t (*fork_worker)(void)) {
  mc_division_checks();
  choose_threads();
  mc_end_sampling_in_time();
  mc_shared->trace.output_start = mc_output_size();
  if (!mc_is_divided() && (!mc_uses_snapshots() || !mc_checkpoint_due()))
    mc_checkpoint_save();
  mc_shared_memory_ask();
  mc_trace_opens();
  atomic_store(&mc_session->interrupt, MC_INTERRUPT_NONE);
  mc_code_traps_settle();
  mc_shared->search.stats.processes++;
  return fork_worker();
}

static int wait_for_worker(pid_t worker) {
  int status = 0;
  if (worker < 0)
    mc_trunk_done(MC_END_NO_PROCESS);
  atomic_store(&mc_session->worker, worker);
  long waited;
  while ((waited = mc_sys(SYS_wait4, worker, &status, __WALL, 0)) == -EINTR ||
         (waited == worker && WIFSTOPPED(status)))
    if (waited == worker) // the program asks to be traced by its parent, which is no debugger
      mc_sys(SYS_ptrace, PTRACE_DETACH, worker, 0, WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status));
  MC_CHECK(waited == worker);
  atomic_store(&mc_session->worker, 0);
  mc_session_write();
  mc_session_unseal();
  if (mc_session->overwritten) // the search may have no end any more
    mc_trunk_done(MC_END_FINDING);
  return status;
}

/// The worker has left its trace open, and did not end it: the trace is to run again.
static bool runs_again(int status, unsigned *kills) {
  if (mc_shared->trace.goes_on && mc_shared->trace.is_open) { // it died, after a failure
    mc_shared->trace.goes_on = 0;
    mc_shared->search.went_on++;
    mc_shared->trace.again = mc_shared->trace.has_gone_on = 1;
  }
  if (mc_shared->trace.again) {
    mc_shared->trace.again = 0;
    if (mc_shared->trace.recorded_early)
      mc_forget_failure();
    mc_shared->trace.recorded_early = 0;
    return true;
  }
  const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  // Inside the scheduler a frame of the search or a step of the log may be half written.
  if (mc_shared->trace.committing ||
      (mc_shared->trace.is_open && mc_shared->trace.in_runtime && killed)) {
    mc_checkpoint_go_back();
    mc_division_begins_again();
    return ++*kills <= MAX_KILLS;
  }
  return mc_shared->trace.is_open && !mc_shared->search.ended && bury(status, kills);
}

/// If something is broken, or a stray write may have been made: the search goes on from where it
/// was whole.
static bool recovers(int status) {
  bool anew = mc_recovery_is_needed(status);
  if (mc_is_divided() && (anew || mc_shared->search.ended == 1 + MC_END_NONDETERMINISTIC))
    mc_division_fails("something in a worker was broken, or a step was not repeated");
  if (mc_is_reviewing() && !anew && mc_shared->search.ended == 1 + MC_END_NONDETERMINISTIC) {
    mc_shared->search.ended = mc_shared->trace.is_open = 0;
    mc_review_fails("a step was not repeated when a trace was made again");
    mc_output_show(false);
    return true;
  }
  if (anew)
    mc_recovery_begin();
  else if (!mc_recovery_doubts(&anew))
    return false;
  if (anew)
    mc_search_of_trunk_begins(false);
  mc_output_show(false);
  return true;
}

/// Random schedules go on with their counts, so the trace whose failure is a finding already, and
/// that did not end because the search restarts, is one of them.
static void count_failure(void) {
  if (!mc_shared->trace.recorded_early)
    return;
  mc_tables_write();
  if (!mc_search_end(mc_shared->tables.search, NULL, MC_FAILED))
    mc_shared->search.ended = 1 + MC_END_EXHAUSTED;
}

/// Counts the worker's last trace, or restarts the search; ends everything if the search is over.
static void close_worker(void) {
  enum mc_end end;
  mc_output_show(!mc_shared->search.restart);
  if (mc_shared->search.restart && mc_is_divided())
    mc_division_learns();
  if (mc_shared->search.restart) {
    mc_shared->search.restart = 0;
    count_failure();
    mc_busy_wait_breakpoints();
    mc_plain_code_begin();
    mc_search_of_trunk_begins(true);
  }
  mc_division_fixes();
  mc_trace_closes();
  mc_publish_counts();
  if (mc_search_is_over(&end))
    mc_trunk_done(end);
}

void mc_start_search(void) {
  pid_t (*fork_worker)(void) = mc_real("_Fork");
  static unsigned kills MC_KEPT; // survives a jump
  mc_session_write();
  mc_forbidden_check();
  mc_policies_check();
  mc_signals_trunk();
  run_once();
  mc_guard_open(); // dlopen may have called what we interpose, and that closes it
  mc_session_write();
  mc_session->observed.trunk_output = mc_output_size();
  mc_lock_functions_look();
  mc_lock_functions_report();
  mc_code_traps_set();
  mc_plain_code_start();
  mc_search_of_trunk_begins(false);
  mc_shared->search.stats = (struct mc_stats){.ticks = mc_ticks(), .nanoseconds = mc_nanoseconds()};
  futex_publish(MC_PHASE_SEARCHING);
  if (mc_session->config.debugging) {
    become_debugged_worker();
    return;
  }
  if (__builtin_setjmp(mc_recovery_point)) {
    mc_recovery_begin();
    mc_search_of_trunk_begins(false);
  }
  for (;;) {
    enum mc_end end;
    if (mc_is_divided() && mc_division_is_over(&end)) // else there is something to run
      mc_trunk_done(end);
    const uint64_t serial = atomic_load(&mc_session->trace_serial);
    const pid_t worker = start_worker(fork_worker);
    if (worker == 0) {
      mc_end_with_parent(mc_session->trunk);
      mc_become_worker();
      return;
    }
    const int status = wait_for_worker(worker);
    mc_hang("trunk", atomic_load(&mc_session->trace_serial) >= 3);
    if (recovers(status))
      continue;
    if (mc_session->fault)
      mc_trunk_done(MC_END_FAULT);
    if (atomic_load(&mc_session->trace_serial) > serial + 2)
      kills = 0; // there was progress
    if (!mc_shared->search.restart && runs_again(status, &kills)) {
      mc_output_settle(mc_shared->trace.findings);
      mc_output_show(false);
      continue;
    }
    if (kills > MAX_KILLS)
      mc_trunk_done(MC_END_KILLED);
    close_worker();
    if (mc_division_is_due())
      mc_divide(fork_worker);
    if (mc_is_reviewing() && mc_search_is_over(&end))
      mc_trunk_done(end);
  }
}
