// primitives/static_guard.c - the guards of C++ variables that are static in a function: objects of
// mc_primitive_once.
//
// Compiled code looks at a guard's first byte and calls acquire where that is 0. The look is seen
// in instrumented code alone. So the byte stays 0 once the program has made a thread: every use
// calls acquire, and that is its transition. A mark says that the variable is initialised, also to
// the processes that the program forks. Before there is a thread the C++ library does it all.
//
// Weak: with -static-libstdc++ the library's own may be there, for code that is not instrumented.
// Or they are not, as nobody seems to need them but who has ours: then these do what the library
// does.
#include "once.h"
#include <linux/futex.h>
#include <limits.h>
#include <sys/syscall.h>

typedef int acquire_function(uint64_t *guard);
typedef void leave_function(uint64_t *guard);
MC_INTERPOSED acquire_function __cxa_guard_acquire;
MC_INTERPOSED leave_function __cxa_guard_release, __cxa_guard_abort;
MC_HOOK_VISIBLE int __mcmini___cxa_guard_acquire(const struct mc_site *site, uint64_t *guard);
MC_HOOK_VISIBLE void __mcmini___cxa_guard_release(const struct mc_site *site, uint64_t *guard);
MC_HOOK_VISIBLE void __mcmini___cxa_guard_abort(const struct mc_site *site, uint64_t *guard);

enum { IN_USE = 1 << 8 }; // as the library has it
static const uint64_t done = (uint64_t)0x694d634d << 32;

static bool is_done_by_library(const uint64_t *guard) { return *(const char *)guard; }

enum { DONE = 1, ALL = INT_MAX };

static void guard_futex(void *word, int operation, uint32_t value) {
  typedef long system_call(long, ...);
  ((system_call *)mc_real("syscall"))(SYS_futex, word, operation, value, NULL);
}

static int guard_begin(uint64_t *guard) {
  uint32_t *const word = (uint32_t *)guard, was = 0;
  while (
      !__atomic_compare_exchange_n(word, &was, IN_USE, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
    if (was & DONE)
      return 0;
    guard_futex(word, FUTEX_WAIT_PRIVATE, was);
    was = 0;
  }
  return 1;
}

static void guard_leave(uint64_t *guard, uint32_t value) {
  __atomic_store_n((uint32_t *)guard, value, __ATOMIC_RELEASE);
  guard_futex(guard, FUTEX_WAKE_PRIVATE, ALL);
}

static void guard_end(uint64_t *guard) { guard_leave(guard, DONE); }
static void guard_reset(uint64_t *guard) { guard_leave(guard, 0); }

/// The library's function, or ours that does the same.
static void *real(const char *name, void *function, void *ours) {
  void *const found = mc_library_function(function, name);
  return found ? found : ours;
}

static mc_object guard_at(uint64_t *guard) {
  const mc_object o = mc_object_find(&mc_primitive_once, guard);
  if (o != MC_NO_OBJECT &&
      (*guard || ((const struct mc_once *)mc_object_state(o))->phase != MC_ONCE_FINISHED))
    return o;
  const struct mc_once begun = {MC_ONCE_RUNNING, .runner = 1}, fresh = {MC_ONCE_FRESH, 0};
  return mc_object_new(&mc_primitive_once, guard, sizeof(uint32_t),
                       *guard & IN_USE ? &begun : &fresh); // begun by the main thread, alone
}

static struct mc_operation operation_on(uint64_t *guard, enum mc_once_operation kind) {
  return (struct mc_operation){
      .primitive = &mc_primitive_once, .kind = kind, .objects = 1, .object = {guard_at(guard)}};
}

int __mcmini___cxa_guard_acquire(const struct mc_site *site, uint64_t *guard) {
  if (is_done_by_library(guard) || (*guard == done && !mc_checking()))
    return 0;
  if (!mc_checking() || !mc_has_threads())
    return ((acquire_function *)real("__cxa_guard_acquire", (void *)__cxa_guard_acquire,
                                     (void *)guard_begin))(guard);
  struct mc_operation begin = operation_on(guard, MC_ONCE_BEGIN);
  mc_transition(&begin, site);
  if (begin.alternative == MC_ONCE_DONE)
    return 0;
  *guard = IN_USE;
  return 1;
}

void __mcmini___cxa_guard_release(const struct mc_site *site, uint64_t *guard) {
  if (!mc_checking() || !mc_has_threads()) {
    ((leave_function *)real("__cxa_guard_release", (void *)__cxa_guard_release, (void *)guard_end))(
        guard);
    return;
  }
  struct mc_operation end = operation_on(guard, MC_ONCE_END);
  *guard = done;
  mc_transition(&end, site);
}

void __mcmini___cxa_guard_abort(const struct mc_site *site, uint64_t *guard) {
  if (!mc_checking() || !mc_has_threads()) {
    ((leave_function *)real("__cxa_guard_abort", (void *)__cxa_guard_abort, (void *)guard_reset))(
        guard);
    return;
  }
  struct mc_operation reset = operation_on(guard, MC_ONCE_RESET);
  *guard = 0;
  mc_transition(&reset, site);
}

int __cxa_guard_acquire(uint64_t *guard) {
  return __mcmini___cxa_guard_acquire(MC_CALLER_SITE, guard);
}
void __cxa_guard_release(uint64_t *guard) { __mcmini___cxa_guard_release(MC_CALLER_SITE, guard); }
void __cxa_guard_abort(uint64_t *guard) { __mcmini___cxa_guard_abort(MC_CALLER_SITE, guard); }
