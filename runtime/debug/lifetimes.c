// runtime/debug/lifetimes.c - is what is said to be kept (MC_KEPT) constant in a trace? With the
// linter, in programs that the runtime is linked into: there it knows where that lies.
#include "debug.h"

extern const uint64_t __start_mc_runtime_kept[] __attribute__((weak, visibility("hidden")));
extern const uint64_t __stop_mc_runtime_kept[] __attribute__((weak, visibility("hidden")));

static uint64_t expected MC_PER_TRACE; ///< 0: not known

static uint64_t hash_of_kept(void) {
  uint64_t hash = MC_HASH_START;
  for (const uint64_t *at = __start_mc_runtime_kept; at + 1 <= __stop_mc_runtime_kept; at++)
    hash = mc_hash(hash, *at);
  return hash | 1;
}

void mc_lifetimes_note(void) {
  if (mc_mode == MC_MODE_WORKER && !expected)
    expected = hash_of_kept();
}

void mc_lifetimes_check(void) { MC_CHECK(!expected || expected == hash_of_kept()); }
