// test/dpor/Inputs/brute_force.c - the reference: all reachable states, by recursion.
//
// Written from the definitions and on nothing but the callbacks of the primitives: it shares no
// code with dpor/. A state is visited once; the number of paths to its ends is remembered, so that
// the interleavings are counted without being run.
#include "abstract.h"

#include <stdlib.h>
#include <string.h>

struct world {
  struct places places;
  char state[MAX_OBJECTS][MC_MAX_STATE];
};

struct visited {
  uint64_t hash;
  double paths;
};

struct brute {
  const struct program *program;
  struct reference result;
  struct visited *table;
  unsigned size, limit;
};

static uint64_t hash_world(const struct brute *brute, const struct world *world) {
  uint64_t value = hash(3, &world->places, sizeof world->places);
  for (unsigned i = 0; i < brute->program->objects; i++)
    value = hash(value, world->state[i], brute->program->primitive[i]->state_size);
  return value ? value : 1;
}

static struct visited *look_up(struct brute *brute, uint64_t key) {
  unsigned i = (unsigned)(key % brute->size);
  while (brute->table[i].hash && brute->table[i].hash != key)
    i = (i + 1) % brute->size;
  return &brute->table[i];
}

static bool next_operation(const struct brute *brute, struct world *world, mc_thread thread,
                           struct mc_operation *operation, void *state[]) {
  const struct instruction *next = places_next(&world->places, brute->program, thread);
  if (!next)
    return false;
  *operation = next->operation;
  operation->thread = thread;
  for (unsigned k = 0; k < operation->objects; k++)
    state[k] = world->state[operation->object[k]];
  return true;
}

static unsigned alternatives(const struct mc_operation *operation) {
  return operation->primitive->universe ? operation->primitive->universe(operation, 20) : 1;
}

static bool is_enabled(const struct mc_operation *operation, void *const state[]) {
  return !operation->primitive->enabled ||
         operation->primitive->enabled(operation, (const void *const *)state);
}

static double visit(struct brute *brute, const struct world *world);

/// The paths that begin with this step.
static double follow(struct brute *brute, const struct world *before, struct mc_operation *step) {
  struct world world = *before;
  void *state[MC_MAX_OPERATION_OBJECTS];
  uint64_t result = 0;
  for (unsigned k = 0; k < step->objects; k++)
    state[k] = world.state[step->object[k]];
  const char *misuse = step->primitive->apply ? step->primitive->apply(step, state, &result) : NULL;
  if (!misuse &&
      !places_step(&world.places, brute->program, step->thread, step->alternative, result))
    misuse = "assertion";
  if (misuse) {
    outcome_add(&brute->result.outcomes, hash_failure(&before->places, step->thread, misuse));
    return 1;
  }
  if (!(step->flags & MC_PROCESS_EXIT))
    return visit(brute, &world);
  const void *final[MAX_OBJECTS];
  for (unsigned i = 0; i < brute->program->objects; i++)
    final[i] = world.state[i];
  outcome_add(&brute->result.outcomes, hash_final(&world.places, brute->program, final, false));
  return 1;
}

/// All steps from here that end the process (`exits`), or all that do not.
static double follow_all(struct brute *brute, struct world *world, bool exits) {
  double paths = 0;
  for (mc_thread t = 0; t < brute->program->threads; t++) {
    struct mc_operation operation;
    void *state[MC_MAX_OPERATION_OBJECTS];
    if (!next_operation(brute, world, t, &operation, state) ||
        exits != !!(operation.flags & MC_PROCESS_EXIT))
      continue;
    unsigned size = alternatives(&operation);
    for (unsigned a = 0; a < size; a++) {
      operation.alternative = (mc_alternative)a;
      if (is_enabled(&operation, state))
        paths += follow(brute, world, &operation);
    }
  }
  return paths;
}

static double end(struct brute *brute, const struct world *world) {
  bool left = false;
  for (mc_thread t = 0; t < brute->program->threads; t++)
    left |= places_next(&world->places, brute->program, t) != NULL;
  const void *state[MAX_OBJECTS];
  for (unsigned i = 0; i < brute->program->objects; i++)
    state[i] = world->state[i];
  outcome_add(&brute->result.outcomes, hash_final(&world->places, brute->program, state, left));
  return 1;
}

static double visit(struct brute *brute, const struct world *given) {
  uint64_t key = hash_world(brute, given);
  struct visited *known = look_up(brute, key);
  if (known->hash)
    return known->paths;
  if (brute->result.states++ >= brute->limit) {
    brute->result.too_large = true;
    return 0;
  }
  *known = (struct visited){.hash = key};
  struct world world = *given;
  double paths = follow_all(brute, &world, false);
  if (paths == 0)
    paths = follow_all(brute, &world, true);
  if (paths == 0)
    paths = end(brute, &world);
  known->paths = paths;
  return paths;
}

struct reference brute_force(const struct program *program, unsigned max_states) {
  struct brute brute = {.program = program, .size = 4 * max_states, .limit = max_states};
  brute.table = calloc(brute.size, sizeof *brute.table);
  struct world world = {0};
  places_begin(&world.places, program);
  memcpy(world.state, program->initial, sizeof world.state);
  brute.result.paths = visit(&brute, &world);
  free(brute.table);
  return brute.result;
}
