// dpor/thread_set.h - a set of threads: one bit each.
#ifndef MC_DPOR_THREAD_SET_H
#define MC_DPOR_THREAD_SET_H

#include <mcmini/step.h>

enum { MC_THREAD_SET_WORDS = MC_MAX_THREADS / 64 };

typedef struct {
  uint64_t word[MC_THREAD_SET_WORDS];
} mc_thread_set;

static inline bool mc_set_has(const mc_thread_set *set, mc_thread t) {
  return set->word[t / 64] >> (t % 64) & 1;
}

static inline void mc_set_add(mc_thread_set *set, mc_thread t) {
  set->word[t / 64] |= (uint64_t)1 << (t % 64);
}

static inline void mc_set_remove(mc_thread_set *set, mc_thread t) {
  set->word[t / 64] &= ~((uint64_t)1 << (t % 64));
}

static inline bool mc_set_empty(const mc_thread_set *set) {
  for (int i = 0; i < MC_THREAD_SET_WORDS; i++)
    if (set->word[i])
      return false;
  return true;
}

/// Takes the lowest thread out of the set; MC_NO_THREAD: it is empty.
static inline mc_thread mc_set_take(mc_thread_set *set) {
  for (int i = 0; i < MC_THREAD_SET_WORDS; i++)
    if (set->word[i]) {
      const int bit = __builtin_ctzll(set->word[i]);
      set->word[i] &= set->word[i] - 1;
      return (mc_thread)(64 * i + bit);
    }
  return MC_NO_THREAD;
}

static inline mc_thread_set mc_set_union(mc_thread_set a, mc_thread_set b) {
  for (int i = 0; i < MC_THREAD_SET_WORDS; i++)
    a.word[i] |= b.word[i];
  return a;
}

static inline mc_thread_set mc_set_intersection(mc_thread_set a, mc_thread_set b) {
  for (int i = 0; i < MC_THREAD_SET_WORDS; i++)
    a.word[i] &= b.word[i];
  return a;
}

static inline mc_thread_set mc_set_difference(mc_thread_set a, mc_thread_set b) {
  for (int i = 0; i < MC_THREAD_SET_WORDS; i++)
    a.word[i] &= ~b.word[i];
  return a;
}

static inline unsigned mc_set_size(const mc_thread_set *set) {
  unsigned size = 0;
  for (int i = 0; i < MC_THREAD_SET_WORDS; i++)
    size += (unsigned)__builtin_popcountll(set->word[i]);
  return size;
}

#endif // MC_DPOR_THREAD_SET_H
