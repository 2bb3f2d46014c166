// primitives/lock_table.c - functions of libraries that are locks: those of locks.def, and the lines
// of --locks.
#include "library_locks.h"

static const struct {
  const char *name;
  mc_lock_handler *handler;
  uint64_t success;
  size_t bytes;
} functions[] = {
#define MC_LOCK(function, handler, success, bytes) {function, mc_lock_##handler, success, bytes},
#define MC_LOCK_OPERATION(primitive, operation, handler)
#include "locks.def"
#undef MC_LOCK
#undef MC_LOCK_OPERATION
};

void mc_lock_functions_start(void) {}

unsigned mc_lock_functions(void) { return sizeof functions / sizeof *functions; }

const char *mc_lock_function(unsigned function) { return functions[function].name; }

uint64_t mc_lock_function_call(unsigned function, const uint64_t argument[6],
                               const struct mc_site *site) {
  const struct mc_lock_call call = {site, argument, functions[function].bytes, functions[function].success};
  mc_reach(site);
  return functions[function].handler(&call);
}
