// runtime/world/system_call_policies.c - what becomes of a system call of the program if traces
// follow each other in one process: system_calls.def says it for each call. An effect that would
// outlast the trace is undone at its end. If that cannot be, each trace gets a process of its own.
#include "files.h"
#include "kept.h"
#include "system_calls.h"
#include "world.h"
#include "runtime/events.h"
#include "runtime/record/leave.h"
#include "runtime/signals/signals.h"
#include "runtime/snapshot/snapshot.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>

static struct calls {
  bool have_read;  // from a file
  bool any;        // was made since files were put back, or may have been
} * calls MC_KEPT; // in memory that no snapshot puts back

void mc_system_call_policies_start(void) {
  mc_kept_start();
  calls = mc_guarded_memory(sizeof *calls);
  calls->any = true;
}

static const char *const name_of[] = {
#define MC_SYSTEM_CALL_NAME(name, number) [number] = #name,
#include "system_call_names.def"
#undef MC_SYSTEM_CALL_NAME
};

const char *mc_system_call_name(long number) {
  const bool is_known = number >= 0 && number < (long)(sizeof name_of / sizeof *name_of);
  return is_known && name_of[number] ? name_of[number] : "unknown";
}

/// `why` has a %s for the call's name.
_Noreturn static void needs_fork(const char *why, const struct mc_system_call *call) {
  char text[100];
  mc_format(text, sizeof text, why, mc_system_call_name(call->number));
  mc_guard_open();
  mc_use_fork(text);
}

/// Opens pages that the snapshot protects: the program may write to them, and the kernel could not.
static bool open_buffers(const struct mc_system_call *call) {
  enum { LONGEST = 1 << 20, PAGE = 4096 };
  bool any = false;
  for (int i = 0; i < 6; i++) {
    const uint64_t start = (uint64_t)call->a[i];
    const uint64_t size =
        i < 5 && call->a[i + 1] > 0 && call->a[i + 1] < LONGEST ? (uint64_t)call->a[i + 1] : PAGE;
    for (uint64_t page = start & ~(uint64_t)(PAGE - 1); page < start + size; page += PAGE)
      any |= mc_snapshot_open(page);
  }
  return any;
}

static long pass(const struct mc_system_call *c) {
  long result;
  mc_undo_note(c->number, c->a);
  do { // for the kernel, too, our memory is not the program's
    mc_memory_close();
    result = mc_sys(c->number, c->a[0], c->a[1], c->a[2], c->a[3], c->a[4], c->a[5]);
    mc_memory_open();
  } while (result == -EFAULT && open_buffers(c));
  mc_undo_noted(result);
  return result;
}

static long allow(bool allowed, const struct mc_system_call *c) {
  if (!allowed)
    needs_fork("the program calls %s in a way that outlasts a trace", c);
  return pass(c);
}

static bool is_file(long fd) {
  struct stat info;
  return mc_sys(SYS_fstat, fd, &info) == 0 && S_ISREG(info.st_mode);
}

/// The program writes to its output, or into a file; the latter is undone.
static long output(const struct mc_system_call *c) {
  if (c->a[0] == 1 || c->a[0] == 2)
    mc_shared->trace.has_written = 1;
  return allow(c->a[0] == 1 || c->a[0] == 2 || is_file(c->a[0]) || mc_is_null_device((int)c->a[0]),
               c);
}

// A position in a pipe or socket: there is none.
static long input(const struct mc_system_call *c) {
  struct stat info;
  const bool is_stream = mc_sys(SYS_fstat, c->a[0], &info) == 0 && !S_ISREG(info.st_mode) &&
                         !S_ISDIR(info.st_mode) && !S_ISCHR(info.st_mode);
  calls->have_read = true;
  return allow(!is_stream || c->number == SYS_lseek, c);
}

static long changes(const struct mc_system_call *c) { return pass(c); }

