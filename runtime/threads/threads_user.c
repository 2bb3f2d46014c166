// runtime/threads/threads_user.c - user-level threads: all threads of the program run on the
// worker's one kernel thread; a hand-over is a change of stack and thread pointer.
//
// The scheduler has a stack of its own, the control stack: threads are parked while it runs, their
// stacks stay small, and no address of its data is left behind in them.
//
// Each thread runs on the stack and the thread control block of a pooled thread: one that the
// trunk has made with the real pthread_create, and that has been waiting in it ever since. So
// thread-local variables, pthread_self, cleanup handlers, exceptions and pthread_exit are glibc's
// own. The worker has the pooled thread's memory, but not its kernel thread. So what glibc would
// ask of the kernel at a thread's end is left out, and the end shows in the control block alone; of
// a thread with nothing to be destroyed not even there (mc_thread_leave_early).
//
// The thread's number says which pooled thread it gets. If there is none, or its stack has another
// size, the worker asks the trunk for one, and the trace runs again.
#include "threads.h"
#include "runtime/arch/switch.h"
#include "runtime/heap/heap.h"
#include "runtime/memory/hand_over.h"
#include "runtime/record/leave.h"
#include "runtime/spinloop/waiting.h"
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/rseq.h>

enum { FIRST_POOLED = 8 }; // that the trunk makes before anything is known

struct context {
  struct mc_stack stack;
  bool away; ///< others have run since
};

struct pooled_thread {
  struct mc_stack stack;
  pthread_t handle; ///< 0: there is none
  uint64_t stack_size;
  volatile uint32_t waits, leaves; ///< futex words
};

// Private: a worker has its own copy.
static struct pooled_thread pooled[MC_MAX_THREADS] MC_PER_TRACE_TABLE;
static void *control_stack MC_KEPT; // the end of it
static uint32_t tid_offset MC_KEPT; // of the kernel's number for a thread in its control block
/// The pooled threads' control blocks, as each worker begins.
enum { MOST_OF_BLOCK = 4096 };
static char as_made[MC_MAX_THREADS][MOST_OF_BLOCK] MC_KEPT;
// What hand-overs write, which is put back after each trace: on one page.
static struct {
  _Alignas(4096) struct context context[MC_MAX_THREADS];
  mc_thread leaving;            ///< the thread that calls the scheduler
  mc_thread (*chooser)(void *); ///< by this function,
  void *asked;                  ///< with this argument
  bool has_called;              ///< and it has no answer yet
} now MC_PER_TRACE_TABLE;

//===- Switching ------------------------------------------------------------------------------===//

static uint32_t *tid_of(uint64_t thread_pointer) {
  return (uint32_t *)(thread_pointer + tid_offset);
}

/// What the kernel does: a join need not wait.
static void end(uint64_t thread_pointer) { *tid_of(thread_pointer) = 0; }

void mc_thread_show_end(pthread_t handle) {
  const mc_thread number = mc_mode == MC_MODE_NATIVE ? MC_NO_THREAD : mc_thread_number(handle);
  if (number != MC_NO_THREAD && mc_process->thread[number].has_left_early &&
      mc_process->model.thread[number].finished)
    end(now.context[number].stack.thread_pointer);
}

/// Who called the scheduler is left, if another thread goes on.
static void leave_for(mc_thread to) {
  if (now.has_called && to != now.leaving) {
    now.context[now.leaving].away = true;
    mc_signals_leave(now.leaving);
  }
  now.has_called = false;
}

static const struct mc_stack *go_on(void) {
  const mc_thread to = now.chooser(now.asked);
  mc_process->left_at = mc_ticks();
  leave_for(to);
  return to == now.leaving ? NULL : &now.context[to].stack;
}

