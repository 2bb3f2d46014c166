// world.c - breadth first through a world's states, with the laws checked at each.
//
//   pure          enabled and apply give the same answer again and change nothing else
//   symmetric     dependent, both ways round or-ed, does not depend on the order of its arguments
//   independent   two independent steps: neither enables nor disables the other; both orders end in
//                 the same state with the same results; a misuse stays one
//   co-enabled    never denied for two steps that are enabled, and no misuse, in a reachable state
//   may_disable   never denied where a step disables a dependent one
//   total         what never blocks always has an enabled alternative
//   universe      thread-valued alternatives beyond the universe are never enabled
#include "world.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_STATES = 400000, SLOTS = 1 << 20, UNIVERSE = 8 };

struct state {
  _Alignas(8) char object[MAX_OBJECTS][MC_MAX_STATE];
  uint8_t mode[MAX_THREADS];
  uint8_t depth;
};

static const struct world *world;
static struct state *states;
static unsigned count, slot[SLOTS];
static unsigned long pairs, independent_pairs;

uint16_t kind_of(const struct mc_primitive *primitive, const char *operation) {
  for (uint16_t k = 0; primitive->operations[k]; k++)
    if (strcmp(primitive->operations[k], operation) == 0)
      return k;
  fprintf(stderr, "no operation %s of %s\n", operation, primitive->name);
  exit(1);
}

struct world new_world(const char *name, unsigned threads, unsigned depth) {
  return (struct world){.name = name, .threads = threads, .depth = depth};
}

mc_object object(struct world *w, const struct mc_primitive *primitive, const void *state) {
  w->primitive[w->objects] = primitive;
  for (size_t i = 0; state && i < primitive->state_size; i++)
    w->state[w->objects][i] = ((const char *)state)[i];
  return w->objects++;
}

struct choice *add(struct world *w, const struct mc_primitive *primitive, const char *operation,
                   unsigned objects, const mc_object object[]) {
  if (w->choices == MAX_MENU)
    abort();
  struct choice *c = &w->choice[w->choices++];
  *c = (struct choice){.threads = 7};
  c->operation.primitive = primitive;
  c->operation.kind = kind_of(primitive, operation);
  c->operation.objects = (uint8_t)objects;
  memcpy(c->operation.object, object, objects * sizeof *object);
  return c;
}

void add_all(struct world *w, mc_object o, const char *const *names, uint64_t argument) {
  for (; *names; names++) {
    const bool blocks = **names == '!';
    struct choice *c = add(w, w->primitive[o], *names + blocks, OBJECTS(o));
    c->never_blocks = !blocks;
    c->operation.argument[0] = argument;
  }
}

static void print_step(const struct mc_operation *op) {
  printf(" thread %u: %s %s", op->thread, op->primitive->name, op->primitive->operations[op->kind]);
  for (unsigned i = 0; i < op->objects; i++)
    printf(" %u", op->object[i]);
  printf(" alternative %u\n", op->alternative);
}

_Noreturn static void broken(const char *law, const struct state *s, const struct mc_operation *a,
                             const struct mc_operation *b) {
  printf("%s: broken: %s\n", world->name, law);
  print_step(a);
  if (b)
    print_step(b);
  for (unsigned i = 0; i < world->objects; i++) {
    char text[256] = "";
    if (world->primitive[i]->print)
      world->primitive[i]->print(s->object[i], text, sizeof text);
    printf(" object %u: %s: %s\n", i, world->primitive[i]->name, text);
  }
  exit(1);
}

static void collect(struct state *s, const struct mc_operation *op, void *out[]) {
  for (unsigned i = 0; i < op->objects; i++)
    out[i] = s->object[op->object[i]];
}

static bool same_objects(const struct state *a, const struct state *b) {
  return memcmp(a->object, b->object, sizeof a->object) == 0;
}

static bool is_enabled(const struct state *s, const struct mc_operation *op) {
  struct state copy = *s;
  void *state[MC_MAX_OPERATION_OBJECTS];
  collect(&copy, op, state);
  if (!op->primitive->enabled)
    return true;
  const bool answer = op->primitive->enabled(op, (const void *const *)state);
  if (!same_objects(&copy, s) || answer != op->primitive->enabled(op, (const void *const *)state))
    broken("enabled is pure", s, op, NULL);
  return answer;
}

