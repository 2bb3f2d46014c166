// test/dpor/Inputs/opaque.c - see opaque.h.
#include "opaque.h"

#include <stdio.h>
#include <string.h>

static const struct opaque *opaque_of(const struct mc_operation *op) {
  return (const struct opaque *)(uintptr_t)op->argument[0];
}

static const struct opaque_alternative *step_of(const struct mc_operation *op) {
  return &opaque_of(op)->step[op->kind][op->alternative];
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return opaque_of(op)->alternatives[op->kind];
}

static bool is_enabled(const struct opaque_alternative *step, unsigned state) {
  return step->enabled >> state & 1;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  return is_enabled(step_of(op), *(const uint8_t *)state[0]);
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  uint8_t *s = state[0];
  *result = step_of(op)->shown[*s];
  *s = step_of(op)->next[*s];
  return NULL;
}

bool opaque_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return opaque_of(a)->dependent[a->kind][a->alternative][b->kind][b->alternative];
}

static bool may_disable(const struct mc_operation *step, const struct mc_operation *other) {
  return opaque_of(step)
      ->may_disable[step->kind][step->alternative][other->kind][other->alternative];
}

const struct mc_primitive opaque_primitive = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "opaque",
    .operations = (const char *const[]){"a", "b", "c", "d", NULL},
    .state_size = 1,
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = opaque_dependent,
    .may_disable = may_disable,
};

/// True if `a`, enabled in `state`, and `b` do not commute there.
static bool conflict(const struct opaque_alternative *a, const struct opaque_alternative *b,
                     unsigned state) {
  if (!is_enabled(a, state))
    return false;
  const unsigned after_a = a->next[state], after_b = b->next[state];
  if (is_enabled(b, state) != is_enabled(b, after_a))
    return true;
  return is_enabled(b, state) &&
         (!is_enabled(a, after_b) || b->next[after_a] != a->next[after_b] ||
          a->shown[state] != a->shown[after_b] || b->shown[state] != b->shown[after_a]);
}

static bool disables(const struct opaque_alternative *a, const struct opaque_alternative *b,
                     unsigned state) {
  return is_enabled(a, state) && is_enabled(b, state) && !is_enabled(b, a->next[state]);
}

void opaque_complete(struct opaque *o) {
  memset(o->dependent, 0, sizeof o->dependent);
  memset(o->may_disable, 0, sizeof o->may_disable);
  for (unsigned i = 0; i < OPAQUE_KINDS * OPAQUE_ALTERNATIVES; i++)
    for (unsigned j = 0; j < OPAQUE_KINDS * OPAQUE_ALTERNATIVES; j++)
      for (unsigned s = 0; s < o->states; s++) {
        const unsigned ki = i / 2, ai = i % 2, kj = j / 2, aj = j % 2;
        const struct opaque_alternative *a = &o->step[ki][ai], *b = &o->step[kj][aj];
        o->dependent[ki][ai][kj][aj] |= conflict(a, b, s) || conflict(b, a, s);
        o->may_disable[ki][ai][kj][aj] |= disables(a, b, s);
      }
}

/// A state is a vector of up to three small numbers: what an operation asks for, changes and shows
/// is mostly one of them, so that some steps are independent.
struct dimensions {
  unsigned count, size[3];
};

static unsigned part(const struct dimensions *d, unsigned state, unsigned k) {
  for (unsigned i = 0; i < k; i++)
    state /= d->size[i];
  return state % d->size[k];
}

static unsigned with_part(const struct dimensions *d, unsigned state, unsigned k, unsigned value) {
  unsigned weight = 1;
  for (unsigned i = 0; i < k; i++)
    weight *= d->size[i];
  return state + weight * value - weight * part(d, state, k);
}

static void random_alternative(struct opaque_alternative *step, const struct dimensions *d,
                               unsigned states, unsigned (*below)(void *, unsigned), void *r) {
  const unsigned asked[] = {below(r, d->count), below(r, d->count)};
  unsigned fine[2];
  for (int i = 0; i < 2; i++)
    fine[i] = 1 + below(r, (1u << d->size[asked[i]]) - 1);
  const unsigned asks = below(r, 10), changed = below(r, d->count), shown = below(r, d->count);
  const bool sets = below(r, 7) == 0, shows = below(r, 10) == 0;
  const unsigned by = 1 + below(r, d->size[changed] - 1);
  *step = (struct opaque_alternative){0};
  for (unsigned s = 0; s < states; s++) {
    const bool first = fine[0] >> part(d, s, asked[0]) & 1,
               second = fine[1] >> part(d, s, asked[1]) & 1;
    const unsigned old = part(d, s, changed);
    step->enabled |= (uint16_t)((asks < 3 || (first && (asks < 6 || second))) << s);
    step->next[s] = (uint8_t)with_part(d, s, changed, sets ? by : (old + by) % d->size[changed]);
    step->shown[s] = shows ? (uint8_t)part(d, s, shown) : 0;
  }
}

void opaque_random(struct opaque *o, unsigned (*below)(void *, unsigned), void *r) {
  static const struct dimensions shapes[] = {{2, {2, 2}}, {2, {3, 2}}, {3, {2, 2, 2}},
                                             {1, {4}},    {2, {3, 3}}, {3, {2, 2, 3}}};
  const struct dimensions *d = &shapes[below(r, sizeof shapes / sizeof *shapes)];
  memset(o, 0, sizeof *o);
  o->states = 1;
  for (unsigned k = 0; k < d->count; k++)
    o->states *= d->size[k];
  o->kinds = 2 + below(r, OPAQUE_KINDS - 1);
  for (unsigned k = 0; k < o->kinds; k++) {
    o->alternatives[k] = below(r, 3) ? 1 : 2;
    for (unsigned a = 0; a < o->alternatives[k]; a++)
      random_alternative(&o->step[k][a], d, o->states, below, r);
  }
  opaque_complete(o);
}

static void print_bytes(const char *name, const uint8_t *bytes, unsigned count) {
  unsigned sum = 0;
  for (unsigned i = 0; i < count; i++)
    sum += bytes[i];
  if (sum == 0)
    return;
  printf(", .%s = {", name);
  for (unsigned i = 0; i < count; i++)
    printf(i ? ", %u" : "%u", bytes[i]);
  printf("}");
}

void opaque_print(const struct opaque *o, const char *name) {
  printf("  static struct opaque %s = {.states = %u, .kinds = %u};\n", name, o->states, o->kinds);
  for (unsigned k = 0; k < o->kinds; k++) {
    printf("  %s.alternatives[%u] = %u;\n", name, k, o->alternatives[k]);
    for (unsigned a = 0; a < o->alternatives[k]; a++) {
      const struct opaque_alternative *step = &o->step[k][a];
      printf("  %s.step[%u][%u] = (struct opaque_alternative){.enabled = 0x%x", name, k, a,
             step->enabled);
      print_bytes("next", step->next, o->states);
      print_bytes("shown", step->shown, o->states);
      printf("};\n");
    }
  }
  printf("  opaque_complete(&%s);\n", name);
}
