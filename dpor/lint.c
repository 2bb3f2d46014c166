// dpor/lint.c - see lint.h.
//
// Source: the conditions are those of a valid dependence relation (Godefroid, LNCS 1032, 1996,
//         definition 3.1), asked of every alternative, as in docs/equivalence.md.
#include "lint.h"

#include "dependence.h"
#include <string.h>

enum { MOST_OBJECTS = 2 * MC_MAX_OPERATION_OBJECTS, PLACES = 2, STATE_ROOM = MC_MAX_STATE + 64 };
enum { FEW_ALTERNATIVES = 3 };

/// The state that is checked: a model, and the objects of the steps in question.
struct lint {
  struct mc_lint *kept;
  const struct mc_model *model;
  mc_lint_found *found;
  void *context;
  mc_object object[MOST_OBJECTS];
  unsigned objects;
  struct mc_lint_states *before; // in `kept`
};

typedef void code(void);

static unsigned place_of(struct lint *l, mc_object object) {
  unsigned n = 0;
  while (n < l->objects && l->object[n] != object)
    n++;
  if (n == l->objects)
    l->object[l->objects++] = object;
  return n;
}

static size_t size_of(const struct lint *l, unsigned n) {
  return l->model->object[l->object[n]].primitive->state_size;
}

/// Copies the states of the objects of `a` and `b`; `b` may be NULL. The room behind them is 0.
static void begin(struct lint *l, const struct mc_operation *a, const struct mc_operation *b) {
  l->objects = 0;
  for (unsigned k = 0; k < a->objects; k++)
    place_of(l, a->object[k]);
  for (unsigned k = 0; b && k < b->objects; k++)
    place_of(l, b->object[k]);
  for (unsigned n = 0; n < l->objects; n++) {
    memset(l->before->of[n], 0, STATE_ROOM);
    memcpy(l->before->of[n], l->model->object[l->object[n]].state, size_of(l, n));
  }
}

static void refill(const struct lint *l, struct mc_lint_states *s, int fill) {
  for (unsigned n = 0; n < l->objects; n++)
    memset(s->of[n] + size_of(l, n), fill, STATE_ROOM - size_of(l, n));
}

static bool is_filled(const struct lint *l, const struct mc_lint_states *s, int fill) {
  for (unsigned n = 0; n < l->objects; n++)
    for (size_t i = size_of(l, n); i < STATE_ROOM; i++)
      if (s->of[n][i] != (char)fill)
        return false;
  return true;
}

/// The first object of which the two have different states; l->objects if none.
static unsigned difference(const struct lint *l, const struct mc_lint_states *s,
                           const struct mc_lint_states *t) {
  unsigned n = 0;
  while (n < l->objects && memcmp(s->of[n], t->of[n], size_of(l, n)) == 0)
    n++;
  return n;
}

static void collect(struct lint *l, struct mc_lint_states *s, const struct mc_operation *op,
                    void *state[MC_MAX_OPERATION_OBJECTS]) {
  for (unsigned k = 0; k < op->objects; k++)
    state[k] = s->of[place_of(l, op->object[k])];
}

static bool is_enabled(struct lint *l, struct mc_lint_states *s, const struct mc_operation *op) {
  void *state[MC_MAX_OPERATION_OBJECTS];
  collect(l, s, op, state);
  return mc_is_enabled(op, (const void *const *)state);
}

struct outcome {
  const char *misuse;
  uint64_t result;
};

static struct outcome run(struct lint *l, struct mc_lint_states *s, const struct mc_operation *op) {
  void *state[MC_MAX_OPERATION_OBJECTS];
  struct outcome outcome = {NULL, 0};
  collect(l, s, op, state);
  if (op->primitive->apply)
    outcome.misuse = op->primitive->apply(op, state, &outcome.result);
  return outcome;
}

