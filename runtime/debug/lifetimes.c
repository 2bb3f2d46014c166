// runtime/debug/lifetimes.c - is what is said to be kept (MC_KEPT) constant in a trace? With the
// linter, in programs that the runtime is linked into: there it knows where that lies.
#include "debug.h"
#include <string.h>

extern const char __start_mc_runtime_kept[] __attribute__((weak, visibility("hidden")));
extern const char __stop_mc_runtime_kept[] __attribute__((weak, visibility("hidden")));

static char *copy MC_KEPT;         ///< of what is kept, as the trace began
static bool is_noted MC_PER_TRACE; ///< the copy is of this trace

static size_t kept_bytes(void) {
  return (size_t)(__stop_mc_runtime_kept - __start_mc_runtime_kept);
}

void mc_lifetimes_start(void) {
  if (mc_session->config.lint && kept_bytes())
    copy = mc_own_memory(kept_bytes());
}

void mc_lifetimes_note(void) {
  if (!copy || mc_mode != MC_MODE_WORKER || is_noted)
    return;
  memcpy(copy, __start_mc_runtime_kept, kept_bytes());
  is_noted = true;
}

void mc_lifetimes_check(void) {
  char text[100];
  size_t i = 0;
  if (!is_noted)
    return;
  while (i < kept_bytes() && copy[i] == __start_mc_runtime_kept[i])
    i++;
  if (i == kept_bytes())
    return;
  mc_format(text, sizeof text, "a trace has written what is kept: mc_runtime_kept + 0x%lx", i);
  mc_fault(__FILE__, __LINE__, text);
}
