// driver/watch.c - see watch.h.
//
// The search runs in the program's processes; from here it is only looked at, every 50 ms at most:
// - A trace that uses CPU time and reaches no visible operation is first suspected of a busy wait,
//   then, after --trace-timeout, called endless. The runtime is told by a signal and judges itself.
// - A trace that neither uses CPU time nor ends is blocked in a system call: endless as well.
// - A process that does not react any more is killed.
// - The runtime that makes no step, and lets the program make none, is an internal fault. It says
//   itself when it runs, so the time is not the program's.
// A process that is stopped, from outside or by a debugger, uses no time.
#include "watch.h"
#include "automatic.h"
#include "diagnose.h"
#include "code_answer.h"
#include "input.h"
#include "interrupts.h"
#include "processes.h"
#include "progress.h"
#include "work.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const uint64_t second = 1000000000, millisecond = 1000000;

/// What is known of the trace that runs now.
struct watched_trace {
  uint64_t serial;
  pid_t pid;
  uint64_t cpu;        ///< CPU time of the process at the last look
  uint64_t used;       ///< of it, by the trace, outside of the runtime
  uint64_t asleep;     ///< for so long it has used none
  uint64_t suspect_at; ///< `used` at which it is suspected (again)
  uint64_t endless;    ///< for so long the runtime has known that it is, or DEAF
  uint64_t heard;      ///< knocks after which the runtime could not say yet whether it is
  bool is_endless;     ///< the runtime was told
};
static const uint64_t DEAF = UINT64_MAX;

/// What is known of the runtime, while it runs and makes no step.
struct watched_runtime {
  pid_t pid;
  uint64_t progress; ///< as it was in all looks
  uint64_t spent;    ///< CPU time, or time asleep
  uint64_t told;     ///< for so long it has known
  bool is_told;
};

struct watch {
  struct launch *launch;
  const struct options *options;
  struct watched_trace trace;
  struct watched_runtime runtime;
  struct watch_end *end;
  uint64_t start;
  uint64_t look;       ///< when the last look was
  uint64_t passed;     ///< from the look before to this one: see elapsed
  uint64_t stop_since; ///< when --timeout passed, or an interrupt came; 0: not yet
  uint64_t killed_at;  ///< when the trunk was killed, 0: not yet
  uint64_t stopped;    ///< for so long the process has been stopped
};

static void wake_up(int number) { (void)number; } // ends the futex wait early

/// Or until the runtime asks something.
static void wait_for_phase(const struct launch *launch, uint64_t longest) {
  struct mc_session *session = launch->session;
  uint32_t phase = session->phase;
  if (phase == MC_PHASE_DONE || code_is_asked(launch))
    return;
  struct timespec limit = {.tv_sec = 0, .tv_nsec = (long)longest};
  syscall(SYS_futex, &session->phase, FUTEX_WAIT, phase, &limit, NULL, 0);
}

/// Since the last look. The command itself may have been stopped meanwhile, with all others.
static uint64_t elapsed(struct watch *w, uint64_t now) {
  const uint64_t passed = w->look ? now - w->look : 0;
  w->look = now;
  return passed < second / 4 ? passed : second / 4;
}

//===- The trunk's death ----------------------------------------------------------------------===//

/// While the trunk is there.
static void keep_maps(struct launch *launch) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/maps", (int)launch->trunk);
  FILE *file = fopen(path, "re");
  size_t capacity = 0;
  free(launch->maps);
  launch->maps = NULL;
  ssize_t size = file ? getdelim(&launch->maps, &capacity, '\0', file) : 0;
  launch->maps_size = size > 0 ? (size_t)size : 0;
  if (file)
    fclose(file);
}

static void kill_trunk(struct watch *w) {
  if (!w->killed_at) {
    keep_maps(w->launch);
    w->killed_at = w->look;
  }
  w->end->killed = true;
  kill(w->launch->trunk, SIGKILL);
}

/// A process that is killed ends only where it gets a processor, and is in no uninterruptible wait.
static bool is_given_up(const struct watch *w) {
  return w->killed_at && w->look - w->killed_at > second / 4;
}

//===- The trace ------------------------------------------------------------------------------===//

/// The session's numbers are believed only of processes that are ours.
static pid_t process_of_trace(const struct launch *launch) {
  const struct mc_session *session = launch->session;
  const pid_t worker = session->phase == MC_PHASE_SEARCHING ? session->worker : 0;
  return worker && process_parent(worker) == launch->trunk ? worker : launch->trunk;
}

/// The trunk then runs nothing of the program's.
static bool is_between_workers(const struct watch *w, pid_t pid) {
  return w->launch->session->phase == MC_PHASE_SEARCHING && pid == w->launch->trunk;
}

static void begin_trace(struct watch *w, pid_t pid, uint64_t serial, uint64_t cpu) {
  // A worker that we see for the first time has used all its time in this trace.
  const uint64_t used = pid == w->trace.pid || is_between_workers(w, pid) ? 0 : cpu;
  w->trace = (struct watched_trace){
      .serial = serial, .pid = pid, .cpu = cpu, .used = used, .suspect_at = 100 * millisecond};
  w->launch->session->interrupt = MC_INTERRUPT_NONE;
}

