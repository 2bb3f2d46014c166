// A primitive with one thing wrong, by -DWRONG_...
#include <mcmini/primitive.h>
enum { LOCK, UNLOCK };
static const char *const operations[] = {"lock", "unlock", NULL};
static const uint8_t objects[] = {2, 1};
static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  *result = op->kind + *(char *)state[0];
  return NULL;
}
static const struct mc_primitive gate = {
#ifndef WRONG_VERSION
    .version = MC_PRIMITIVE_VERSION,
#endif
#ifndef WRONG_NAME
    .name = "gate",
#endif
#ifndef WRONG_OPERATIONS
    .operations = operations,
#endif
#ifndef WRONG_APPLY
    .apply = apply,
#endif
#ifdef WRONG_SIZE
    .state_size = 300,
#else
    .state_size = 8,
#endif
#ifdef WRONG_OBJECTS
    .objects = objects,
#endif
};
#ifndef WRONG_REGISTER
MC_REGISTER(gate)
#endif