/// From one file to another.
static long transfer(const struct mc_system_call *c) {
  const bool sends = c->number == SYS_sendfile;
  calls->have_read = true;
  return allow(is_file(c->a[sends ? 0 : 2]) && is_file(c->a[sends ? 1 : 0]), c);
}

// What the trace has written is undone, whether it has come to the disk or not.
static long flush(const struct mc_system_call *c) {
  struct stat info;
  const bool is_there = c->number == SYS_sync || (mc_sys(SYS_fstat, c->a[0], &info) == 0 &&
                                                  (S_ISREG(info.st_mode) || S_ISDIR(info.st_mode)));
  return is_there ? 0 : pass(c);
}

static long opened(long fd) {
  if (fd >= 0)
    mc_kept_opened((int)fd);
  return fd;
}

static bool is_between_threads(long fd) {
  struct stat info;
  return mc_sys(SYS_fstat, fd, &info) == 0 && mc_descriptor_is_ours((int)fd, info.st_ino);
}

static bool is_open(long fd) { return mc_sys(SYS_fcntl, fd, F_GETFD) >= 0; }

// What the trunk has made stays open in the kernel: only the program's threads could see that.
static long close_file(const struct mc_system_call *c) {
  const int fd = (int)c->a[0];
  const bool is_of_trace = mc_kept_is_opened(fd);
  if (!is_of_trace && is_between_threads(fd))
    return 0;
  const long result = allow(is_of_trace || !is_open(fd) || mc_kept_descriptor(fd), c);
  if (is_of_trace)
    mc_kept_closed(fd);
  return result;
}

static long make_pair(const struct mc_system_call *c) {
  const long result = allow(mc_kept_has_room(2), c);
  const int *fd = (const int *)(c->number == SYS_socketpair ? c->a[3] : c->a[0]);
  for (int i = 0; i < 2 && result == 0; i++)
    opened(fd[i]);
  return result;
}

static long make_one(const struct mc_system_call *c) {
  return opened(allow(mc_kept_has_room(1), c));
}

static long copy(const struct mc_system_call *c) {
  const int from = (int)c->a[0], to = (int)c->a[1];
  if (c->number != SYS_dup && (from == to || !is_open(from)))
    return pass(c);
  const bool is_new = c->number == SYS_dup || mc_kept_is_opened(to) || !is_open(to);
  return opened(allow(mc_kept_has_room(1) && (is_new || mc_kept_descriptor(to)), c));
}

/// A descriptor that the trace has made, with all that is set of it.
static long own(const struct mc_system_call *c) {
  return allow(mc_kept_is_opened((int)c->a[0]), c);
}

static long folder(const struct mc_system_call *c) { return allow(mc_kept_folder(), c); }

static long mode_mask(const struct mc_system_call *c) {
  const long before = pass(c);
  mc_kept_mask((int)before);
  return before;
}

/// A shared mapping of a file shows what others write; by this one nobody writes, ever.
static bool only_reads(const struct mc_system_call *c) {
  return (mc_sys(SYS_fcntl, c->a[4], F_GETFL) & O_ACCMODE) == O_RDONLY && is_file(c->a[4]);
}

// In a worker without processes of its own, nobody else has shared memory that is no file's.
static long map(const struct mc_system_call *c) {
  const uint64_t start = (uint64_t)c->a[0], bytes = (uint64_t)c->a[1];
  const bool replaces = c->a[3] & MAP_FIXED,
             writes_file = !(c->a[3] & MAP_ANONYMOUS) && c->a[3] & MAP_SHARED && !only_reads(c);
  const long at = allow(!writes_file && (!replaces || mc_snapshot_has_mapped(start, bytes)), c);
  if (at > 0 && !replaces)
    mc_snapshot_mapped((uint64_t)at, bytes);
  return at;
}

static long memory(const struct mc_system_call *c) {
  return allow(mc_snapshot_has_mapped((uint64_t)c->a[0], (uint64_t)c->a[1]), c);
}

