// What gcc makes of C11's atomics, of all widths: each in a function of its own, and some beside others.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#define OPERATIONS(type, name)                                                                                         \
  type add_##name(_Atomic type *a, type v) { return atomic_fetch_add(a, v); }                                        \
  void add_only_##name(_Atomic type *a, type v) { atomic_fetch_add(a, v); }                                          \
  void increment_##name(_Atomic type *a) { atomic_fetch_add(a, 1); }                                                 \
  void decrement_##name(_Atomic type *a) { atomic_fetch_sub(a, 1); }                                                 \
  void subtract_##name(_Atomic type *a, type v) { atomic_fetch_sub(a, v); }                                          \
  type and_##name(_Atomic type *a, type v) { return atomic_fetch_and(a, v); }                                        \
  void or_##name(_Atomic type *a, type v) { atomic_fetch_or(a, v); }                                                 \
  void xor_##name(_Atomic type *a) { atomic_fetch_xor(a, 5); }                                                       \
  type exchange_##name(_Atomic type *a, type v) { return atomic_exchange(a, v); }                                    \
  void store_##name(_Atomic type *a, type v) { atomic_store(a, v); }                                                 \
  bool compare_##name(_Atomic type *a, type *e, type v) { return atomic_compare_exchange_strong(a, e, v); }          \
  bool bit_##name(_Atomic type *a, int n) { return atomic_fetch_or(a, (type)1 << n) >> n & 1; }                      \
  static _Atomic type own_##name[4];                                                                                   \
  _Thread_local _Atomic type local_##name;                                                                             \
  type of_own_##name(int i) { return own_##name[i]++ + own_##name[0]-- + local_##name++; }

OPERATIONS(uint8_t, byte)
OPERATIONS(uint16_t, half)
OPERATIONS(uint32_t, word)
OPERATIONS(uint64_t, quad)

int many(_Atomic int *a, int n) {
  int sum = 0;
  for (int i = 0; i < n; i++)
    switch (n ^ i) {
    case 1: sum += atomic_fetch_add(&a[i], 0xf0); break;
    case 2: sum ^= atomic_exchange(&a[2 * i], 0x87f087f0); break;
    case 3: atomic_thread_fence(memory_order_seq_cst); break;
    case 4: sum += 0x0fb10ff0; break;
    default: atomic_fetch_or(&a[i + 7], i); break;
    }
  return sum;
}
