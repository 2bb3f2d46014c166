// A search with pop, dfs (with and without a bound, and with fair schedules alone), pct or pos that is divided among 1, 2, 3 and 8 workers, which take turns at random, claim,
// commit and die at random, has the counts of one that is not: no class is lost or run twice, and
// no more traces are sleep-set blocked. The workers share driver/items.c alone. In the order of
// mc_search_place its traces are those of the other one, step by step, and any of them can be made
// again. A search in which one worker has had a failure, and another one has postponed something,
// is given up: it would begin anew, with one worker.
//
// Each worker is an image of the search's arena as it was when the search was divided, as a process
// is that was forked then. One that dies is made from that image again.
// RUN: %clang-search %s %root/driver/items.c -o %t
// RUN: %t %if sanitize %{ 0 20 %} %else %{ 0 100 %} | FileCheck %s
// CHECK-NOT: differs
// CHECK: pop: 1 worker: {{[1-9][0-9][0-9]+}} programs, {{[1-9][0-9]+}} classes, {{[1-9][0-9]+}} claims
// CHECK-NOT: differs
// CHECK: 2 workers: {{[1-9][0-9][0-9]+}} programs, {{.*}} {{[1-9][0-9]+}} deaths
// CHECK-NOT: differs
// CHECK: 3 workers: {{[1-9][0-9][0-9]+}} programs, {{.*}} {{[1-9][0-9]+}} deaths
// CHECK-NOT: differs
// CHECK: 8 workers: {{[1-9][0-9][0-9]+}} programs, {{.*}} {{[1-9][0-9]+}} deaths
// CHECK-NOT: differs
// CHECK: dfs: 1 worker: {{[1-9][0-9][0-9]+}} programs
// CHECK-NOT: differs
// CHECK: dfs: 3 workers: {{[1-9][0-9][0-9]+}} programs, {{.*}} {{[1-9][0-9]+}} deaths
// CHECK-NOT: differs
// CHECK: dfs: 8 workers: {{[1-9][0-9][0-9]+}} programs, {{.*}} {{[1-9][0-9]+}} deaths
// CHECK-NOT: differs
// CHECK: fair dfs: 1 worker: {{[1-9][0-9]+}} programs
// CHECK-NOT: differs
// CHECK: fair dfs: 8 workers: {{[1-9][0-9]+}} programs, {{.*}} {{[1-9][0-9]+}} deaths
// CHECK-NOT: differs
// CHECK: pct: 3 workers: {{[1-9][0-9][0-9]+}} programs, {{.*}} {{[1-9][0-9]+}} deaths
// CHECK-NOT: differs
// CHECK: pos: 8 workers: {{[1-9][0-9][0-9]+}} programs, {{.*}} {{[1-9][0-9]+}} deaths
// CHECK-NOT: differs
#include "Inputs/polling_program.h"
#include "Inputs/random_program.h"

#include "dpor/internal.h"
#include "driver/items.h"
#include "runtime/session_work.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WORKERS = 8, MOST_TRACES = 3000, SAMPLES = 60, ROOM = 1 << 20 };

struct trace {
  uint64_t steps;  ///< a hash
  uint32_t *place; ///< [places] [own]
  uint32_t places;
  char *item; ///< [bytes] [own]
  size_t bytes;
};

struct traces {
  struct trace *of;
  unsigned count, capacity;
};

static struct {
  struct mc_search_config config;
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
    struct traces traces;             ///< since its last commit
  } of[MOST_WORKERS];
  unsigned current;
  struct mc_search_counts counts;
  struct traces alone, traces; ///< of the search that is not divided; of this one
  unsigned first_traces;       ///< then it is divided, or what is local is fixed
  unsigned undivided;          ///< so many there were when it was divided
  uint32_t signs;              ///< enum mc_search_signs
  uint64_t again; ///< the current trace is one that is made again, with these steps; or 0
  unsigned long claims, deaths, given_up, made_again;
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

//===- Traces ---------------------------------------------------------------------------------===//

static void forget_traces(struct traces *traces) {
  for (unsigned i = 0; i < traces->count; i++)
    free(traces->of[i].place), free(traces->of[i].item);
  traces->count = 0;
}

static void add_trace(struct traces *traces, struct trace trace) {
  if (traces->count == traces->capacity) {
    traces->capacity = 2 * traces->capacity + 64;
    traces->of = realloc(traces->of, traces->capacity * sizeof *traces->of);
  }
  traces->of[traces->count++] = trace;
}

static void forget_division(void) {
  items_free(run.items);
  run.items = NULL;
  run.current = 0;
  for (unsigned w = 0; w < MOST_WORKERS; w++)
    run.of[w].claimed_bytes = run.of[w].claimed_at = 0;
  for (unsigned w = 0; w < MOST_WORKERS; w++)
    forget_traces(&run.of[w].traces);
  forget_traces(&run.traces);
  run.signs = 0;
  run.again = 0;
  run.counts = (struct mc_search_counts){0};
}

