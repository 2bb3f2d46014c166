// test/dpor/Inputs/abstract.c - runs abstract programs under the search; see abstract.h.
#define _GNU_SOURCE // clock_gettime
#include "abstract.h"

#include <sanitizer/asan_interface.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void (*at_state)(const struct mc_model *model);
void (*before_step)(struct mc_search *search, const struct mc_model *model);
void (*at_outcome)(const struct mc_search *search, enum mc_trace_kind kind, uint64_t outcome);
void (*at_end)(const struct mc_search *search, const struct mc_model *model);
struct mc_search *(*between_traces)(struct mc_search *search, struct mc_arena *arena,
                                    const struct mc_search_config *config);
bool with_classes;

mc_object add_object(struct program *program, const struct mc_primitive *primitive,
                     const void *state) {
  if (state)
    memcpy(program->initial[program->objects], state, primitive->state_size);
  program->primitive[program->objects] = primitive;
  return program->objects++;
}

uint16_t kind_of(const struct mc_primitive *primitive, const char *name) {
  for (uint16_t kind = 0; primitive->operations[kind]; kind++)
    if (strcmp(primitive->operations[kind], name) == 0)
      return kind;
  printf("no operation %s of %s\n", name, primitive->name);
  abort();
}

struct instruction *add(struct program *program, mc_thread thread,
                        const struct mc_primitive *primitive, const char *name, unsigned objects,
                        mc_object first, mc_object second) {
  struct instruction *instruction = &program->code[thread][program->length[thread]++];
  *instruction = (struct instruction){.operation = {.primitive = primitive,
                                                    .thread = thread,
                                                    .kind = kind_of(primitive, name),
                                                    .objects = (uint8_t)objects,
                                                    .object = {first, second}}};
  if (thread >= program->threads)
    program->threads = thread + 1u;
  return instruction;
}

uint64_t hash(uint64_t start, const void *bytes, size_t size) {
  const char *at = bytes;
  uint64_t word = 0;
  for (; size >= sizeof word; at += sizeof word, size -= sizeof word) {
    memcpy(&word, at, sizeof word);
    start = (start ^ word) * 0x9e3779b97f4a7c15u;
    start ^= start >> 32;
  }
  word = 0;
  memcpy(&word, at, size);
  start = (start ^ word ^ (uint64_t)size << 56) * 0xff51afd7ed558ccdu;
  return start ^ start >> 29;
}

static uint64_t *slot_of(const struct outcomes *set, uint64_t item) {
  unsigned i = (unsigned)(item >> 20) & (set->capacity - 1);
  while (set->item[i] && set->item[i] != item)
    i = (i + 1) & (set->capacity - 1);
  return &set->item[i];
}

static void grow(struct outcomes *set) {
  const struct outcomes old = *set;
  set->capacity = old.capacity ? 2 * old.capacity : 64;
  set->item = calloc(set->capacity, sizeof *set->item);
  for (unsigned i = 0; i < old.capacity; i++)
    if (old.item[i])
      *slot_of(set, old.item[i]) = old.item[i];
  free(old.item);
}

void outcome_add(struct outcomes *set, uint64_t item) {
  item += !item;
  if (2 * set->count >= set->capacity)
    grow(set);
  uint64_t *slot = slot_of(set, item);
  set->count += !*slot;
  *slot = item;
}

bool outcomes_within(const struct outcomes *a, const struct outcomes *b) {
  for (unsigned i = 0; i < a->capacity; i++)
    if (a->item[i] && (!b->count || !*slot_of(b, a->item[i])))
      return false;
  return true;
}

bool outcomes_equal(const struct outcomes *a, const struct outcomes *b) {
  return a->count == b->count && outcomes_within(a, b);
}

void outcomes_free(struct outcomes *set) {
  free(set->item);
  *set = (struct outcomes){0};
}

