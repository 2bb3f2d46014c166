// test/dpor/Inputs/reference.c - see reference.h.
//
// A class of prefixes is one execution of it, in an order that all of its executions share: by the
// number of steps that happen before a step, then by thread. So two prefixes are of one class if
// and only if they are equal, byte by byte. The classes of length n + 1 are those of length n,
// replayed, with each enabled step appended and put into its place.
#include "reference.h"

#include "builtin.h"
#include "page.h"
#include <stdlib.h>
#include <string.h>

enum { MAX_STEPS = 4096, MAX_LENGTH = 64 };

/// A step that has run: an index into `steps`, and how many steps of each thread happen before it,
/// itself included.
struct event {
  uint16_t step;
  uint8_t clock[MAX_THREADS];
};

struct world {
  struct places places;
  char state[MAX_OBJECTS * MC_MAX_STATE]; // packed: object i at offset[i]
};

/// The classes of one length.
struct level {
  unsigned length, count, capacity;
  struct event *events; // [count][length]
  double *executions;   // [count]
  unsigned *slot;       // [2 * capacity]: 1 + index, by hash
};

struct enumeration {
  const struct program *program;
  struct reference result;
  bool check_relation;
  unsigned most;
  struct outcomes checked; // states at which the relation was checked
  // All steps that there can be.
  unsigned count, first[MAX_THREADS][MAX_OPERATIONS], alternatives[MAX_THREADS][MAX_OPERATIONS];
  struct page_step step[MAX_STEPS];
  bool *dependent; // [count][count]
  size_t offset[MAX_OBJECTS + 1];
};

//===- Steps and their relation ---------------------------------------------------------------===//

static void list_steps(struct enumeration *e) {
  const struct program *p = e->program;
  for (mc_thread t = 0; t < p->threads; t++)
    for (unsigned i = 0; i < p->length[t]; i++) {
      struct mc_operation operation = p->code[t][i].operation;
      operation.thread = t;
      e->first[t][i] = e->count;
      e->alternatives[t][i] = program_universe(e->program, &operation);
      for (unsigned a = 0; a < e->alternatives[t][i] && e->count < MAX_STEPS; a++) {
        operation.alternative = (mc_alternative)a;
        e->step[e->count++] = page_step(&operation);
      }
    }
  if (e->count == MAX_STEPS)
    abort();
}

static void relate_steps(struct enumeration *e) {
  e->dependent = calloc((size_t)e->count * e->count, sizeof *e->dependent);
  for (unsigned i = 0; i < e->count; i++)
    for (unsigned j = 0; j < e->count; j++) {
      const struct page_step *a = &e->step[i], *b = &e->step[j];
      if (a->operation.thread == b->operation.thread) {
        e->dependent[i * e->count + j] = true;
        continue;
      }
      const bool answer = page_dependent(a, b);
      e->dependent[i * e->count + j] = answer;
      if (e->check_relation && answer != mc_dependent(&a->operation, &b->operation))
        e->result.wrong = "the primitives' relation is not the page's";
    }
}

static bool are_dependent(const struct enumeration *e, unsigned a, unsigned b) {
  return e->dependent[a * e->count + b];
}

//===- Running --------------------------------------------------------------------------------===//

static void collect(const struct enumeration *e, const struct mc_operation *op,
                    const struct world *world, void *state[]) {
  for (unsigned k = 0; k < op->objects; k++)
    state[k] = (char *)world->state + e->offset[op->object[k]];
}

static bool is_enabled(const struct enumeration *e, const struct world *world, unsigned step) {
  const struct mc_operation *op = &e->step[step].operation;
  void *state[MC_MAX_OPERATION_OBJECTS];
  if (op->flags & MC_SECTIONED &&
      is_shut_out(op, world->state + e->offset[op->object[op->objects]]))
    return false;
  collect(e, op, world, state);
  return !op->primitive->enabled || op->primitive->enabled(op, (const void *const *)state);
}