static uint64_t hash_of_steps(const struct mc_search *search) {
  uint64_t steps = 1;
  for (uint32_t i = 0; i < mc_search_depth(search); i++) {
    const struct mc_operation *step = mc_search_operation(search, i);
    steps = hash(hash(steps, &step->thread, sizeof step->thread), &step->alternative,
                 sizeof step->alternative);
  }
  return steps;
}

static void note_trace(const struct mc_search *search, const struct mc_model *model) {
  static char item[ROOM];
  (void)model;
  if (!between_traces || search->config.algorithm != run.config.algorithm)
    return;
  if (run.again && run.again != hash_of_steps(search))
    stop("a trace that is made again is another one");
  run.again = 0;
  if (mc_search_runs_again(search))
    return;
  const struct mc_search_counts *counts = mc_search_counts(search);
  const bool is_first = !mc_traces_of(counts) && !counts->traces[MC_SLEEP_SET_BLOCKED];
  if (!search->is_divided && is_first) // it may have begun anew
    forget_division();
  struct traces *to = run.items ? &run.of[run.current].traces : &run.traces;
  const size_t bytes = mc_search_tell_trace(search, item, ROOM);
  if (!bytes)
    stop("a trace cannot be told");
  struct trace trace = {.steps = hash_of_steps(search),
                        .places = mc_search_place(search, NULL, 0),
                        .item = malloc(bytes),
                        .bytes = bytes};
  memcpy(trace.item, item, bytes);
  trace.place = malloc(trace.places * sizeof *trace.place);
  mc_search_place(search, trace.place, trace.places);
  add_trace(to, trace);
}

static int compare_traces(const void *a, const void *b) {
  const struct trace *one = a, *other = b;
  return mc_compare_places(one->place, one->places, other->place, other->places);
}

static bool have_same_traces(void) {
  struct traces *sorted = &run.traces;
  if (sorted->count != run.alone.count)
    return false;
  qsort(sorted->of, sorted->count, sizeof *sorted->of, compare_traces);
  for (unsigned i = 0; i < sorted->count; i++)
    if (sorted->of[i].steps != run.alone.of[i].steps ||
        (i > 0 && !compare_traces(&sorted->of[i - 1], &sorted->of[i])))
      return false;
  return true;
}

//===- Workers --------------------------------------------------------------------------------===//

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

/// What the search owes, and what was claimed and not run. `gives`: up to so many items to others;
/// or all.
enum { ALL = 100 };
static void commit(struct mc_search *search, struct worker *w, unsigned gives) {
  static char bytes[4 * ROOM];
  static char given[ROOM];
  size_t used, of_given;
  if (!mc_search_give(search, gives == ALL ? 0 : gives, given, ROOM, &of_given) ||
      !mc_search_tell(search, bytes, ROOM, &used))
    stop("what is owed cannot be given");
  memcpy(bytes + used, w->claimed + w->claimed_at, w->claimed_bytes - w->claimed_at);
  used += w->claimed_bytes - w->claimed_at;
  memcpy(bytes + used, given, of_given);
  if (gives == ALL) {
    mc_search_drop(search);
    w->claimed_at = w->claimed_bytes;
    of_given = used;
    used = 0;
  }
  if (!items_commit(run.items, (unsigned)(w - run.of), bytes, used, of_given, mc_item_bytes))
    stop("items cannot be committed");
  const struct mc_search_counts counts = mc_search_take_counts(search);
  add_counts(&counts);
  for (unsigned i = 0; i < w->traces.count; i++)
    add_trace(&run.traces, w->traces.of[i]);
  w->traces.count = 0;
  run.signs |= mc_search_signs(search);
  if (run.signs & MC_SIGN_FAILED)
    mc_search_note_failure(search);
}

static bool is_given_up(void) { return run.signs == (MC_SIGN_FAILED | MC_SIGN_POSTPONED); }

