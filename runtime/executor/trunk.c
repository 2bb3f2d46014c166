// runtime/executor/trunk.c - the trunk: it ran the program alone up to the first operation at which
// a second thread can exist; now it forks a worker for each trace and looks at how the worker
// ended.
//
// A worker runs one trace, or with a snapshot (snapshot.c) trace after trace. One that dies in the
// middle of a trace leaves that trace open: it runs again or, where the program itself ended the
// worker, the trunk ends it in the worker's place. A trace changes nothing in the search before its
// commit that it would not do again; where a worker dies in the middle of a commit, or leaves
// something broken, the search goes back to its last checkpoint, or begins anew with the guard up
// (state.h).
#include "executor.h"
#include "recovery.h"
#include "runtime/base/base.h"
#include "runtime/base/hang.h"
#include "runtime/debug/debug.h"
#include "runtime/detector/races.h"
#include "runtime/finding/finding.h"
#include "runtime/foreign/code_traps.h"
#include "runtime/memory/aliases.h"
#include "runtime/memory/memory.h"
#include "runtime/record/record.h"
#include "runtime/schedule/schedule.h"
#include "runtime/spinloop/busy_wait.h"
#include "runtime/spinloop/waiting.h"
#include "runtime/threads/threads.h"
#include "runtime/world/files.h"
#include "runtime/world/world.h"
#include <dlfcn.h>
#include <fcntl.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MAX_KILLS = 3 };      // in a row, from outside, before the search gives up
enum { SAMPLING_MS = 1000 }; // of `auto`, before its systematic search

_Static_assert((int)MC_ASKED_DFS == MC_DFS && (int)MC_ASKED_DPOR == MC_DPOR &&
                   (int)MC_ASKED_SOURCE == MC_SOURCE && (int)MC_ASKED_OPTIMAL == MC_OPTIMAL &&
                   (int)MC_ASKED_RANDOM == MC_RANDOM && (int)MC_ASKED_PCT == MC_PCT &&
                   (int)MC_ASKED_POS == MC_POS && (int)MC_ASKED_AUTO == MC_AUTO &&
                   (int)MC_ASKED_ALGORITHMS == MC_PROBE,
               "what the driver asks for is what the search has");
_Static_assert((int)MC_ASKED_AWAKE == MC_SLEEP_NONE && (int)MC_ASKED_PLAIN == MC_SLEEP_PLAIN &&
                   (int)MC_ASKED_CONDITIONAL == MC_SLEEP_CONDITIONAL &&
                   (int)MC_ASKED_NOBODY == MC_PREFER_NONE &&
                   (int)MC_ASKED_READERS == MC_PREFER_READERS &&
                   (int)MC_ASKED_WRITERS == MC_PREFER_WRITERS,
               "the same");

static uint64_t sampling_since; // ms

static void futex_publish(enum mc_phase phase) {
  atomic_store(&mc_session->phase, phase);
  mc_futex_wake((const volatile uint32_t *)&mc_session->phase, 1);
}