static void report(struct lint *l, enum mc_lint_kind kind, const struct mc_operation *a,
                   const struct mc_operation *b, const struct mc_primitive *primitive,
                   code *callback, unsigned n) {
  const unsigned which = n < l->objects ? n : 0;
  l->found(l->context,
           &(struct mc_violation){.kind = kind,
                                  .a = a,
                                  .b = b,
                                  .callback = callback,
                                  .primitive = primitive,
                                  .object = l->objects ? l->object[which] : MC_NO_OBJECT,
                                  .state = l->before->of[which]});
}

//===- Pure and deterministic -----------------------------------------------------------------===//

/// Leaves `fill` where the next call has its stack: variables that are not initialised show.
__attribute__((noinline)) static void spoil_stack(int fill) {
  volatile char room[2048];
  for (size_t i = 0; i < sizeof room; i++)
    room[i] = (char)fill;
}

static bool same_outcome(struct outcome x, struct outcome y) {
  return !x.misuse == !y.misuse && (x.misuse || x.result == y.result);
}

/// `op`, a step, on its own.
static void check_step(struct lint *l, const struct mc_operation *op) {
  static const int fill[PLACES] = {0x5a, 0xa5};
  struct mc_lint_states *copy = l->kept->copy;
  bool says[PLACES];
  begin(l, op, NULL);
  for (int i = 0; i < PLACES; i++) {
    copy[i] = *l->before;
    refill(l, &copy[i], fill[i]);
    spoil_stack(fill[i]);
    says[i] = is_enabled(l, &copy[i], op);
    const unsigned n = difference(l, &copy[i], l->before);
    if (n < l->objects || !is_filled(l, &copy[i], fill[i]))
      report(l, MC_LINT_ENABLED_WRITES, op, NULL, op->primitive, (code *)op->primitive->enabled, n);
    copy[i] = *l->before;
    refill(l, &copy[i], fill[i]);
  }
  bool changes = says[0] != says[1];
  struct outcome outcome[PLACES] = {{NULL, 0}};
  for (int i = 0; says[0] && says[1] && i < PLACES; i++) {
    spoil_stack(fill[i]);
    outcome[i] = run(l, &copy[i], op);
    copy[PLACES] = *l->before; // `apply` may have written to a global
    changes |= is_enabled(l, &copy[PLACES], op) != says[0];
  }
  if (says[0] && says[1]) {
    const unsigned n = difference(l, &copy[0], &copy[1]);
    if (!same_outcome(outcome[0], outcome[1]) || (!outcome[0].misuse && n < l->objects))
      report(l, MC_LINT_APPLY_DIFFERS, op, NULL, op->primitive, (code *)op->primitive->apply, n);
    if (!is_filled(l, &copy[0], fill[0]) || !is_filled(l, &copy[1], fill[1]))
      report(l, MC_LINT_APPLY_BEYOND, op, NULL, op->primitive, (code *)op->primitive->apply, 0);
  }
  if (changes)
    report(l, MC_LINT_ENABLED_DIFFERS, op, NULL, op->primitive, (code *)op->primitive->enabled, 0);
}

//===- Pairs ----------------------------------------------------------------------------------===//

/// How two steps get on in the state before. MC_LINT_KINDS: they commute.
static enum mc_lint_kind relation(struct lint *l, const struct mc_operation *a,
                                  const struct mc_operation *b, unsigned *where) {
  struct mc_lint_states *ab = &l->kept->copy[0], *ba = &l->kept->copy[1];
  *ab = *ba = *l->before;
  *where = 0;
  const bool b_first = is_enabled(l, ba, b);
  const struct outcome a1 = run(l, ab, a);
  if (a1.misuse)
    return MC_LINT_KINDS;
  const bool b_then = is_enabled(l, ab, b);
  if (b_first != b_then)
    return b_first ? MC_LINT_DISABLES : MC_LINT_ENABLES;
  if (!b_first)
    return MC_LINT_KINDS;
  const struct outcome b1 = run(l, ab, b), b2 = run(l, ba, b);
  if (!b1.misuse != !b2.misuse)
    return MC_LINT_MISUSE;
  if (b1.misuse || !is_enabled(l, ba, a)) // the latter: seen from the other side
    return MC_LINT_KINDS;
  const struct outcome a2 = run(l, ba, a);
  if (a2.misuse)
    return MC_LINT_KINDS;
  if (a1.result != a2.result || b1.result != b2.result)
    return MC_LINT_RESULTS;
  *where = difference(l, ab, ba);
  return *where < l->objects ? MC_LINT_STATES : MC_LINT_KINDS;
}

