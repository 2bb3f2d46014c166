// runtime/executor/divide_trunks.c - the trunks of a divided search: see divide.c. The first one
// forks those of the workers, makes one that was killed again, and has the result.
#include "divide.h"
#include "executor.h"
#include "runtime/base/descriptors.h"
#include "runtime/base/maps.h"
#include "runtime/memory/copies.h"
#include "runtime/memory/hand_over.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/world/world.h"
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>

enum {
  FIRST_TRACES = 1000, ///< the first trunk runs so many alone
  MOST_DEATHS = 1000,
  MOST_LESSONS = 50,
};

static struct {
  bool is_over; ///< the search is not to be divided, or was
  pid_t trunk[MC_MOST_JOBS];
  int output[MC_MOST_JOBS];
  uint32_t deaths, lessons;
} first MC_KEPT; // the first trunk's

/// Of the search.
static uint32_t all_workers(void) { return atomic_load(&mc_work()->jobs); }

//===- A worker's trunk -----------------------------------------------------------------------===//

/// The worker's output is not that of others.
static bool take_output(int output) {
  const int fd = mc_session->config.output_fd;
  struct stat own, of;
  if (mc_sys(SYS_fstat, fd, &own))
    return false;
  for (int i = 1; i <= 2; i++)
    if (!mc_sys(SYS_fstat, i, &of) && of.st_ino == own.st_ino && of.st_dev == own.st_dev)
      mc_sys(SYS_dup3, output, i, 0);
  return mc_sys(SYS_dup3, output, fd, O_CLOEXEC) >= 0;
}

enum { FIRST_OF_OURS = 896 }; // descriptors

/// A file or folder that the program has open: who reads it moves an offset.
static bool has_offset(long fd, struct stat *info) {
  struct stat output;
  return !mc_sys(SYS_fstat, fd, info) && (S_ISREG(info->st_mode) || S_ISDIR(info->st_mode)) &&
         (mc_sys(SYS_fstat, mc_session->config.output_fd, &output) ||
          output.st_ino != info->st_ino || output.st_dev != info->st_dev);
}

/// Opens it anew, with an offset of its own.
static bool open_again(int fd) {
  char path[40];
  const long flags = mc_sys(SYS_fcntl, fd, F_GETFL), offset = mc_sys(SYS_lseek, fd, 0, SEEK_CUR),
             more = mc_sys(SYS_fcntl, fd, F_GETFD);
  mc_format(path, sizeof path, "/proc/self/fd/%d", fd);
  const long own = flags < 0 ? flags : mc_sys(SYS_open, path, flags, 0);
  if (own < 0)
    return false;
  const bool done = mc_sys(SYS_lseek, own, offset, SEEK_SET) == offset &&
                    mc_sys(SYS_dup3, own, fd, more & FD_CLOEXEC ? O_CLOEXEC : 0) == fd;
  mc_sys(SYS_close, own);
  return done;
}

static bool take_files(void) {
  struct stat info;
  int fd[MC_MOST_DESCRIPTORS];
  const unsigned count = mc_descriptors(fd);
  for (unsigned i = 0; i < count && fd[i] < FIRST_OF_OURS; i++)
    if (has_offset(fd[i], &info) && !open_again(fd[i]))
      return false;
  return true;
}

/// Two descriptors may have one offset.
static bool share_offsets(void) {
  struct stat one, other;
  int fd[MC_MOST_DESCRIPTORS];
  const unsigned count = mc_descriptors(fd);
  for (unsigned i = 0; i < count && fd[i] < FIRST_OF_OURS; i++)
    for (unsigned k = 0; k < i && has_offset(fd[i], &one); k++)
      if (has_offset(fd[k], &other) && one.st_ino == other.st_ino && one.st_dev == other.st_dev)
        return true;
  return false;
}

static void become_trunk_of(uint32_t worker) {
  const uint32_t all = all_workers();
  mc_end_with_parent(mc_session->trunk);
  if (!mc_copies_make() || !take_output(first.output[worker]) || !take_files())
    mc_sys(SYS_exit_group, 1);
  mc_copies_take_session((uintptr_t)mc_session_of(mc_session, worker));
  for (uint32_t w = 0; w < all; w++)
    mc_sys(SYS_close, first.output[w]);
  mc_processors_use(worker);
  mc_process->pid = (int32_t)mc_sys(SYS_getpid);
  mc_shared->division.workers = all;
  mc_shared->division.worker = worker;
  mc_shared->division.since = mc_shared->division.claimed = mc_milliseconds();
  atomic_store(&mc_session->trunk, mc_process->pid);
  atomic_store(&mc_session->worker, 0);
  mc_work_mailbox()->classes = 0;
  mc_work_makes_samples();
  mc_work_begin_stats();
  mc_notes_begin();
}

