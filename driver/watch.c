// driver/watch.c - see watch.h.
//
// The search runs in the program's processes; from here it is only looked at, every 50 ms at most:
// - A trace that uses CPU time and reaches no visible operation is first suspected of a busy wait,
//   then, after --trace-timeout, called endless. The runtime is told by a signal and judges itself.
// - A trace that neither uses CPU time nor ends is blocked in a system call: endless as well.
// - A process that does not react any more is killed.
#include "watch.h"
#include "processes.h"
#include "progress.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const uint64_t second = 1000000000, millisecond = 1000000;

/// What is known of the trace that runs now.
struct watched_trace {
  uint64_t serial;
  pid_t pid;
  uint64_t cpu_start, cpu_seen; ///< CPU time at its first sight, and at the last
  uint64_t wall_seen;           ///< when cpu_seen last changed
  uint64_t suspect_at;          ///< CPU time of the trace at which it is suspected (again)
  uint64_t endless_since;       ///< when the runtime was told that it is endless, 0: not yet
};

struct watch {
  struct launch *launch;
  const struct options *options;
  struct watched_trace trace;
  struct watch_end *end;
  uint64_t start;
  uint64_t stop_since; ///< when --timeout passed, 0: not yet
};

static volatile sig_atomic_t interrupts;

static void count_interrupt(int number) {
  (void)number;
  interrupts++;
}

static void wake_up(int number) { (void)number; } // ends the futex wait early

static void handle(int number, void (*handler)(int)) {
  struct sigaction old, action = {.sa_handler = handler};
  sigaction(number, NULL, &old);
  if (old.sa_handler != SIG_IGN || number == SIGCHLD)
    sigaction(number, &action, NULL);
}

static void wait_for_phase(struct mc_session *session, uint64_t longest) {
  uint32_t phase = session->phase;
  if (phase == MC_PHASE_DONE)
    return;
  struct timespec limit = {.tv_sec = 0, .tv_nsec = (long)longest};
  syscall(SYS_futex, &session->phase, FUTEX_WAIT, phase, &limit, NULL, 0);
}

//===- The trace ------------------------------------------------------------------------------===//

static pid_t process_of_trace(const struct launch *launch) {
  struct mc_session *session = launch->session;
  return session->phase == MC_PHASE_SEARCHING ? session->worker : launch->trunk;
}

static void begin_trace(struct watch *w, pid_t pid, uint64_t serial, uint64_t cpu) {
  // A process that we see for the first time has used all its time in this trace.
  uint64_t cpu_start = pid == w->trace.pid ? cpu : 0;
  w->trace = (struct watched_trace){.serial = serial,
                                    .pid = pid,
                                    .cpu_start = cpu_start,
                                    .cpu_seen = cpu,
                                    .wall_seen = wall_time(),
                                    .suspect_at = 100 * millisecond};
  w->launch->session->interrupt = MC_INTERRUPT_NONE;
}

static void interrupt_trace(struct watch *w, enum mc_interrupt reason) {
  if (w->launch->session->phase == MC_PHASE_START)
    return; // nobody would understand the signal
  w->launch->session->interrupt_serial = w->trace.serial;
  w->launch->session->interrupt = reason;
  kill(w->trace.pid, MC_SIGNAL_INTERRUPT);
}

/// Blocked in a system call, and not by a debugger or a busy machine; or its main thread has ended
/// behind the back of the C library and the others wait for it; or it has stopped itself.
static bool is_asleep(pid_t pid) {
  char state = process_state(pid);
  return state == 'S' || state == 'D' || state == 'Z' || state == 'T';
}

static bool is_endless(const struct watch *w, uint64_t cpu_used) {
  uint64_t limit = (uint64_t)(w->options->trace_timeout * (double)second);
  return cpu_used >= limit ||
         (wall_time() - w->trace.wall_seen >= limit && is_asleep(w->trace.pid));
}

