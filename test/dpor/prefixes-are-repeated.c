// A prefix that cannot be repeated is noticed; a trace that is given up leaves nothing behind; the
// arena does not grow with the number of traces.
// RUN: %clang-search %s -o %t
// RUN: %t | FileCheck %s
#include "Inputs/tiny.h"

#include <stdlib.h>
#include <string.h>

static struct mc_arena arena_of(size_t size, bool fenced) {
  struct mc_arena arena = {.base = calloc(1, size), .size = size, .fenced = fenced};
  return arena;
}

static void declare(struct mc_model *model, mc_thread thread, const char *name, mc_object object) {
  const struct mc_operation operation = {.primitive = &tiny_mutex,
                                         .thread = thread,
                                         .kind = kind_of(&tiny_mutex, name),
                                         .objects = 1,
                                         .object = {object}};
  mc_model_declare(model, &operation);
}

/// Threads 1 and 2 lock and unlock mutex 0, thread 0 another one.
static void start(struct mc_model *model, struct mc_arena *arena) {
  arena->used = 0;
  mc_model_init(model, arena);
  const int free = 0;
  mc_model_object_put(model, 0, &tiny_mutex, NULL, &free);
  mc_model_object_put(model, 1, &tiny_mutex, NULL, &free);
  declare(model, 0, "lock", 1);
  declare(model, 1, "lock", 0);
  declare(model, 2, "lock", 0);
}

static enum mc_next_verdict step(struct mc_search *search, struct mc_model *model,
                                 struct mc_next *next) {
  enum mc_next_verdict verdict = mc_search_next(search, model, next);
  if (verdict != MC_NEXT_STEP)
    return verdict;
  const char *now = tiny_mutex.operations[model->thread[next->step.thread].operation.kind];
  bool locks = strcmp(now, "lock") == 0;
  mc_object object = model->thread[next->step.thread].operation.object[0];
  mc_model_apply(model, next->step, NULL);
  if (locks)
    declare(model, next->step.thread, "unlock", object);
  else
    mc_model_finish(model, next->step.thread);
  return verdict;
}

static enum mc_next_verdict trace(struct mc_search *search, struct mc_model *model,
                                  struct mc_next *next) {
  enum mc_next_verdict verdict;
  mc_search_begin(search, model);
  while ((verdict = step(search, model, next)) == MC_NEXT_STEP)
    ;
  return verdict;
}

/// `changed`: in the second trace this thread, if it is not 1, wants another mutex. `resumed`: a copy
/// of the search runs that.
static void diverges(mc_thread changed, bool resumed) {
  struct mc_arena a = arena_of(1 << 20, !resumed), b = arena_of(1 << 20, true),
                  copy = arena_of(1 << 20, false);
  const struct mc_search_config config = config_of(MC_DPOR, MC_SLEEP_PLAIN);
  struct mc_search *search = mc_search_new(&a, &config);
  struct mc_model model;
  struct mc_next next;
  start(&model, &b);
  trace(search, &model, &next);
  mc_search_end(search, &model, next.kind);
  if (resumed) {
    memcpy(copy.base, a.base, copy.used = a.used);
    search = mc_search_resume(&copy, &config);
  }
  // The second trace begins with the two steps of thread 0, then thread 2.
  start(&model, &b);
  if (changed != 1)
    declare(&model, changed, "lock", changed == 2 ? 1 : 0);
  enum mc_next_verdict verdict = trace(search, &model, &next);
  if (verdict == MC_NEXT_DIVERGED && !next.recorded)
    printf("diverged at %u\n", next.depth);
  else if (verdict == MC_NEXT_DIVERGED)
    printf("diverged at %u from %s of thread %u\n", next.depth,
           tiny_mutex.operations[next.recorded->kind], next.recorded->thread);
  else
    printf("verdict %d\n", verdict);
}

static void gives_up(void) {
  struct mc_arena a = arena_of(1 << 20, true), b = arena_of(1 << 20, true);
  const struct mc_search_config config = config_of(MC_DPOR, MC_SLEEP_PLAIN);
  struct mc_search *search = mc_search_new(&a, &config);
  struct mc_model model;
  struct mc_next next;
  for (unsigned steps = 0; !mc_search_done(search); steps = (steps + 1) % 6) {
    start(&model, &b);
    mc_search_begin(search, &model);
    for (unsigned i = 0; i < steps; i++)
      step(search, &model, &next);
    start(&model, &b);
    trace(search, &model, &next);
    mc_search_end(search, NULL, next.kind);
  }
  printf("given up: %u completed, %u transitions, %u replayed\n",
         (unsigned)mc_search_counts(search)->traces[MC_COMPLETED],
         (unsigned)mc_search_counts(search)->transitions,
         (unsigned)mc_search_counts(search)->replayed);
}

static size_t arena_after(unsigned threads, uint64_t traces) {
  struct program p = {0};
  add_object(&p, &tiny_mutex, NULL);
  for (mc_thread t = 0; t < threads; t++) {
    add(&p, t, &tiny_mutex, "lock", 1, 0, 0);
    add(&p, t, &tiny_mutex, "unlock", 1, 0, 0);
  }
  const struct mc_search_config config = config_of(MC_DPOR, MC_SLEEP_PLAIN);
  return explore(&p, &config, traces).arena_used;
}

int main(void) {
  // CHECK: verdict 1
  diverges(1, false);
  // CHECK: diverged at 2 from lock of thread 2
  diverges(2, false);
  // CHECK: verdict 1
  diverges(1, true);
  // CHECK: diverged at 0
  diverges(0, true);
  // CHECK: given up: 2 completed, 10 transitions, 2 replayed
  gives_up();
  // CHECK: arena after 1000 traces and after 40320: the same
  printf("arena after 1000 traces and after 40320: %s\n",
         arena_after(8, 1000) == arena_after(8, 0) ? "the same" : "larger");
  return 0;
}