static void start_trunk(uint32_t worker, pid_t (*fork_process)(void)) {
  const pid_t pid = fork_process();
  if (pid == 0)
    become_trunk_of(worker);
  else
    first.trunk[worker] = pid;
}

//===- The first trunk ------------------------------------------------------------------------===//

static bool has_first_traces(void) {
  return mc_traces_of(mc_search_counts(mc_shared->tables.search)) >= FIRST_TRACES;
}

void mc_division_fixes(void) {
  if (mc_session->config.algorithm == MC_POP && !mc_session->source && !mc_session->optimal &&
      has_first_traces())
    mc_search_fix(mc_shared->tables.search);
}

bool mc_division_is_due(void) {
  return mc_session->config.jobs > 0 && all_workers() > 0 && !mc_is_divided() &&
         !mc_is_reviewing() && !first.is_over && has_first_traces() &&
         !mc_search_done(mc_shared->tables.search) && !mc_search_goes_on(mc_shared->tables.search);
}

/// NULL: nothing speaks against it.
static const char *why_not(void) {
  const struct mc_session *s = mc_session;
  if ((s->fair && s->config.algorithm != MC_DFS) || s->source || s->optimal || s->from ||
      s->by_pop == MC_BY_POP_NEVER)
    return "the search had to go on with another algorithm";
  if (!mc_uses_snapshots() &&
      !(s->config.fork && mc_threads_are_user_level() && !s->observed.fork && !s->place_count))
    return "each trace is a process of its own, or has threads of the kernel";
  if (s->config.as_alone && s->config.keep_going && s->finding_count)
    return MC_WHY_NOT_BY_POP;
  if (s->config.lint == MC_LINT_ALL)
    return "primitives are checked";
  if (mc_undo_has_changes())
    return "the program changes files";
  if (mc_shared_memory_is_there())
    return "the program shares memory with files, or other processes";
  if (share_offsets())
    return "the program has a file open twice";
  return NULL;
}

/// A default search goes on as if it had never been asked to be divided.
void mc_division_is_off(void) {
  first.is_over = true;
  if (mc_session->config.as_alone) {
    mc_session_write();
    mc_session->by_pop = MC_BY_POP_NEVER;
  }
}

static void stay_alone(const char *why) {
  mc_division_is_off();
  mc_format(mc_work()->why, MC_WORK_WHY, "%s", why);
}