/// Runs an enabled step. Returns NULL or its failure.
static const char *run(const struct enumeration *e, struct world *world, unsigned step) {
  const struct mc_operation *op = &e->step[step].operation;
  void *state[MC_MAX_OPERATION_OBJECTS];
  uint64_t result = 0;
  collect(e, op, world, state);
  const char *misuse = op->primitive->apply ? op->primitive->apply(op, state, &result) : NULL;
  if (misuse)
    return misuse;
  return places_step(&world->places, e->program, op->thread, op->alternative, result) ? NULL
                                                                                      : "assertion";
}

static void copy_world(const struct enumeration *e, struct world *to, const struct world *from) {
  to->places = from->places;
  memcpy(to->state, from->state, e->offset[e->program->objects]);
}

static void first_world(const struct enumeration *e, struct world *world) {
  places_begin(&world->places, e->program);
  memset(world->state, 0, e->offset[e->program->objects]);
  for (unsigned i = 0; i < e->program->objects; i++)
    memcpy(world->state + e->offset[i], e->program->initial[i],
           e->program->primitive[i]->state_size);
}

/// The steps of the thread's next operation; returns how many, from `*first` on.
static unsigned next_steps(const struct enumeration *e, const struct world *world, mc_thread t,
                           unsigned *first) {
  if (!places_next(&world->places, e->program, t))
    return 0;
  *first = e->first[t][world->places.place[t]];
  return e->alternatives[t][world->places.place[t]];
}

//===- Validity -------------------------------------------------------------------------------===//

/// `a` is enabled and does not fail; `after_a` is the state after it. `b` is independent of it.
static const char *what_is_wrong(const struct enumeration *e, const struct world *world,
                                 const struct world *after_a, unsigned a, unsigned b) {
  if (is_enabled(e, world, b) != is_enabled(e, after_a, b))
    return "independent steps enable or disable each other";
  if (!is_enabled(e, world, b))
    return NULL;
  struct world ab, ba;
  copy_world(e, &ab, after_a);
  copy_world(e, &ba, world);
  const bool b_fails = run(e, &ba, b), later_b_fails = run(e, &ab, b);
  if (b_fails != later_b_fails)
    return "independent steps make or prevent a failure";
  if (b_fails)
    return NULL;
  if (!is_enabled(e, &ba, a) || run(e, &ba, a) ||
      memcmp(&ab.places, &ba.places, sizeof ab.places) != 0 ||
      memcmp(ab.state, ba.state, e->offset[e->program->objects]) != 0)
    return "independent steps do not commute";
  return NULL;
}

static void check_step(struct enumeration *e, const struct world *world, unsigned a) {
  struct world after_a;
  copy_world(e, &after_a, world);
  if (run(e, &after_a, a))
    return;
  for (mc_thread t = 0; t < e->program->threads; t++) {
    unsigned first, count = next_steps(e, world, t, &first);
    for (unsigned b = first; count-- > 0; b++) {
      const char *wrong = are_dependent(e, a, b) ? NULL : what_is_wrong(e, world, &after_a, a, b);
      if (wrong)
        e->result.wrong = wrong;
    }
  }
}

static void check_state(struct enumeration *e, const struct world *world) {
  const uint64_t key = hash(hash(1, &world->places, sizeof world->places), world->state,
                            e->offset[e->program->objects]);
  const unsigned before = e->checked.count;
  outcome_add(&e->checked, key);
  if (e->checked.count == before)
    return;
  for (mc_thread t = 0; t < e->program->threads; t++) {
    unsigned first, count = next_steps(e, world, t, &first);
    for (unsigned a = first; count-- > 0; a++)
      if (is_enabled(e, world, a))
        check_step(e, world, a);
  }
}

//===- Classes of prefixes --------------------------------------------------------------------===//

static unsigned steps_before(const struct event *event) {
  unsigned sum = 0;
  for (unsigned t = 0; t < MAX_THREADS; t++)
    sum += event->clock[t];
  return sum;
}

