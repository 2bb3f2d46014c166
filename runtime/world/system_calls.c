// runtime/world/system_calls.c - nothing escapes: in a worker with user-level threads every system
// call of the program, also those inside libc, comes here (Syscall User Dispatch, Linux 5.11).
// Where traces follow each other, system_calls.def says what becomes of it. An effect that would
// outlast the trace is undone at its end; where that cannot be, each trace gets a process of its
// own.
//
// The runtime's own calls come from one place (sys.c) that the kernel lets pass. Ours are handled
// in the signal's handler, but for visible operations: the thread makes those itself, in a call
// that the handler has put into its way. Where each trace has a process, it makes the others, too,
// by a copy of the instruction: they may wait, be interrupted, return twice.
#include "files.h"
#include "world.h"
#include "runtime/arch/switch.h"
#include "runtime/base/base.h"
#include "runtime/memory/hand_over.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/snapshot/snapshot.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/prctl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <ucontext.h>

struct call {
  long number, a[6];
};

enum { MAX_OPENED = 64 };
static struct undo {
  int descriptor[MAX_OPENED]; // opened in this trace
  unsigned descriptors;
  bool has_read; // from a file
  bool any;      // was made since files were put back, or may have been
} * undo;        // in memory that no snapshot puts back

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
_Noreturn static void needs_fork(const char *why, const struct call *call) {
  char text[100];
  mc_format(text, sizeof text, why, mc_system_call_name(call->number));
  mc_guard_open();
  mc_use_fork(text);
}

//===- Policies -------------------------------------------------------------------------------===//

