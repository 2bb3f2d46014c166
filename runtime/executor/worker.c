// runtime/executor/worker.c - a worker runs one trace, or with a snapshot trace after trace. At the
// end of each, memory is put back. Then the main thread goes on where the first trace began, or all
// threads go on where a level was kept.
#include "executor.h"
#include "runtime/arch/switch.h"
#include "runtime/events.h"
#include "runtime/finding/finding.h"
#include "runtime/foreign/code_traps.h"
#include "runtime/memory/hand_over.h"
#include "runtime/memory/protection.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/schedule/schedule.h"
#include "runtime/signals/signals.h"
#include "runtime/snapshot/snapshot.h"
#include "runtime/threads/threads.h"
#include "runtime/world/world.h"
#include <sys/prctl.h>
#include <signal.h>
#include <string.h>

static struct mc_stack main_thread MC_KEPT; ///< where each trace begins

bool mc_uses_snapshots(void) {
  const struct mc_config *c = &mc_session->config;
  return !c->fork && (!c->replaying || c->explaining) && c->output_fd >= 0 &&
         !mc_session->observed.fork && mc_threads_are_user_level() &&
         mc_session->place_count == 0 && !mc_shared->trace.libc_watch.is_on;
}

/// True at most some hundred times a second: then what needs the clock is done.
static bool is_time_to_look(void) {
  enum { TICKS = 1 << 24 }; // of the time stamp counter
  const uint64_t now = __builtin_ia32_rdtsc();
  if (now - mc_shared->worker.looked < TICKS)
    return false;
  mc_shared->worker.looked = now;
  return true;
}

//===- A trace begins and ends ----------------------------------------------------------------===//

void mc_trace_opens(void) {
  mc_event_trace_begins();
  mc_shared->trace.steps = mc_shared->trace.repeated = 0;
  mc_shared->trace.current = 0;
  mc_shared->trace.is_open = 1;
  mc_shared->trace.in_runtime = 1; // the worker before may have died outside
  mc_progress();
  mc_explaining_trace_opens();
  mc_shared->trace.findings = mc_session->finding_count;
  mc_shared->trace.new_output = 0;
  atomic_fetch_add(&mc_session->trace_serial, 1);
}

void mc_trace_closes(void) {
  const uint32_t before = mc_shared->trace.findings, now = mc_session->finding_count;
  mc_output_settle(before < now ? before : now);
  if (mc_is_enough_found() && !mc_shared->search.ended)
    mc_shared->search.ended = 1 + MC_END_FINDING;
}

static void begin_search_of_trace(void) {
  mc_search_begin(mc_shared->tables.search, &mc_process->model);
  const bool aside = mc_search_part(mc_shared->tables.search) != MC_PART_SEARCH;
  mc_shared->trace.step = mc_shared->log + (aside ? mc_log_length() : 0);
}

static void close_trace(void) {
  enum mc_end end;
  mc_division_fixes();
  if (mc_session->finding_count > mc_shared->trace.findings || mc_shared->trace.new_output) {
    mc_trace_closes();
    mc_snapshot_forget_levels(); // their output was cut off
  }
  if (mc_search_is_over(&end))
    mc_sys(SYS_exit_group, 0);
  if (mc_division_is_due()) // by the trunk
    mc_sys(SYS_exit_group, 0);
  if (!is_time_to_look())
    return;
  if (mc_shared_memory_is_with_child()) // the next worker asks anew
    mc_sys(SYS_exit_group, 0);
  mc_publish_counts();
  mc_end_sampling_in_time();
  if (mc_milliseconds() >= mc_checkpoint_due() && !mc_is_divided())
    mc_checkpoint_save();
}

static void go_on_from(uint32_t depth, uint32_t current, uint64_t output_end) {
  mc_shared->trace.steps = mc_shared->trace.repeated = depth;
  mc_shared->trace.current = current;
  if (mc_shared->trace.has_written)
    mc_sys(SYS_ftruncate, mc_session->config.output_fd, output_end);
  mc_shared->trace.has_written = output_end > mc_shared->trace.output_start;
}

//===- Trace after trace ----------------------------------------------------------------------===//

/// On the control stack.
_Noreturn static void begin_trace(void) {
  const uint32_t steps = mc_shared->trace.steps;
  mc_trace_opens();
  begin_search_of_trace();
  const struct mc_level *level = mc_snapshot_put_back(steps);
  mc_signals_put_back();
  if (!level) {
    go_on_from(0, 0, mc_shared->trace.output_start);
    mc_stack_resume(&main_thread);
  }
  mc_search_skip(mc_shared->tables.search, level->depth);
  go_on_from(level->depth, level->current, level->output_end);
  mc_findings_of_prefix(level->findings);
  mc_threads_go_on(mc_choose_thread);
}

static void end_trace(void) {
  mc_kept_write();
  mc_snapshot_undo_mappings();
  const bool goes_on = mc_system_calls_undo();
  mc_code_traps_undo();
  close_trace();
  if (!goes_on) // the trunk's next worker begins where this one did
    mc_sys(SYS_exit_group, 0);
  begin_trace();
}

void mc_worker_next(void) { mc_threads_leave(end_trace); }

void mc_worker_deepen(void) {
  if (!mc_system_calls_touched_files() && !mc_shared_memory_is_put_back())
    mc_findings_note(mc_snapshot_deepen()->findings);
}

static const struct mc_stack *take(void) {
  mc_protection_raise();
  begin_trace();
}

/// On the main thread. Returns NULL at the beginning of each trace; or, once, why there can be no
/// snapshot.
static const char *take_snapshot(void) {
  const char *missing = mc_signals_keep_stack();
  missing = missing ? missing : mc_snapshot_protect();
  if (missing)
    return missing;
  if (!mc_system_calls_watch())
    return "this kernel does not allow Syscall User Dispatch";
  mc_snapshot_taken = true;
  mc_kept_write();
  main_thread.thread_pointer = (uint64_t)__builtin_thread_pointer();
  mc_stack_leave(&main_thread, mc_control_stack(), take);
  return NULL;
}

/// gcc's waits by system calls until the threads that it starts have begun: nobody would let them.
static void refuse_leak_sanitizer(void) {
  const char *module = mc_module_of((uintptr_t)mc_symbol("__lsan_init"));
  if (strstr(module, "liblsan.so"))
    mc_refuse("LeakSanitizer waits by system calls, which this kernel does not show: build the program "
              "without -fsanitize=leak");
}

void mc_end_with_parent(pid_t parent) {
  mc_sys(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (mc_sys(SYS_getppid) != parent)
    mc_sys(SYS_exit_group, 1);
}

void mc_become_worker(void) {
  mc_mode = MC_MODE_WORKER;
  mc_process->pid = (int32_t)mc_sys(SYS_getpid);
  mc_process->thread[0].tid = (uint32_t)mc_process->pid;
  mc_thread_block(mc_real_signal_mask()); // a system call may have blocked the runtime's signals
  mc_event_worker();
  if (!mc_uses_snapshots()) {
    if (!mc_system_calls_watch()) {
      refuse_leak_sanitizer();
      mc_system_calls_are_unseen();
    }
    begin_search_of_trace();
    return;
  }
  const char *missing = take_snapshot();
  if (missing) {
    mc_guard_open();
    mc_use_fork(missing);
  }
}
