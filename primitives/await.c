// primitives/await.c - the end of an iteration of a waiting loop: the thread waits until something
// that it has read has changed.
//
//   change     enabled once one of the variables has another value than in the iteration, or
//              something may have changed below the mutex. Without objects: never, or, where
//              argument [0] is not 0, always
//
// Objects: the variables that the iteration has read and, if argument [1] is not 0, a mutex that it
// has taken and given back. Argument [0]: a hash of their values, and of the mutex's `changes`; two
// sets of values with the same one are taken for the same, which happens once in 2^64 times.
//
// Source: Jonsson, Lang, Sagonas, "Awaiting for Godot: Stateless Model Checking that Avoids
// Executions where Nothing Happens", FMCAD 2022; there the loop itself is the operation.
#include "builtin.h"

static const char *const operations[] = {"change", NULL};

uint64_t mc_await_hash(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15ull;
  return hash ^ hash >> 32;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  uint64_t hash = 0;
  const unsigned variables = op->objects - (op->argument[1] ? 1u : 0u);
  for (unsigned k = 0; k < variables; k++)
    hash = mc_await_hash(hash, ((const struct mc_variable_state *)state[k])->value);
  if (variables < op->objects)
    hash = mc_await_hash(hash, ((const struct mc_mutex_state *)state[variables])->changes);
  return hash != op->argument[0];
}

/// It only reads; of what writes to variables and mutexes their own primitives say so.
static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  (void)a, (void)b;
  return false;
}

static uint64_t no_messages(const struct mc_operation *op, unsigned i) {
  (void)op, (void)i;
  return 0;
}

const struct mc_primitive mc_primitive_await = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "loop",
    .operations = operations,
    .enabled = enabled,
    .dependent = dependent,
    .releases = no_messages,
    .acquires = no_messages,
};