static void schedule(mc_thread self, mc_thread (*choose)(void *), void *context, bool finished) {
  struct context *own = &now.context[self];
  own->stack.thread_pointer = (uint64_t)__builtin_thread_pointer();
  if (finished && !mc_process->thread[self].has_left_early)
    end(own->stack.thread_pointer);
  now.leaving = self;
  now.chooser = choose;
  now.asked = context;
  now.has_called = true;
  mc_stack_leave(&own->stack, control_stack, go_on);
  mc_shared->search.stats.switching += mc_ticks() - mc_process->left_at;
  if (own->away)
    mc_signals_arrive(self);
  own->away = false;
}

// With a level, in the middle of the call that a thread had made.
_Noreturn static void go_on_on_control_stack(void) {
  const mc_thread to = now.chooser(NULL);
  mc_process->left_at = mc_ticks();
  leave_for(to);
  mc_stack_resume(&now.context[to].stack);
}

void mc_user_threads_start(void) {
  enum { BYTES = 256 << 10 };
  control_stack = (char *)mc_own_memory(BYTES) + BYTES;
}

void *mc_control_stack(void) { return control_stack; }

//===- Pooled threads -------------------------------------------------------------------------===//

static bool find_tid(void) {
  enum { LARGEST_CONTROL_BLOCK = 0x900 };
  const uint64_t own = (uint64_t)__builtin_thread_pointer();
  const uint32_t tid = (uint32_t)mc_sys(SYS_gettid);
  if (tid_offset)
    return *tid_of(own) == tid;
  for (uint32_t offset = 0; offset < LARGEST_CONTROL_BLOCK && !tid_offset; offset += sizeof tid)
    if (*(const uint32_t *)(own + offset) == tid)
      tid_offset = offset;
  return tid_offset;
}

static void wait_to_leave(void) {
  struct pooled_thread *own = &pooled[mc_self_];
  own->waits = 1;
  mc_futex_wake(&own->waits, 0);
  while (!own->leaves)
    mc_futex_wait(&own->leaves, 0, -1, 0);
}

static void *pooled_thread_main(void *number) {
  const uint64_t all = ~(uint64_t)0;
  mc_sys(SYS_rt_sigprocmask, SIG_SETMASK, &all, NULL, sizeof all);
  mc_self_ = (mc_thread)(uintptr_t)number;
  struct pooled_thread *own = &pooled[mc_self_];
  own->stack.thread_pointer = find_tid() ? (uint64_t)__builtin_thread_pointer() : 0;
  mc_thread_arrive();
  mc_recognise_thread(__builtin_frame_address(0));
  mc_stack_park(&own->stack, wait_to_leave);
  if (mc_mode == MC_MODE_TRUNK) {
    mc_thread_dismiss();
    return NULL;
  }
  mc_signals_arrive(mc_self_);
  void *const result = mc_thread_run();
  mc_thread_leave_early(result);
  return result;
}

static void dismiss(struct pooled_thread *p) {
  int (*join)(pthread_t, void **) = mc_real("pthread_join");
  pthread_attr_t attr;
  void *stack = NULL;
  size_t size = 0;
  pthread_getattr_np(p->handle, &attr);
  pthread_attr_getstack(&attr, &stack, &size);
  pthread_attr_destroy(&attr);
  p->leaves = 1;
  mc_futex_wake(&p->leaves, 0);
  join(p->handle, NULL);
  mc_sys(SYS_munmap, stack, size);
  *p = (struct pooled_thread){.handle = 0};
}

static bool make_pooled_thread(mc_thread thread, uint64_t stack_size) {
  int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *) =
      mc_real("pthread_create");
  struct pooled_thread *p = &pooled[thread];
  pthread_attr_t attr;
  ((int (*)(pthread_attr_t *))mc_real("pthread_getattr_default_np"))(&attr);
  if (stack_size)
    pthread_attr_setstacksize(&attr, stack_size);
  pthread_attr_getstacksize(&attr, &p->stack_size);
  mc_stack_set(thread, &attr);
  const mc_thread self = mc_self_;
  mc_self_ = MC_NO_THREAD; // what glibc allocates here is libc's own
  const int error = create(&p->handle, &attr, pooled_thread_main, (void *)(uintptr_t)thread);
  mc_self_ = self;
  pthread_attr_destroy(&attr);
  if (error) {
    p->handle = 0;
    return false;
  }
  while (!p->waits)
    mc_futex_wait(&p->waits, 0, -1, 0);
  return p->stack.thread_pointer != 0;
}

