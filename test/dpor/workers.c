// A search with pop that is divided among 1, 2, 3 and 8 workers, which take turns at random, claim,
// commit and die at random, has the counts of one that is not: no class is lost or run twice, and
// no more traces are sleep-set blocked. The workers share driver/items.c alone.
//
// Each worker is an image of the search's arena as it was when the search was divided, as a process
// is that was forked then. One that dies is made from that image again.
// RUN: %clang-search %s %root/driver/items.c -o %t
// RUN: %t %if sanitize %{ 0 20 %} %else %{ 0 100 %} | FileCheck %s
// CHECK-NOT: differs
// CHECK: 1 worker: {{[1-9][0-9][0-9]+}} programs, {{[1-9][0-9]+}} classes, {{[1-9][0-9]+}} claims
// CHECK-NOT: differs
// CHECK: 2 workers: {{[1-9][0-9][0-9]+}} programs, {{.*}} {{[1-9][0-9]+}} deaths
// CHECK-NOT: differs
// CHECK: 3 workers: {{[1-9][0-9][0-9]+}} programs, {{.*}} {{[1-9][0-9]+}} deaths
// CHECK-NOT: differs
// CHECK: 8 workers: {{[1-9][0-9][0-9]+}} programs, {{.*}} {{[1-9][0-9]+}} deaths
// CHECK-NOT: differs
#include "Inputs/random_program.h"

#include "dpor/internal.h"
#include "driver/items.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORKERS = 8, MOST_TRACES = 3000, ROOM = 1 << 20 };

static struct {
  unsigned workers, dies; ///< the second: in one trace of so many; 0: never
  uint64_t random;
  struct items *items; ///< NULL: the search is not divided yet
  char *base;          ///< the arena when it was divided
  size_t base_used;
  struct worker {
    char *arena;
    size_t used;
    char claimed[ROOM];
    size_t claimed_bytes, claimed_at; ///< from here on they are not run
  } of[MOST_WORKERS];
  unsigned current;
  struct mc_search_counts counts;
  unsigned long claims, deaths;
} run;

static unsigned random_below(unsigned end) {
  run.random = run.random * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(run.random >> 33) % end;
}

static void stop(const char *why) {
  printf("differs: %s\n", why);
  exit(1);
}

static void add_counts(const struct mc_search_counts *counts) {
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    run.counts.traces[kind] += counts->traces[kind];
  run.counts.transitions += counts->transitions;
  run.counts.replayed += counts->replayed;
}

static void leave(struct worker *w, const struct mc_arena *arena) {
  w->arena = realloc(w->arena, arena->used);
  w->used = arena->used;
  memcpy(w->arena, arena->base, arena->used);
}

static void enter(struct mc_arena *arena, const char *image, size_t used) {
  if (arena->used > used)
    memset(arena->base + used, 0, arena->used - used);
  memcpy(arena->base, image, used);
  arena->used = used;
}

/// What the search owes, and what was claimed and not run. `gives`: up to so many items to others.
static void commit(struct mc_search *search, struct worker *w, unsigned gives) {
  static char bytes[4 * ROOM];
  static char given[ROOM];
  size_t used, of_given;
  if (!mc_search_give(search, gives, given, ROOM, &of_given) ||
      !mc_search_tell(search, bytes, ROOM, &used))
    stop("what is owed cannot be given");
  memcpy(bytes + used, w->claimed + w->claimed_at, w->claimed_bytes - w->claimed_at);
  used += w->claimed_bytes - w->claimed_at;
  memcpy(bytes + used, given, of_given);
  if (!items_commit(run.items, (unsigned)(w - run.of), bytes, used, of_given, mc_item_bytes))
    stop("items cannot be committed");
  const struct mc_search_counts counts = mc_search_take_counts(search);
  add_counts(&counts);
}

static void divide(struct mc_search *search, struct mc_arena *arena) {
  run.items = items_make(run.workers, (struct items_keeper){0});
  commit(search, &run.of[0], 0);
  items_give_back(run.items, 0);
  mc_search_divide(search);
  run.base = realloc(run.base, arena->used);
  run.base_used = arena->used;
  memcpy(run.base, arena->base, arena->used);
  for (unsigned w = 0; w < run.workers; w++)
    leave(&run.of[w], arena);
}