static const char *run(struct state *s, const struct mc_operation *op, uint64_t *result) {
  void *state[MC_MAX_OPERATION_OBJECTS];
  collect(s, op, state);
  *result = 0;
  return op->primitive->apply ? op->primitive->apply(op, state, result) : NULL;
}

static const char *run_checked(struct state *s, const struct mc_operation *op, uint64_t *result) {
  struct state again = *s;
  const struct state before = *s;
  uint64_t second;
  const char *misuse = run(s, op, result);
  if (run(&again, op, &second) != misuse || second != *result || !same_objects(s, &again))
    broken("apply is pure", &before, op, NULL);
  return misuse;
}

static bool share_an_object(const struct mc_operation *a, const struct mc_operation *b) {
  for (unsigned i = 0; i < a->objects; i++)
    for (unsigned j = 0; j < b->objects; j++)
      if (a->object[i] == b->object[j])
        return true;
  return false;
}

static bool says(const struct mc_primitive *p, const struct mc_operation *a,
                 const struct mc_operation *b) {
  return !p->dependent || p->dependent(a, b) || p->dependent(b, a);
}

static bool are_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return share_an_object(a, b) && (says(a->primitive, a, b) || says(b->primitive, a, b));
}

static bool may_be_coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  const struct mc_primitive *p = a->primitive, *q = b->primitive;
  return (!p->coenabled || (p->coenabled(a, b) && p->coenabled(b, a))) &&
         (!q->coenabled || (q->coenabled(a, b) && q->coenabled(b, a)));
}

/// `a` is enabled in `s`; the steps are independent.
static void check_independent(const struct state *s, const struct mc_operation *a,
                              const struct mc_operation *b) {
  struct state ab = *s, ba = *s;
  uint64_t result_a, result_b, later_a, later_b;
  const char *misuse_a = run(&ab, a, &result_a);
  const bool enabled_b = is_enabled(s, b);
  if (misuse_a)
    return; // the trace ends here
  if (enabled_b != is_enabled(&ab, b))
    broken(enabled_b ? "independent steps do not disable each other"
                     : "independent steps do not enable each other",
           s, a, b);
  if (!enabled_b)
    return;
  const char *misuse_b = run(&ba, b, &result_b), *misuse_later = run(&ab, b, &later_b);
  if (!misuse_b != !misuse_later)
    broken("independent steps do not make or prevent a misuse", s, a, b);
  if (misuse_b)
    return;
  run(&ba, a, &later_a);
  if (result_a != later_a || result_b != later_b)
    broken("independent steps have the same results in both orders", s, a, b);
  if (!same_objects(&ab, &ba))
    broken("independent steps end in the same state in both orders", s, a, b);
}

/// Both are enabled, and dependent.
static void check_disabling(const struct state *s, const struct mc_operation *a,
                            const struct mc_operation *b) {
  const struct mc_primitive *p = b->primitive;
  struct state after = *s;
  uint64_t result;
  if (a->primitive != p || !p->may_disable || run(&after, a, &result))
    return;
  if (!is_enabled(&after, b) && !p->may_disable(a, b))
    broken("what disables another step is said to do so", s, a, b);
}

static bool is_misuse(const struct state *s, const struct mc_operation *op) {
  struct state copy = *s;
  uint64_t result;
  return run(&copy, op, &result) != NULL;
}

struct step {
  struct mc_operation operation;
  const struct choice *of;
};

enum { MAX_STEPS = 2048, MAX_ALTERNATIVES = 256 };
enum { UNKNOWN, INDEPENDENT, DEPENDENT };
static uint16_t number[MAX_MENU][MAX_THREADS][MAX_ALTERNATIVES]; // of this world's steps; 0: none yet
static unsigned steps;
static uint8_t answer[MAX_STEPS][MAX_STEPS];

static unsigned number_of(const struct step *step) {
  const struct mc_operation *op = &step->operation;
  assert(op->alternative < MAX_ALTERNATIVES);
  uint16_t *n = &number[step->of - world->choice][op->thread][op->alternative];
  if (!*n)
    *n = (uint16_t)++steps;
  assert(*n < MAX_STEPS);
  return *n;
}

/// The same in every state: asked once.
static bool are_dependent_steps(const struct state *s, const struct step *a, const struct step *b) {
  uint8_t *known = &answer[number_of(a)][number_of(b)];
  if (*known == UNKNOWN) {
    *known = are_dependent(&a->operation, &b->operation) ? DEPENDENT : INDEPENDENT;
    if ((*known == DEPENDENT) != are_dependent(&b->operation, &a->operation))
      broken("dependent is symmetric", s, &a->operation, &b->operation);
  }
  return *known == DEPENDENT;
}

