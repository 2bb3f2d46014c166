// primitives/baton.c - a baton: who takes it waits until nobody has it.
#include "builtin.h"

enum { TAKE, GIVE };
static const char *const operations[] = {"take", "give", NULL};

struct baton {
  uint64_t taken;
};

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct baton *b = state[0];
  return op->kind == GIVE || !b->taken;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct baton *b = state[0];
  (void)result;
  if (op->kind == GIVE && !b->taken)
    return "a baton is given that nobody has";
  b->taken = op->kind == TAKE;
  return NULL;
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  (void)a, (void)b;
  return true;
}

static bool coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  (void)a, (void)b;
  return true;
}

const struct mc_primitive mc_primitive_baton = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "baton",
    .operations = operations,
    .state_size = sizeof(struct baton),
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .coenabled = coenabled,
};

static int transition(uint16_t kind, int *baton, const struct mc_site *site) {
  if (!mc_checking())
    return 0;
  if (!baton)
    mc_misuse("there is no baton", MC_NO_OBJECT, site);
  mc_object o = mc_object_find(&mc_primitive_baton, baton);
  if (o == MC_NO_OBJECT)
    o = mc_object_new(&mc_primitive_baton, baton, sizeof *baton, &(struct baton){0});
  struct mc_operation op = {
      .primitive = &mc_primitive_baton, .kind = kind, .objects = 1, .object = {o}};
  return (int)mc_transition(&op, site);
}

int baton_take(int *);
int baton_give(int *);
MC_INTERPOSE(int, baton_take, (int *baton), (baton)) { return transition(TAKE, baton, site); }
MC_INTERPOSE(int, baton_give, (int *baton), (baton)) { return transition(GIVE, baton, site); }
