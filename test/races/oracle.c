// 1,000 random programs, 3 traces of each: a byte is reported as racy exactly if brute force finds
// two accesses to it that C11 does not order, every reported pair is such a pair, and a detector
// that was put back to an earlier point says what a fresh one says. Where memory ends or a trace is
// longer than there are positions, races may be missed, but no false one is reported.
// DEFINE: %{i} = %S/Inputs
// DEFINE: %{sources} = %s %{i}/*.c %root/races/*.c
// RUN: %clang -std=gnu17 -O2 -I%root -I%root/include -I%{i} %{sources} -o %t
// RUN: %t 0 1000 | FileCheck %s
// CHECK-NOT: wrong
// CHECK: 3000 traces, racy: {{[0-9]+}} of {{[0-9]+}} bytes used by two threads
// CHECK: wrong: 0
#include "detector.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed;
static uint32_t traces, racy_bytes, shared_bytes, wrong;

static bool complain(const struct trace *trace, uintptr_t area, const char *what, uint32_t i,
                     uint32_t j, uintptr_t byte) {
  if (wrong++ == 0) {
    printf("wrong: %s: program %llu, events %u and %u, byte %d\n", what, (unsigned long long)seed,
           i, j, (int)(byte - area));
    print_trace(trace, area);
  }
  return false;
}

/// Is what was reported of an access true?
static bool is_of(const struct found *f, int which, const struct event *e) {
  const struct mc_race_access *a = &f->race.access[which];
  return a->thread == e->thread && a->flags == e->flags && f->steps[which] == e->steps;
}

static struct reference reference;

/// Sets `reported[i]`: byte i of the area is in a reported race. Each is one of the reference.
/// `late`: positions are no longer told apart.
static bool pairs_are_right(const struct trace *trace, uintptr_t area, bool reported[], bool late) {
  memset(reported, 0, AREA);
  for (uint32_t n = 0; n < found_count; n++) {
    const struct found *f = &found[n];
    const uint32_t i = f->first, j = f->second;
    if (i >= trace->events || j >= trace->events ||
        (!late && (!is_of(f, 0, &trace->event[i]) || !is_of(f, 1, &trace->event[j]))))
      return complain(trace, area, "not what was fed", i, j, f->race.address);
    for (uintptr_t b = f->race.address; b < f->race.address + f->race.size; b++) {
      if (!is_race(trace, &reference, i, j, b))
        return complain(trace, area, "a false alarm", i, j, b);
      if (trace->event[j].kind != LOOK)
        reported[b - area] = true;
    }
  }
  return true;
}

/// Counts the byte, if two threads have used it.
static void count(const struct trace *trace, uintptr_t byte, bool is_racy) {
  int first = -1;
  for (uint32_t i = 0; i < trace->events; i++) {
    const struct event *e = &trace->event[i];
    if (e->kind > ACCESS || byte - e->address >= e->size)
      continue;
    if (first >= 0 && first != e->thread) {
      shared_bytes++;
      racy_bytes += is_racy;
      return;
    }
    first = e->thread;
  }
}

/// What happened in memory `byte` races: a pair of events, the second not only looked at.
static bool find_race(const struct trace *trace, uintptr_t byte, uint32_t *first,
                      uint32_t *second) {
  for (uint32_t j = 0; j < trace->events; j++)
    for (uint32_t i = 0; i < j && trace->event[j].kind != LOOK; i++)
      if (is_race(trace, &reference, i, j, byte))
        return *first = i, *second = j, true;
  return false;
}

static bool agrees(const struct program *program, const struct trace *trace) {
  const uintptr_t area = area_of(program);
  bool reported[AREA];
  make_reference(trace, &reference);
  if (!pairs_are_right(trace, area, reported, false))
    return false;
  for (uint32_t b = 0; b < AREA; b++) {
    uint32_t i, j;
    const bool is_racy = find_race(trace, area + b, &i, &j);
    count(trace, area + b, is_racy);
    // Where atomics of different sizes overlap, more is taken to be ordered than is.
    if (is_racy && !reported[b] && !is_mixed(program))
      return complain(trace, area, "missed", i, j, area + b);
  }
  return true;
}