static void interrupt_trace(struct watch *w, enum mc_interrupt reason, uint64_t serial) {
  if (w->launch->session->phase == MC_PHASE_START)
    return; // nobody would understand the signal
  w->launch->session->interrupt_serial = serial;
  w->launch->session->interrupt = reason;
  kill(w->trace.pid, MC_SIGNAL_INTERRUPT);
}

/// Blocked in a system call, and not by a debugger, who has stopped it, or a busy machine; or its
/// main thread has ended behind the back of the C library and the others wait for it.
static bool is_asleep(pid_t pid) {
  char state = process_state(pid);
  return state == 'S' || state == 'D' || state == 'Z';
}

static bool is_endless(const struct watch *w) {
  uint64_t limit = (uint64_t)(w->options->trace_timeout * (double)second);
  return w->trace.used >= limit || w->trace.asleep >= limit;
}

static void kill_deaf(struct watch *w) {
  if (w->trace.pid == w->launch->trunk) {
    w->end->endless = true;
    kill_trunk(w);
  } else {
    kill(w->trace.pid, SIGKILL);
  }
  w->trace.endless = DEAF;
}

/// `spent`: CPU time since the last look.
static void watch_trace(struct watch *w, uint64_t spent) {
  struct watched_trace *trace = &w->trace;
  trace->used += spent;
  if (spent >= millisecond || !is_asleep(trace->pid))
    trace->asleep = 0;
  else
    trace->asleep += w->passed;
  const uint64_t heard = w->launch->session->heard;
  const bool asks_again = trace->is_endless && heard != trace->heard;
  if (asks_again || (!trace->is_endless && is_endless(w))) {
    trace->is_endless = true;
    trace->heard = heard;
    trace->endless = 0;
    interrupt_trace(w, MC_INTERRUPT_ENDLESS, trace->serial);
  } else if (trace->is_endless) {
    if (trace->endless != DEAF && (trace->endless += w->passed) > 2 * second)
      kill_deaf(w);
  } else if (trace->used >= trace->suspect_at) {
    trace->suspect_at = 2 * trace->used; // it may begin to wait after a long computation
    interrupt_trace(w, MC_INTERRUPT_SUSPECT, trace->serial);
  }
}

//===- The runtime ----------------------------------------------------------------------------===//

static void watch_runtime(struct watch *w, uint64_t spent) {
  enum { LIMIT = 10, PATIENCE = 2 }; // seconds
  struct watched_runtime *r = &w->runtime;
  // Nothing moves in a process that waits for one of its own threads, or for its worker.
  r->spent += spent >= millisecond ? spent : process_waits_for_itself(r->pid) ? w->passed : 0;
  r->told += r->is_told ? w->passed : 0;
  if (r->told > PATIENCE * second) {
    w->end->stuck = true;
  } else if (!r->is_told && r->spent >= LIMIT * second) {
    r->is_told = true;
    interrupt_trace(w, MC_INTERRUPT_STUCK, r->progress);
  }
}

/// Stopped from outside, or by a system call that McMini has not seen: nothing else would tell.
static void tell_of_stop(struct watch *w, pid_t pid) {
  const bool is_stopped = process_state(pid) == 'T';
  w->stopped = is_stopped ? w->stopped + w->passed : 0;
  if (w->stopped < second || w->stopped - w->passed >= second)
    return;
  progress_clear();
  fprintf(stderr, "mcmini: the program is stopped; kill -CONT %d lets it go on\n", (int)pid);
}

/// Whose time is it that has passed: the program's, or the runtime's that makes no step?
static void watch_process(struct watch *w) {
  const struct mc_session *session = w->launch->session;
  const uint64_t serial = session->trace_serial, progress = session->progress;
  const pid_t pid = process_of_trace(w->launch);
  uint64_t cpu;
  if (!process_cpu_time(pid, &cpu))
    return;
  if (pid != w->trace.pid || serial != w->trace.serial)
    begin_trace(w, pid, serial, cpu);
  const uint64_t spent = cpu - w->trace.cpu;
  w->trace.cpu = cpu;
  if (!spent)
    tell_of_stop(w, pid);
  const bool runtime_runs = progress % 2 || is_between_workers(w, pid);
  if (runtime_runs && pid == w->runtime.pid && progress == w->runtime.progress) {
    watch_runtime(w, spent);
    return;
  }
  w->runtime = (struct watched_runtime){.pid = pid, .progress = progress};
  if (!is_between_workers(w, pid))
    watch_trace(w, spent);
}

/// Each worker of a divided search has a trunk and a session of its own.
static void watch_workers(struct watch *w) {
  static struct launch seat[MC_MOST_JOBS];
  static struct watch of[MC_MOST_JOBS];
  const uint32_t workers = work_divided(w->launch->session);
  for (uint32_t i = 0; i < workers; i++) {
    seat[i].session = mc_session_of(w->launch->session, i);
    seat[i].trunk = seat[i].session->trunk;
    if (process_parent(seat[i].trunk) != w->launch->trunk)
      continue;
    of[i].launch = &seat[i];
    of[i].options = w->options;
    of[i].end = w->end;
    of[i].look = w->look;
    of[i].passed = w->passed;
    seat[i].session->stop = w->launch->session->stop;
    watch_process(&of[i]);
  }
}