/// The kernel cannot write to a page that the snapshot protects; the program can.
static bool open_buffers(const struct call *call) {
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

static long pass(const struct call *c) {
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

static long allow(bool allowed, const struct call *c) {
  if (!allowed)
    needs_fork("the program calls %s in a way that outlasts a trace", c);
  return pass(c);
}

/// What is written into a file is undone.
static long output(const struct call *c) {
  struct stat info;
  if (c->a[0] == 1 || c->a[0] == 2)
    mc_shared->has_written = 1;
  return allow(c->a[0] == 1 || c->a[0] == 2 ||
                   (mc_sys(SYS_fstat, c->a[0], &info) == 0 && S_ISREG(info.st_mode)) ||
                   mc_is_null_device((int)c->a[0]),
               c);
}

// A position in a pipe or socket: there is none.
static long input(const struct call *c) {
  struct stat info;
  const bool is_stream =
      mc_sys(SYS_fstat, c->a[0], &info) == 0 && !S_ISREG(info.st_mode) &&
      !S_ISDIR(info.st_mode) && !S_ISCHR(info.st_mode);
  undo->has_read = true;
  return allow(!is_stream || c->number == SYS_lseek, c);
}

static long changes(const struct call *c) { return pass(c); }

static long opened(long fd) {
  if (fd >= 0)
    undo->descriptor[undo->descriptors++] = (int)fd;
  return fd;
}

static long open_file(const struct call *c) {
  return opened(allow(undo->descriptors < MAX_OPENED, c));
}

/// The place in undo->descriptor, or undo->descriptors.
static unsigned find_opened(int fd) {
  unsigned i = 0;
  while (i < undo->descriptors && undo->descriptor[i] != fd)
    i++;
  return i;
}

static bool is_between_threads(long fd) {
  struct stat info;
  return mc_sys(SYS_fstat, fd, &info) == 0 && mc_descriptor_is_ours((int)fd, info.st_ino);
}

// What the trunk has made stays open in the kernel: only the program's threads could see that.
static long close_file(const struct call *c) {
  const unsigned i = find_opened((int)c->a[0]);
  if (i == undo->descriptors && is_between_threads(c->a[0]))
    return 0;
  const long result = allow(i < undo->descriptors, c);
  undo->descriptor[i] = undo->descriptor[--undo->descriptors];
  return result;
}

static long make_pair(const struct call *c) {
  const long result = allow(undo->descriptors + 2 <= MAX_OPENED, c);
  const int *fd = (const int *)(c->number == SYS_socketpair ? c->a[3] : c->a[0]);
  for (int i = 0; i < 2 && result == 0; i++)
    opened(fd[i]);
  return result;
}

static long make_one(const struct call *c) {
  return opened(allow(undo->descriptors < MAX_OPENED, c));
}

static long copy(const struct call *c) {
  const int to = (int)c->a[1];
  const bool is_new = c->number == SYS_dup || find_opened(to) < undo->descriptors ||
                      mc_sys(SYS_fcntl, to, F_GETFD) == -EBADF;
  const long fd = allow(is_new && undo->descriptors < MAX_OPENED, c);
  return fd >= 0 && find_opened((int)fd) < undo->descriptors ? fd : opened(fd);
}

static long map(const struct call *c) {
  const long at = allow(!(c->a[3] & (MAP_FIXED | MAP_SHARED)), c);
  if (at > 0)
    mc_snapshot_mapped((uint64_t)at, (uint64_t)c->a[1]);
  return at;
}

static long memory(const struct call *c) {
  return allow(mc_snapshot_has_mapped((uint64_t)c->a[0], (uint64_t)c->a[1]), c);
}

static long ask(const struct call *c) { return allow(c->a[2] == 0, c); }

static long unmap(const struct call *c) {
  const long result = memory(c);
  if (result == 0)
    mc_snapshot_unmapped((uint64_t)c->a[0], (uint64_t)c->a[1]);
  return result;
}

static long advise(const struct call *c) {
  const bool discards = c->a[2] == MADV_DONTNEED || c->a[2] == MADV_FREE || c->a[2] == MADV_REMOVE;
  return discards ? memory(c) : 0;
}

static long brk_end(const struct call *c) { return allow(c->a[0] == 0, c); }

static long mask(const struct call *c) {
  uint64_t set, old;
  if (!c->a[1])
    return pass(c);
  memcpy(&set, (const void *)c->a[1], sizeof set);
  mc_sys(SYS_rt_sigprocmask, 0, NULL, &old, sizeof old);
  set = c->a[0] == SIG_BLOCK ? old | set : c->a[0] == SIG_UNBLOCK ? old & ~set : set;
  set &= ~((uint64_t)1 << (SIGKILL - 1) | (uint64_t)1 << (SIGSTOP - 1));
  return allow(set == old, c);
}

static long action(const struct call *c) { return allow(!c->a[1], c); }

static long control(const struct call *c) {
  if (c->number == SYS_prctl && c->a[0] != PR_SET_NAME && c->a[0] != PR_GET_NAME)
    mc_unordered_call("prctl", NULL);
  if (c->number == SYS_fcntl && (c->a[1] == F_DUPFD || c->a[1] == F_DUPFD_CLOEXEC))
    return make_one(c);
  if (c->number == SYS_fcntl && c->a[1] == F_SETFD && is_between_threads(c->a[0]))
    return pass(c); // there is no exec in such a worker
  return allow(c->number == SYS_ioctl   ? c->a[1] == TCGETS || c->a[1] == TIOCGWINSZ
               : c->number == SYS_fcntl ? c->a[1] == F_GETFL || c->a[1] == F_GETFD
                                        : c->a[0] == PR_SET_NAME || c->a[0] == PR_GET_NAME,
               c);
}

// The handler in which we are returns to the mask of before.
static long send(const struct call *c) {
  const uint64_t signal = (uint64_t)1 << (c->a[2] - 1);
  mc_sys(SYS_rt_sigprocmask, SIG_BLOCK, &signal, NULL, sizeof signal);
  return pass(c);
}

static long nothing(const struct call *c) {
  (void)c;
  return 0;
}

static long apart(const struct call *c) { needs_fork("the program makes the system call %s", c); }

/// Where the thread cannot make it itself.
static long visible(const struct call *c) { return pass(c); }

static const struct {
  long (*policy)(const struct call *call);
} table[] = {
#define MC_SYSTEM_CALL(name, policy) [SYS_##name] = {policy},
#include "system_calls.def"
#undef MC_SYSTEM_CALL
};

bool mc_system_call_is_known(long number) {
  return number >= 0 && number < (long)(sizeof table / sizeof *table) && table[number].policy;
}

static long apply_policy(const struct call *c) {
  mc_process->calls++;
  undo->any = true;
  mc_unordered_system_call(c->number, c->a);
  if (!mc_system_call_is_known(c->number))
    apart(c);
  return table[c->number].policy(c);
}

long mc_program_call(long number, long a, long b, long c, long d, long e, long f) {
  char text[MC_MOST_PATH];
  struct call call = {number, {a, b, c, d, e, f}};
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
  const long result = apply_policy(&call);
  if (was_closed)
    mc_memory_close();
  return result;
}

//===- Visible operations ---------------------------------------------------------------------===//

/// On the thread's stack, below what it may use.
struct visit {
  uint64_t stack, code; ///< where the thread goes on
  long result;
  struct call call;
};

long __mcmini_syscall(const struct mc_site *site, long number, ...);

static void make_visible_call(struct visit *visit) {
  const struct call *c = &visit->call;
  const int saved = errno;
  const struct mc_site *site = (const struct mc_site *)(visit->code | MC_SITE_IS_CODE);
  const long result =
      __mcmini_syscall(site, c->number, c->a[0], c->a[1], c->a[2], c->a[3], c->a[4], c->a[5]);
  visit->result = result == -1 ? -errno : result;
  errno = saved;
}

static void go_on(ucontext_t *u, const struct call *call) {
  enum { RED_ZONE = 128, ALIGNMENT = 64 };
  greg_t *r = u->uc_mcontext.gregs;
  struct visit *visit = (struct visit *)(((uint64_t)r[REG_RSP] - RED_ZONE - sizeof *visit) &
                                         ~(uint64_t)(ALIGNMENT - 1));
  *visit = (struct visit){(uint64_t)r[REG_RSP], (uint64_t)r[REG_RIP], 0, *call};
  r[REG_RSP] = (greg_t)(uintptr_t)visit;
  r[REG_RIP] = (greg_t)(uintptr_t)mc_visit;
}

//===- The signal -----------------------------------------------------------------------------===//

static struct call call_of(const ucontext_t *u) {
  const greg_t *r = u->uc_mcontext.gregs;
  return (struct call){r[REG_RAX],
                       {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]}};
}

static bool is_code_of(const ucontext_t *u, const char *module) {
  return strstr(mc_module_of((uint64_t)u->uc_mcontext.gregs[REG_RIP]), module);
}

/// What the dynamic loader does is part of dlopen, which is a step; what libc's fork does, of ours.
static bool is_put_aside(const struct call *c, const ucontext_t *u) {
  return mc_syscall_forks(c->number, c->a)
             ? !is_code_of(u, "/libc.so.")
             : mc_syscall_is_operation(c->number, c->a) && !is_code_of(u, "/ld-linux-");
}

bool mc_system_call_puts_aside(void *context) {
  const struct call call = call_of(context);
  if (!mc_checking() || mc_shared->in_runtime || !is_put_aside(&call, context))
    return false;
  go_on(context, &call);
  return true;
}

enum { OURS = SIGSYS - 1 };

/// libc blocks all signals now and then: the kernel would end the process at the next call. No
/// signal may come here: the program may block those of bad memory.
static bool makes_mask(ucontext_t *u, const struct call *c) {
  const uint64_t ours = (uint64_t)1 << OURS;
  uint64_t set, *mask = (uint64_t *)&u->uc_sigmask;
  if (c->number != SYS_rt_sigprocmask || c->a[0] == SIG_UNBLOCK || c->a[3] != sizeof set ||
      !mc_is_readable((uint64_t)c->a[1]))
    return false;
  memcpy(&set, (const void *)c->a[1], sizeof set);
  if (!(set & ours) || mc_sys(SYS_rt_sigprocmask, SIG_BLOCK, NULL, c->a[2], sizeof set) != 0)
    return false;
  *mask = (c->a[0] == SIG_BLOCK ? *mask | set : set) & ~ours;
  return true;
}

/// Of the place's own; 0: there are more places.
static uint64_t copy_for(uint64_t code) {
  for (uint64_t tries = 0, i = code * 0x9e3779b97f4a7c15ull >> 54; tries < MC_CALL_COPIES;
       tries++, i = (i + 1) % MC_CALL_COPIES) {
    if (!mc_copied_from[i])
      mc_copied_from[i] = code;
    if (mc_copied_from[i] == code)
      return (uintptr_t)mc_call_copies + i * MC_CALL_COPY_BYTES;
  }
  return 0;
}

uint64_t mc_system_call_place(uint64_t code) {
  const uint64_t copy = code - (uintptr_t)mc_call_copies;
  return copy < sizeof mc_copied_from ? mc_copied_from[copy / MC_CALL_COPY_BYTES] : code;
}

void mc_system_call_leave_copy(void *context) {
  enum { CALL_BYTES = 2 };
  greg_t *code = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  const uint64_t copy = (uint64_t)*code - (uintptr_t)mc_call_copies;
  if (copy < sizeof mc_copied_from && copy % MC_CALL_COPY_BYTES == CALL_BYTES)
    *code = (greg_t)mc_system_call_place((uint64_t)*code);
}

static void make_by_copy(ucontext_t *u, const struct call *c) {
  greg_t *r = u->uc_mcontext.gregs;
  mc_process->calls++;
  mc_unordered_system_call(c->number, c->a);
  const uint64_t copy = copy_for((uint64_t)r[REG_RIP]);
  if (makes_mask(u, c))
    r[REG_RAX] = 0;
  else if (c->number == SYS_rt_sigreturn)
    r[REG_RIP] = (greg_t)(uintptr_t)mc_sigaction_return;
  else if (copy)
    r[REG_RIP] = (greg_t)copy;
  else
    r[REG_RAX] = mc_sys6(c->number, c->a[0], c->a[1], c->a[2], c->a[3], c->a[4], c->a[5]);
}

/// By futexes glibc waits for threads of the kernel's: for what setuid has each of them do, and for
/// what they leave behind. Their words lie in descriptors of threads, on stacks, in the dynamic
/// loader; those of its other locks in its own variables.
static bool is_for_kernels_threads(const ucontext_t *u, const struct call *c) {
  if (mc_threads_are_user_level())
    return false;
  if (mc_self_ != mc_shared->current)
    return true;
  if (c->number != SYS_futex)
    return false;
  const char *code = mc_module_of((uint64_t)u->uc_mcontext.gregs[REG_RIP]);
  return strstr(code, "/libc.so.") && mc_module_of((uint64_t)c->a[0]) != code;
}

void mc_system_call_trapped(void *context) {
  ucontext_t *u = context;
  char text[MC_MOST_PATH];
  mc_shared->stats.system_calls++;
  struct call call = call_of(u);
  if (!is_for_kernels_threads(u, &call) && mc_system_call_puts_aside(u))
    return;
  mc_release_by_system_call(call.number, call.a, NULL);
  if (call.number == SYS_setrlimit ||
      (call.number == SYS_prlimit64 && call.a[2])) // not by setrlimit
    mc_unordered_call("setrlimit", NULL);
  if (!mc_snapshot_is_taken()) {
    make_by_copy(u, &call);
    return;
  }
  mc_process_path(call.number, call.a, text);
  u->uc_mcontext.gregs[REG_RAX] = apply_policy(&call);
}

void mc_system_calls_start(void) {
  undo = mc_guarded_memory(sizeof *undo);
  undo->any = true;
  mc_visit_prepare(make_visible_call);
}

static bool are_watched;
/// ..._ALLOW once the program handles the signal itself: all pass.
static char selector = SYSCALL_DISPATCH_FILTER_BLOCK;

bool mc_system_calls_are_watched(void) { return are_watched; }
bool mc_sees_system_calls(void) { return are_watched; }

bool mc_system_calls_watch(void) {
  const uint64_t ours = (uint64_t)1 << OURS;
  mc_sys(SYS_rt_sigprocmask, SIG_UNBLOCK, &ours, NULL, sizeof ours);
  are_watched =
      selector == SYSCALL_DISPATCH_FILTER_BLOCK &&
      mc_sys(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_ON, __start_mc_system_calls,
             __stop_mc_system_calls - __start_mc_system_calls, &selector) == 0;
  return are_watched;
}

void mc_system_calls_leave_thread(void) {
  mc_sys(SYS_prctl, PR_SET_SYSCALL_USER_DISPATCH, PR_SYS_DISPATCH_OFF);
}

void mc_system_calls_are_unseen(void) {
  if (selector == SYSCALL_DISPATCH_FILTER_ALLOW && mc_mode == MC_MODE_WORKER)
    mc_record_warning(MC_WARN_UNORDERED,
                      "functions of the C library that are no steps, as the program handles SIGSYS",
                      NULL);
}

void mc_system_calls_leave(void) {
  selector = SYSCALL_DISPATCH_FILTER_ALLOW;
  are_watched = false;
  mc_guard_open();
  mc_system_calls_are_unseen();
  mc_guard_close();
}

bool mc_system_calls_touched_files(void) {
  return undo->descriptors || undo->has_read || mc_undo_is_due();
}

long mc_file_make(long number, const long a[6]) {
  return mc_libc_result(mc_program_call(number, a[0], a[1], a[2], a[3], a[4], a[5]));
}
void mc_file_note(long number, const long a[6]) { mc_undo_note(number, a); }
void mc_file_noted(long result) { mc_undo_noted(result); }

bool mc_system_calls_to_undo(void) {
  const bool any = undo->any || !mc_snapshot_is_taken();
  undo->any = false;
  return any;
}

void mc_system_calls_undo(void) {
  undo->has_read = false;
  while (undo->descriptors)
    mc_sys(SYS_close, undo->descriptor[--undo->descriptors]);
}
