// own_rwlock READERS WRITERS SECOND_WRITERS ROUNDS PREFERENCE - a read-write lock that the program
// itself teaches McMini, as one primitive. PREFERENCE 0: nobody; 1: a writer waits while readers
// wait; 2: a reader waits while writers wait.
//
// Source:  Pirtle, Jovanovic, Cooperman (2023), appendix A; A.3 has two kinds of writers, who are
//          favoured over readers and exclude each other: as writers of one kind do.
// Differs: only those enqueue for whom somebody waits.
#include "../program.h"
#include <mcmini/primitive.h>

enum preference { NOBODY, READERS, WRITERS };
enum { READ_ENQUEUE, READ_LOCK, READ_UNLOCK, WRITE_ENQUEUE, WRITE_LOCK, WRITE_UNLOCK };
static const char *const operations[] = {
    "read enqueue", "read lock",    "read unlock", "write enqueue",
    "write lock",   "write unlock", NULL};

struct state {
  unsigned readers, writers, waiting_readers, waiting_writers;
};

static enum preference preference(const struct mc_operation *op) {
  return (enum preference)op->argument[0];
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct state *s = state[0];
  if (op->kind == READ_LOCK)
    return s->writers == 0 && (preference(op) != WRITERS || s->waiting_writers == 0);
  if (op->kind == WRITE_LOCK)
    return s->writers == 0 && s->readers == 0 &&
           (preference(op) != READERS || s->waiting_readers == 0);
  return true;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct state *s = state[0];
  (void)result;
  switch (op->kind) {
  case READ_ENQUEUE:
    s->waiting_readers++;
    break;
  case READ_LOCK:
    s->readers++;
    s->waiting_readers -= preference(op) == READERS;
    break;
  case READ_UNLOCK:
    s->readers--;
    break;
  case WRITE_ENQUEUE:
    s->waiting_writers++;
    break;
  case WRITE_LOCK:
    s->writers++;
    s->waiting_writers -= preference(op) == WRITERS;
    break;
  case WRITE_UNLOCK:
    s->writers--;
    break;
  }
  return NULL;
}

/// The operations whose order with a lock matters; between two others none does.
static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->kind == READ_LOCK)
    return b->kind >= WRITE_ENQUEUE;
  return a->kind == WRITE_LOCK && b->kind != WRITE_ENQUEUE;
}

/// An unlock never. Who has enqueued keeps others out already, before its lock.
static bool may_disable(const struct mc_operation *step, const struct mc_operation *other) {
  if (step->kind == READ_LOCK)
    return preference(step) != READERS;
  if (step->kind == WRITE_LOCK)
    return preference(step) != WRITERS || other->kind == WRITE_LOCK;
  return step->kind == READ_ENQUEUE || step->kind == WRITE_ENQUEUE;
}

static const struct mc_primitive rwlock = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "own rwlock",
    .operations = operations,
    .state_size = sizeof(struct state),
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .may_disable = may_disable,
};

static long lock;
static int rounds;
static enum preference preferred;

static __attribute__((noinline)) void transition(uint16_t kind) {
  struct mc_operation op = {.primitive = &rwlock,
                            .kind = kind,
                            .objects = 1,
                            .object = {mc_object_find(&rwlock, &lock)},
                            .argument = {preferred}};
  mc_transition(&op, MC_CALLER_SITE);
}

static void *reader(void *arg) {
  for (int i = 0; i < rounds; i++) {
    if (preferred == READERS)
      transition(READ_ENQUEUE);
    transition(READ_LOCK);
    transition(READ_UNLOCK);
  }
  return arg;
}

static void *writer(void *arg) {
  for (int i = 0; i < rounds; i++) {
    if (preferred == WRITERS)
      transition(WRITE_ENQUEUE);
    transition(WRITE_LOCK);
    transition(WRITE_UNLOCK);
  }
  return arg;
}

int main(int argc, char *argv[]) {
  if (!mc_checking()) {
    fprintf(stderr, "%s: only for mcmini: the lock has no implementation\n", argv[0]);
    return 2;
  }
  const struct state free_lock = {0};
  mc_object_new(&rwlock, &lock, sizeof lock, &free_lock);
  rounds = argument(argc, argv, 4, 0, 1000, 1);
  preferred = (enum preference)argument(argc, argv, 5, NOBODY, WRITERS, WRITERS);
  start(reader, argument(argc, argv, 1, 0, MAX_THREADS, 1));
  start(writer, argument(argc, argv, 2, 0, MAX_THREADS, 1));
  start(writer, argument(argc, argv, 3, 0, MAX_THREADS, 1));
  join_all();
  return 0;
}
