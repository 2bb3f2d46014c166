// runtime/world/system_calls.c - nothing escapes: in a worker with user-level threads every system
// call of the program, also those inside libc, comes here (Syscall User Dispatch, Linux 5.11).
// Where traces follow each other, system_call_policies.c says what becomes of it.
//
// The runtime's own calls come from one place (sys.c), which the kernel lets pass. The program's
// calls are handled in the signal's handler. Only visible operations are made by the thread itself,
// in a call of a function that the handler puts into its way. If each trace has a process, the
// thread makes the other calls itself, too, by a copy of the instruction: they may wait, be
// interrupted, or return twice.
#include "files.h"
#include "system_calls.h"
#include "world.h"
#include "runtime/arch/switch.h"
#include "runtime/base/base.h"
#include "runtime/memory/hand_over.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"
#include <errno.h>
#include <linux/prctl.h>
#include <string.h>
#include <sys/prctl.h>
#include <ucontext.h>

//===- Visible operations ---------------------------------------------------------------------===//

/// On the thread's stack, below what it may use.
struct visit {
  uint64_t stack, code; ///< where the thread goes on
  long result;
  struct mc_system_call call;
};

long __mcmini_syscall(const struct mc_site *site, long number, ...);

static void make_visible_call(struct visit *visit) {
  const struct mc_system_call *c = &visit->call;
  const int saved = errno;
  const struct mc_site *site = (const struct mc_site *)(visit->code | MC_SITE_IS_CODE);
  const long result =
      __mcmini_syscall(site, c->number, c->a[0], c->a[1], c->a[2], c->a[3], c->a[4], c->a[5]);
  visit->result = result == -1 ? -errno : result;
  errno = saved;
}

static void go_on(ucontext_t *u, const struct mc_system_call *call) {
  enum { RED_ZONE = 128, ALIGNMENT = 64 };
  greg_t *r = u->uc_mcontext.gregs;
  struct visit *visit = (struct visit *)(((uint64_t)r[REG_RSP] - RED_ZONE - sizeof *visit) &
                                         ~(uint64_t)(ALIGNMENT - 1));
  *visit = (struct visit){(uint64_t)r[REG_RSP], (uint64_t)r[REG_RIP], 0, *call};
  r[REG_RSP] = (greg_t)(uintptr_t)visit;
  r[REG_RIP] = (greg_t)(uintptr_t)mc_visit;
}

//===- The signal -----------------------------------------------------------------------------===//

static struct mc_system_call call_of(const ucontext_t *u) {
  const greg_t *r = u->uc_mcontext.gregs;
  return (struct mc_system_call){
      r[REG_RAX], {r[REG_RDI], r[REG_RSI], r[REG_RDX], r[REG_R10], r[REG_R8], r[REG_R9]}};
}

static bool is_code_of(const ucontext_t *u, const char *module) {
  return strstr(mc_module_of((uint64_t)u->uc_mcontext.gregs[REG_RIP]), module);
}

/// Calls of the dynamic loader are part of dlopen, which is a step; those of libc's fork, of our
/// fork.
static bool is_put_aside(const struct mc_system_call *c, const ucontext_t *u) {
  return mc_syscall_forks(c->number, c->a)
             ? !is_code_of(u, "/libc.so.")
             : mc_syscall_is_operation(c->number, c->a) && !is_code_of(u, "/ld-linux-");
}

bool mc_system_call_puts_aside(void *context) {
  const struct mc_system_call call = call_of(context);
  if (!mc_checking() || mc_shared->trace.in_runtime || !is_put_aside(&call, context))
    return false;
  go_on(context, &call);
  return true;
}

enum { OURS = SIGSYS - 1 };

/// libc blocks all signals now and then, and the kernel would end the process at the next call: our
/// signal stays unblocked. No fault may come here, as the program may block its signal.
static bool makes_mask(ucontext_t *u, const struct mc_system_call *c) {
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

/// The place's own copy of the instruction; 0: there are more places than copies.
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

static void make_by_copy(ucontext_t *u, const struct mc_system_call *c) {
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

/// The dynamic loader's locks are mutexes, and below one of them dl_iterate_phdr calls the program.
static bool is_lock_of_the_programs(const pthread_mutex_t *mutex) {
  const uint32_t owner = (uint32_t)mutex->__data.__owner;
  for (mc_thread t = 0; owner && t < mc_process->model.thread_count; t++)
    if (mc_process->thread[t].tid == owner)
      return true;
  return mc_syscall_is_waited_at(mutex);
}

/// glibc waits by futexes for threads of the kernel: for what setuid makes each of them do, and for
/// what they leave behind. The words of these futexes lie in descriptors of threads, on stacks, in
/// the dynamic loader. The words of its other locks lie in its own variables.
static bool is_for_kernels_threads(const ucontext_t *u, const struct mc_system_call *c) {
  if (mc_threads_are_user_level())
    return false;
  if (mc_self_ != mc_shared->trace.current)
    return true;
  if (c->number != SYS_futex)
    return false;
  const char *code = mc_module_of((uint64_t)u->uc_mcontext.gregs[REG_RIP]);
  const char *of_word = mc_module_of((uint64_t)c->a[0]);
  return strstr(code, "/libc.so.") && of_word != code &&
         !(strstr(of_word, "/ld-linux-") && is_lock_of_the_programs((const void *)c->a[0]));
}

void mc_system_call_trapped(void *context) {
  ucontext_t *u = context;
  char text[MC_MOST_PATH];
  mc_shared->search.stats.system_calls++;
  struct mc_system_call call = call_of(u);
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
  if (call.number == SYS_rt_sigreturn) { // of a handler of the program's
    u->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)mc_sigaction_return;
    return;
  }
  mc_process_path(call.number, call.a, text);
  u->uc_mcontext.gregs[REG_RAX] = mc_system_call_apply(&call);
  if (call.number == SYS_rt_sigprocmask)
    *(uint64_t *)&u->uc_sigmask = mc_signals_blocked();
}

void mc_system_calls_start(void) {
  mc_system_call_policies_start();
  mc_visit_prepare(make_visible_call);
}

static bool are_watched MC_PER_TRACE;
/// ..._ALLOW once the program handles the signal itself: all pass.
static char selector MC_PER_TRACE_SET = SYSCALL_DISPATCH_FILTER_BLOCK;

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

void mc_system_calls_return(void) { selector = SYSCALL_DISPATCH_FILTER_BLOCK; }

void mc_system_calls_leave(void) {
  selector = SYSCALL_DISPATCH_FILTER_ALLOW;
  are_watched = false;
  mc_guard_open();
  mc_system_calls_are_unseen();
  mc_guard_close();
}
