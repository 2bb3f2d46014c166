// runtime/executor/start.c - the runtime's start in the program, before main and before any
// constructor of the program.
#include "executor.h"
#include "runtime/base/hang.h"
#include "runtime/events.h"
#include "runtime/record/record.h"
#include "runtime/schedule/schedule.h"
#include "runtime/signals/signals.h"
#include "runtime/world/world.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char __mcmini_runtime[] = "mcmini-runtime 1";

/// Made by cmake/sanitized-runtime.sh.
extern const struct checked {
  const void **libc_function; ///< NULL: the sanitizer does not check that one
  const void *ours;
} __start_mc_sanitizers[] __attribute__((weak)), __stop_mc_sanitizers[] __attribute__((weak));

// A sanitizer finds libc's functions before any constructor runs.
__attribute__((constructor(101))) static void put_ours_behind_sanitizer(void) {
  for (const struct checked *c = __start_mc_sanitizers; c < __stop_mc_sanitizers; c++)
    if (c->libc_function)
      *c->libc_function = c->ours;
}

// Nothing that a failing trace printed must be lost in a buffer; and the buffer must not be taken
// from the heap of whichever thread prints first.
static void start_output(void) {
  static char buffer[BUFSIZ] MC_PER_TRACE_TABLE;
  const bool lines = mc_session->config.output_fd >= 0 || mc_session->config.debugging || isatty(1);
  ((__typeof__(setvbuf) *)mc_real("setvbuf"))(stdout, buffer, lines ? _IOLBF : _IOFBF,
                                              sizeof buffer);
}

__attribute__((constructor(101))) void mc_start(void) {
  static bool started MC_KEPT;
  if (started)
    return;
  started = true;
  if (!mc_session_map())
    return;
  mc_forbidden_check();
  mc_state_map();
  mc_hang("start", true);
  mc_native_start();
  mc_mode = MC_MODE_TRUNK;
  mc_self_ = 0;
  mc_process->pid = (int32_t)mc_sys(SYS_getpid);
  atomic_store(&mc_session->trunk, mc_process->pid);
  mc_record_modules();
  mc_record_thread(0, 0, 0);
  const struct mc_thread_state running = {.created = 1};
  const mc_object object =
      mc_object_new(mc_primitive_of[MC_OF_THREADS], MC_THREAD_ADDRESS(0), 0, &running);
  mc_guard_open();
  mc_event_start();
  start_output();
  mc_process->thread[0].object = object;
  mc_process->thread[0].handle = pthread_self();
  mc_process->thread[0].mask = mc_real_signal_mask();
  mc_session_write();
  mc_own_code_note();
  atomic_store(&mc_session->phase, MC_PHASE_TRUNK);
  mc_guard_close();
  mc_signals_check();
  mc_limits_start();
  mc_own_functions_note();
  mc_libc_variables_start();
}

/// The program's start. Ours runs first, so that its exit handler is the last of all.
__attribute__((visibility("default"))) int
__libc_start_main(int (*main)(int, char **, char **), int argc, char **argv, void (*init)(void),
                  void (*fini)(void), void (*rtld_fini)(void), void *stack_end) {
  int (*real)(int (*)(int, char **, char **), int, char **, void (*)(void), void (*)(void),
              void (*)(void), void *) = mc_real("__libc_start_main");
  mc_start();
  return real(mc_process_main(main), argc, argv, init, fini, rtld_fini, stack_end);
}

void __mcmini_module(const char *source_file, const struct mc_site *operations,
                     const struct mc_site *end) {
  mc_start(); // constructors of a shared library run before ours
  if (mc_mode != MC_MODE_TRUNK && mc_mode != MC_MODE_WORKER)
    return;
  mc_guard_open();
  struct mc_observed *o = &mc_session->observed;
  const mc_string name = mc_record_string(source_file);
  uint32_t i = 0;
  while (i < o->modules && o->module[i] != name)
    i++;
  if (i == o->modules && i < MC_SESSION_MAX_MODULES)
    mc_session_write(), o->module[o->modules++] = name;
  mc_explored_add(operations, end);
  mc_guard_close();
}
