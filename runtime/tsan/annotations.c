// runtime/tsan/annotations.c - what programs tell ThreadSanitizer about synchronisation that it
// cannot see (<sanitizer/tsan_interface.h>, dynamic annotations): one thread releases, another
// acquires. A mutex that is told in this way is ordered by its lock and unlock; what it is made of
// is seen as it is.
#include "runtime/tsan/tsan.h"

static void tell(const volatile void *address, enum mc_told what, const struct mc_site *site) {
  if (mc_tsan_is_program())
    mc_state_told(address, what, site);
}

#define DEFINE(type, name, parameters)                                                             \
  MC_TSAN_VISIBLE type name parameters;                                                            \
  type name parameters

DEFINE(void, __tsan_release, (void *address)) { tell(address, MC_TOLD_RELEASE, MC_CALLER_SITE); }
DEFINE(void, __tsan_acquire, (void *address)) { tell(address, MC_TOLD_ACQUIRE, MC_CALLER_SITE); }

DEFINE(void, AnnotateHappensBefore, (const char *file, int line, const volatile void *address)) {
  (void)file, (void)line;
  tell(address, MC_TOLD_RELEASE, MC_CALLER_SITE);
}
DEFINE(void, AnnotateHappensAfter, (const char *file, int line, const volatile void *address)) {
  (void)file, (void)line;
  tell(address, MC_TOLD_ACQUIRE, MC_CALLER_SITE);
}

enum { READ_LOCK = 1 << 3, TRY_LOCK_FAILED = 1 << 5 }; // __tsan_mutex_read_lock, _try_lock_failed

DEFINE(void, __tsan_mutex_create, (void *mutex, unsigned flags)) { (void)mutex, (void)flags; }
DEFINE(void, __tsan_mutex_destroy, (void *mutex, unsigned flags)) { (void)mutex, (void)flags; }
DEFINE(void, __tsan_mutex_pre_lock, (void *mutex, unsigned flags)) { (void)mutex, (void)flags; }
DEFINE(void, __tsan_mutex_post_lock, (void *mutex, unsigned flags, int recursion)) {
  (void)recursion;
  if (!(flags & TRY_LOCK_FAILED))
    tell(mutex, flags & READ_LOCK ? MC_TOLD_ACQUIRE_AS_READER : MC_TOLD_ACQUIRE, MC_CALLER_SITE);
}
DEFINE(int, __tsan_mutex_pre_unlock, (void *mutex, unsigned flags)) {
  tell(mutex, flags & READ_LOCK ? MC_TOLD_RELEASE : MC_TOLD_RELEASE_AS_WRITER, MC_CALLER_SITE);
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
