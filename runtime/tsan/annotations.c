// runtime/tsan/annotations.c - what programs tell ThreadSanitizer about synchronisation that it
// cannot see (<sanitizer/tsan_interface.h>, dynamic annotations): one thread gives, another takes.
// No transitions. A mutex that is told in this way is ordered by its lock and unlock; what it is
// made of is seen as it is.
#include "runtime/tsan/tsan.h"

static void give(const volatile void *address) {
  mc_race_invisible(address, MC_ATOMIC_STORE | __ATOMIC_RELEASE << 8);
}

static void take(const volatile void *address) {
  mc_race_invisible(address, MC_ATOMIC_LOAD | __ATOMIC_ACQUIRE << 8);
}

#define DEFINE(type, name, parameters)                                                             \
  MC_TSAN_VISIBLE type name parameters;                                                            \
  type name parameters

DEFINE(void, __tsan_release, (void *address)) { give(address); }
DEFINE(void, __tsan_acquire, (void *address)) { take(address); }

DEFINE(void, AnnotateHappensBefore, (const char *file, int line, const volatile void *address)) {
  (void)file, (void)line;
  give(address);
}
DEFINE(void, AnnotateHappensAfter, (const char *file, int line, const volatile void *address)) {
  (void)file, (void)line;
  take(address);
}

enum { TRY_LOCK_FAILED = 1 << 5 }; // __tsan_mutex_try_lock_failed

DEFINE(void, __tsan_mutex_create, (void *mutex, unsigned flags)) { (void)mutex, (void)flags; }
DEFINE(void, __tsan_mutex_destroy, (void *mutex, unsigned flags)) { (void)mutex, (void)flags; }
DEFINE(void, __tsan_mutex_pre_lock, (void *mutex, unsigned flags)) { (void)mutex, (void)flags; }
DEFINE(void, __tsan_mutex_post_lock, (void *mutex, unsigned flags, int recursion)) {
  (void)recursion;
  if (!(flags & TRY_LOCK_FAILED))
    take(mutex);
}
DEFINE(int, __tsan_mutex_pre_unlock, (void *mutex, unsigned flags)) {
  (void)flags;
  give(mutex);
  return 1;
}
DEFINE(void, __tsan_mutex_post_unlock, (void *mutex, unsigned flags)) { (void)mutex, (void)flags; }
DEFINE(void, __tsan_mutex_pre_signal, (void *address, unsigned flags)) {
  (void)address, (void)flags;
}
DEFINE(void, __tsan_mutex_post_signal, (void *address, unsigned flags)) {
  (void)address, (void)flags;
}
DEFINE(void, __tsan_mutex_pre_divert, (void *address, unsigned flags)) {
  (void)address, (void)flags;
}
DEFINE(void, __tsan_mutex_post_divert, (void *address, unsigned flags)) {
  (void)address, (void)flags;
}