void places_begin(struct places *places, const struct program *program) {
  *places = (struct places){0};
  for (unsigned t = 0; t < program->threads; t++)
    places->started[t] = true;
  for (unsigned t = 0; t < program->threads; t++)
    for (unsigned i = 0; i < program->length[t]; i++)
      if (program->code[t][i].creates)
        places->started[program->code[t][i].creates - 1] = false;
}

const struct instruction *places_next(const struct places *places, const struct program *program,
                                      mc_thread thread) {
  if (!places->started[thread] || places->place[thread] >= program->length[thread])
    return NULL;
  return &program->code[thread][places->place[thread]];
}

bool places_step(struct places *places, const struct program *program, mc_thread thread,
                 mc_alternative alternative, uint64_t result) {
  const struct instruction *done = places_next(places, program, thread);
  uint64_t seen[] = {result, alternative, places->place[thread]};
  const bool by_result = strcmp(done->operation.primitive->name, "semaphore") == 0;
  const bool jumps = result || (alternative && !by_result) || done->operation.flags & MC_BUSY_WAIT;
  const int jump = jumps ? done->jump : (int)(done->spares + done->skips);
  if (done->operation.objects > 0 && jump >= 0 && !(jumps && done->spares))
    places->results[thread] = hash(places->results[thread] + 1, seen, sizeof seen);
  if (done->fail && result == (uint64_t)done->fail - 1)
    return false;
  if (done->creates)
    places->started[done->creates - 1] = true;
  places->place[thread] += 1u + (unsigned)jump;
  if (done->leaves && result == 0)
    places->place[thread] = program->length[thread];
  return true;
}

uint64_t hash_failure(const struct places *before, mc_thread thread, const char *what) {
  uint64_t value[] = {thread, before->place[thread]};
  return hash(strcmp(what, "assertion") == 0 ? 5 : 7, value, sizeof value);
}

uint64_t hash_final(const struct places *places, const struct program *program,
                    const void *const state[], bool deadlock) {
  uint64_t value = deadlock;
  for (unsigned t = 0; t < program->threads - program->bystander; t++) {
    const uint64_t at[] = {places->place[t], places->results[t], places->started[t]};
    value = hash(value, at, sizeof at);
  }
  for (unsigned i = 0; i < program->objects - program->bystander; i++)
    value = hash(value, state[i], program->primitive[i]->state_size);
  return value;
}

uint64_t hash_in_class(mc_thread thread, unsigned rank, mc_alternative alternative,
                       const uint8_t clock[MAX_THREADS]) {
  return hash((uint64_t)thread << 32 | rank << 16 | alternative, clock, MAX_THREADS);
}

//===- Running under the search ---------------------------------------------------------------===//

struct run {
  const struct program *program;
  struct mc_model model;
  struct places places;
};

static void declare(struct run *run, mc_thread thread) {
  const struct instruction *next = places_next(&run->places, run->program, thread);
  if (next) {
    struct mc_operation operation = next->operation;
    operation.thread = thread;
    mc_model_declare(&run->model, &operation);
  } else if (run->places.started[thread]) {
    mc_model_finish(&run->model, thread);
  }
}

static void begin(struct run *run, const struct program *program, struct mc_arena *arena) {
  run->program = program;
  arena->used = 0;
  mc_model_init(&run->model, arena);
  places_begin(&run->places, program);
  for (unsigned i = 0; i < program->objects; i++)
    mc_model_object_put(&run->model, i, program->primitive[i], NULL, program->initial[i]);
  for (mc_thread t = 0; t < program->threads; t++)
    declare(run, t);
  run->model.left = program->left;
}

/// Runs the step. Returns the failure's hash, or 0.
static uint64_t step(struct run *run, struct mc_step step) {
  const struct instruction *now = places_next(&run->places, run->program, step.thread);
  const struct places before = run->places;
  uint64_t result;
  const char *misuse = mc_model_apply(&run->model, step, &result);
  if (misuse)
    return hash_failure(&before, step.thread, misuse);
  if (!places_step(&run->places, run->program, step.thread, step.alternative, result))
    return hash_failure(&before, step.thread, "assertion");
  declare(run, step.thread);
  if (now->creates)
    declare(run, now->creates - 1);
  return 0;
}

