// test/dpor/Inputs/tiny.c - a mutex, a semaphore and a variable of a few lines each.
#include "tiny.h"

//===- Mutex: 0 free, else the holder's number plus 1 -----------------------------------------===//

enum { LOCK, UNLOCK, TRYLOCK, TIMEDLOCK };

static unsigned two_if_it_may_fail(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind >= 2 ? 2 : 1;
}

static bool mutex_enabled(const struct mc_operation *op, const void *const state[]) {
  bool free = *(const int *)state[0] == 0;
  return op->kind == UNLOCK || free == (op->alternative == 0);
}

static const char *mutex_apply(const struct mc_operation *op, void *const state[],
                               uint64_t *result) {
  int *holder = state[0];
  if (op->kind == UNLOCK && *holder != op->thread + 1)
    return "unlock of a mutex that the thread does not hold";
  *result = op->alternative;
  if (op->alternative == 0)
    *holder = op->kind == UNLOCK ? 0 : op->thread + 1;
  return NULL;
}

static bool failed(const struct mc_operation *op) { return op->alternative == 1; }

static bool mutex_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return !failed(a) || !failed(b);
}

static bool mutex_coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  return (a->kind == UNLOCK) == (b->kind == UNLOCK) || failed(a) || failed(b);
}

static mc_thread mutex_owner(const void *state) {
  int holder = *(const int *)state;
  return holder ? (mc_thread)(holder - 1) : MC_NO_THREAD;
}

const struct mc_primitive tiny_mutex = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "mutex",
    .operations = (const char *const[]){"lock", "unlock", "trylock", "timedlock", NULL},
    .state_size = sizeof(int),
    .universe = two_if_it_may_fail,
    .enabled = mutex_enabled,
    .apply = mutex_apply,
    .dependent = mutex_dependent,
    .coenabled = mutex_coenabled,
    .owner = mutex_owner,
};

//===- Semaphore ------------------------------------------------------------------------------===//

enum { WAIT, POST, TRYWAIT, TIMEDWAIT };

static bool semaphore_enabled(const struct mc_operation *op, const void *const state[]) {
  return op->kind == POST || (*(const int *)state[0] > 0) == (op->alternative == 0);
}

static const char *semaphore_apply(const struct mc_operation *op, void *const state[],
                                   uint64_t *result) {
  *result = op->alternative;
  if (op->alternative == 0)
    *(int *)state[0] += op->kind == POST ? 1 : -1;
  return NULL;
}

static bool semaphore_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return !(a->kind == POST && b->kind == POST) && !(failed(a) && failed(b));
}

const struct mc_primitive tiny_semaphore = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "semaphore",
    .operations = (const char *const[]){"wait", "post", "trywait", "timedwait", NULL},
    .state_size = sizeof(int),
    .universe = two_if_it_may_fail,
    .enabled = semaphore_enabled,
    .apply = semaphore_apply,
    .dependent = semaphore_dependent,
};

//===- Variable -------------------------------------------------------------------------------===//

enum { READ, WRITE, ADD };

static const char *variable_apply(const struct mc_operation *op, void *const state[],
                                  uint64_t *result) {
  uint64_t *value = state[0];
  *result = *value;
  if (op->kind == WRITE)
    *value = op->argument[0], *result = 0;
  if (op->kind == ADD)
    *value += op->argument[0];
  return NULL;
}

static bool variable_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return a->kind != READ || b->kind != READ;
}

const struct mc_primitive tiny_variable = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "variable",
    .operations = (const char *const[]){"read", "write", "add", NULL},
    .state_size = sizeof(uint64_t),
    .apply = variable_apply,
    .dependent = variable_dependent,
};

//===- No object ------------------------------------------------------------------------------===//

const struct mc_primitive tiny_control = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "control",
    .operations = (const char *const[]){"yield", "busy_wait", "exit", NULL},
};

static struct instruction *add_control(struct program *program, mc_thread thread, const char *name,
                                       uint8_t flag) {
  struct instruction *instruction = add(program, thread, &tiny_control, name, 0, 0, 0);
  instruction->operation.flags = flag;
  return instruction;
}

struct instruction *add_yield(struct program *program, mc_thread thread) {
  return add_control(program, thread, "yield", MC_YIELD);
}

struct instruction *add_busy_wait(struct program *program, mc_thread thread) {
  return add_control(program, thread, "busy_wait", MC_BUSY_WAIT);
}

struct instruction *add_exit(struct program *program, mc_thread thread) {
  return add_control(program, thread, "exit", MC_PROCESS_EXIT);
}

struct mc_search_config config_of(enum mc_algorithm algorithm, enum mc_sleep_sets sleep_sets) {
  return (struct mc_search_config){
      .algorithm = algorithm, .sleep_sets = sleep_sets, .max_depth = 10000};
}
