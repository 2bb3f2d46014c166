// The tree of a search can be copied as bytes between two traces: in another arena at another
// address, the old one unmapped, the search goes on with the same traces in the same order.
// RUN: %clang-search %s -o %t
// RUN: %t | FileCheck %s
// CHECK-NOT: differs
// CHECK: dfs: 210 programs, {{[1-9][0-9][0-9][0-9]}} times elsewhere
// CHECK: dpor: 210 programs, {{[1-9][0-9][0-9]+}} times elsewhere
// CHECK: source: 210 programs, {{[1-9][0-9][0-9]+}} times elsewhere
// CHECK: optimal: 210 programs, {{[1-9][0-9][0-9]+}} times elsewhere
// CHECK: source, conditional: 210 programs
// CHECK: two preemptions: 210 programs
// CHECK: fair dpor: 210 programs
#include "Inputs/random_program.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { SEEDS = 10, MOST_TRACES = 80 };

static uint64_t order, traces;
static unsigned each, moves; ///< the search moves after so many traces; 0: it stays
static char *mapped;

static void note_trace(const struct mc_search *search, const struct mc_model *model) {
  (void)model;
  for (uint32_t i = 0; i < mc_search_depth(search); i++) {
    const struct mc_operation *step = mc_search_operation(search, i);
    const uint32_t seen[] = {step->thread, step->alternative, step->kind, step->object[0]};
    order = hash(order, seen, sizeof seen);
  }
  traces++;
}

static struct mc_search *move(struct mc_search *search, struct mc_arena *arena,
                              const struct mc_search_config *config) {
  if (!each || traces % each != 0)
    return search;
  char *const old = arena->base;
  arena->base = mmap(NULL, arena->size, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arena->base == MAP_FAILED)
    abort();
  memcpy(arena->base, old, arena->used);
  memset(old, 0x5a, arena->used);
  if (old == mapped)
    munmap(old, arena->size);
  else
    free(old);
  mapped = arena->base;
  moves++;
  return mc_search_resume(arena, config);
}

static struct report run(const struct program *program, const struct mc_search_config *config,
                         unsigned after) {
  order = traces = 0;
  each = after;
  return explore(program, config, MOST_TRACES);
}

static bool same_counts(const struct mc_search_counts *a, const struct mc_search_counts *b) {
  return memcmp(a->traces, b->traces, sizeof a->traces) == 0 && a->transitions == b->transitions &&
         a->replayed == b->replayed && a->limited == b->limited && a->max_depth == b->max_depth &&
         a->threads == b->threads && a->unknown == b->unknown && a->wakeup_bytes == b->wakeup_bytes;
}

static void compare(const char *name, const struct mc_search_config *config) {
  unsigned programs = 0;
  moves = 0;
  for (int family = 0; family < FAMILIES; family++)
    for (unsigned seed = 0; seed < SEEDS; seed++, programs++) {
      const struct program program = random_program((enum family)family, seed);
      struct report one = run(&program, config, 0);
      const uint64_t order_of_one = order;
      struct report other = run(&program, config, 3 + seed % 5);
      if (order != order_of_one || one.end != other.end || !same_counts(&one.counts, &other.counts))
        printf("differs: %s, %s %u\n", name, family_name[family], seed);
      outcomes_free(&one.outcomes);
      outcomes_free(&other.outcomes);
    }
  printf("%s: %u programs, %u times elsewhere\n", name, programs, moves);
}

int main(void) {
  static const struct {
    const char *name;
    struct mc_search_config config;
  } searches[] = {
      {"dfs", {.algorithm = MC_DFS}},
      {"dpor", {.algorithm = MC_DPOR, .sleep_sets = MC_SLEEP_PLAIN}},
      {"source", {.algorithm = MC_SOURCE, .sleep_sets = MC_SLEEP_PLAIN}},
      {"optimal", {.algorithm = MC_OPTIMAL, .sleep_sets = MC_SLEEP_PLAIN}},
      {"source, conditional", {.algorithm = MC_SOURCE, .sleep_sets = MC_SLEEP_CONDITIONAL}},
      {"two preemptions", {.algorithm = MC_DPOR, .bound = MC_PREEMPTIONS, .most = 2}},
      {"fair dpor", {.algorithm = MC_DPOR, .sleep_sets = MC_SLEEP_PLAIN, .fair = true}},
  };
  at_end = note_trace;
  between_traces = move;
  for (unsigned i = 0; i < sizeof searches / sizeof *searches; i++) {
    struct mc_search_config config = searches[i].config;
    config.max_depth = 1000;
    compare(searches[i].name, &config);
  }
  return 0;
}