static uint64_t final_hash(const struct run *run, bool deadlock) {
  const void *state[MAX_OBJECTS];
  for (unsigned i = 0; i < run->program->objects; i++)
    state[i] = run->model.object[i].state;
  return hash_final(&run->places, run->program, state, deadlock);
}

static struct mc_arena new_arena(size_t size) {
  struct mc_arena arena = {.base = malloc(size), .size = size, .fenced = true};
  return arena;
}

static uint64_t numbered(const struct mc_search_counts *counts) {
  uint64_t traces = 0;
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    traces += kind == MC_SLEEP_SET_BLOCKED ? 0 : counts->traces[kind];
  return traces;
}

static void note_deadlock(struct report *report, const struct mc_search_counts *counts) {
  uint64_t found = counts->traces[MC_DEADLOCKED];
  if (found == 0)
    report->blocked_before = counts->traces[MC_SLEEP_SET_BLOCKED];
  if (found < 4)
    report->deadlocks[found] = numbered(counts) + 1;
}

/// The trace's class, by the relation of the primitives.
static uint64_t class_of(const struct mc_search *search) {
  enum { MOST = 64 };
  uint8_t clock[MOST][MAX_THREADS], steps[MAX_THREADS] = {0};
  const uint32_t depth = mc_search_depth(search);
  uint64_t class = 0;
  for (uint32_t j = 0; j < depth; j++) {
    const struct mc_operation *b = mc_search_operation(search, j);
    memset(clock[j], 0, sizeof clock[j]);
    for (uint32_t i = 0; i < j; i++) {
      const struct mc_operation *a = mc_search_operation(search, i);
      if (a->thread == b->thread || mc_dependent(a, b))
        for (unsigned t = 0; t < MAX_THREADS; t++)
          clock[j][t] = clock[i][t] > clock[j][t] ? clock[i][t] : clock[j][t];
    }
    clock[j][b->thread]++;
    class += hash_in_class(b->thread, steps[b->thread]++, b->alternative, clock[j]);
  }
  return class;
}

/// Runs one trace to its end; returns false if the search cannot go on.
static bool run_trace(struct run *run, struct mc_search *search, struct report *report) {
  struct mc_next next;
  enum mc_trace_kind kind = MC_FAILED;
  bool exited = false;
  uint64_t outcome = 0;
  mc_search_begin(search, &run->model);
  for (;;) {
    if (exited) {
      kind = MC_COMPLETED;
      report->end = MC_NEXT_END;
      outcome_add(&report->outcomes, outcome = final_hash(run, false));
      break;
    }
    if (at_state)
      at_state(&run->model);
    if (before_step)
      before_step(search, &run->model);
    report->end = mc_search_next(search, &run->model, &next);
    if (report->end == MC_NEXT_END) {
      kind = next.kind;
      if (kind == MC_COMPLETED || kind == MC_DEADLOCKED || kind == MC_DROPPED)
        outcome_add(&report->outcomes, outcome = final_hash(run, kind != MC_COMPLETED));
      break;
    }
    if (report->end == MC_NEXT_LIVELOCK) {
      report->livelock = true;
      break;
    }
    if (report->end != MC_NEXT_STEP)
      return false;
    exited = mc_search_operation(search, next.depth)->flags & MC_PROCESS_EXIT;
    uint64_t failure = step(run, next.step);
    if (failure) {
      outcome_add(&report->outcomes, outcome = failure);
      break;
    }
  }
  if (kind == MC_DEADLOCKED)
    note_deadlock(report, mc_search_counts(search));
  if (with_classes && (kind == MC_COMPLETED || kind == MC_DEADLOCKED || kind == MC_DROPPED))
    outcome_add(&report->classes, class_of(search));
  if (at_outcome)
    at_outcome(search, kind, outcome);
  if (at_end)
    at_end(search, &run->model);
  mc_search_end(search, &run->model, kind);
  return true;
}