static mc_thread thread_of(const struct enumeration *e, const struct event *event) {
  return e->step[event->step].operation.thread;
}

/// Writes `prefix` with the step appended to `longer`.
static void append(const struct enumeration *e, const struct event *prefix, unsigned length,
                   unsigned step, struct event *longer) {
  struct event event = {.step = (uint16_t)step};
  for (unsigned i = 0; i < length; i++)
    if (are_dependent(e, prefix[i].step, step))
      for (unsigned t = 0; t < MAX_THREADS; t++)
        if (prefix[i].clock[t] > event.clock[t])
          event.clock[t] = prefix[i].clock[t];
  const mc_thread thread = thread_of(e, &event);
  event.clock[thread]++;
  const unsigned before = steps_before(&event);
  unsigned i = length;
  for (; i > 0; i--) {
    const unsigned other = steps_before(&prefix[i - 1]);
    if (other < before || (other == before && thread_of(e, &prefix[i - 1]) < thread))
      break;
    longer[i] = prefix[i - 1];
  }
  longer[i] = event;
  memcpy(longer, prefix, i * sizeof *prefix);
}

static void make_room(struct level *level) {
  level->capacity = level->capacity ? 2 * level->capacity : 64;
  level->events =
      realloc(level->events, level->capacity * (level->length + 1) * sizeof *level->events);
  level->executions = realloc(level->executions, level->capacity * sizeof *level->executions);
  free(level->slot);
  level->slot = calloc(2 * (size_t)level->capacity, sizeof *level->slot);
}

static unsigned *slot_of(const struct level *level, const struct event *events) {
  const size_t size = level->length * sizeof *events;
  unsigned i = (unsigned)(hash(1, events, size) >> 20) & (2 * level->capacity - 1);
  for (; level->slot[i]; i = (i + 1) & (2 * level->capacity - 1))
    if (memcmp(level->events + (size_t)(level->slot[i] - 1) * level->length, events, size) == 0)
      break;
  return &level->slot[i];
}

static void remember(struct level *level, const struct event *events, double executions) {
  if (level->count == level->capacity) {
    make_room(level);
    for (unsigned i = 0; i < level->count; i++)
      *slot_of(level, level->events + (size_t)i * level->length) = i + 1;
  }
  unsigned *slot = slot_of(level, events);
  if (*slot) {
    level->executions[*slot - 1] += executions;
    return;
  }
  memcpy(level->events + (size_t)level->count * level->length, events,
         level->length * sizeof *events);
  level->executions[level->count++] = executions;
  *slot = level->count;
}

static void free_level(struct level *level) {
  free(level->events);
  free(level->executions);
  free(level->slot);
}

//===- Executions -----------------------------------------------------------------------------===//

static void end(struct enumeration *e, const struct world *world, const struct event *events,
                unsigned length, double executions, bool deadlock) {
  const void *state[MAX_OBJECTS];
  uint64_t class = 0;
  unsigned steps[MAX_THREADS] = {0};
  for (unsigned i = 0; i < e->program->objects; i++)
    state[i] = world->state + e->offset[i];
  for (unsigned i = 0; i < length; i++) {
    const mc_thread t = thread_of(e, &events[i]);
    class += hash_in_class(t, steps[t]++, e->step[events[i].step].operation.alternative,
                           events[i].clock);
  }
  bool drops = false;
  for (mc_thread t = 0; t < e->program->threads; t++) {
    const struct instruction *next = places_next(&world->places, e->program, t);
    drops |= next && next->operation.flags & MC_DROPS;
  }
  outcome_add(&e->result.outcomes, hash_final(&world->places, e->program, state, deadlock));
  outcome_add(&e->result.class_set, class);
  e->result.classes++;
  e->result.deadlocks += deadlock && !drops;
  e->result.dropped += drops;
  e->result.executions += executions;
}

