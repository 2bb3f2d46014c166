// litmus.h - what the programs have in common. They are C and C++ at once.
#ifndef LITMUS_H
#define LITMUS_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
#include <atomic>
#define ATOMIC(type) std::atomic<type>
using std::atomic_compare_exchange_strong_explicit;
using std::atomic_exchange_explicit;
using std::atomic_fetch_add;
using std::atomic_fetch_add_explicit;
using std::atomic_fetch_sub_explicit;
using std::atomic_flag;
using std::atomic_flag_clear_explicit;
using std::atomic_flag_test_and_set_explicit;
using std::atomic_load;
using std::atomic_load_explicit;
using std::atomic_signal_fence;
using std::atomic_store;
using std::atomic_store_explicit;
using std::atomic_thread_fence;
using std::memory_order;
#define ORDER(name)                                                                                \
  static constexpr memory_order name __attribute__((unused)) = std::memory_order_##name
#else
#include <stdatomic.h>
#define ATOMIC(type) _Atomic(type)
#define ORDER(name) enum { name = memory_order_##name }
#endif

ORDER(relaxed);
ORDER(consume);
ORDER(acquire);
ORDER(release);
ORDER(acq_rel);
ORDER(seq_cst);

#define THREAD(name) static void *name(void *argument __attribute__((unused)))

/// The value matters, whatever the compiler may know of it.
static inline void use(long value) { __asm__ volatile("" : : "r"(value)); }

static inline void run(void *(*a)(void *), void *(*b)(void *)) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, a, NULL);
  pthread_create(&thread[1], NULL, b, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
}

static inline void run3(void *(*a)(void *), void *(*b)(void *), void *(*c)(void *)) {
  pthread_t thread;
  pthread_create(&thread, NULL, c, NULL);
  run(a, b);
  pthread_join(thread, NULL);
}

#endif // LITMUS_H
