// Every atomic operation at every size does what it is for, with and without mcmini, and is one
// transition: three threads each make one operation on the same object, and any two of them matter to
// each other: 3! traces, as with the plugin.
// RUN: %mcmini-cc %s -mcx16 -o %t.plugin && %mcmini %t.plugin | FileCheck %s
// RUN: %mcmini-cc --from-tsan %s -o %t.gcc && %t.gcc && %mcmini %t.gcc | FileCheck %s
// RUN: %mcmini-cc --from-tsan -O2 %s -o %t.gcc2 && %t.gcc2 && %mcmini %t.gcc2 | FileCheck %s
// RUN: %mcmini-cc --from-tsan=%clang -mcx16 %s -o %t.clang && %t.clang && %mcmini %t.clang | FileCheck %s
// CHECK: {{^}}mcmini: ok
// CHECK: {{^}}6 traces: 6 completed
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

typedef unsigned __int128 number;

#define TEST(type)                                                                                 \
  static type object_of_##type;                                                                    \
  static void test_##type(void) {                                                                  \
    type *a = &object_of_##type, high = (type) ~(type)0 << (8 * sizeof(type) - 4), expected;       \
    __atomic_store_n(a, high | 1, __ATOMIC_RELEASE);                                               \
    assert(__atomic_load_n(a, __ATOMIC_ACQUIRE) == (type)(high | 1));                              \
    assert(__atomic_exchange_n(a, high | 6, __ATOMIC_RELAXED) == (type)(high | 1));                \
    assert(__atomic_fetch_add(a, 3, __ATOMIC_SEQ_CST) == (type)(high | 6));                        \
    assert(__atomic_fetch_sub(a, 4, __ATOMIC_SEQ_CST) == (type)(high | 9));                        \
    assert(__atomic_fetch_or(a, 8, __ATOMIC_SEQ_CST) == (type)(high | 5));                         \
    assert(__atomic_fetch_and(a, (type) ~(type)4, __ATOMIC_SEQ_CST) == (type)(high | 13));         \
    assert(__atomic_fetch_xor(a, 3, __ATOMIC_SEQ_CST) == (type)(high | 9));                        \
    assert(__atomic_fetch_nand(a, 15, __ATOMIC_SEQ_CST) == (type)(high | 10));                     \
    assert(*a == (type) ~(type)10);                                                                \
    expected = 0;                                                                                  \
    assert(!__atomic_compare_exchange_n(a, &expected, 7, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));  \
    assert(expected == (type) ~(type)10);                                                          \
    assert(                                                                                        \
        __atomic_compare_exchange_n(a, &expected, high, 1, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));   \
    assert(*a == high && __sync_val_compare_and_swap(a, high, 2) == high && *a == 2);              \
  }
TEST(uint8_t)
TEST(uint16_t)
TEST(uint32_t)
TEST(uint64_t)
TEST(number)

static void *add(void *a) {
  __atomic_fetch_add((number *)a, 1, __ATOMIC_SEQ_CST);
  return NULL;
}
static void *swap(void *a) {
  __atomic_exchange_n((number *)a, 5, __ATOMIC_SEQ_CST);
  return NULL;
}
static void *load(void *a) {
  assert(__atomic_load_n((number *)a, __ATOMIC_SEQ_CST) <= 6);
  return NULL;
}

int main(void) {
  void *(*function[])(void *) = {add, swap, load};
  pthread_t thread[3];
  test_uint8_t();
  test_uint16_t();
  test_uint32_t();
  test_uint64_t();
  test_number();
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, function[i], &object_of_number);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
}
