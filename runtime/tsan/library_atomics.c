// runtime/tsan/library_atomics.c - calls of libatomic for objects of odd sizes: the linker sends
// them here (cmake/tsan.cmake), as -fsanitize=thread leaves them alone.
#include "runtime/tsan/tsan.h"
#include <stddef.h>
#include <string.h>

#define WRAPPED MC_TSAN_VISIBLE __attribute__((section("mc_wrapped")))

typedef void load(size_t, const volatile void *, void *, int);
typedef void store(size_t, volatile void *, void *, int);
typedef void exchange(size_t, volatile void *, void *, void *, int);
typedef bool compare_exchange(size_t, volatile void *, void *, void *, int, int);
// Not there: the program is linked without libatomic, or the linker has found it unneeded.
extern load __real___atomic_load __attribute__((weak));
extern store __real___atomic_store __attribute__((weak));
extern exchange __real___atomic_exchange __attribute__((weak));
extern compare_exchange __real___atomic_compare_exchange __attribute__((weak));
WRAPPED load __wrap___atomic_load;
WRAPPED store __wrap___atomic_store;
WRAPPED exchange __wrap___atomic_exchange;
WRAPPED compare_exchange __wrap___atomic_compare_exchange;

//===- Without libatomic, and without mcmini --------------------------------------------------===//

static bool lock;

static void lock_all(void) {
  while (__atomic_test_and_set(&lock, __ATOMIC_ACQUIRE))
    __builtin_ia32_pause();
}

static void locked_load(size_t size, const volatile void *address, void *result, int order) {
  (void)order;
  lock_all();
  memcpy(result, (const void *)address, size);
  __atomic_clear(&lock, __ATOMIC_RELEASE);
}

static void locked_store(size_t size, volatile void *address, void *value, int order) {
  (void)order;
  lock_all();
  memcpy((void *)address, value, size);
  __atomic_clear(&lock, __ATOMIC_RELEASE);
}

static void locked_exchange(size_t size, volatile void *address, void *value, void *result,
                            int order) {
  unsigned char *at = (unsigned char *)address, *new = value, *old = result;
  (void)order;
  lock_all();
  for (size_t i = 0; i < size; i++) { // `value` and `result` may be one
    const unsigned char byte = new[i];
    old[i] = at[i];
    at[i] = byte;
  }
  __atomic_clear(&lock, __ATOMIC_RELEASE);
}

static bool locked_compare_exchange(size_t size, volatile void *address, void *expected,
                                    void *value, int order, int failure) {
  (void)order, (void)failure;
  lock_all();
  const bool is_same = memcmp((const void *)address, expected, size) == 0;
  if (is_same)
    memcpy((void *)address, value, size);
  else
    memcpy(expected, (const void *)address, size);
  __atomic_clear(&lock, __ATOMIC_RELEASE);
  return is_same;
}

//===- The functions --------------------------------------------------------------------------===//

#define EITHER(name)                                                                               \
  (void (*)(void))(__real___atomic_##name ? __real___atomic_##name : locked_##name)
#define ORDER(order, failure) (uint32_t)((order)&7) << 8 | (uint32_t)((failure)&7) << 12

void __wrap___atomic_load(size_t size, const volatile void *address, void *result, int order) {
  __mcmini_library_atomic(MC_CALLER_SITE, (volatile void *)address, size,
                          MC_ATOMIC_LOAD | ORDER(order, 0), NULL, result, EITHER(load));
}

void __wrap___atomic_store(size_t size, volatile void *address, void *value, int order) {
  __mcmini_library_atomic(MC_CALLER_SITE, address, size, MC_ATOMIC_STORE | ORDER(order, 0), value,
                          NULL, EITHER(store));
}

void __wrap___atomic_exchange(size_t size, volatile void *address, void *value, void *result,
                              int order) {
  __mcmini_library_atomic(MC_CALLER_SITE, address, size, MC_ATOMIC_EXCHANGE | ORDER(order, 0),
                          value, result, EITHER(exchange));
}

bool __wrap___atomic_compare_exchange(size_t size, volatile void *address, void *expected,
                                      void *value, int order, int failure) {
  return __mcmini_library_atomic(MC_CALLER_SITE, address, size,
                                 MC_ATOMIC_COMPARE_EXCHANGE | ORDER(order, failure), value,
                                 expected, EITHER(compare_exchange));
}
