// primitives/ready_at_exit.c - futures that libstdc++ makes ready at a thread's exit: by a
// promise's set_value_at_thread_exit, a packaged task's make_ready_at_thread_exit and their kin.
//
// Behind the thread's last destructors the library itself stores that the future is ready, and
// wakes who waits, where anybody still has a reference to the future's state. Here that is one
// transition, before the library does it again, in vain.
//
// Layouts: libstdc++'s <future>, <bits/atomic_futex.h>, <bits/shared_ptr_base.h>. Weak, as in
// static_guard.c.
#define _GNU_SOURCE
#include "builtin.h"
#include "calls.h"
#include "syscall.h"
#include <limits.h>
#include <linux/futex.h>

#define NAME(prefix) prefix "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv"
typedef void method(void *);
MC_INTERPOSED method mc_ready_at_exit __asm__(NAME(""));
MC_HOOK_VISIBLE method mc_ready_at_exit_hook __asm__(NAME("__mcmini_library_"));
MC_HOOK_VISIBLE method mc_ready_at_exit_wrap __asm__(NAME("__wrap_")) /* cmake/tsan.cmake */
    __attribute__((alias(NAME("__mcmini_library_"))));

struct references {
  const void *methods;
  uint32_t uses;
};

struct state {
  const void *methods;
  void *result;
  uint32_t status; ///< 1: ready; with WAITED_FOR
};

/// Of the list of what a thread is to do at its exit: _Make_ready.
struct element {
  struct element *next;
  method *callback;
  struct state *state; ///< a std::weak_ptr
  struct references *references;
};

enum { READY = 1, ORDER = __ATOMIC_SEQ_CST << 8 };
#define WAITED_FOR 0x80000000u

static method *make_ready MC_PER_TRACE; ///< the library's callback
static const struct mc_site *where MC_PER_TRACE;

static uint32_t load(uint32_t *word) {
  __mcmini_access(where, word, sizeof *word, MC_ATOMIC_LOAD | ORDER, 0, 0);
  return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

static void at_exit(void *argument) {
  struct element *element = argument;
  struct state *state = element->state;
  if (mc_checking() && element->references) {
    __mcmini_mc_atomic_begin(where);
    if (load(&element->references->uses)) {
      const uint32_t before = load(&state->status);
      __mcmini_access(where, &state->status, sizeof state->status, MC_ATOMIC_STORE | ORDER, READY,
                      0);
      __atomic_store_n(&state->status, READY, __ATOMIC_SEQ_CST);
      if (before & WAITED_FOR)
        mc_futex_call(where, (const long[6]){(long)&state->status, FUTEX_WAKE, INT_MAX});
    }
    __mcmini_mc_atomic_end(where);
  }
  make_ready(element);
}

static void set(struct element *element, const struct mc_site *site) {
  ((method *)mc_library_function((void *)(uintptr_t)mc_ready_at_exit, NAME("")))(element);
  make_ready = element->callback;
  where = site;
  element->callback = at_exit;
}

void mc_ready_at_exit(void *element) { set(element, MC_CALLER_SITE); }
void mc_ready_at_exit_hook(void *element) { set(element, MC_CALLER_SITE); }
