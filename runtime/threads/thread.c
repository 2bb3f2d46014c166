// runtime/threads/thread.c - the program's threads: how they are made, named, and leave.
#include "threads.h"
#include "runtime/events.h"
#include "runtime/heap/heap.h"
#include "runtime/memory/hand_over.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/schedule/schedule.h"
#include "runtime/signals/signals.h"
#include "runtime/snapshot/snapshot.h"
#include "runtime/spinloop/waiting.h"
#include "runtime/world/world.h"
#include <limits.h>
#include <link.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

void mc_thread_calls_destructors(void) {
  mc_guard_open();
  mc_process->thread[mc_self_].destroys = true;
  mc_guard_close();
}

bool mc_others_call_destructors(void) {
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++)
    if (t != mc_self_ && mc_process->thread[t].destroys && !mc_process->model.thread[t].finished)
      return true;
  return false;
}

/// Another thread of the program's own has not ended.
static bool has_others(void) {
  mc_thread_set rest = mc_process->model.pending;
  mc_thread t;
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD)
    if (!mc_process->thread[t].serves)
      return true;
  return false;
}

/// The thread's exit. With user-level threads it returns only in the last one; true in that.
static bool leave(void) {
  struct mc_operation operation;
  const mc_object process = mc_process_of_exits();
  if (mc_section_is_entered())
    mc_misuse("a thread ends between mc_atomic_begin and mc_atomic_end", MC_NO_OBJECT, &mc_nowhere);
  if (mc_may_be_interrupted(mc_self_))
    mc_signals_settle(true, &mc_nowhere);
  mc_stack_ends();
  mc_thread_exit_operation(&operation, mc_process->thread[mc_self_].object, process);
  mc_transition(&operation, &mc_nowhere);
  mc_guard_open();
  if (mc_process->thread[mc_self_].owns)
    mc_record_warning(MC_WARN_HELD_AT_EXIT, NULL, NULL);
  if (has_others()) {
    mc_model_finish(&mc_process->model, mc_self_);
    mc_threads_schedule(mc_choose_thread, NULL, true);
    return false;
  }
  if (mc_is_after_failure()) // who has failed is still there
    mc_after_failure_end();
  mc_guard_close();
  return true;
}

// The last thread calls exit, as in glibc. glibc itself would not know: it counts the pooled
// threads, too, and may still count a main thread that has left.
void mc_thread_leave(void) {
  if (leave())
    ((void (*)(int))mc_real("exit"))(0);
}

void mc_thread_exit_raw(int status, const struct mc_site *site) {
  mc_stack_leave_from(__builtin_frame_address(0), site);
  if (leave())
    mc_process_exit(status, site);
  for (;;)
    mc_sys(SYS_exit, status);
}

void *mc_thread_run(void) {
  mc_thread_goes_on(); // its start
  mc_guard_close();
  const struct mc_thread_info *info = &mc_process->thread[mc_self_];
  return info->start(info->argument);
}

/// The program makes more threads than there may be. What the others do meanwhile is explored.
_Noreturn static void stand_still(const struct mc_site *site) {
  struct mc_operation operation = {
      .primitive = mc_primitive_of[MC_OF_THREADS], .kind = MC_THREAD_CREATE, .flags = MC_BEYOND};
  mc_warn(MC_WARN_MANY_THREADS, site);
  for (;;)
    mc_transition(&operation, site);
}

/// There is no thread, and that is not the program's doing: a limit, or a filter of system calls.
static bool is_refused(int error, const pthread_attr_t *attr) {
  int inherits = PTHREAD_INHERIT_SCHED; // else it may ask for what it has no right to
  if (attr)
    pthread_attr_getinheritsched(attr, &inherits);
  return (error == EAGAIN && !mc_limits_memory()) ||
         (error == EPERM && inherits == PTHREAD_INHERIT_SCHED);
}

/// A stack that the program gives has none.
static size_t guard_size(const pthread_attr_t *attr) {
  size_t bytes = 0;
  if (!mc_has_stack(attr))
    pthread_attr_getguardsize(attr, &bytes);
  return bytes;
}

int mc_thread_create(pthread_t *handle, const pthread_attr_t *attr, void *(*start)(void *),
                     void *argument, const struct mc_site *site) {
  int detached = PTHREAD_CREATE_JOINABLE;
  if (attr)
    pthread_attr_getdetachstate(attr, &detached);
  mc_guard_open();
  const uint32_t k = ++mc_process->thread[mc_self_].children;
  const mc_thread child = mc_record_thread(mc_self_, k, (uintptr_t)start);
  mc_guard_close();
  if (child == MC_NO_THREAD)
    stand_still(site);
  const struct mc_thread_state state = {.detached = detached == PTHREAD_CREATE_DETACHED};
  const mc_object object =
      mc_object_new(mc_primitive_of[MC_OF_THREADS], MC_THREAD_ADDRESS(child), 0, &state);
  struct mc_operation operation = {.primitive = mc_primitive_of[MC_OF_THREADS],
                                   .kind = MC_THREAD_CREATE,
                                   .objects = 1,
                                   .object = {object}};
  mc_transition(&operation, site);
  pthread_attr_t standard;
  if (!attr)
    ((int (*)(pthread_attr_t *))mc_real("pthread_getattr_default_np"))(&standard);
  mc_guard_open();
  mc_process->thread[child] =
      (struct mc_thread_info){.start = start,
                              .argument = argument,
                              .object = object,
                              .mask = mc_signals_mask(),
                              .guard_size = guard_size(attr ? attr : &standard),
                              .clock = mc_process->thread[mc_self_].clock};
  mc_guard_close();
  pthread_t new_handle;
  const int error = mc_thread_kind->create(child, attr ? attr : &standard, &new_handle);
  if (!attr)
    pthread_attr_destroy(&standard);
  if (is_refused(error, attr)) {
    mc_guard_open();
    mc_abandon_trace(MC_END_NO_PROCESS);
  }
  if (error) {
    mc_warn(MC_WARN_CREATE_FAILED, site);
    return error;
  }
  mc_guard_open();
  const mc_thread dead = mc_thread_number(new_handle);
  if (dead != MC_NO_THREAD)
    mc_process->thread[dead].handle = 0; // glibc gave the dead thread's handle out again
  mc_process->thread[child].handle = new_handle;
  operation = (struct mc_operation){.primitive = mc_primitive_of[MC_OF_THREADS],
                                    .thread = child,
                                    .kind = MC_THREAD_START,
                                    .objects = 1,
                                    .object = {object}};
  mc_declare(&operation, site);
  mc_guard_close();
  *handle = new_handle;
  return 0;
}

