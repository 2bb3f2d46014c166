// runtime/schedule/process_exit.c - how the process ends.
//
// exit runs the program's handlers and destructors as ordinary code, beside the other threads; the
// last handler is ours, and makes the transition "process exit". It is taken last (dpor/choice.c):
// what the others could do before it is explored. So is quick_exit. _exit, the system call and exec
// make the transition at once. Of several threads that call exit only one goes on.
#include "schedule.h"
#include "runtime/debug/debug.h"
#include "runtime/detector/races.h"
#include "runtime/finding/finding.h"
#include "runtime/heap/heap.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Of glibc, which exports but does not declare them.
extern FILE *_IO_iter_begin(void), *_IO_iter_end(void), *_IO_iter_next(FILE *);

void mc_flush_streams(void) {
  int (*flush)(FILE *) = mc_real("fflush_unlocked"); // and not as a step
  size_t (*pending)(FILE *) = mc_real("__fpending");
  for (FILE *f = _IO_iter_begin(); f != _IO_iter_end(); f = _IO_iter_next(f))
    if (pending(f))
      flush(f);
}

static struct mc_operation exit_operation(int status) {
  return (struct mc_operation){.primitive = mc_primitive_of[MC_OF_THREADS],
                               .kind = MC_THREAD_PROCESS_EXIT,
                               .flags = MC_PROCESS_EXIT,
                               .argument = {(uint64_t)status}};
}

_Noreturn static void end_process(int status, const struct mc_site *site, bool flush) {
  struct mc_operation operation = exit_operation(status);
  char text[60];
  if (mc_may_be_interrupted(mc_self_))
    mc_signals_settle(false, site);
  mc_transition(&operation, site);
  if (flush)
    mc_flush_streams(); // as exit does after its handlers
  mc_guard_open();
  status &= 0xff;
  if (status == 0)
    mc_end_trace(MC_COMPLETED);
  mc_format(text, sizeof text, "the program exits with status %d", status);
  mc_end_with(&(struct mc_finding_details){
      .kind = MC_FINDING_EXIT, .message = text, .thread = mc_self_, .status = status});
}

_Noreturn void mc_process_exit(int status, const struct mc_site *site) {
  mc_heap_process_ends();
  if (mc_checking() && mc_sys(SYS_getpid) == mc_process->pid)
    end_process(status, site, false);
  for (;;)
    mc_sys(SYS_exit_group, status);
}

//===- Of several threads one exits -----------------------------------------------------------===//

/// The calling thread exits: do several threads, in some trace? Constant during a search.
static bool are_several(void) {
  if (mc_session->config.replaying)
    return mc_replay_has(mc_primitive_of[MC_OF_PROCESS]->operations[0]);
  mc_guard_open();
  mc_threads_add(&mc_shared->learned.exiting, mc_self_);
  const bool is_new =
      mc_threads_count(&mc_shared->learned.exiting) > 1 && !mc_shared->learned.orders_exits;
  mc_shared->learned.orders_exits |= is_new;
  if (is_new)
    mc_restart_search();
  mc_guard_close();
  return mc_shared->learned.orders_exits;
}

static mc_object object_at(const char *name) {
  static const uint64_t nobody;
  const mc_object object = mc_object_find(mc_primitive_of[MC_OF_PROCESS], name);
  return object == MC_NO_OBJECT ? mc_object_new(mc_primitive_of[MC_OF_PROCESS], name, 0, &nobody)
                                : object;
}

void mc_process_begin_exit(const struct mc_site *site) {
  static const char process; // its address is a name
  static __thread bool has_begun;
  if (has_begun || mc_mode != MC_MODE_WORKER || !mc_checking()) // a handler may call exit
    return;
  has_begun = true;
  if (!are_several())
    return;
  struct mc_operation operation = {
      .primitive = mc_primitive_of[MC_OF_PROCESS], .objects = 1, .object = {object_at(&process)}};
  mc_transition(&operation, site);
}

//===- The last thread ends it ----------------------------------------------------------------===//

// If main leaves by pthread_exit, the last thread calls exit: handlers see which one that is.

static bool is_in_main MC_PER_TRACE; ///< or was

/// Sets a flag that stays the same during a search.
static void set(bool *flag) {
  mc_guard_open();
  const bool is_new = !*flag;
  *flag = true;
  if (is_new && mc_mode == MC_MODE_WORKER && mc_shared->learned.main_leaves &&
      mc_shared->learned.adds_handlers)
    mc_restart_search();
  mc_guard_close();
}

void mc_process_adds_handler(void) {
  if (is_in_main && mc_checking())
    set(&mc_shared->learned.adds_handlers);
}

mc_object mc_process_of_exits(void) {
  static const char process; // its address is a name
  if (mc_self_ == 0 && mc_has_threads() && !mc_session->config.replaying)
    set(&mc_shared->learned.main_leaves);
  if (!mc_shared->learned.main_leaves || !mc_shared->learned.adds_handlers)
    return MC_NO_OBJECT;
  return object_at(&process);
}

//===- libc's ends of the process -------------------------------------------------------------===//

static __thread int quick_status;

void mc_process_quick_exit(int status) { quick_status = status; }

static void at_exit(int status, void *unused) {
  (void)unused;
  if (mc_checking())
    end_process(status, &mc_nowhere, true);
}

static void at_quick_exit_(void *unused) {
  (void)unused;
  if (mc_checking())
    end_process(quick_status, &mc_nowhere, false);
}

extern int __cxa_at_quick_exit(void (*function)(void *), void *module);

// Ours are the first to be registered, and so the last to be called.
void mc_process_exit_start(void) {
  on_exit(at_exit, NULL);
  __cxa_at_quick_exit(at_quick_exit_, NULL);
}

typedef int main_function(int, char **, char **);
static main_function *program_main MC_PER_TRACE;

static int mc_run_main(int argc, char **argv, char **environment) {
  is_in_main = true;
  const int status = program_main(argc, argv, environment);
  mc_process_begin_exit(&mc_nowhere);
  return status;
}

main_function *mc_process_main(main_function *main) {
  program_main = main;
  return mc_run_main;
}

//===- Another program ------------------------------------------------------------------------===//

void mc_process_replaced(const struct mc_site *site) {
  if (mc_mode != MC_MODE_WORKER || !mc_checking())
    return;
  struct mc_operation operation = exit_operation(0);
  mc_transition(&operation, site);
  mc_guard_open();
  if (mc_part_of_trace() != MC_PART_EXTENSION)
    mc_races_end_of_trace(MC_COMPLETED);
  mc_guard_close();
}
