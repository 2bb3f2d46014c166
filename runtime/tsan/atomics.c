// runtime/tsan/atomics.c - atomic accesses, which -fsanitize=thread leaves to the runtime:
// announced like the pass's, then made; without mcmini they are atomic, too. Of 16 bytes by
// cmpxchg16b, which compilers inline only in the form of __sync_val_compare_and_swap.
#include "runtime/tsan/tsan.h"

typedef uint8_t number8;
typedef uint16_t number16;
typedef uint32_t number32;
typedef uint64_t number64;
typedef unsigned __int128 number128;

static inline void mc_tsan_announce(const struct mc_site *site, volatile void *address,
                                    uint32_t size, uint32_t access, const void *operand,
                                    const void *expected) {
  uint64_t value[2] = {0, 0};
  if (!mc_tsan_is_program())
    return;
  if (size > sizeof value[0]) {
    __mcmini_wide_access(site, address, size, access, operand, expected);
    return;
  }
  if (operand)
    __builtin_memcpy(&value[0], operand, size);
  if (expected)
    __builtin_memcpy(&value[1], expected, size);
  __mcmini_access(site, address, size, access, value[0], value[1]);
}

#define LOAD_SMALL(address) __atomic_load_n(address, __ATOMIC_SEQ_CST)
#define LOAD_LARGE(address) __sync_val_compare_and_swap(address, 0, 0)

#define FOR_ALL_SIZES(define)                                                                      \
  define(8, LOAD_SMALL) define(16, LOAD_SMALL) define(32, LOAD_SMALL) define(64, LOAD_SMALL)       \
      define(128, LOAD_LARGE)

//===- Loads and stores -----------------------------------------------------------------------===//

#define LOAD_AND_STORE(bits, load)                                                                 \
  MC_TSAN_VISIBLE number##bits __tsan_atomic##bits##_load(volatile number##bits *address,          \
                                                          int order);                              \
  number##bits __tsan_atomic##bits##_load(volatile number##bits *address, int order) {             \
    mc_tsan_announce(MC_CALLER_SITE, address, bits / 8, mc_tsan_access(MC_ATOMIC_LOAD, order, 0),  \
                     NULL, NULL);                                                                  \
    return load(address);                                                                          \
  }                                                                                                \
  MC_TSAN_VISIBLE void __tsan_atomic##bits##_store(volatile number##bits *address,                 \
                                                   number##bits value, int order);                 \
  void __tsan_atomic##bits##_store(volatile number##bits *address, number##bits value,             \
                                   int order) {                                                    \
    mc_tsan_announce(MC_CALLER_SITE, address, bits / 8, mc_tsan_access(MC_ATOMIC_STORE, order, 0), \
                     &value, NULL);                                                                \
    for (number##bits old = *address, seen;; old = seen)                                           \
      if ((seen = __sync_val_compare_and_swap(address, old, value)) == old)                        \
        return;                                                                                    \
  }
FOR_ALL_SIZES(LOAD_AND_STORE)

//===- Read-modify-writes ---------------------------------------------------------------------===//

#define MODIFY(bits, name, access, value)                                                          \
  MC_TSAN_VISIBLE number##bits __tsan_atomic##bits##_##name(volatile number##bits *address,        \
                                                            number##bits operand, int order);      \
  number##bits __tsan_atomic##bits##_##name(volatile number##bits *address, number##bits operand,  \
                                            int order) {                                           \
    mc_tsan_announce(MC_CALLER_SITE, address, bits / 8, mc_tsan_access(access, order, 0),          \
                     &operand, NULL);                                                              \
    for (number##bits old = *address, seen;; old = seen)                                           \
      if ((seen = __sync_val_compare_and_swap(address, old, (number##bits)(value))) == old)        \
        return old;                                                                                \
  }
#define MC_TSAN_PLAIN(name, is_write)
#define MC_TSAN_RANGE(name, is_write)
#define MC_TSAN_MODIFY(name, access, value)                                                        \
  MODIFY(8, name, access, value)                                                                   \
  MODIFY(16, name, access, value)                                                                  \
  MODIFY(32, name, access, value)                                                                  \
  MODIFY(64, name, access, value)                                                                  \
  MODIFY(128, name, access, value)
#include "runtime/tsan/accesses.def"

//===- Compare-exchange -----------------------------------------------------------------------===//

// A weak compare-exchange may fail without a reason. Ours do not, nor do those of the pass.
#define COMPARE_EXCHANGE_BOOL(bits, strength)                                                      \
  MC_TSAN_VISIBLE int __tsan_atomic##bits##_compare_exchange_##strength(                           \
      volatile number##bits *address, number##bits *expected, number##bits value, int order,       \
      int failure);                                                                                \
  int __tsan_atomic##bits##_compare_exchange_##strength(                                           \
      volatile number##bits *address, number##bits *expected, number##bits value, int order,       \
      int failure) {                                                                               \
    const number##bits wanted = *expected;                                                         \
    mc_tsan_announce(MC_CALLER_SITE, address, bits / 8,                                            \
                     mc_tsan_access(MC_ATOMIC_COMPARE_EXCHANGE, order, failure), &value, &wanted); \
    const number##bits seen = __sync_val_compare_and_swap(address, wanted, value);                 \
    if (seen != wanted)                                                                            \
      *expected = seen;                                                                            \
    return seen == wanted;                                                                         \
  }
#define COMPARE_EXCHANGE(bits, load)                                                               \
  COMPARE_EXCHANGE_BOOL(bits, strong)                                                              \
  COMPARE_EXCHANGE_BOOL(bits, weak)                                                                \
  MC_TSAN_VISIBLE number##bits __tsan_atomic##bits##_compare_exchange_val(                         \
      volatile number##bits *address, number##bits wanted, number##bits value, int order,          \
      int failure);                                                                                \
  number##bits __tsan_atomic##bits##_compare_exchange_val(volatile number##bits *address,          \
                                                          number##bits wanted, number##bits value, \
                                                          int order, int failure) {                \
    mc_tsan_announce(MC_CALLER_SITE, address, bits / 8,                                            \
                     mc_tsan_access(MC_ATOMIC_COMPARE_EXCHANGE, order, failure), &value, &wanted); \
    return __sync_val_compare_and_swap(address, wanted, value);                                    \
  }
FOR_ALL_SIZES(COMPARE_EXCHANGE)

//===- Fences ---------------------------------------------------------------------------------===//

MC_TSAN_VISIBLE void __tsan_atomic_thread_fence(int order);
void __tsan_atomic_thread_fence(int order) {
  if (mc_tsan_is_program())
    __mcmini_fence(MC_CALLER_SITE, (uint32_t)(order & 7));
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

/// Orders the thread and its own signal handlers alone.
MC_TSAN_VISIBLE void __tsan_atomic_signal_fence(int order);
void __tsan_atomic_signal_fence(int order) { (void)order; }