//===- The end --------------------------------------------------------------------------------===//

static void watch_timeout(struct watch *w, uint64_t now) {
  if (!w->options->given.timeout || w->end->timed_out ||
      now - w->start < (uint64_t)(w->options->timeout * (double)second))
    return;
  w->end->timed_out = true;
  if (!w->stop_since)
    w->stop_since = now;
}

static void watch_interrupts(struct watch *w, uint64_t now) {
  if (!interrupts())
    return;
  if (!w->end->interrupted) {
    progress_clear();
    fprintf(stderr, "mcmini: ending after this trace, or in two seconds; once more to kill it\n");
    w->end->interrupted = true;
  }
  if (!w->stop_since)
    w->stop_since = now;
  if (interrupts() > 1)
    kill_trunk(w);
}

/// Where nothing can be kept of it, the search ends.
static void watch_journal(struct watch *w, uint64_t now) {
  w->end->unkept = work_unwritten() ? work_unwritten() : work_refused();
  if (w->end->unkept && !w->stop_since)
    w->stop_since = now;
}

/// Asks first, then at the next operation, then kills: what is known is to be told not more than
/// two seconds after --timeout, and after an interrupt in which a trace has that long to end.
static void watch_stop(struct watch *w, uint64_t now) {
  enum { REVIEW = 5 }; // seconds
  const uint64_t patience = w->end->timed_out ? second : 2 * second;
  if (!w->stop_since)
    return;
  const uint64_t passed = now - w->stop_since;
  if (work_reviews(w->launch->session) && passed < patience + REVIEW * second) {
    w->launch->session->stop = 1; // what was found is about to be known
    return;
  }
  w->launch->session->stop = passed > patience / 2 ? 2 : 1;
  if (passed > patience)
    kill_trunk(w);
}

static bool trunk_is_gone(struct watch *w) {
  pid_t pid = waitpid(w->launch->trunk, &w->end->status, WNOHANG);
  if (pid > 0 && WIFSTOPPED(w->end->status)) { // it asks to be traced by its parent, which is no debugger
    ptrace(PTRACE_DETACH, pid, NULL, WSTOPSIG(w->end->status));
    return false;
  }
  return pid == w->launch->trunk || (pid < 0 && errno != EINTR);
}

static void show_progress(const struct mc_session *session, double seconds) {
  const struct view_counts counts = view_counts(session);
  progress_show(&counts,
                session->phase <= MC_PHASE_TRUNK ? PROGRESS_ALONE
                : session->config.explaining     ? PROGRESS_EXPLAINS
                                                 : PROGRESS_SEARCHES,
                seconds);
}

struct watch_end watch_search(struct launch *launch, const struct options *options) {
  struct watch_end end = {0};
  struct watch w = {.launch = launch, .options = options, .end = &end, .start = wall_time()};
  const struct sigaction action = {.sa_handler = wake_up};
  sigaction(SIGCHLD, &action, NULL);
  progress_begin(options);
  work_start(launch->session, launch->journal);
  uint64_t pause = millisecond;
  for (uint32_t before = MC_PHASE_START;;) {
    wait_for_phase(launch, pause);
    code_answer(launch);
    pause = pause < 25 * millisecond ? 2 * pause : 50 * millisecond;
    uint64_t now = wall_time();
    end.seconds = (double)(now - w.start) / (double)second;
    const uint32_t phase = launch->session->phase;
    end.overwritten = phase < before || phase > MC_PHASE_DONE;
    end.done = phase == MC_PHASE_DONE;
    before = phase;
    if (end.done || end.overwritten) {
      keep_maps(launch);
      break;
    }
    if (trunk_is_gone(&w) || interrupts_have_quit() || input_is_missed())
      break;
    w.passed = elapsed(&w, now);
    if (work_divided(launch->session))
      watch_workers(&w);
    else
      watch_process(&w);
    if (end.stuck) {
      keep_maps(launch);
      break;
    }
    watch_timeout(&w, now);
    watch_interrupts(&w, now);
    watch_journal(&w, now);
    watch_stop(&w, now);
    if (is_given_up(&w))
      break;
    automatic_look(launch, options, end.seconds);
    if (!options->quiet)
      show_progress(launch->session, end.seconds);
  }
  progress_clear();
  work_stop();
  automatic_end();
  const uint32_t missed = end.killed ? work_missed(launch->session) : 0;
  if (missed)
    warn("--jobs: %u finding%s cannot be shown: the search was killed before the traces that have "
         "met it were made again",
         missed, plural(missed));
  end.unkept = work_unwritten();
  if (launch->session->config.jobs && !options->divides_itself && *mc_work_of(launch->session)->why)
    warn("--%s: the search has one worker%s: %.*s", options->journal ? "journal" : "jobs",
         options->journal ? ", and nothing is kept" : "", MC_WORK_WHY,
         mc_work_of(launch->session)->why);
  return end;
}