static uint16_t alternative_class(const struct mc_operation *op) {
  return op->alternative < FEW_ALTERNATIVES ? op->alternative : FEW_ALTERNATIVES;
}

/// The entry of two dependent steps of one primitive; NULL: the table is full.
static struct mc_lint_pair *pair_of(struct mc_lint *kept, const struct mc_operation *a,
                                    const struct mc_operation *b) {
  if (a->kind > b->kind || (a->kind == b->kind && alternative_class(a) > alternative_class(b))) {
    const struct mc_operation *first = a;
    a = b;
    b = first;
  }
  for (unsigned i = 0; i < MC_LINT_PAIRS; i++) {
    struct mc_lint_pair *pair = &kept->pair[i];
    if (!pair->primitive)
      *pair = (struct mc_lint_pair){.primitive = a->primitive,
                                    .kind = {a->kind, b->kind},
                                    .alternative = {alternative_class(a), alternative_class(b)}};
    if (pair->primitive == a->primitive && pair->kind[0] == a->kind && pair->kind[1] == b->kind &&
        pair->alternative[0] == alternative_class(a) &&
        pair->alternative[1] == alternative_class(b))
      return pair;
  }
  return NULL;
}

static void note_dependent(struct lint *l, const struct mc_operation *a,
                           const struct mc_operation *b, enum mc_lint_kind how, bool met) {
  struct mc_lint_pair *pair = a->primitive == b->primitive ? pair_of(l->kept, a, b) : NULL;
  if (!pair)
    return;
  pair->matters |= how != MC_LINT_KINDS;
  pair->meetings += met;
}

static bool is_misuse(struct lint *l, const struct mc_operation *op) {
  l->kept->copy[0] = *l->before;
  return run(l, &l->kept->copy[0], op).misuse;
}

static uint64_t taken(const struct mc_operation *op, unsigned i) {
  return op->primitive->acquires ? op->primitive->acquires(op, i) : MC_EVERYTHING;
}

/// Does a later `b` acquire what `a` releases? A primitive without `releases` releases to dependent
/// steps alone.
static bool orders(const struct mc_operation *a, const struct mc_operation *b) {
  for (unsigned i = 0; a->primitive->releases && i < a->objects; i++)
    for (unsigned j = 0; j < b->objects; j++)
      if (a->object[i] == b->object[j] &&
          a->primitive->releases(a, i) & taken(b, j) & ~MC_LEAVING_MESSAGE)
        return true;
  return false;
}

/// Where steps of two primitives are wrongly declared independent, it is not known whose
/// `dependent` is to blame.
static void check_pair(struct lint *l, const struct mc_operation *a, const struct mc_operation *b) {
  unsigned where;
  begin(l, a, b);
  if (!is_enabled(l, l->before, a))
    return;
  const bool met = is_enabled(l, l->before, b);
  const enum mc_lint_kind how = relation(l, a, b, &where);
  if (mc_dependent(a, b)) {
    note_dependent(l, a, b, how, met);
    if (how == MC_LINT_DISABLES && a->primitive == b->primitive && a->primitive->may_disable &&
        !a->primitive->may_disable(a, b))
      report(l, MC_LINT_MAY_DISABLE, a, b, a->primitive, (code *)a->primitive->may_disable, 0);
  } else if (how != MC_LINT_KINDS) {
    report(l, how, a, b, a->primitive, (code *)a->primitive->dependent, where);
  } else if (orders(a, b)) {
    report(l, MC_LINT_ORDERS, a, b, a->primitive, (code *)a->primitive->releases, 0);
  }
  // What a wrong program may do next does not count.
  if (!met || mc_coenabled(a, b) || is_misuse(l, a) || is_misuse(l, b))
    return;
  const struct mc_primitive *p = a->primitive;
  if (!p->coenabled || (p->coenabled(a, b) && p->coenabled(b, a)))
    p = b->primitive;
  report(l, MC_LINT_COENABLED, a, b, p, (code *)p->coenabled, 0);
}