static struct mc_racing racing;

/// What the search goes on with, from the beginning, as the runtime does.
static enum mc_algorithm follows(const struct mc_search_config *config, const struct report *report,
                                 const struct mc_search_counts *counts) {
  if (config->algorithm != MC_OPTIMAL && config->algorithm != MC_POP)
    return config->algorithm;
  return counts->traces[MC_FAILED] && (config->algorithm != MC_POP || report->end == MC_NEXT_UNSUITED)
             ? MC_SOURCE
         : report->end == MC_NEXT_UNSUITED ? MC_OPTIMAL
                                           : config->algorithm;
}

static struct report explore_with(const struct program *program,
                                  const struct mc_search_config *config, uint64_t max_traces) {
  static struct mc_arena search_arena, model_arena;
  if (!search_arena.base) {
    search_arena = new_arena((size_t)256 << 20);
    model_arena = new_arena(1 << 20);
  }
  struct report report = {.end = MC_NEXT_END};
  struct timespec start, stop;
  search_arena.used = 0;
  search_arena.fenced = !between_traces;
  ASAN_UNPOISON_MEMORY_REGION(search_arena.base, search_arena.size); // fences of the search before
  struct mc_search *search = mc_search_new(&search_arena, config);
  clock_gettime(CLOCK_MONOTONIC, &start);
  while (!mc_search_done(search)) {
    struct run run;
    begin(&run, program, &model_arena);
    const bool goes_on = run_trace(&run, search, &report);
    const enum mc_algorithm other = follows(config, &report, mc_search_counts(search));
    if (other != config->algorithm || (config->most_tree_bytes && report.end == MC_NEXT_UNSUITED)) {
      struct mc_search_config again = *config;
      again.algorithm = other;
      again.most_tree_bytes = 0;
      outcomes_free(&report.outcomes);
      outcomes_free(&report.classes);
      report = explore_with(program, &again, max_traces);
      report.unsuited = config->algorithm == MC_POP;
      return report;
    }
    if (mc_search_is_outdated(search)) {
      mc_search_learn(search, &racing);
      outcomes_free(&report.outcomes);
      outcomes_free(&report.classes);
      return explore_with(program, config, max_traces);
    }
    if (!goes_on)
      break;
    if (max_traces && numbered(mc_search_counts(search)) >= max_traces)
      break;
    if (between_traces)
      search = between_traces(search, &search_arena, config);
  }
  clock_gettime(CLOCK_MONOTONIC, &stop);
  report.seconds =
      (double)(stop.tv_sec - start.tv_sec) + (double)(stop.tv_nsec - start.tv_nsec) / 1e9;
  report.counts = *mc_search_counts(search);
  report.arena_used = search_arena.used;
  return report;
}

struct report explore(const struct program *program, const struct mc_search_config *config,
                      uint64_t max_traces) {
  struct mc_search_config with_racing = *config;
  memset(racing.kinds, 0, program->objects * sizeof *racing.kinds);
  racing.restarts = racing.primitives = 0;
  with_racing.racing = &racing;
  return explore_with(program, &with_racing, max_traces);
}

unsigned program_universe(const struct program *p, const struct mc_operation *operation) {
  unsigned uses = 0;
  if (!operation->primitive->universe)
    return 1;
  for (unsigned t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++)
      for (unsigned k = 0; k < p->code[t][i].operation.objects; k++)
        uses += p->code[t][i].operation.object[k] == operation->object[0];
  return operation->primitive->universe(operation, uses > p->threads ? uses : p->threads);
}

void print_counts(const char *title, const struct report *report) {
  static const char *const names[MC_TRACE_KINDS] = {"completed", "deadlocked", "failed",
                                                    "bounded",   "dropped",    "sleep-set blocked"};
  printf("%s:", title);
  const char *comma = " ";
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    if (report->counts.traces[kind]) {
      printf("%s%llu %s", comma, (unsigned long long)report->counts.traces[kind], names[kind]);
      comma = ", ";
    }
  printf("\n");
}