/// Of a control block, which ends with its stack, at a page's end. The kernel writes to the rest, as
/// long as its thread is there.
static size_t compared(uint64_t thread_pointer) {
  const size_t bytes = MOST_OF_BLOCK - thread_pointer % MOST_OF_BLOCK;
  return __rseq_size && __rseq_offset > 0 && (size_t)__rseq_offset < bytes ? (size_t)__rseq_offset
                                                                           : bytes;
}

bool mc_user_thread_is_as_made(void) {
  const uint64_t own = (uint64_t)__builtin_thread_pointer();
  return memcmp((const void *)own, as_made[mc_self_], compared(own)) == 0;
}

static void note_block(mc_thread thread) {
  const uint64_t block = pooled[thread].stack.thread_pointer;
  memcpy(as_made[thread], (const void *)block, compared(block));
}

void mc_pooled_threads_dismiss(void) {
  for (mc_thread t = 1; t < MC_MAX_THREADS; t++)
    if (pooled[t].handle)
      dismiss(&pooled[t]);
}

//===- The kind -------------------------------------------------------------------------------===//

static bool has_instructions(void) {
  enum { FSGSBASE = 2 };
  return getauxval(AT_HWCAP2) & FSGSBASE;
}

static const char *prepare(void) {
  if (mc_shared->tables.pooled_threads == 0) {
    mc_tables_write();
    mc_shared->tables.pooled_threads = FIRST_POOLED;
  }
  if (!has_instructions())
    return "the processor, or this kernel, has no FSGSBASE";
  for (mc_thread t = 1; t < mc_shared->tables.pooled_threads; t++) {
    const uint64_t wanted = mc_shared->tables.stack_size[t];
    if (pooled[t].handle && wanted && wanted != pooled[t].stack_size)
      dismiss(&pooled[t]);
    if (!pooled[t].handle && !make_pooled_thread(t, wanted))
      return "the system does not allow as many threads as user-level ones need";
  }
  mc_thread_find_libc();
  for (mc_thread t = 1; t < mc_shared->tables.pooled_threads; t++)
    note_block(t);
  return NULL;
}

_Noreturn static void ask_for_pooled_thread(mc_thread thread, uint64_t stack_size) {
  mc_guard_open();
  mc_tables_write();
  while (mc_shared->tables.pooled_threads <= thread)
    mc_shared->tables.pooled_threads *= 2;
  mc_shared->tables.stack_size[thread] = stack_size;
  mc_run_again();
}

static int create(mc_thread thread, const pthread_attr_t *attr, pthread_t *handle) {
  const struct pooled_thread *p = &pooled[thread];
  size_t stack_size;
  if (mc_has_stack(attr)) {
    mc_guard_open();
    mc_use_kernel_threads("the program gives a thread a stack of its own");
  }
  pthread_attr_getstacksize(attr, &stack_size);
  if (!p->handle || p->stack_size != stack_size)
    ask_for_pooled_thread(thread, stack_size);
  now.context[thread].stack = p->stack;
  mc_signals_inherit(thread);
  mc_guard_open();
  mc_process->thread[thread].tid = (uint32_t)mc_process->pid;
  mc_guard_close();
  *handle = p->handle;
  int detached = PTHREAD_CREATE_JOINABLE;
  pthread_attr_getdetachstate(attr, &detached);
  if (detached == PTHREAD_CREATE_DETACHED)
    ((int (*)(pthread_t))mc_real("pthread_detach"))(p->handle);
  return 0;
}

_Noreturn static void go_on_with(mc_thread (*choose)(void *)) {
  now.chooser = choose;
  mc_stack_call(control_stack, go_on_on_control_stack);
}

_Noreturn static void leave(void (*function)(void)) { mc_stack_call(control_stack, function); }

const struct mc_thread_kind mc_user_threads = {prepare, create, schedule, go_on_with, leave, true};