static long ask(const struct mc_system_call *c) { return allow(c->a[2] == 0, c); }

static long unmap(const struct mc_system_call *c) {
  const uint64_t start = (uint64_t)c->a[0], bytes = (uint64_t)c->a[1];
  if (!mc_snapshot_has_mapped(start, bytes) && mc_snapshot_hide(start, bytes))
    return 0;
  const long result = memory(c);
  if (result == 0)
    mc_snapshot_unmapped(start, bytes);
  return result;
}

static long remap(const struct mc_system_call *c) {
  const uint64_t start = (uint64_t)c->a[0], bytes = (uint64_t)c->a[1];
  const long at = allow(!(c->a[3] & ~MREMAP_MAYMOVE) && mc_snapshot_mapped_is(start, bytes), c);
  if (at > 0) {
    mc_snapshot_unmapped(start, bytes);
    mc_snapshot_mapped((uint64_t)at, (uint64_t)c->a[2]);
  }
  return at;
}

static long advise(const struct mc_system_call *c) {
  const bool discards = c->a[2] == MADV_DONTNEED || c->a[2] == MADV_FREE || c->a[2] == MADV_REMOVE;
  return discards ? memory(c) : 0;
}

static long brk_end(const struct mc_system_call *c) { return allow(c->a[0] == 0, c); }

// The handler in which the call is made returns to what is blocked from now on.
static long mask(const struct mc_system_call *c) {
  const uint64_t old = mc_signals_blocked();
  uint64_t set;
  struct mc_system_call asks = *c;
  if (!c->a[1] || c->a[0] < SIG_BLOCK || c->a[0] > SIG_SETMASK || c->a[3] != sizeof set ||
      !mc_may_read((const void *)c->a[1], sizeof set))
    return pass(c); // it asks, or fails
  memcpy(&set, (const void *)c->a[1], sizeof set);
  set = c->a[0] == SIG_BLOCK ? old | set : c->a[0] == SIG_UNBLOCK ? old & ~set : set;
  asks.a[1] = 0;
  const long result = pass(&asks);
  if (result == 0 && (set & ~mc_thread_never_blocked()) != old) {
    mc_event_blocks_signals();
    mc_thread_block(set);
  }
  return result;
}

static long action(const struct mc_system_call *c) {
  struct mc_signal_action set, old, *to = (struct mc_signal_action *)c->a[2];
  const int signal = (int)c->a[0];
  if (!mc_signal_is_kept(signal) || c->a[3] != sizeof set.mask) {
    const long result = pass(c);
    if (result == 0 && c->a[1])
      mc_signal_action_changed(signal);
    return result;
  }
  if ((c->a[1] && !mc_may_read((const void *)c->a[1], sizeof set)) ||
      (to && !mc_may_write(to, sizeof old)))
    return -EFAULT;
  if (c->a[1])
    memcpy(&set, (const void *)c->a[1], sizeof set);
  mc_signal_act(signal, c->a[1] ? &set : NULL, &old);
  if (to)
    *to = old;
  return 0;
}

/// The process has a flag, a lock, or another number of what is open.
static long control_file(const struct mc_system_call *c) {
  const int fd = (int)c->a[0];
  const bool is_of_trace = mc_kept_is_opened(fd);
  switch (c->a[1]) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    return make_one(c);
  case F_GETFL:
  case F_GETFD:
  case F_GETLK:
  case F_OFD_GETLK:
    return pass(c);
  case F_SETFD: // there is no exec in such a worker
    return allow(is_of_trace || !is_open(fd) || is_between_threads(fd) || mc_kept_flags(fd), c);
  case F_SETFL:
    return allow(is_of_trace || !is_open(fd) || mc_offsets_has(fd), c);
  case F_SETLK:
    return allow(is_of_trace || !is_open(fd) || mc_kept_lock(fd), c);
  case F_OFD_SETLK:
    return allow(!mc_kept_has_copies(), c);
  }
  return allow(false, c);
}