/// Returns whether the step fails.
static bool follow(struct enumeration *e, const struct world *before, const struct event *prefix,
                   double executions, unsigned step, struct level *next) {
  struct event longer[MAX_LENGTH];
  struct world world;
  copy_world(e, &world, before);
  const struct mc_operation *op = &e->step[step].operation;
  const char *failure = run(e, &world, step);
  if (failure) {
    outcome_add(&e->result.outcomes, hash_failure(&before->places, op->thread, failure));
    e->result.executions += executions;
    e->result.fails = true;
    return true;
  }
  append(e, prefix, next->length - 1, step, longer);
  if (op->flags & MC_PROCESS_EXIT)
    end(e, &world, longer, next->length, executions, false);
  else
    remember(next, longer, executions);
  return false;
}

enum followed { NONE, FAILING, OTHERS };

/// Follows the enabled steps that end the process (`exits`), or those that do not; returns whether
/// there are any, and any that do not fail.
static enum followed follow_all(struct enumeration *e, const struct world *world,
                                const struct event *prefix, double executions, bool exits,
                                struct level *next) {
  enum followed any = NONE;
  for (mc_thread t = 0; t < e->program->threads; t++) {
    unsigned first, count = next_steps(e, world, t, &first);
    if (count == 0 || exits != !!(e->step[first].operation.flags & MC_PROCESS_EXIT))
      continue;
    for (unsigned s = first; count-- > 0; s++)
      if (is_enabled(e, world, s)) {
        if (!follow(e, world, prefix, executions, s, next))
          any = OTHERS;
        else if (any == NONE)
          any = FAILING;
      }
  }
  return any;
}

static void extend(struct enumeration *e, const struct event *prefix, double executions,
                   struct level *next) {
  struct world world;
  const unsigned length = next->length - 1;
  first_world(e, &world);
  for (unsigned i = 0; i < length; i++)
    if (!is_enabled(e, &world, prefix[i].step) || run(e, &world, prefix[i].step)) {
      e->result.wrong = "an execution of the class cannot be repeated in another order";
      return;
    }
  if (e->check_relation)
    check_state(e, &world);
  const enum followed others = follow_all(e, &world, prefix, executions, false, next);
  if (others == OTHERS || follow_all(e, &world, prefix, executions, true, next) ||
      others == FAILING)
    return;
  bool left = false;
  for (mc_thread t = 0; t < e->program->threads; t++)
    left |= places_next(&world.places, e->program, t) != NULL;
  end(e, &world, prefix, length, executions, left);
}

static void enumerate_levels(struct enumeration *e) {
  struct level level = {0};
  make_room(&level);
  level.count = 1;
  level.executions[0] = 1;
  while (level.count > 0) {
    struct level next = {.length = level.length + 1};
    e->result.prefixes += level.count;
    e->result.too_large = e->result.prefixes > e->most || next.length > MAX_LENGTH;
    if (e->result.too_large || e->result.wrong)
      break;
    make_room(&next);
    for (unsigned i = 0; i < level.count; i++)
      extend(e, level.events + (size_t)i * level.length, level.executions[i], &next);
    free_level(&level);
    level = next;
  }
  free_level(&level);
}

struct reference enumerate(const struct program *program, unsigned most, bool check_relation) {
  static struct enumeration e;
  memset(&e.result, 0, sizeof e.result);
  e.program = program;
  e.most = most;
  e.check_relation = check_relation;
  e.count = 0;
  e.checked = (struct outcomes){0};
  for (unsigned i = 0; i < program->objects; i++)
    e.offset[i + 1] = e.offset[i] + (program->primitive[i]->state_size + 7) / 8 * 8;
  list_steps(&e);
  relate_steps(&e);
  enumerate_levels(&e);
  free(e.dependent);
  outcomes_free(&e.checked);
  return e.result;
}

void reference_free(struct reference *reference) {
  outcomes_free(&reference->outcomes);
  outcomes_free(&reference->class_set);
}
