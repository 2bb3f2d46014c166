// examples/primitives/rcu.c - read-copy-update, for the first 32 threads.
//
//   read_lock    the caller reads; may be nested
//   read_unlock  misuse unless the caller reads
//   synchronize  notes who reads now; misuse by a reader: it would wait for itself
//   wait         enabled once all of them have left
//
// The two halves of rcu_synchronize are operations of their own: whoever begins to read between
// them is not waited for.
#include <mcmini/primitive.h>
#include <stdio.h>

enum { READ_LOCK, READ_UNLOCK, SYNCHRONIZE, WAIT };
static const char *const operations[] = {"read_lock", "read_unlock", "synchronize", "wait", NULL};
enum { THREADS = 32 };

struct rcu {
  uint32_t waits_for[THREADS]; // thread -> set of the readers that it waits for
  uint8_t depth[THREADS];      // thread -> how many sections it is in
};

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct rcu *r = state[0];
  return op->kind != WAIT || op->thread >= THREADS || r->waits_for[op->thread] == 0;
}

static void leave(struct rcu *r, mc_thread thread) {
  if (--r->depth[thread] > 0)
    return;
  for (unsigned t = 0; t < THREADS; t++)
    r->waits_for[t] &= ~(1u << thread);
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct rcu *r = state[0];
  (void)result;
  if (op->thread >= THREADS)
    return "this model of RCU knows 32 threads only";
  if (op->kind == READ_LOCK) {
    r->depth[op->thread]++;
  } else if (op->kind == READ_UNLOCK) {
    if (r->depth[op->thread] == 0)
      return "read_unlock by a thread that does not read";
    leave(r, op->thread);
  } else if (op->kind == SYNCHRONIZE) {
    if (r->depth[op->thread] > 0)
      return "synchronize by a reader, who would wait for itself";
    for (unsigned t = 0; t < THREADS; t++)
      r->waits_for[op->thread] |= (uint32_t)(r->depth[t] > 0) << t;
  }
  return NULL;
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return (a->kind == SYNCHRONIZE && b->kind <= READ_UNLOCK) ||
         (a->kind == WAIT && b->kind == READ_UNLOCK);
}

static void print(const void *state, char *text, size_t size) {
  const struct rcu *r = state;
  unsigned readers = 0;
  for (unsigned t = 0; t < THREADS; t++)
    readers += r->depth[t] > 0;
  snprintf(text, size, "%u readers", readers);
}

const struct mc_primitive mc_primitive_rcu = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "rcu",
    .operations = operations,
    .state_size = sizeof(struct rcu),
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .print = print,
};
MC_REGISTER(mc_primitive_rcu)
