// runtime/start.c - the runtime's start in the program, before main and before any constructor of
// the program; libc's real functions.
#include "busy_wait.h"
#include "code_traps.h"
#include "hang.h"
#include "files.h"
#include "protection.h"
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char __mcmini_runtime[] = "mcmini-runtime 1";
const struct mc_site mc_nowhere = {"", "", "", 0, 0};
static pthread_key_t exit_key; // its destructor is a thread's last code: the thread's exit

bool mc_native(void) { return mc_mode == MC_MODE_NATIVE; }

/// Functions found so far, by the address of the name. In memory that no snapshot puts back.
enum { REAL_SLOTS = 1024 };
static struct real {
  const char *name;
  void *function;
} * real_slot;

static void *find_real(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (!function)
    mc_fault(__FILE__, __LINE__, name);
  return function;
}

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

void *mc_real(const char *name) {
  if (!real_slot)
    return find_real(name);
  for (uint64_t i = (uintptr_t)name * 0x9e3779b97f4a7c15ull >> 40;; i++) {
    struct real *slot = &real_slot[i % REAL_SLOTS];
    if (slot->name == name)
      return slot->function;
    if (slot->name)
      continue;
    void *function = find_real(name);
    const bool opened = mc_memory_open();
    const bool opened_table = mc_table_open(real_slot, REAL_SLOTS * sizeof *real_slot);
    slot->function = function;
    slot->name = name;
    if (opened_table)
      mc_table_close(real_slot, REAL_SLOTS * sizeof *real_slot);
    if (opened)
      mc_memory_close();
    return function;
  }
}

// What dlsym keeps of a failure lies in the program's heap until the next call: not in a trace, of
// which the first would then have another heap than the rest.
void *mc_symbol(const char *name) {
  void *const symbol = dlsym(RTLD_DEFAULT, name);
  if (!symbol) {
    dlerror(); // gives it back at the second call
    dlerror();
  }
  return symbol;
}

// Runs in the last of the rounds in which glibc calls the destructors of a thread's keys.
static void key_destructor(void *round) {
  if (round == (void *)1 && mc_checking())
    mc_state_destructors(exit_key + 1, &mc_nowhere);
  if ((uintptr_t)round < PTHREAD_DESTRUCTOR_ITERATIONS)
    pthread_setspecific(exit_key, (void *)((uintptr_t)round + 1));
  else if (mc_checking())
    mc_thread_leave();
}

void mc_thread_arrive(void) { pthread_setspecific(exit_key, (void *)1); }

// Nothing that a failing trace printed must be lost in a buffer; and the buffer must not be taken
// from the heap of whichever thread prints first.
static void start_output(void) {
  static char buffer[BUFSIZ];
  const bool lines = mc_session->config.output_fd >= 0 || mc_session->config.debugging || isatty(1);
  ((__typeof__(setvbuf) *)mc_real("setvbuf"))(stdout, buffer, lines ? _IOLBF : _IOFBF,
                                              sizeof buffer);
}

__attribute__((constructor(101))) void mc_start(void) {
  static bool started;
  if (started)
    return;
  started = true;
  if (!mc_state_map())
    return;
  mc_hang("start", true);
  real_slot = mc_table_memory(REAL_SLOTS * sizeof *real_slot);
  mc_mode = MC_MODE_TRUNK;
  mc_self_ = 0;
  mc_process->pid = (int32_t)mc_sys(SYS_getpid);
  atomic_store(&mc_session->trunk, mc_process->pid);
  mc_record_modules();
  mc_record_thread(0, 0, 0);
  const struct mc_thread_state running = {.created = 1};
  const mc_object object = mc_object_new(&mc_primitive_thread, MC_THREAD_ADDRESS(0), 0, &running);
  mc_guard_open();
  pthread_key_create(&exit_key, key_destructor);
  mc_thread_arrive();
  mc_busy_wait_start();
  mc_environment_start();
  mc_order_start();
  mc_output_start();
  mc_undo_start();
  mc_operations_start();
  mc_lint_start();
  mc_handlers_start();
  mc_trunk_start();
  mc_user_threads_start();
  mc_protection_start();
  mc_snapshot_start();
  mc_system_calls_start();
  mc_code_traps_start();
  mc_heap_start();
  mc_gdb_start();
  mc_signals_install();
  mc_signals_thread(0);
  mc_process_exit_start();
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

void __mcmini_module(const char *source_file) {
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
  mc_guard_close();
}
