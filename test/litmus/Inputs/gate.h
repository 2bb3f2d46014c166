// gate.h - a primitive of the program's own: threads pass a gate once it is open. What an open gives
// to those who pass, and what they take, is as GIVES and TAKES say; without them all of it.
#ifndef GATE_H
#define GATE_H

#include "litmus.h"
#include <mcmini/mcmini.h>
#include <mcmini/primitive.h>

enum { OPEN, PASS };
static const char *const gate_operations[] = {"open", "pass", NULL};

static bool gate_enabled(const struct mc_operation *op, const void *const state[]) {
  return op->kind == OPEN || *(const char *)state[0];
}

static const char *gate_apply(const struct mc_operation *op, void *const state[],
                              uint64_t *result) {
  (void)result;
  if (op->kind == OPEN)
    *(char *)state[0] = 1;
  return NULL;
}

#ifdef GIVES
static uint64_t gate_releases(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == OPEN ? GIVES : 0;
}

static uint64_t gate_acquires(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == PASS ? TAKES : 0;
}
#endif

static const struct mc_primitive gate_primitive = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "gate",
    .operations = gate_operations,
    .state_size = 1,
    .enabled = gate_enabled,
    .apply = gate_apply,
#ifdef GIVES
    .releases = gate_releases,
    .acquires = gate_acquires,
#endif
};
MC_REGISTER(gate_primitive)

MCMINI_PRIMITIVE(gate.open) static void gate_open(char *gate) { *gate = 1; }
MCMINI_PRIMITIVE(gate.pass) static void gate_pass(char *gate) { (void)gate; }

#endif // GATE_H