/// The worker has an item that it is to run.
static bool has_work(struct mc_search *search, struct worker *w) {
  if (!mc_search_done(search))
    return true;
  if (w->claimed_at == w->claimed_bytes) {
    commit(search, w, 0);
    w->claimed_at = 0;
    w->claimed_bytes = ROOM;
    run.claims += items_claim(run.items, (unsigned)(w - run.of), 1 + random_below(3), w->claimed,
                              &w->claimed_bytes) > 0;
    if (!w->claimed_bytes)
      return false;
  }
  const char *item = w->claimed + w->claimed_at;
  const size_t bytes = mc_item_bytes(item, w->claimed_bytes - w->claimed_at);
  if (!mc_search_take(search, item, bytes))
    stop("an item cannot be taken");
  w->claimed_at += bytes;
  return true;
}

static void die(struct mc_arena *arena, struct worker *w) {
  enter(arena, run.base, run.base_used);
  items_give_back(run.items, (unsigned)(w - run.of));
  w->claimed_bytes = w->claimed_at = 0;
  run.deaths++;
}

static void forget_division(void) {
  items_free(run.items);
  run.items = NULL;
  run.current = 0;
  for (unsigned w = 0; w < MOST_WORKERS; w++)
    run.of[w].claimed_bytes = run.of[w].claimed_at = 0;
  run.counts = (struct mc_search_counts){0};
}

static struct mc_search *next_worker(struct mc_search *search, struct mc_arena *arena,
                                     const struct mc_search_config *config) {
  if (config->algorithm != MC_POP)
    return search;
  if (run.items && !search->is_divided) // it has begun anew
    forget_division();
  if (!run.items && (random_below(3) || mc_search_done(search)))
    return search;
  if (!run.items)
    divide(search, arena);
  struct worker *w = &run.of[run.current];
  if (run.dies && !random_below(run.dies))
    die(arena, w);
  else if (!random_below(3))
    commit(search, w, random_below(4));
  leave(w, arena);
  const unsigned first = random_below(run.workers);
  for (unsigned i = 0; i < run.workers; i++) {
    run.current = (first + i) % run.workers;
    w = &run.of[run.current];
    enter(arena, w->arena, w->used);
    if (has_work(search, w))
      break;
    leave(w, arena);
  }
  return search;
}

static struct report explore_with_pop(const struct program *program, uint64_t most) {
  const struct mc_search_config config = {
      .algorithm = MC_POP, .sleep_sets = MC_SLEEP_PLAIN, .max_depth = 1000};
  return explore(program, &config, most);
}

static bool differ(const struct report *alone, const struct report *divided) {
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    if (kind == MC_SLEEP_SET_BLOCKED ? alone->counts.traces[kind] < run.counts.traces[kind]
                                     : alone->counts.traces[kind] != run.counts.traces[kind])
      return true;
  return !outcomes_equal(&alone->classes, &divided->classes) ||
         !outcomes_equal(&alone->outcomes, &divided->outcomes);
}

static void compare(unsigned workers, unsigned dies, unsigned long first, unsigned long end) {
  unsigned programs = 0;
  uint64_t classes = 0;
  run.claims = run.deaths = 0;
  for (enum family family = 0; family < FAMILIES; family++)
    for (unsigned long seed = first; seed < end; seed++) {
      const struct program program = random_program(family, seed);
      between_traces = NULL;
      struct report alone = explore_with_pop(&program, MOST_TRACES);
      const bool is_left = alone.unsuited || alone.counts.traces[MC_FAILED] ||
                           mc_traces_of(&alone.counts) >= MOST_TRACES;
      run.workers = workers;
      run.dies = dies;
      run.random = seed * MOST_WORKERS + workers;
      forget_division();
      between_traces = next_worker;
      struct report divided = {0};
      if (!is_left)
        divided = explore_with_pop(&program, 0);
      if (!is_left && run.items) {
        programs++;
        classes += alone.classes.count;
        if (differ(&alone, &divided)) {
          printf("family %s, seed %lu, %u workers: differs\n", family_name[family], seed, workers);
          print_counts("alone", &alone);
          divided.counts = run.counts;
          print_counts("divided", &divided);
        }
      }
      outcomes_free(&alone.classes);
      outcomes_free(&alone.outcomes);
      outcomes_free(&divided.classes);
      outcomes_free(&divided.outcomes);
    }
  printf("%u worker%s: %u programs, %llu classes, %lu claims, %lu deaths\n", workers,
         workers == 1 ? "" : "s", programs, (unsigned long long)classes, run.claims, run.deaths);
}

/// workers FIRST END: the programs of these seeds.
int main(int count, char **argument) {
  const unsigned long first = count > 2 ? strtoul(argument[1], NULL, 0) : 0,
                      end = count > 2 ? strtoul(argument[2], NULL, 0) : 30;
  with_classes = true;
  compare(1, 0, first, end);
  compare(2, 20, first, end);
  compare(3, 20, first, end);
  compare(8, 20, first, end);
  return 0;
}