/// A look is asked for by the search, at most: what it sees is seen by a look at the same place.
static bool looks_agree(const struct program *program, const struct trace *trace) {
  for (uint32_t j = 0; j < trace->events && !is_mixed(program); j++)
    for (uint32_t b = 0; b < AREA && trace->event[j].kind == LOOK; b++) {
      bool is_racy = false, is_known = false, is_reported = false;
      for (uint32_t i = 0; i < j; i++) {
        is_racy |= is_race(trace, &reference, i, j, area_of(program) + b);
        // A byte that was racy before: one race of it is known already.
        for (uint32_t k = 0; k < i && trace->event[i].kind != LOOK; k++)
          is_known |= is_race(trace, &reference, k, i, area_of(program) + b);
      }
      for (uint32_t n = 0; n < found_count; n++)
        is_reported |= found[n].second == j &&
                       area_of(program) + b - found[n].race.address < found[n].race.size;
      if (is_racy && !is_known && !is_reported)
        return complain(trace, area_of(program), "missed by a look", j, j, area_of(program) + b);
    }
  return true;
}

static bool are_the_same(const struct found *a, const struct found *b, uint32_t n) {
  for (uint32_t i = 0; i < n; i++)
    if (a[i].first != b[i].first || a[i].second != b[i].second ||
        a[i].race.address != b[i].race.address || a[i].race.size != b[i].race.size)
      return false;
  return true;
}

/// A second trace that begins as the first, once in a detector that was put back, once in a new
/// one.
static bool goes_back(const struct program *program, uint64_t *random) {
  static struct trace trace, other;
  static struct found again[MOST_FOUND];
  const uint64_t begin = *random, turn = random_below(random, 40);
  const uint32_t common = random_trace(program, begin, (uint32_t)turn, *random + 1, &trace);
  random_trace(program, begin, (uint32_t)turn, *random + 2, &other);
  detector_new();
  detector_feed(&trace, 0, common);
  detector_save();
  detector_feed(&trace, common, trace.events);
  detector_restore();
  detector_feed(&other, common, other.events);
  const uint32_t n = found_count;
  memcpy(again, found, n * sizeof *again);
  detector_new();
  detector_feed(&other, 0, other.events);
  traces++;
  if (n != found_count || !are_the_same(again, found, n))
    return complain(&other, area_of(program), "not the same after going back", common, n, 0);
  return agrees(program, &other);
}

/// No false alarm when memory is used up, and if something is missed it is said.
static bool is_honest_when_full(const struct program *program, const struct trace *trace,
                                uint64_t *random) {
  bool reported[AREA];
  const uint32_t turn = random_below(random, trace->events);
  uint32_t i, j;
  detector_new();
  detector_feed(trace, 0, turn);
  detector_leave(random_below(random, 3) * random_below(random, 4000));
  detector_feed(trace, turn, trace->events);
  if (!pairs_are_right(trace, area_of(program), reported, false))
    return false;
  for (uint32_t b = 0; b < AREA && !detector_is_full() && !is_mixed(program); b++)
    if (!reported[b] && find_race(trace, area_of(program) + b, &i, &j))
      return complain(trace, area_of(program), "missed without a word", i, j, b);
  return true;
}

/// No false alarm where a trace has more steps than there are positions.
static bool is_honest_when_late(const struct program *program, const struct trace *trace,
                                uint64_t *random) {
  bool reported[AREA];
  detector_new();
  detector_begin_late((1u << MC_POSITION_BITS) - random_below(random, 40));
  detector_feed(trace, 0, trace->events);
  return pairs_are_right(trace, area_of(program), reported, true);
}

static void try_program(void) {
  static struct trace trace;
  struct program *program = random_program(seed);
  uint64_t random = seed;
  bool right = true;
  for (int i = 0; i < 2 && right; i++) {
    random_below(&random, 1);
    random_trace(program, random, MOST_EVENTS, 0, &trace);
    detector_new();
    detector_feed(&trace, 0, trace.events);
    traces++;
    right = agrees(program, &trace) && looks_agree(program, &trace) &&
            is_honest_when_full(program, &trace, &random) &&
            is_honest_when_late(program, &trace, &random);
  }
  if (right)
    goes_back(program, &random);
  free(program);
}

int main(int argc, char **argv) {
  const uint64_t first = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
  const uint64_t count_of = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000;
  const unsigned most = argc > 3 ? atoi(argv[3]) : 9;
  for (seed = first; seed < first + count_of && wrong < most; seed++)
    try_program();
  printf("%u traces, racy: %u of %u bytes used by two threads\nwrong: %u\n", traces, racy_bytes,
         shared_bytes, wrong);
  return wrong > 0;
}
