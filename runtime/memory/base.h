// runtime/memory/base.h - what all of the runtime sees: the session, the guard, primitives, the
// search.
#ifndef MC_RUNTIME_MEMORY_BASE_H
#define MC_RUNTIME_MEMORY_BASE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE // include this header first
#endif
#include "dpor/lint.h"
#include "dpor/search.h"
#include "primitives/builtin.h"
#include "runtime/base/sys.h"
#include "runtime/memory/guard.h"
#include "runtime/session.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

enum { MC_MAX_OBJECTS = MC_NO_OBJECT }; ///< of all traces of a search

/// A step of FNV-1a, which begins with MC_HASH_START.
static inline uint64_t mc_hash(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x100000001b3ull;
}
/// A hash of one number. Sums of such hashes tell sets of numbers apart.
static inline uint64_t mc_mix(uint64_t x) {
  x = (x ^ x >> 31) * 0x9e3779b97f4a7c15ull;
  return x ^ x >> 29;
}
/// Where a hash table has the key first: neighbours beside each other, groups of them anywhere.
static inline uint32_t mc_first_slot(uint64_t key) {
  return (uint32_t)(mc_mix(key >> 4) >> 32) + (uint32_t)(key & 15);
}
#define MC_HASH_START 0xcbf29ce484222325ull

/// Marks a variable that lies in this library or program: no table need be asked where it is.
#define MC_HIDDEN __attribute__((visibility("hidden")))

static struct mc_session *const mc_session = (struct mc_session *)MC_SESSION_ADDRESS;

/// An internal fault: says so and ends everything with status 70. Always on.
_Noreturn void mc_fault(const char *file, int line, const char *what);
#define MC_CHECK(condition) ((condition) ? (void)0 : mc_fault(__FILE__, __LINE__, #condition))

#endif // MC_RUNTIME_MEMORY_BASE_H
