// runtime/tsan/lock_all.c - std::lock of several mutexes, as pass/LockAll.cpp has it: all of them
// are locked at once. gcc has the function in every object that calls it, for others to replace:
// ours is no weak one. With the standards before C++17 it is inlined, and is the library's.
#include "runtime/tsan/tsan.h"
#include <errno.h>
#include <pthread.h>

#define ALL(function, symbol, deferred, parameters, ...)                                           \
  MC_TSAN_VISIBLE __attribute__((section("mc_wrapped"))) void function parameters __asm__(symbol); \
  void function parameters {                                                                       \
    void *const lock[] = {__VA_ARGS__};                                                            \
    lock_all(MC_CALLER_SITE, lock, sizeof lock / sizeof *lock, deferred);                          \
  }

/// Laid out as in the C++ library.
struct unique_lock {
  pthread_mutex_t *mutex;
  bool owns;
};

_Noreturn extern void throw_error(int) __asm__("_ZSt20__throw_system_errori") __attribute__((weak));

static pthread_mutex_t *mutex_of(void *lock, bool is_deferred) {
  const struct unique_lock *deferred = lock;
  if (is_deferred && !deferred->mutex)
    throw_error(EPERM);
  if (is_deferred && deferred->owns)
    throw_error(EDEADLK);
  return is_deferred ? deferred->mutex : lock;
}

/// Locks the mutexes one after another, as the library does.
static void lock_in_turns(void *const lock[], uint32_t count, bool is_deferred) {
  uint32_t first = 0, locked = 0;
  while (locked < count) {
    pthread_mutex_lock(mutex_of(lock[first], is_deferred));
    for (locked = 1; locked < count; locked++) {
      const uint32_t next = (first + locked) % count;
      if (pthread_mutex_trylock(mutex_of(lock[next], is_deferred)) == 0)
        continue;
      for (; locked > 0; locked--)
        pthread_mutex_unlock(mutex_of(lock[(first + locked - 1) % count], is_deferred));
      first = next;
      break;
    }
  }
  for (uint32_t i = 0; is_deferred && i < count; i++)
    ((struct unique_lock *)lock[i])->owns = true;
}

static void lock_all(const struct mc_site *site, void *const lock[], uint32_t count,
                     bool is_deferred) {
  if (!__mcmini_lock_all(site, lock, count, is_deferred ? (1u << count) - 1 : 0))
    lock_in_turns(lock, count, is_deferred);
}

ALL(lock_2, "_ZSt4lockISt5mutexS0_JEEvRT_RT0_DpRT1_", false, (void *a, void *b), a, b)
ALL(lock_3, "_ZSt4lockISt5mutexS0_JS0_EEvRT_RT0_DpRT1_", false, (void *a, void *b, void *c), a, b,
    c)
ALL(lock_4, "_ZSt4lockISt5mutexS0_JS0_S0_EEvRT_RT0_DpRT1_", false,
    (void *a, void *b, void *c, void *d), a, b, c, d)
ALL(lock_2_recursive, "_ZSt4lockISt15recursive_mutexS0_JEEvRT_RT0_DpRT1_", false,
    (void *a, void *b), a, b)
ALL(lock_2_deferred, "_ZSt4lockISt11unique_lockISt5mutexES2_JEEvRT_RT0_DpRT1_", true,
    (void *a, void *b), a, b)
ALL(lock_3_deferred, "_ZSt4lockISt11unique_lockISt5mutexES2_JS2_EEvRT_RT0_DpRT1_", true,
    (void *a, void *b, void *c), a, b, c)