static bool make_outputs(void) {
  enum { FIRST_DESCRIPTOR = 900 };
  for (uint32_t w = 0; w < all_workers(); w++) {
    const long fd = mc_sys(SYS_memfd_create, "mcmini-output", MFD_CLOEXEC);
    first.output[w] = (int)mc_sys(SYS_fcntl, fd, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
    mc_sys(SYS_close, fd);
    mc_sys(SYS_fcntl, first.output[w], F_SETFL, O_APPEND);
    mc_sys(SYS_ftruncate, first.output[w], mc_session->observed.trunk_output);
    if (first.output[w] < 0)
      return false;
  }
  return true;
}

static void close_outputs(void) {
  for (uint32_t w = 0; w < all_workers(); w++)
    if (first.output[w] >= 0)
      mc_sys(SYS_close, first.output[w]);
}

static void kill_trunks(void) {
  for (uint32_t w = 0; w < all_workers(); w++)
    if (first.trunk[w] > 0) {
      mc_sys(SYS_kill, first.trunk[w], SIGKILL);
      mc_sys(SYS_wait4, first.trunk[w], NULL, __WALL, 0);
      first.trunk[w] = 0;
    }
}

/// What the worker, which is gone, has claimed.
static void give_back(uint32_t worker) {
  struct mc_mailbox *box = mc_mailbox_of(mc_session, worker);
  atomic_store(&box->gone, 1);
  mc_work_knock();
  mc_work_wait_while(&box->gone, 1);
}

/// Trunks that have ended; one that should not have begins again.
static void bury_trunks(pid_t (*fork_process)(void)) {
  for (uint32_t w = 0; w < all_workers() && !mc_is_divided(); w++) {
    if (first.trunk[w] <= 0 || mc_sys(SYS_wait4, first.trunk[w], NULL, WNOHANG | __WALL, 0) <= 0)
      continue;
    first.trunk[w] = 0;
    if (atomic_load(&mc_work()->verdict) != MC_WORK_GOES_ON)
      continue;
    give_back(w);
    if (++first.deaths > MOST_DEATHS)
      mc_trunk_done(MC_END_KILLED);
    start_trunk(w, fork_process);
  }
}

/// All trunks are gone, or have said how they ended.
static bool have_all_ended(void) {
  for (uint32_t w = 0; w < all_workers(); w++)
    if (first.trunk[w] > 0 && mc_session_of(mc_session, w)->phase != MC_PHASE_DONE)
      return false;
  return true;
}

/// Returns in trunks that are made again; and in the first one, when all is over.
static void supervise(pid_t (*fork_process)(void)) {
  enum { LOOK = 10, PATIENCE = 1000, OWED = 10000 }; // ms
  uint64_t over_since = 0;
  for (;;) {
    const uint32_t ends = atomic_load(&mc_work()->ends);
    bury_trunks(fork_process);
    if (mc_is_divided())
      return;
    if (atomic_load(&mc_work()->verdict) != MC_WORK_GOES_ON) {
      over_since = over_since ? over_since : mc_milliseconds();
      // What the others have counted belongs to a limit's traces; a busy machine lets them wait.
      const uint64_t patience = mc_work()->has_found == MC_FOUND_LIMIT ? OWED : PATIENCE;
      if (have_all_ended() || mc_milliseconds() - over_since > patience)
        return;
    }
    mc_futex_wait((const volatile uint32_t *)&mc_work()->ends, ends, LOOK, 1);
  }
}

//===- The end --------------------------------------------------------------------------------===//

static void copy_output(const struct mc_session *from, int output) {
  char bytes[4096];
  for (uint32_t i = 0; i < from->finding_count; i++) {
    struct mc_finding *f = &mc_session->finding[i];
    const uint64_t start = mc_output_size();
    for (uint64_t done = 0; done < f->output_size;) {
      const uint64_t left = f->output_size - done;
      const long got = mc_sys(SYS_pread64, output, bytes, left < sizeof bytes ? left : sizeof bytes,
                              f->output_start + done);
      if (got <= 0 || mc_sys(SYS_write, mc_session->config.output_fd, bytes, got) != got)
        break;
      done += (uint64_t)got;
    }
    f->output_start = start;
  }
}

/// The session of the worker that has ended the search is that of the whole.
static void take_session_of(uint32_t worker) {
  const struct mc_session *from = mc_session_of(mc_session, worker);
  struct mc_session *to = mc_session;
  uint64_t traces = 0;
  const int32_t trunk = to->trunk;
  const uint32_t phase = to->phase, stop = to->stop;
  const uint64_t serial = to->trace_serial, progress = to->progress, sealed_by = to->sealed_by;
  mc_session_write();
  mc_copy_touched_pages((char *)to, (const char *)from, sizeof *to);
  to->trunk = trunk;
  to->worker = 0;
  to->stop = stop;
  to->sealed_by = sealed_by;
  atomic_store(&to->phase, phase);
  to->trace_serial = serial;
  to->progress = progress;
  for (int kind = 0; kind < MC_SLEEP_SET_BLOCKED; kind++)
    traces += mc_work()->done.counts.traces[kind];
  for (uint32_t i = 0; i < to->finding_count; i++) // which trace of all it was is not known
    to->finding[i].first_trace = to->finding[i].last_trace = traces;
  copy_output(from, first.output[worker]);
}

static bool has_result_of(uint32_t worker) {
  return worker < all_workers() && mc_session_of(mc_session, worker)->phase == MC_PHASE_DONE;
}

/// The old division is over, as if it had never been: the command drops all of it.
static void begin_anew(void) {
  for (uint32_t w = 0; w < all_workers(); w++)
    give_back(w);
  memset(&mc_shared->division, 0, sizeof mc_shared->division);
  mc_work_ask(mc_work_mailbox(), MC_WORK_ANEW);
}

static void conclude(void) {
  const uint32_t verdict = atomic_load(&mc_work()->verdict), by = mc_work()->ended_by;
  const bool is_stopped = verdict == MC_WORK_ENDED && by >= all_workers();
  mc_session_write();
  kill_trunks();
  atomic_store(&mc_work()->divided, 0);
  if (verdict == MC_WORK_IS_TAUGHT && ++first.lessons <= MOST_LESSONS) {
    begin_anew();
    close_outputs();
    mc_undo_divide(false);
    if (mc_lesson_begins())
      return;
    stay_alone("a trace that has shown something new cannot be made again");
    mc_search_of_trunk_begins(false);
    return;
  }
  if (verdict == MC_WORK_IS_TAUGHT)
    stay_alone("later traces have shown something new of the program again and again");
  first.is_over = true;
  if (verdict == MC_WORK_IS_DONE || is_stopped ||
      (verdict == MC_WORK_ENDED && mc_work()->has_found == MC_FOUND)) {
    close_outputs();
    mc_undo_divide(false);
    mc_review_begins(mc_work()->has_found == MC_FOUND_LIMIT             ? MC_END_MAX_TRACES
                     : is_stopped                                       ? MC_END_STOPPED
                     : verdict != MC_WORK_IS_DONE || mc_work()->earlier ? MC_END_FINDING
                     : mc_only_samples()                                ? MC_END_MAX_TRACES
                                                                        : MC_END_COMPLETE);
    return;
  }
  const bool is_told = mc_work()->noted && mc_work()->has_found != MC_FOUND_BETWEEN;
  if (verdict == MC_WORK_ENDED && !is_told && has_result_of(by)) {
    const enum mc_end end = (enum mc_end)mc_session_of(mc_session, by)->end;
    take_session_of(by);
    mc_work_take_totals();
    mc_trunk_done(end);
  }
  if (verdict == MC_WORK_ENDED)
    stay_alone("the worker that ended the search was killed, or others have found something");
  mc_division_is_off();
  close_outputs();
  mc_undo_divide(false);
  mc_search_of_trunk_begins(false);
}

/// In the default search: what is owed by `optimal` cannot be divided.
static bool is_of_optimal(void) {
  return mc_session->config.divides_itself && mc_session->config.algorithm == MC_OPTIMAL &&
         mc_session->by_pop == MC_BY_POP_NOT_YET;
}

void mc_divide(pid_t (*fork_process)(void)) {
  const struct mc_session *s = mc_session;
  const struct mc_search_counts *counts = mc_search_counts(mc_shared->tables.search);
  struct mc_mailbox *box = mc_work_mailbox();
  const char *why = why_not();
  if (why) {
    const bool is_another = mc_is_by_pop() && !s->fair && !s->source && !s->from;
    stay_alone(why);
    if (is_another)
      mc_search_of_trunk_begins(false);
    return;
  }
  if (is_of_optimal()) {
    mc_session_write();
    mc_session->by_pop = MC_BY_POP;
    mc_search_of_trunk_begins(false);
    return;
  }
  mc_guard_open_all();
  if (!make_outputs() || !mc_work_write_items(box, 0)) {
    stay_alone("what is left to do cannot be divided");
    mc_search_of_trunk_begins(false);
    return;
  }
  if (s->config.max_traces)
    mc_work()->left = (int64_t)(s->config.max_traces - counts->sampled - mc_traces_of(counts));
  mc_work_take_counts(&box->done);
  box->noted = 0;
  box->classes = mc_search_classes(mc_shared->tables.search, box->class, MC_MOST_CLASSES);
  box->given = box->kept; // worker 0 claims it as others do
  box->kept = box->most = 0;
  mc_work_ask(box, MC_WORK_COMMIT);
  mc_search_divide(mc_shared->tables.search);
  mc_shared->search.order = 0;
  mc_undo_divide(true);
  memset(&mc_shared->division, 0, sizeof mc_shared->division);
  mc_shared->division.most = 1;
  mc_shared->division.learned = mc_work_learned();
  mc_checkpoint_save();
  mc_copies_look();
  atomic_store(&mc_work()->divided, all_workers());
  for (uint32_t w = 0; w < all_workers() && !mc_is_divided(); w++)
    start_trunk(w, fork_process);
  if (!mc_is_divided())
    supervise(fork_process);
  if (!mc_is_divided())
    conclude();
}
