// runtime/tsan/library_atomics.c - calls of libatomic for objects of odd sizes: the linker sends
// them here (cmake/tsan.cmake), as -fsanitize=thread leaves them alone.
#include "runtime/tsan/tsan.h"
#include <stddef.h>

#define WRAPPED MC_TSAN_VISIBLE __attribute__((section("mc_wrapped")))

typedef void load(size_t, const volatile void *, void *, int);
typedef void store(size_t, volatile void *, void *, int);
typedef void exchange(size_t, volatile void *, void *, void *, int);
typedef bool compare_exchange(size_t, volatile void *, void *, void *, int, int);
// These are not there if the program is linked without libatomic, or if the linker has found that
// unneeded.
extern load __real___atomic_load __attribute__((weak));
extern store __real___atomic_store __attribute__((weak));
extern exchange __real___atomic_exchange __attribute__((weak));
extern compare_exchange __real___atomic_compare_exchange __attribute__((weak));
WRAPPED load __wrap___atomic_load;
WRAPPED store __wrap___atomic_store;
WRAPPED exchange __wrap___atomic_exchange;
WRAPPED compare_exchange __wrap___atomic_compare_exchange;

void __wrap___atomic_load(size_t size, const volatile void *address, void *result, int order) {
  __mcmini_library_atomic(MC_CALLER_SITE, (volatile void *)address, size,
                          mc_tsan_access(MC_ATOMIC_LOAD, order, 0), NULL, result,
                          (void (*)(void))__real___atomic_load);
}

void __wrap___atomic_store(size_t size, volatile void *address, void *value, int order) {
  __mcmini_library_atomic(MC_CALLER_SITE, address, size, mc_tsan_access(MC_ATOMIC_STORE, order, 0),
                          value, NULL, (void (*)(void))__real___atomic_store);
}

void __wrap___atomic_exchange(size_t size, volatile void *address, void *value, void *result,
                              int order) {
  __mcmini_library_atomic(MC_CALLER_SITE, address, size,
                          mc_tsan_access(MC_ATOMIC_EXCHANGE, order, 0), value, result,
                          (void (*)(void))__real___atomic_exchange);
}

bool __wrap___atomic_compare_exchange(size_t size, volatile void *address, void *expected,
                                      void *value, int order, int failure) {
  return __mcmini_library_atomic(MC_CALLER_SITE, address, size,
                                 mc_tsan_access(MC_ATOMIC_COMPARE_EXCHANGE, order, failure), value,
                                 expected, (void (*)(void))__real___atomic_compare_exchange);
}
