// dpor/sampling/coverage.c - how many distinct classes the traces have been.
//
// A class is known by a hash of its partial order: the sum over the steps of a hash of their
// thread, rank, alternative and clock, which is the same for every order in which the steps can
// run. The set is exact up to MOST classes. Then it keeps only those whose hash ends in more and
// more zero bits, and the number is an estimate, with a standard error of some 1.2 / sqrt(MOST).
//
// Source: adaptive sampling: Flajolet, "On Adaptive Sampling", Computing 43 (1990).
#include "strategy.h"

#include <string.h>

enum { FIRST_SLOTS = 1024, MOST_SLOTS = MC_CLASS_SLOTS, MOST = MOST_SLOTS / 2 };

struct mc_coverage {
  uint64_t *slot;  ///< 0: empty
  uint64_t *other; ///< as many, once there are MOST_SLOTS
  uint32_t slots, used;
  unsigned zeros; ///< hashes that end in so many zero bits are kept
  uint64_t last;  ///< the one that was added last, if it is new; or 0
};

static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
  x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
  return x ^ x >> 32;
}

static uint64_t hash_step(const struct mc_frame *frame) {
  const struct mc_operation *step = frame->operation;
  uint64_t h = mix((uint64_t)step->thread << 48 | (uint64_t)step->alternative << 32 | frame->rank);
  for (uint32_t t = 0; t < frame->clock_length; t++)
    if (frame->clock[t])
      h = mix(h + ((uint64_t)t << 32 | frame->clock[t]));
  return h;
}

static uint64_t hash_trace(const struct mc_execution *x) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < x->depth; i++)
    sum += hash_step(mc_frame_at(x, i));
  return mix(sum + 1);
}

static bool is_kept(const struct mc_coverage *coverage, uint64_t hash) {
  return (hash & (((uint64_t)1 << coverage->zeros) - 1)) == 0;
}

static void insert(struct mc_coverage *coverage, uint64_t hash) {
  uint32_t at = (uint32_t)(hash >> 32) & (coverage->slots - 1);
  while (coverage->slot[at] && coverage->slot[at] != hash)
    at = (at + 1) & (coverage->slots - 1);
  coverage->used += !coverage->slot[at];
  coverage->last = coverage->slot[at] ? 0 : hash;
  coverage->slot[at] = hash;
}

static void move_to(struct mc_coverage *coverage, uint64_t *to, uint32_t slots) {
  uint64_t *const from = coverage->slot;
  const uint32_t count = coverage->slots;
  coverage->slot = to;
  coverage->slots = slots;
  coverage->used = 0;
  for (uint32_t i = 0; i < count; i++)
    if (from[i] && is_kept(coverage, from[i]))
      insert(coverage, from[i]);
  coverage->other = from;
}

static bool grow(struct mc_search *search, struct mc_coverage *coverage) {
  uint64_t *to = mc_arena_take(search->arena, 2 * (size_t)coverage->slots * sizeof *to);
  if (to)
    move_to(coverage, to, 2 * coverage->slots);
  return to;
}

static bool thin(struct mc_search *search, struct mc_coverage *coverage) {
  uint64_t *to =
      coverage->zeros ? coverage->other : mc_arena_take(search->arena, MOST_SLOTS * sizeof *to);
  if (!to)
    return false;
  memset(to, 0, MOST_SLOTS * sizeof *to);
  coverage->zeros++;
  move_to(coverage, to, MOST_SLOTS);
  return true;
}

struct mc_coverage *mc_coverage_new(struct mc_arena *arena) {
  struct mc_coverage *coverage = mc_arena_take(arena, sizeof *coverage);
  if (!coverage || !(coverage->slot = mc_arena_take(arena, FIRST_SLOTS * sizeof *coverage->slot)))
    return NULL;
  coverage->slots = FIRST_SLOTS;
  return coverage;
}

bool mc_coverage_add(struct mc_search *search, struct mc_coverage *coverage) {
  const uint64_t hash = hash_trace(&search->execution);
  coverage->last = 0;
  if (hash == 0 || !is_kept(coverage, hash))
    return true;
  insert(coverage, hash);
  const uint64_t last = coverage->last;
  const bool is_kept_well = coverage->used <= coverage->slots / 2 ||
                            (coverage->slots < MOST_SLOTS ? grow : thin)(search, coverage);
  coverage->last = last;
  return is_kept_well;
}

uint64_t mc_coverage_take_new(struct mc_coverage *coverage) {
  const uint64_t hash = coverage->last;
  coverage->last = 0;
  return hash;
}

uint32_t mc_coverage_list(const struct mc_coverage *coverage, uint64_t *to, uint32_t most) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < coverage->slots && count < most; i++)
    if (coverage->slot[i])
      to[count++] = coverage->slot[i];
  return count;
}

uint64_t mc_coverage_count(const struct mc_coverage *coverage, bool *estimated) {
  *estimated = coverage->zeros > 0;
  return (uint64_t)coverage->used << coverage->zeros;
}
