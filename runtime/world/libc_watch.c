// runtime/world/libc_watch.c - which write of the program's has broken the variables of libc?
//
// libc and a preloaded runtime have their variables in mappings that the guard leaves writable. A
// stray write there makes libc crash later, perhaps where the runtime has called it. So the first
// fault inside the runtime in a trace is not believed. The trace runs again, in a process of its
// own in which these mappings are read-only, and writes by other code are counted. If the fault
// comes again, the trace runs once more. Then the last of these writes counts as the program's
// crash, before it is made: the last one, because some may be right (`optind = 1`). If even that
// cannot be told without a fault, it is the write before. A page that libc itself has written stays
// open until the next step; a write that is missed there remains an internal fault.
#include "world.h"
#include "runtime/base/maps.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <sys/mman.h>
#include <ucontext.h>

enum { PAGE = 4096 };

/// libc, the dynamic linker, and the runtime where it is a library.
static bool is_watched(uint64_t address) {
  const char *module = mc_module_of(address);
  const uint64_t runtime = (uintptr_t)mc_libc_watch_again;
  return *module && (module == mc_module_of((uintptr_t)mc_real("gnu_get_libc_version")) ||
                     module == mc_module_of((uintptr_t)mc_real("__tls_get_addr")) ||
                     (mc_is_preloaded() && module == mc_module_of(runtime)));
}

/// Behind the module's variables a mapping may have those of a thread, which the runtime uses.
static bool add_mapping(const struct mc_mapping *m) {
  if (m->writable && !m->shared && is_watched(m->start)) {
    const uint64_t end = (mc_module_end(m->start) + PAGE - 1) & ~(uint64_t)(PAGE - 1);
    mc_guard_watch(m->start, m->end < end ? m->end : end);
  }
  return true;
}

void mc_libc_watch_worker(void) {
  if (!mc_shared->trace.libc_watch.is_on)
    return;
  mc_maps_visit(add_mapping);
  mc_guard_close_watched();
}

bool mc_libc_watch_open(uint64_t address, const void *context) {
  struct mc_libc_watch *w = &mc_shared->trace.libc_watch;
  const uint64_t code = (uint64_t)((const ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  if (!mc_guard_watches(address))
    return false;
  const bool is_foreign = !mc_shared->trace.in_runtime && !mc_is_runtime(code) && !is_watched(code);
  if (is_foreign && ++w->writes == w->fatal)
    return false;
  return mc_sys(SYS_mprotect, address & ~(uint64_t)(PAGE - 1), PAGE, PROT_READ | PROT_WRITE) == 0;
}

void mc_libc_watch_again(void) {
  struct mc_libc_watch *w = &mc_shared->trace.libc_watch;
  if (mc_mode != MC_MODE_WORKER || !mc_guard_is_up() || mc_session->config.debugging ||
      !mc_shared->trace.is_open || mc_shared->trace.committing)
    return;
  const uint32_t last = w->fatal ? w->fatal - 1 : w->writes;
  if (w->is_on && !last)
    return;
  *w = (struct mc_libc_watch){.is_on = true, .fatal = last};
  mc_run_again();
}