static void divide(struct mc_search *search, struct mc_arena *arena) {
  run.items = items_make(run.workers, (struct items_keeper){0});
  commit(search, &run.of[0], 0);
  run.undivided = run.traces.count;
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
  const unsigned of_workers = run.traces.count - run.undivided;
  if (!random_below(8) && of_workers) {
    const struct trace *trace = &run.traces.of[run.undivided + random_below(of_workers)];
    if (!mc_search_take_trace(search, trace->item, trace->bytes))
      stop("a trace cannot be made again");
    run.again = trace->steps;
    run.made_again++;
    return true;
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
  forget_traces(&w->traces);
  run.deaths++;
}

/// Not while the next trace repeats nothing of the first one, which failed at once: it is one in
/// which nothing is local, too.
static bool is_due(const struct mc_search *search) {
  return run.traces.count >= run.first_traces && (search->strategy || search->tree->kept > 0);
}

static struct mc_search *next_worker(struct mc_search *search, struct mc_arena *arena,
                                     const struct mc_search_config *config) {
  if (config->algorithm != run.config.algorithm)
    return search;
  if (!run.items && (!is_due(search) || mc_search_done(search)))
    return search;
  if (!run.items)
    divide(search, arena);
  struct worker *w = &run.of[run.current];
  if (run.dies && !random_below(run.dies))
    die(arena, w);
  else if (!random_below(3))
    commit(search, w, random_below(5) ? random_below(4) : ALL);
  if (is_given_up()) {
    search->tree->done = true;
    return search;
  }
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

/// As the search that is divided.
static struct mc_search *fix(struct mc_search *search, struct mc_arena *arena,
                             const struct mc_search_config *config) {
  (void)arena;
  if (config->algorithm == run.config.algorithm && is_due(search))
    mc_search_fix(search);
  return search;
}

static bool has_samples(void) { return run.config.algorithm >= MC_RANDOM; }

static struct report explore_alone(const struct program *program) {
  forget_division();
  between_traces = fix;
  const struct report report =
      explore(program, &run.config, has_samples() ? SAMPLES : MOST_TRACES);
  const struct traces its = run.traces;
  run.traces = run.alone;
  run.alone = its;
  return report;
}

static struct report explore_divided(const struct program *program) {
  forget_division();
  between_traces = next_worker;
  return explore(program, &run.config, 0);
}

static bool differ(const struct report *alone, const struct report *divided) {
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    if (kind == MC_SLEEP_SET_BLOCKED ? alone->counts.traces[kind] < run.counts.traces[kind]
                                     : alone->counts.traces[kind] != run.counts.traces[kind])
      return true;
  return !have_same_traces() || !outcomes_equal(&alone->classes, &divided->classes) ||
         !outcomes_equal(&alone->outcomes, &divided->outcomes);
}

static struct mc_search_config configure(enum mc_algorithm algorithm, unsigned long seed) {
  struct mc_search_config config = {
      .algorithm = algorithm, .max_depth = 1000, .seed = seed, .pct_depth = 3};
  if (algorithm == MC_POP)
    config.sleep_sets = MC_SLEEP_PLAIN;
  if (algorithm >= MC_RANDOM)
    config.most_samples = SAMPLES;
  if (algorithm == MC_DFS) {
    config.bound = (enum mc_bound)(seed % 3);
    config.most = 1 + (unsigned)(seed / 3 % 2);
  }
  return config;
}

static bool polls; ///< the programs do, and only fair schedules are explored

static void compare(const char *name, enum mc_algorithm algorithm, unsigned workers, unsigned dies,
                    unsigned long first, unsigned long end) {
  unsigned programs = 0;
  uint64_t classes = 0;
  run.claims = run.deaths = run.given_up = run.made_again = 0;
  for (unsigned family = 0; family < (polls ? WAITINGS : FAMILIES); family++)
    for (unsigned long seed = first; seed < end; seed++) {
      const struct program program = polls ? polling_program((enum waiting)family, seed)
                                           : random_program((enum family)family, seed);
      run.config = configure(algorithm, seed);
      run.config.fair = polls;
      run.config.max_depth = polls ? 300 : 1000;
      run.workers = workers;
      run.dies = dies;
      run.random = seed * MOST_WORKERS + workers;
      run.first_traces = 1;
      while (random_below(3))
        run.first_traces++;
      struct report alone = explore_alone(&program);
      const bool is_left = alone.unsuited || mc_traces_of(&alone.counts) >= MOST_TRACES ||
                           alone.end == MC_NEXT_UNFAIR;
      struct report divided = {0};
      if (!is_left)
        divided = explore_divided(&program);
      const bool is_compared = run.items && !is_given_up() && !divided.unsuited;
      run.given_up += run.items && !is_compared;
      if (!is_left && is_compared) {
        programs++;
        classes += alone.classes.count;
        if (differ(&alone, &divided)) {
          printf("family %s, seed %lu, %s, %u workers: differs\n",
                 polls ? "of polling" : family_name[family], seed, name, workers);
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
  printf("%s: %u worker%s: %u programs, %llu classes, %lu claims, %lu deaths, %lu given up, %lu traces made again\n", name, workers,
         workers == 1 ? "" : "s", programs, (unsigned long long)classes, run.claims, run.deaths,
         run.given_up, run.made_again);
}

/// workers FIRST END: the programs of these seeds.
int main(int count, char **argument) {
  const unsigned long first = count > 2 ? strtoul(argument[1], NULL, 0) : 0,
                      end = count > 2 ? strtoul(argument[2], NULL, 0) : 30;
  with_classes = true;
  at_end = note_trace;
  compare("pop", MC_POP, 1, 0, first, end);
  compare("pop", MC_POP, 2, 20, first, end);
  compare("pop", MC_POP, 3, 20, first, end);
  compare("pop", MC_POP, 8, 20, first, end);
  compare("dfs", MC_DFS, 1, 0, first, end);
  compare("dfs", MC_DFS, 3, 20, first, end);
  compare("dfs", MC_DFS, 8, 20, first, end);
  polls = true;
  compare("fair dfs", MC_DFS, 1, 0, first, end);
  compare("fair dfs", MC_DFS, 8, 20, first, end);
  polls = false;
  compare("pct", MC_PCT, 3, 20, first, end);
  compare("pos", MC_POS, 8, 20, first, end);
  return 0;
}