static uint64_t nanoseconds(void) {
  struct timespec now;
  mc_sys(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t mc_milliseconds(void) { return nanoseconds() / 1000000; }

static void publish_stats(void) {
  mc_session->observed.stats = mc_shared->stats;
  mc_session->observed.stats.ticks = mc_ticks() - mc_shared->stats.ticks;
  mc_session->observed.stats.nanoseconds = nanoseconds() - mc_shared->stats.nanoseconds;
}

_Noreturn void mc_trunk_done(enum mc_end end) {
  mc_undo_all();
  mc_session_write();
  publish_stats();
  mc_lint_end();
  mc_record_counts();
  mc_session_done(end);
  for (;;)
    mc_sys(SYS_pause);
}

void mc_refuse(const char *why) {
  mc_guard_open();
  mc_session_write();
  mc_session->refused = mc_record_string(why);
  if (mc_mode == MC_MODE_TRUNK)
    mc_trunk_done(MC_END_REFUSED);
  mc_abandon_trace(MC_END_REFUSED);
}

/// True some hundred times a second at most: what needs the clock is done then.
static bool is_time_to_look(void) {
  enum { TICKS = 1 << 24 }; // of the time stamp counter
  const uint64_t now = __builtin_ia32_rdtsc();
  if (now - mc_shared->looked < TICKS)
    return false;
  mc_shared->looked = now;
  return true;
}

/// What random schedules have shown stays shown when the search learns what it must see.
static bool is_random(void) {
  const struct mc_config *c = &mc_session->config;
  return c->algorithm >= MC_RANDOM && !c->replaying;
}

/// `goes_on`: its random schedules come after those of the last one.
static void new_search(bool goes_on) {
  const struct mc_config *c = &mc_session->config;
  const bool has_sampled = goes_on && c->algorithm == MC_AUTO && !mc_search_is_sampling(mc_shared->search);
  const struct mc_search_counts before =
      goes_on ? *mc_search_counts(mc_shared->search) : (struct mc_search_counts){0};
  const struct mc_search_config config = {
      .algorithm = c->replaying         ? MC_DFS
                   : mc_session->source ? MC_SOURCE
                                        : (enum mc_algorithm)c->algorithm,
      .sleep_sets = c->replaying ? MC_SLEEP_NONE : (enum mc_sleep_sets)c->sleep_sets,
      .races = c->races != MC_RACES_OFF,
      .max_depth = c->max_depth,
      .max_depth_per_thread = c->max_depth_per_thread,
      .bound = c->replaying            ? MC_UNBOUNDED
               : c->bounds_preemptions ? MC_PREEMPTIONS
               : c->bounds_delays      ? MC_DELAYS
                                       : MC_UNBOUNDED,
      .starvation = c->replaying ? 0 : c->starvation,
      .most = c->bounds_delays ? c->delays : c->preemptions,
      .fair = mc_session->fair,
      .seed = c->seed,
      .pct_depth = c->pct_depth,
      .estimates = c->estimates && !c->replaying,
      .before = goes_on ? &before : NULL,
      .has_sampled = has_sampled,
  };
  struct mc_arena *arena = &mc_shared->arena;
  memset(arena->base, 0, arena->used);
  arena->used = 0;
  struct mc_search *search = mc_search_new(arena, &config);
  MC_CHECK(search);
  if (mc_shared->search != search) { // most often it lies where the last one did
    mc_tables_write();
    mc_shared->search = search;
  }
  if (has_sampled)
    mc_keep_samples();
  else if (!goes_on)
    mc_keep_races();
  mc_session->racy_visible = mc_session->racy_count;
  if (mc_shared->known_overlaps != mc_shared->overlaps) {
    mc_tables_write();
    mc_shared->known_overlaps = mc_shared->overlaps;
  }
  mc_shared->goes_on = mc_shared->has_gone_on = mc_shared->went_on = mc_shared->recorded_early = 0;
  if (goes_on)
    return;
  memset(&mc_session->counts, 0, sizeof mc_session->counts);
  mc_shared->executed.kinds = 0;
  memset(&mc_shared->leaked, 0, sizeof mc_shared->leaked);
  mc_shared->order = 0;
  mc_session->saved.number = 0;
  sampling_since = mc_milliseconds();
}

static bool has_exited(void) {
  const uint32_t steps = mc_shared->steps;
  return steps && mc_shared->step[steps - 1].operation.flags & MC_PROCESS_EXIT;
}

// The worker ended in the middle of its trace. True: the trace must run again.
static bool bury(int status, unsigned *kills) {
  struct mc_finding_details d = {.thread = (mc_thread)mc_shared->current, .has_died = true};
  char text[100];
  if (mc_shared->in_runtime)
    mc_forbidden_worker(status);
  if (mc_shared->in_runtime && !(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))
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

static bool limit_reached(void) {
  const uint64_t limit = mc_session->config.max_traces;
  const struct mc_search_counts *counts = mc_search_counts(mc_shared->search);
  return limit && counts->sampled + mc_traces_of(counts) >= limit &&
         !mc_search_goes_on(mc_shared->search);
}

static void begin_search(bool goes_on) {
  mc_checkpoint_forget();
  new_search(goes_on);
}

/// The search is complete: is there to be another one?
static bool search_again(void) {
  if (++mc_shared->searches >= mc_session->config.repeat)
    return false;
  mc_session_write();
  new_search(false); // a checkpoint of the last one is as good
  return true;
}

/// Sets `*end` where the search is over.
static bool is_over(enum mc_end *end) {
  if (mc_session->fault)
    *end = MC_END_FAULT;
  else if (mc_shared->ended)
    *end = (enum mc_end)(mc_shared->ended - 1);
  else if (mc_recovery_is_over())
    *end = MC_END_NONDETERMINISTIC;
  else if (mc_search_done(mc_shared->search) && !search_again())
    *end = MC_END_COMPLETE;
  else if (limit_reached())
    *end = MC_END_MAX_TRACES;
  else if (mc_session->config.replaying && mc_session->counts.traces[MC_COMPLETED])
    *end = MC_END_COMPLETE;
  else if (atomic_load(&mc_session->stop))
    *end = MC_END_STOPPED;
  else
    return false;
  return true;
}

const struct mc_thread_kind *mc_thread_kind = &mc_kernel_threads;

static bool has_sanitizer(void) {
  return mc_symbol("__asan_init") || mc_symbol("__msan_init");
}

// User-level threads wherever nothing speaks against them.
static void choose_threads(void) {
  struct mc_observed *observed = &mc_session->observed;
  const bool asked = mc_session->config.kernel_threads;
  const char *missing = asked || observed->kernel_threads ? NULL : mc_user_threads.prepare();
  if (missing)
    observed->kernel_threads = mc_record_string(missing);
  if (observed->kernel_threads)
    mc_donors_dismiss();
  mc_thread_kind = asked || observed->kernel_threads ? &mc_kernel_threads : &mc_user_threads;
}

// Traces share the offsets and flags of what was open before: each begins where the first did. Output is
// not put back.
enum { MAX_FILES = 64 };
static struct {
  int fd;
  long offset, flags;
} file[MAX_FILES];
static unsigned files;

static void note_offsets(void) {
  struct stat info;
  for (int fd = 0; fd < 256 && files < MAX_FILES; fd++) {
    if (mc_sys(SYS_fstat, fd, &info) || mc_output_is_users(&info))
      continue;
    file[files].fd = fd;
    file[files].offset = mc_sys(SYS_lseek, fd, 0, SEEK_CUR);
    file[files++].flags = mc_sys(SYS_fcntl, fd, F_GETFL);
  }
}

static void put_offsets_back(void) {
  for (unsigned i = 0; i < files; i++) {
    if (file[i].offset >= 0)
      mc_sys(SYS_lseek, file[i].fd, file[i].offset, SEEK_SET);
    if (mc_sys(SYS_fcntl, file[i].fd, F_GETFL) != file[i].flags)
      mc_sys(SYS_fcntl, file[i].fd, F_SETFL, file[i].flags);
  }
}

void mc_trunk_start(void) {
  mc_checkpoint_start();
  mc_recovery_start();
}

static int stop_unwinding(void *context, void *argument) {
  (void)context, (void)argument;
  return 4; // _URC_NORMAL_STOP
}

// pthread_exit and exceptions would load the unwinder in every trace, and would make its own
// pthread_once an operation of the program.
static void prepare_unwinder(void) {
  void *library = dlopen("libgcc_s.so.1", RTLD_NOW | RTLD_GLOBAL);
  int (*backtrace)(int (*)(void *, void *), void *) =
      library ? dlsym(library, "_Unwind_Backtrace") : NULL;
  const mc_thread self = mc_self_;
  if (!backtrace)
    return;
  mc_self_ = MC_NO_THREAD;
  backtrace(stop_unwinding, NULL);
  mc_self_ = self;
}

static void run_once(void) {
  mc_record_modules();
  mc_real("_Fork");
  prepare_unwinder();
  mc_processors_use_one();
  note_offsets();
  mc_undo_begin_search();
  mc_output_prepare();
  if (!mc_session->config.kernel_threads && has_sanitizer())
    mc_session->observed.kernel_threads = mc_record_string("the program has a sanitizer");
  mc_rules_start();
  mc_races_start();
  mc_aliases_look();
  mc_shared_memory_start();
  mc_await_start();
  if (!has_sanitizer()) // one may keep local variables elsewhere
    mc_recognise_start();
  mc_repetition_start();
  mc_recovery_note();
}

//===- From trace to trace --------------------------------------------------------------------===//

static bool uses_snapshots(void) {
  const struct mc_config *c = &mc_session->config;
  return !c->fork && !c->replaying && c->output_fd >= 0 && !mc_session->observed.fork &&
         mc_thread_kind == &mc_user_threads && mc_session->place_count == 0 && !mc_signals_used() &&
         !mc_shared->libc_watch.is_on;
}

static void end_sampling_in_time(void) {
  if (mc_milliseconds() - sampling_since >= SAMPLING_MS)
    mc_search_end_sampling(mc_shared->search);
}

static void put_files_back(void) {
  mc_undo_trace();
  put_offsets_back();
  if (!mc_undo_has_failed())
    return;
  if (mc_mode == MC_MODE_TRUNK)
    mc_trunk_done(MC_END_OUTSIDE);
  mc_shared->ended = 1 + MC_END_OUTSIDE;
  mc_sys(SYS_exit_group, 0);
}

static void open_trace(void) {
  if (mc_system_calls_to_undo())
    put_files_back();
  mc_shared_memory_put_back();
  mc_shared->steps = mc_shared->repeated = 0;
  mc_shared->current = 0;
  mc_shared->trace_open = 1;
  mc_shared->in_runtime = 1; // the worker before may have died outside
  mc_progress();
  mc_shared->findings = mc_session->finding_count;
  mc_shared->new_output = 0;
  atomic_fetch_add(&mc_session->trace_serial, 1);
}

static void close_trace(void) {
  const uint32_t before = mc_shared->findings, now = mc_session->finding_count;
  mc_output_settle(before < now ? before : now);
  if (mc_is_enough_found() && !mc_shared->ended)
    mc_shared->ended = 1 + MC_END_FINDING;
}

static void begin_search_of_trace(void) {
  mc_search_begin(mc_shared->search, &mc_process->model);
  const bool aside = mc_search_part(mc_shared->search) != MC_PART_SEARCH;
  mc_shared->step = mc_shared->log + (aside ? mc_log_length() : 0);
}

void mc_worker_close_trace(void) {
  enum mc_end end;
  if (mc_session->finding_count > mc_shared->findings || mc_shared->new_output) {
    close_trace();
    mc_snapshot_forget_levels(); // their output was cut off
  }
  if (is_over(&end))
    mc_sys(SYS_exit_group, 0);
  if (!is_time_to_look())
    return;
  if (mc_shared_memory_is_with_child()) // the next worker asks anew
    mc_sys(SYS_exit_group, 0);
  mc_publish_counts();
  end_sampling_in_time();
  if (mc_milliseconds() >= mc_checkpoint_due())
    mc_checkpoint_save();
}

void mc_worker_open_trace(void) {
  open_trace();
  begin_search_of_trace();
}

void mc_worker_go_on(uint32_t depth, uint32_t current, uint64_t output_end) {
  mc_shared->steps = mc_shared->repeated = depth;
  mc_shared->current = current;
  if (mc_shared->has_written)
    mc_sys(SYS_ftruncate, mc_session->config.output_fd, output_end);
  mc_shared->has_written = output_end > mc_shared->output_start;
}

static void become_worker(void) {
  mc_sys(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  mc_mode = MC_MODE_WORKER;
  mc_process->pid = (int32_t)mc_sys(SYS_getpid);
  mc_process->thread[0].tid = (uint32_t)mc_process->pid;
  mc_thread_block(mc_real_signal_mask()); // a system call may have blocked the runtime's signals
  mc_signals_worker();
  mc_output_hold();
  mc_races_worker();
  mc_guard_worker();
  mc_libc_watch_worker();
  mc_shared_memory_worker();
  if (!uses_snapshots()) {
    if (!mc_system_calls_watch())
      mc_system_calls_are_unseen();
    begin_search_of_trace();
    return;
  }
  const char *missing = mc_snapshot_take();
  if (missing) {
    mc_guard_open();
    mc_use_fork(missing);
  }
}

// The debugger's process is the only one; it has the break points.
static void become_debugged_worker(void) {
  choose_threads();
  mc_shared_memory_ask();
  open_trace();
  become_worker();
  mc_gdb_begins();
}

static pid_t start_worker(pid_t (*fork_worker)(void)) {
  choose_threads();
  end_sampling_in_time();
  mc_shared->output_start = mc_output_size();
  if (!uses_snapshots() || !mc_checkpoint_due())
    mc_checkpoint_save();
  mc_shared_memory_ask();
  open_trace();
  atomic_store(&mc_session->interrupt, MC_INTERRUPT_NONE);
  mc_code_traps_settle();
  mc_shared->stats.processes++;
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
  if (mc_shared->goes_on && mc_shared->trace_open) { // it died, after a failure
    mc_shared->goes_on = 0;
    mc_shared->went_on++;
    mc_shared->again = mc_shared->has_gone_on = 1;
  }
  if (mc_shared->again) {
    mc_shared->again = 0;
    if (mc_shared->recorded_early)
      mc_forget_failure();
    mc_shared->recorded_early = 0;
    return true;
  }
  const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  // Inside the scheduler a frame of the search or a step of the log may be half written.
  if (mc_shared->committing || (mc_shared->trace_open && mc_shared->in_runtime && killed)) {
    mc_checkpoint_go_back();
    return ++*kills <= MAX_KILLS;
  }
  return mc_shared->trace_open && !mc_shared->ended && bury(status, kills);
}

void mc_start_search(void) {
  pid_t (*fork_worker)(void) = mc_real("_Fork");
  static unsigned kills; // survives a jump
  enum mc_end end;
  mc_session_write();
  mc_forbidden_check();
  mc_policies_check();
  mc_signals_trunk();
  run_once();
  mc_guard_open(); // dlopen may have called what we interpose, and that closes it
  mc_session_write();
  mc_session->observed.trunk_output = mc_output_size();
  mc_code_traps_set();
  begin_search(false);
  mc_shared->stats = (struct mc_stats){.ticks = mc_ticks(), .nanoseconds = nanoseconds()};
  futex_publish(MC_PHASE_SEARCHING);
  if (mc_session->config.debugging) {
    become_debugged_worker();
    return;
  }
  if (__builtin_setjmp(mc_recovery_point)) {
    mc_recovery_begin();
    begin_search(false);
  }
  for (;;) {
    const uint64_t serial = atomic_load(&mc_session->trace_serial);
    const pid_t worker = start_worker(fork_worker);
    if (worker == 0) {
      become_worker();
      return;
    }
    const int status = wait_for_worker(worker);
    mc_hang("trunk", atomic_load(&mc_session->trace_serial) >= 3);
    bool anew = mc_recovery_is_needed(status);
    if (anew)
      mc_recovery_begin();
    if (anew || mc_recovery_doubts(&anew)) {
      if (anew)
        begin_search(false);
      mc_output_show(false);
      continue;
    }
    if (mc_session->fault)
      mc_trunk_done(MC_END_FAULT);
    if (atomic_load(&mc_session->trace_serial) > serial + 2)
      kills = 0; // there was progress
    if (!mc_shared->restart && runs_again(status, &kills)) {
      mc_output_settle(mc_shared->findings);
      mc_output_show(false);
      continue;
    }
    if (kills > MAX_KILLS)
      mc_trunk_done(MC_END_KILLED);
    mc_output_show(!mc_shared->restart);
    if (mc_shared->restart) {
      mc_shared->restart = 0;
      mc_busy_wait_breakpoints();
      begin_search(is_random());
    }
    close_trace();
    mc_publish_counts();
    if (is_over(&end))
      mc_trunk_done(end);
  }
}