static void kill_deaf(struct watch *w) {
  if (w->trace.pid == w->launch->trunk) {
    w->end->endless = true;
    w->end->killed = true;
  }
  kill(w->trace.pid, SIGKILL);
  w->trace.endless_since = UINT64_MAX;
}

static void watch_trace(struct watch *w) {
  struct mc_session *session = w->launch->session;
  struct watched_trace *trace = &w->trace;
  uint64_t serial = session->trace_serial, cpu;
  pid_t pid = process_of_trace(w->launch);
  if (!process_cpu_time(pid, &cpu))
    return;
  if (pid != trace->pid || serial != trace->serial)
    begin_trace(w, pid, serial, cpu);
  if (cpu - trace->cpu_seen >= millisecond) {
    trace->cpu_seen = cpu;
    trace->wall_seen = wall_time();
  }
  uint64_t used = cpu - trace->cpu_start;
  if (trace->endless_since) {
    if (trace->endless_since != UINT64_MAX && wall_time() - trace->endless_since > 2 * second)
      kill_deaf(w);
  } else if (is_endless(w, used)) {
    trace->endless_since = wall_time();
    interrupt_trace(w, MC_INTERRUPT_ENDLESS);
  } else if (used >= trace->suspect_at) {
    trace->suspect_at = 2 * used; // it may begin to wait after a long computation
    interrupt_trace(w, MC_INTERRUPT_SUSPECT);
  }
}

//===- The end --------------------------------------------------------------------------------===//

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
  if (!w->end->killed)
    keep_maps(w->launch);
  w->end->killed = true;
  kill(w->launch->trunk, SIGKILL);
}

/// --timeout: asks first, one second later at the next operation, then kills.
static void watch_timeout(struct watch *w, uint64_t now) {
  struct mc_session *session = w->launch->session;
  if (!w->options->given.timeout)
    return;
  if (!w->stop_since) {
    if (now - w->start < (uint64_t)(w->options->timeout * (double)second))
      return;
    w->stop_since = now;
    w->end->timed_out = true;
    session->stop = 1;
  }
  if (now - w->stop_since > 3 * second)
    kill_trunk(w);
  else if (now - w->stop_since > second)
    session->stop = 2;
}

static void watch_interrupts(struct watch *w) {
  if (!interrupts)
    return;
  if (!w->end->interrupted) {
    progress_clear();
    fprintf(stderr, "mcmini: ending after this trace; once more to kill it\n");
    w->end->interrupted = true;
    w->launch->session->stop = 1;
  }
  if (interrupts > 1)
    kill_trunk(w);
}

static bool trunk_is_gone(struct watch *w) {
  pid_t pid = waitpid(w->launch->trunk, &w->end->status, WNOHANG);
  return pid == w->launch->trunk || (pid < 0 && errno == ECHILD);
}

struct watch_end watch_search(struct launch *launch, const struct options *options) {
  struct watch_end end = {0};
  struct watch w = {.launch = launch, .options = options, .end = &end, .start = wall_time()};
  handle(SIGINT, count_interrupt);
  handle(SIGTERM, count_interrupt);
  handle(SIGHUP, count_interrupt);
  handle(SIGCHLD, wake_up);
  uint64_t pause = millisecond;
  for (;;) {
    wait_for_phase(launch->session, pause);
    pause = pause < 25 * millisecond ? 2 * pause : 50 * millisecond;
    uint64_t now = wall_time();
    end.seconds = (double)(now - w.start) / (double)second;
    if (launch->session->phase == MC_PHASE_DONE) {
      end.done = true;
      keep_maps(launch);
      break;
    }
    if (trunk_is_gone(&w))
      break;
    watch_trace(&w);
    watch_timeout(&w, now);
    watch_interrupts(&w);
    if (!options->quiet)
      progress_show(launch->session, end.seconds);
  }
  progress_clear();
  return end;
}