mc_object mc_thread_object(pthread_t handle) {
  const mc_thread number = mc_thread_number(handle);
  return number == MC_NO_THREAD ? MC_NO_OBJECT : mc_process->thread[number].object;
}

bool mc_thread_is_alive(mc_thread thread) {
  return thread == 0 ? !mc_process->model.thread[0].finished
                     : thread < mc_session->thread_count && mc_process->thread[thread].handle &&
                           !mc_process->model.thread[thread].finished;
}

void mc_thread_serves(mc_thread thread) {
  mc_guard_open();
  mc_process->thread[thread].serves = true;
  mc_guard_close();
}

bool mc_thread_is_served(mc_thread thread) {
  return mc_thread_is_alive(thread) && !mc_process->thread[thread].serves;
}

//===- Signals to threads ---------------------------------------------------------------------===//

void mc_thread_set_mask(uint64_t blocked) {
  mc_signals_use();
  mc_thread_block(blocked);
}

uint64_t mc_thread_mask(mc_thread thread) { return mc_process->thread[thread].mask; }

uint64_t mc_thread_guard_size(pthread_t handle) {
  const mc_thread number = mc_thread_number(handle);
  return number == MC_NO_THREAD ? 0 : mc_process->thread[number].guard_size;
}

//===- A thread's last code: the destructor of a key ---------------------------------------------===//

static pthread_key_t exit_key MC_KEPT;

// Runs in the last of the rounds in which glibc calls the destructors of a thread's keys.
static void key_destructor(void *round) {
  if (round == (void *)1 && mc_checking())
    mc_state_destructors(exit_key + 1, &mc_nowhere);
  if ((uintptr_t)round < PTHREAD_DESTRUCTOR_ITERATIONS)
    pthread_setspecific(exit_key, (void *)((uintptr_t)round + 1));
  else if (mc_checking()) {
    const bool may_be_cancelled = mc_is_asynchronous(mc_self_);
    if (may_be_cancelled) // then glibc calls destructors once more
      pthread_setspecific(exit_key, round);
    mc_thread_leave();
    if (may_be_cancelled)
      pthread_setspecific(exit_key, NULL);
  }
}

void mc_thread_start(void) {
  mc_thread_kind = &mc_kernel_threads;
  pthread_key_create(&exit_key, key_destructor);
  mc_thread_arrive();
}

void mc_thread_arrive(void) { pthread_setspecific(exit_key, (void *)1); }

void mc_thread_dismiss(void) { pthread_setspecific(exit_key, NULL); }

//===- A thread's end without glibc -----------------------------------------------------------===//

static void (*destroy_locals)(void) MC_KEPT;
static uint64_t libcs_calls MC_KEPT; ///< where libc has the addresses of what it calls

void mc_thread_find_libc(void) {
  enum { OF_LOADER = 3 * sizeof(void *) }; // before them, perhaps on a page that is read-only
  destroy_locals = mc_real("__call_tls_dtors");
  for (const struct link_map *m = _r_debug.r_map; m && !libcs_calls; m = m->l_next)
    for (const ElfW(Dyn) *d = m->l_ld; strstr(m->l_name, "/libc.so.") && d->d_tag != DT_NULL; d++)
      if (d->d_tag == DT_PLTGOT)
        libcs_calls = d->d_un.d_ptr + OF_LOADER;
}

/// The program may have written over what libc needs; then it is to crash where it does natively.
static bool libc_is_whole(void) { return libcs_calls && !mc_snapshot_is_hot(libcs_calls); }

void mc_thread_leave_early(void *result) {
  struct mc_thread_info *info = &mc_process->thread[mc_self_];
  if (!mc_snapshot_is_taken() || !destroy_locals || !libc_is_whole() ||
      mc_may_be_interrupted(mc_self_) || mc_may_be_cancelled(mc_self_))
    return;
  destroy_locals(); // glibc does so, too, and next
  if (!mc_user_thread_is_as_made())
    return;
  mc_state_destructors(exit_key + 1, &mc_nowhere);
  mc_guard_open();
  info->returned = result;
  info->has_left_early = true;
  mc_guard_close();
  mc_thread_leave();
}

typedef int join_function(pthread_t, void **);

int mc_thread_collect(pthread_t handle, void **value) {
  const mc_thread number = mc_mode == MC_MODE_NATIVE ? MC_NO_THREAD : mc_thread_number(handle);
  if (number == MC_NO_THREAD || !mc_process->thread[number].has_left_early)
    return ((join_function *)mc_real("pthread_join"))(handle, value);
  if (!libc_is_whole()) {
    mc_thread_show_end(handle);
    ((join_function *)mc_real("pthread_join"))(handle, NULL);
  }
  if (value)
    *value = mc_process->thread[number].returned;
  return 0;
}