static void check_pairs(struct lint *l, const struct mc_operation *first,
                        const struct mc_operation *second) {
  struct mc_operation a = *first, b = *second;
  a.flags &= (uint8_t) ~(MC_ATOMIC | MC_SECTIONED); // what a section adds is not the primitive's
  b.flags &= (uint8_t) ~(MC_ATOMIC | MC_SECTIONED);
  const unsigned as = mc_model_universe(l->model, first), bs = mc_model_universe(l->model, second);
  for (unsigned i = 0; i < as; i++)
    for (unsigned j = 0; j < bs; j++) {
      a.alternative = (mc_alternative)i;
      b.alternative = (mc_alternative)j;
      check_pair(l, &a, &b);
    }
}

//===- A state --------------------------------------------------------------------------------===//

static uint64_t hash(uint64_t h, const void *bytes, size_t size) {
  const unsigned char *at = bytes;
  for (size_t i = 0; i < size; i++)
    h = (h ^ at[i]) * 0x100000001b3ull;
  return h;
}

/// A hash of what the linter looks at; not 0.
static uint64_t hash_state(const struct mc_model *model) {
  uint64_t h = 0xcbf29ce484222325ull;
  mc_thread_set rest = model->pending;
  mc_thread t;
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD) {
    const struct mc_operation *op = &model->thread[t].operation;
    const uint64_t fixed[] = {(uintptr_t)op->primitive, op->thread, op->kind, op->objects};
    h = hash(hash(h, fixed, sizeof fixed), op->argument, sizeof op->argument);
    for (unsigned k = 0; k < op->objects; k++) {
      const struct mc_model_object *object = &model->object[op->object[k]];
      h = hash(hash(h, &op->object[k], sizeof op->object[k]), object->state,
               object->primitive->state_size);
    }
  }
  return h | 1;
}

static bool is_known(struct mc_lint *kept, uint64_t h) {
  if (kept->states == MC_LINT_MOST_STATES)
    return true;
  for (uint64_t i = h >> 20;; i++) {
    uint64_t *slot = &kept->seen[i % (2 * MC_LINT_MOST_STATES)];
    if (*slot == h)
      return true;
    if (*slot)
      continue;
    kept->states++;
    *slot = h;
    return false;
  }
}

void mc_lint_state(struct mc_lint *kept, const struct mc_model *model, mc_lint_found *found,
                   void *context) {
  if (is_known(kept, hash_state(model)))
    return;
  struct lint l = {
      .kept = kept, .model = model, .found = found, .context = context, .before = &kept->before};
  mc_thread_set rest = model->pending;
  mc_thread t;
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD) {
    const struct mc_operation *pending = &model->thread[t].operation;
    if (pending->flags & MC_BEYOND)
      continue;
    mc_model_alternatives(model, t, NULL); // memory that is a state is read anew
    struct mc_operation step = *pending;
    for (unsigned a = 0; a < mc_model_universe(model, pending); a++) {
      step.alternative = (mc_alternative)a;
      check_step(&l, &step);
    }
  }
  for (t = 0; t < model->thread_count; t++)
    for (mc_thread u = 0; u < model->thread_count; u++) {
      const struct mc_operation *a = mc_model_pending(model, t), *b = mc_model_pending(model, u);
      if (t != u && a && b && mc_share_object(a, b))
        check_pairs(&l, a, b);
    }
}

void mc_lint_lost(const struct mc_lint *lint, uint32_t meetings,
                  void (*lost)(void *context, const struct mc_lint_pair *pair), void *context) {
  for (unsigned i = 0; i < MC_LINT_PAIRS && lint->pair[i].primitive; i++)
    if (!lint->pair[i].matters && lint->pair[i].meetings >= meetings)
      lost(context, &lint->pair[i]);
}
