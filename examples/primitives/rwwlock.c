// examples/primitives/rwwlock.c - the readers-and-two-writers lock as a primitive.
//
//   read_lock        enabled while nobody writes and no writer waits
//   read_unlock      misuse unless the caller reads
//   writeN_enqueue   the caller is a writer who waits, of kind 1 or 2
//   writeN_lock      enabled while nobody reads or writes
//   write_unlock     misuse unless the caller writes
//
// Source: Pirtle, Jovanovic, Cooperman (2023), appendix A.3.
#include <mcmini/primitive.h>
#include <stdio.h>

enum {
  READ_LOCK,
  READ_UNLOCK,
  WRITE1_ENQUEUE,
  WRITE2_ENQUEUE,
  WRITE1_LOCK,
  WRITE2_LOCK,
  WRITE_UNLOCK
};
static const char *const operations[] = {"read_lock",      "read_unlock", "write1_enqueue",
                                         "write2_enqueue", "write1_lock", "write2_lock",
                                         "write_unlock",   NULL};

struct rwwlock {
  struct mc_threads readers, waiting[2]; // writers of kind 1 and 2 who wait
  uint64_t writer;                       // 1 + the thread, 0: nobody
};

static bool is_enqueue(const struct mc_operation *op) {
  return op->kind == WRITE1_ENQUEUE || op->kind == WRITE2_ENQUEUE;
}

static bool is_write_lock(const struct mc_operation *op) {
  return op->kind == WRITE1_LOCK || op->kind == WRITE2_LOCK;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct rwwlock *l = state[0];
  if (op->kind == READ_LOCK)
    return !l->writer && mc_threads_is_empty(&l->waiting[0]) && mc_threads_is_empty(&l->waiting[1]);
  return !is_write_lock(op) || (!l->writer && mc_threads_is_empty(&l->readers));
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct rwwlock *l = state[0];
  (void)result;
  if (op->kind == READ_LOCK) {
    mc_threads_add(&l->readers, op->thread);
  } else if (op->kind == READ_UNLOCK) {
    if (!mc_threads_has(&l->readers, op->thread))
      return "read_unlock by a thread that does not read";
    mc_threads_remove(&l->readers, op->thread);
  } else if (is_enqueue(op)) {
    mc_threads_add(&l->waiting[op->kind - WRITE1_ENQUEUE], op->thread);
  } else if (is_write_lock(op)) {
    mc_threads_remove(&l->waiting[op->kind - WRITE1_LOCK], op->thread);
    l->writer = 1 + op->thread;
  } else {
    if (l->writer != 1 + (uint64_t)op->thread)
      return "write_unlock by a thread that does not write";
    l->writer = 0;
  }
  return NULL;
}

/// One side is enough. Whoever does not look at the other one's part of the state is independent.
static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->kind == READ_LOCK)
    return b->kind != READ_LOCK && b->kind != READ_UNLOCK;
  return is_write_lock(a) && !is_enqueue(b);
}

static void print(const void *state, char *text, size_t size) {
  const struct rwwlock *l = state;
  if (l->writer)
    snprintf(text, size, "written by %s", mc_thread_name((mc_thread)(l->writer - 1)));
  else
    snprintf(text, size, "%u readers, %u writers wait", mc_threads_count(&l->readers),
             mc_threads_count(&l->waiting[0]) + mc_threads_count(&l->waiting[1]));
}

const struct mc_primitive mc_primitive_rwwlock = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "rwwlock",
    .operations = operations,
    .state_size = sizeof(struct rwwlock),
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .print = print,
};
MC_REGISTER(mc_primitive_rwwlock)
