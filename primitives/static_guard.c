// primitives/static_guard.c - the guards of C++ variables that are static in a function.
//
// No transitions: the C++ library runs as it is. What it does by itself is told to the search for
// data races: the initialisation happens before every later use (C++17, 9.7, 4). Weak: with
// -static-libstdc++ the library's own are there.
#include <mcmini/primitive.h>

MC_INTERPOSED int __cxa_guard_acquire(uint64_t *guard);
MC_INTERPOSED void __cxa_guard_release(uint64_t *guard);

int __cxa_guard_acquire(uint64_t *guard) {
  static int (*real)(uint64_t *);
  if (!real)
    *(void **)&real = mc_real("__cxa_guard_acquire");
  const int is_first = real(guard);
  if (!is_first)
    mc_race_invisible(guard, MC_ATOMIC_LOAD | __ATOMIC_ACQUIRE << 8);
  return is_first;
}

void __cxa_guard_release(uint64_t *guard) {
  static void (*real)(uint64_t *);
  if (!real)
    *(void **)&real = mc_real("__cxa_guard_release");
  mc_race_invisible(guard, MC_ATOMIC_STORE | __ATOMIC_RELEASE << 8);
  real(guard);
}