static void check_pair(const struct state *s, const struct step *of_a, const struct step *of_b) {
  const struct mc_operation *a = &of_a->operation, *b = &of_b->operation;
  pairs++;
  const bool dependent = are_dependent_steps(s, of_a, of_b);
  if (!is_enabled(s, a))
    return;
  if (!dependent) {
    independent_pairs++;
    check_independent(s, a, b);
  } else if (is_enabled(s, b)) {
    check_disabling(s, a, b);
    if (!is_misuse(s, a) && !is_misuse(s, b) && !may_be_coenabled(a, b))
      broken("steps that are enabled together are co-enabled", s, a, b);
  }
}

static bool may_do(const struct state *s, const struct choice *c, mc_thread t) {
  return (c->threads >> t & 1) && s->mode[t] == c->mode;
}

static unsigned universe_of(const struct mc_operation *op) {
  const unsigned n = world->uses > world->threads ? world->uses : world->threads;
  return op->primitive->universe ? op->primitive->universe(op, n) : 1;
}

/// The steps that the threads can have in `s`, enabled or not.
static unsigned steps_of(const struct state *s, struct step *step) {
  unsigned n = 0;
  for (mc_thread t = 0; t < world->threads; t++)
    for (unsigned i = 0; i < world->choices; i++) {
      if (!may_do(s, &world->choice[i], t))
        continue;
      struct mc_operation op = world->choice[i].operation;
      op.thread = t;
      const unsigned universe = universe_of(&op);
      bool some = false;
      for (unsigned a = 0; a < universe; a++) {
        op.alternative = (mc_alternative)a;
        some |= is_enabled(s, &op);
        step[n++] = (struct step){op, &world->choice[i]};
      }
      if (world->choice[i].never_blocks && !some)
        broken("what never blocks has an enabled alternative", s, &op, NULL);
      for (unsigned a = universe; universe > 2 && a < UNIVERSE; a++) {
        op.alternative = (mc_alternative)a;
        if (is_enabled(s, &op))
          broken("no alternative beyond the universe is enabled", s, &op, NULL);
      }
    }
  return n;
}

static void remember(const struct state *s) {
  uint64_t hash = 0xcbf29ce484222325;
  for (size_t i = 0; i < offsetof(struct state, depth); i++)
    hash = (hash ^ ((const unsigned char *)s)[i]) * 0x100000001b3;
  unsigned i = (unsigned)(hash >> 40) % SLOTS;
  for (; slot[i]; i = (i + 1) % SLOTS)
    if (memcmp(&states[slot[i] - 1], s, offsetof(struct state, depth)) == 0)
      return;
  if (count == MAX_STATES) {
    printf("%s: too many states\n", world->name);
    exit(1);
  }
  states[count] = *s;
  slot[i] = ++count;
}

static void expand(const struct state *s) {
  static struct step step[MAX_THREADS * MAX_MENU * 4];
  const unsigned n = steps_of(s, step);
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < n; j++)
      if (step[i].operation.thread != step[j].operation.thread)
        check_pair(s, &step[i], &step[j]);
  for (unsigned i = 0; i < n && s->depth < world->depth; i++) {
    const struct mc_operation *op = &step[i].operation;
    if (!is_enabled(s, op))
      continue;
    struct state next = *s;
    uint64_t result;
    if (run_checked(&next, op, &result))
      continue;
    next.mode[op->thread] = (uint8_t)(op->alternative ? step[i].of->other : step[i].of->next);
    next.depth++;
    remember(&next);
  }
}

void check_laws(const struct world *w) {
  world = w;
  states = calloc(MAX_STATES, sizeof *states);
  memset(slot, 0, sizeof slot);
  memset(number, 0, sizeof number);
  memset(answer, UNKNOWN, sizeof answer);
  steps = 0;
  count = 0;
  pairs = independent_pairs = 0;
  struct state start;
  memset(&start, 0, sizeof start);
  memcpy(start.object, w->state, sizeof start.object);
  remember(&start);
  for (unsigned i = 0; i < count; i++) {
    const struct state s = states[i];
    expand(&s);
  }
  printf("%s: %u states, %lu of %lu pairs independent\n", w->name, count, independent_pairs, pairs);
  free(states);
}