static long lock(const struct mc_system_call *c) { return allow(!mc_kept_has_copies(), c); }

static long control(const struct mc_system_call *c) {
  if (c->number == SYS_fcntl)
    return control_file(c);
  if (c->number == SYS_prctl && c->a[0] != PR_SET_NAME && c->a[0] != PR_GET_NAME)
    mc_unordered_call("prctl", NULL);
  return allow(c->number == SYS_ioctl ? c->a[1] == TCGETS || c->a[1] == TIOCGWINSZ ||
                                            c->a[1] == FIONREAD || mc_kept_is_opened((int)c->a[0])
                                      : c->a[0] == PR_SET_NAME || c->a[0] == PR_GET_NAME,
               c);
}

// The signal stays blocked until the handler, in which we are, returns to the mask of before.
static long send(const struct mc_system_call *c) {
  const uint64_t signal = (uint64_t)1 << (c->a[2] - 1);
  mc_sys(SYS_rt_sigprocmask, SIG_BLOCK, &signal, NULL, sizeof signal);
  return pass(c);
}

static long nothing(const struct mc_system_call *c) {
  (void)c;
  return 0;
}

static long apart(const struct mc_system_call *c) {
  needs_fork("the program makes the system call %s", c);
}

/// Only called where the thread cannot make the call itself.
static long visible(const struct mc_system_call *c) { return pass(c); }

static const struct {
  long (*policy)(const struct mc_system_call *call);
  bool is_known;
} table[] = {
#define MC_SYSTEM_CALL(name, policy) [SYS_##name] = {policy, true},
#define MC_OTHER_CALL(name, policy) [SYS_##name] = {policy, false},
#include "system_calls.def"
#undef MC_OTHER_CALL
#undef MC_SYSTEM_CALL
};

static bool has_line(long number) {
  return number >= 0 && number < (long)(sizeof table / sizeof *table) && table[number].policy;
}

bool mc_system_call_is_known(long number) { return has_line(number) && table[number].is_known; }

long mc_system_call_apply(const struct mc_system_call *c) {
  mc_process->calls++;
  calls->any = true;
  mc_unordered_system_call(c->number, c->a);
  if (!has_line(c->number))
    apart(c);
  return table[c->number].policy(c);
}

long mc_program_call(long number, long a, long b, long c, long d, long e, long f) {
  char text[MC_MOST_PATH];
  struct mc_system_call call = {number, {a, b, c, d, e, f}};
  mc_process_path(number, call.a, text);
  if (!mc_snapshot_is_taken()) {
    mc_unordered_system_call(number, call.a);
    mc_undo_note(number, call.a);
    const long made =
        mc_sys6(number, call.a[0], call.a[1], call.a[2], call.a[3], call.a[4], call.a[5]);
    mc_undo_noted(made);
    if (made == 0 && mc_mode == MC_MODE_WORKER)
      mc_undo_show(number, call.a);
    return made;
  }
  const bool was_closed = mc_memory_open();
  const long result = mc_system_call_apply(&call);
  if (was_closed)
    mc_memory_close();
  return result;
}

bool mc_system_calls_touched_files(void) {
  return calls->have_read || mc_kept_is_due() || mc_undo_is_due();
}

long mc_file_make(long number, const long a[6]) {
  return mc_libc_result(mc_program_call(number, a[0], a[1], a[2], a[3], a[4], a[5]));
}
void mc_file_note(long number, const long a[6]) { mc_undo_note(number, a); }
void mc_file_noted(long result) { mc_undo_noted(result); }

bool mc_system_calls_to_undo(void) {
  const bool any = calls->any || !mc_snapshot_is_taken();
  calls->any = false;
  return any;
}

bool mc_system_calls_undo(void) {
  calls->have_read = false;
  return mc_kept_put_back();
}
