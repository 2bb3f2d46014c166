// random_trace.c - random programs of 2 to 4 threads, and random sequentially consistent traces of
// them. Values do not matter: a compare-exchange has either outcome.
#include "trace.h"

#include <stdlib.h>

enum { MOST_OPERATIONS = 48, MUTEXES = 2, VARIABLES = 3 };

/// Numbers of objects.
enum { MUTEX = 1, RWLOCK = 3, SEMAPHORE, BARRIER, OTHER, THREAD = 10, VARIABLE = 200 };

struct program {
  uint64_t random;
  uintptr_t area;
  uint32_t threads, profile;
  bool mixed;
  mc_thread number[MOST_THREADS];
  struct {
    uint32_t count;
    struct event event[MOST_OPERATIONS];
  } thread[MOST_THREADS];
  struct {
    uint32_t offset, size;
  } variable[VARIABLES];
};

uint32_t random_below(uint64_t *random, uint32_t n) {
  *random += 0x9e3779b97f4a7c15ull;
  uint64_t x = *random;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return (uint32_t)((x ^ x >> 31) >> 32) % n;
}

uintptr_t area_of(const struct program *p) { return p->area; }
bool is_mixed(const struct program *p) { return p->mixed; }

//===- Primitives -----------------------------------------------------------------------------===//

static uint64_t mutex_releases(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == UNLOCK;
}
static uint64_t mutex_acquires(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind != UNLOCK && !op->alternative;
}
static uint64_t rwlock_releases(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == READ_UNLOCK ? 1 : op->kind == WRITE_UNLOCK ? 2 : 0;
}
static uint64_t rwlock_acquires(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == READ_LOCK ? 2 : op->kind == WRITE_LOCK ? 3 : 0;
}
static uint64_t first_releases(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == POST;
}
static uint64_t second_acquires(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == WAIT;
}
static uint64_t barrier_releases(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == ARRIVE ? 1u << op->argument[2] % 2 : 0;
}
static uint64_t barrier_acquires(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == LEAVE ? 1u << op->argument[2] % 2 : 0;
}
static uint64_t thread_releases(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == CREATE || op->kind == EXIT;
}
static uint64_t thread_acquires(const struct mc_operation *op, unsigned i) {
  (void)i;
  return op->kind == START || op->kind == JOIN;
}
static uint64_t mask_releases(const struct mc_operation *op, unsigned i) {
  return op->argument[0] >> 8 * i & 0xff;
}
static uint64_t mask_acquires(const struct mc_operation *op, unsigned i) {
  return op->argument[1] >> 8 * i & 0xff;
}
const struct mc_primitive
    test_variable = {.name = "variable"},
    test_mutex = {.name = "mutex", .releases = mutex_releases, .acquires = mutex_acquires},
    test_rwlock = {.name = "rwlock", .releases = rwlock_releases, .acquires = rwlock_acquires},
    test_semaphore = {.name = "semaphore", .releases = first_releases, .acquires = second_acquires},
    test_barrier = {.name = "barrier", .releases = barrier_releases, .acquires = barrier_acquires},
    test_thread = {.name = "thread", .releases = thread_releases, .acquires = thread_acquires},
    test_masks = {.name = "masks", .releases = mask_releases, .acquires = mask_acquires},
    test_opaque = {.name = "opaque"};

bool test_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return a->kind + b->kind > 1;
}

//===- Programs -------------------------------------------------------------------------------===//

static uint32_t below(struct program *p, uint32_t n) { return random_below(&p->random, n); }

static struct event *add(struct program *p, uint32_t t, enum event_kind kind) {
  if (p->thread[t].count == MOST_OPERATIONS)
    abort();
  struct event *e = &p->thread[t].event[p->thread[t].count++];
  *e = (struct event){.kind = (uint8_t)kind, .thread = p->number[t]};
  e->op.thread = e->thread;
  return e;
}

static struct event *add_step(struct program *p, uint32_t t, const struct mc_primitive *primitive,
                              uint16_t kind, mc_object object) {
  struct event *e = add(p, t, STEP);
  e->op.primitive = primitive;
  e->op.kind = kind;
  e->op.objects = 1;
  e->op.object[0] = object;
  return e;
}

/// Bytes of a plain access: mostly near the variables or in few places, so that accesses meet.
static void place(struct program *p, struct event *e) {
  const uint32_t kind = below(p, 8);
  uint32_t offset = below(p, 4) * 4, size = 1u << below(p, 5);
  if (kind == 0) {
    size = below(p, 41);
    offset = below(p, AREA - 40);
  } else if (kind == 1) {
    offset += below(p, 4);
  } else if (kind == 2) {
    size = 1 + below(p, 2);
    offset = below(p, 8);
  } else if (kind < 5)
    size = 4;
  e->address = p->area + offset;
  e->size = size;
}

static void add_atomic(struct program *p, uint32_t t) {
  static const uint8_t loads[] = {0, 1, 2, 5}, stores[] = {0, 3, 5};
  const uint32_t v = below(p, VARIABLES), what = below(p, 8);
  struct event *e = add_step(p, t, &test_variable, 0, VARIABLE + v);
  e->address = p->area + p->variable[v].offset;
  e->size = p->variable[v].size;
  uint32_t order = below(p, 6), on_failure = 0;
  if (what < 3) {
    e->op.kind = MC_ATOMIC_LOAD;
    order = loads[below(p, 4)];
  } else if (what < 5) {
    e->op.kind = MC_ATOMIC_STORE;
    order = stores[below(p, 3)];
  } else if (what == 5) {
    e->op.kind = MC_ATOMIC_COMPARE_EXCHANGE;
    on_failure = loads[below(p, 4)];
  } else if (what == 6)
    e->op.kind = (uint16_t)(MC_ATOMIC_EXCHANGE + below(p, 3));
  else if (below(p, 2) == 0)
    e->op.kind = (uint16_t)below(p, 2); // MC_READ, MC_WRITE
  else
    e->op.kind = MC_ATOMIC_ADD;
  e->op.argument[0] = e->op.kind | order << 8 | on_failure << 12 | e->size << 16;
}

static void add_other(struct program *p, uint32_t t) {
  const uint32_t what = below(p, 8);
  if (what < 3) {
    struct event *e = add(p, t, FENCE);
    e->order = (uint8_t)below(p, 6);
  } else if (what < 5) {
    struct event *e = add(p, t, below(p, 2) ? GIVE : TAKE);
    e->address = p->area + below(p, 2) * 8;
  } else if (what == 5) {
    struct event *e = add(p, t, LOOK);
    place(p, e);
    e->flags = (uint8_t)below(p, 2) * MC_IS_WRITE;
  } else if (what == 6 && below(p, 4) == 0)
    place(p, add(p, t, FORGET));
  else if (below(p, 2))
    add_step(p, t, &test_opaque, (uint16_t)below(p, 3), OTHER + below(p, 2));
  else {
    struct event *e = add_step(p, t, &test_masks, 0, OTHER + 2);
    e->op.objects = 2;
    e->op.object[1] = OTHER + 3;
    e->op.argument[0] = below(p, 4) | below(p, 4) << 8;
    e->op.argument[1] = below(p, 4) | below(p, 4) << 8;
  }
}

/// Locks and what they protect, in one go, so that they nest.
static void add_locked(struct program *p, uint32_t t, void (*body)(struct program *, uint32_t)) {
  const uint32_t which = below(p, MUTEXES + 2);
  if (which < MUTEXES)
    add_step(p, t, &test_mutex, below(p, 3) ? LOCK : TRYLOCK, MUTEX + which);
  else
    add_step(p, t, &test_rwlock, which == MUTEXES ? READ_LOCK : WRITE_LOCK, RWLOCK);
  for (uint32_t i = below(p, 3); i < 3; i++)
    body(p, t);
  if (which < MUTEXES)
    add_step(p, t, &test_mutex, UNLOCK, MUTEX + which);
  else
    add_step(p, t, &test_rwlock, which == MUTEXES ? READ_UNLOCK : WRITE_UNLOCK, RWLOCK);
}

static void add_plain(struct program *p, uint32_t t) {
  struct event *e = add(p, t, ACCESS);
  place(p, e);
  e->flags = (uint8_t)below(p, 2) * MC_IS_WRITE;
}

static void add_some(struct program *p, uint32_t t) {
  static void (*const some[])(struct program *, uint32_t) = {add_plain, add_atomic, add_other};
  some[below(p, 3)](p, t);
}

static void add_any(struct program *p, uint32_t t) {
  // What a program is mostly made of: atomics, locks, or all.
  const uint32_t what = p->profile == 0   ? below(p, 10)
                        : p->profile == 1 ? below(p, 6)
                                          : below(p, 4) + 6;
  if (what < 3)
    add_atomic(p, t);
  else if (what < 5)
    add_plain(p, t);
  else if (what == 5)
    add_other(p, t);
  else if (what < 8)
    add_locked(p, t, below(p, 4) ? add_plain : add_some);
  else if (what == 8)
    add_step(p, t, &test_semaphore, (uint16_t)below(p, 2), SEMAPHORE);
  else {
    add_step(p, t, &test_barrier, ARRIVE, BARRIER);
    add_step(p, t, &test_barrier, LEAVE, BARRIER);
  }
}

static void make_thread(struct program *p, uint32_t t) {
  const uint32_t operations = 3 + below(p, 6);
  if (t > 0)
    add_step(p, t, &test_thread, START, THREAD + p->number[t]);
  for (uint32_t i = 1; t == 0 && i < p->threads; i++) {
    add_step(p, 0, &test_thread, CREATE, THREAD + p->number[i]);
    if (below(p, 4) == 0)
      add_any(p, 0);
  }
  for (uint32_t i = 0; i < operations; i++) {
    add_any(p, t);
    if (t == 0 && below(p, 5) == 0)
      add_step(p, t, &test_thread, JOIN, THREAD + p->number[1 + below(p, p->threads - 1)]);
  }
  if (t > 0)
    add_step(p, t, &test_thread, EXIT, THREAD + p->number[t]);
}

static void make_variables(struct program *p) {
  p->mixed = below(p, 8) == 0;
  for (uint32_t i = 0; i < VARIABLES; i++) {
    p->variable[i].size = 1u << below(p, 4);
    p->variable[i].offset = i * 8;
    if (p->mixed)
      p->variable[i].offset = below(p, 16) & ~(p->variable[i].size - 1);
  }
}

struct program *random_program(uint64_t seed) {
  // In a page, at its end, at the end of a region, of the lowest and of the highest ones.
  static const uintptr_t areas[] = {0x555555560000, 0x555555560ff0, 0x7fffbffffff4, 0x3ffffff8,
                                    0x7ffffffff000 - AREA};
  struct program *p = calloc(1, sizeof *p);
  p->random = seed * 0x2545f4914f6cdd1dull;
  p->area = areas[below(p, 5)];
  p->profile = below(p, 3);
  p->threads = 2 + below(p, MOST_THREADS - 1);
  const uint32_t step = below(p, 2) ? 1 : 42;
  for (uint32_t t = 1; t < p->threads; t++)
    p->number[t] = (mc_thread)(step == 1 ? t : 1 + t * step);
  make_variables(p);
  for (uint32_t t = 0; t < p->threads; t++)
    make_thread(p, t);
  return p;
}

//===- Traces ---------------------------------------------------------------------------------===//

struct state {
  uint32_t next[MOST_THREADS], steps;
  uint32_t held[MUTEXES + 4], readers, posted, arrived, round[MOST_THREADS];
  bool created[MC_MAX_THREADS], exited[MC_MAX_THREADS];
  bool used[VARIABLES];
  mc_object
      skipped[MOST_THREADS]; ///< the mutex that a trylock did not get, whose unlock is left out
};

static bool is_enabled(const struct state *s, uint32_t t, const struct mc_operation *op) {
  const mc_object o = op->object[0];
  const struct mc_primitive *p = op->primitive;
  if (p == &test_mutex)
    return op->kind != LOCK || !s->held[o];
  if (p == &test_rwlock)
    return op->kind == READ_LOCK    ? !s->held[o]
           : op->kind == WRITE_LOCK ? !s->held[o] && !s->readers
                                    : true;
  if (p == &test_semaphore)
    return op->kind == POST || s->posted > 0;
  if (p == &test_barrier)
    return op->kind == ARRIVE || s->arrived >= 2 * s->round[t] + 2;
  if (p == &test_thread)
    return op->kind == START  ? s->created[o - THREAD]
           : op->kind == JOIN ? s->exited[o - THREAD]
                              : true;
  return true;
}

/// The other variables that share a byte with it and have been used before, as the primitive does.
static void name_overlaps(const struct program *p, struct state *s, struct mc_operation *op) {
  const uint32_t v = op->object[0] - VARIABLE;
  for (uint32_t i = 0; i < VARIABLES; i++)
    if (i != v && s->used[i] &&
        p->variable[i].offset < p->variable[v].offset + p->variable[v].size &&
        p->variable[v].offset < p->variable[i].offset + p->variable[i].size)
      op->object[op->objects++] = VARIABLE + i;
  s->used[v] = true;
}

static void apply(const struct program *p, struct state *s, uint32_t t, struct event *e,
                  uint64_t *random) {
  struct mc_operation *op = &e->op;
  const mc_object o = op->object[0];
  if (op->primitive == &test_mutex) {
    op->alternative = op->kind == TRYLOCK && s->held[o];
    if (op->alternative)
      s->skipped[t] = o;
    else
      s->held[o] = op->kind != UNLOCK;
  } else if (op->primitive == &test_rwlock) {
    s->readers += op->kind == READ_LOCK ? 1u : op->kind == READ_UNLOCK ? -1u : 0u;
    if (op->kind == WRITE_LOCK || op->kind == WRITE_UNLOCK)
      s->held[o] = op->kind == WRITE_LOCK;
  } else if (op->primitive == &test_semaphore)
    s->posted += op->kind == POST ? 1u : -1u;
  else if (op->primitive == &test_barrier) {
    if (op->kind == ARRIVE)
      s->round[t] = s->arrived++ / 2;
    op->argument[2] = s->round[t];
  } else if (op->primitive == &test_thread) {
    s->created[o - THREAD] |= op->kind == CREATE;
    s->exited[o - THREAD] |= op->kind == EXIT;
  } else if (op->primitive == &test_variable) {
    op->alternative = op->kind == MC_ATOMIC_COMPARE_EXCHANGE && random_below(random, 2);
    const bool writes =
        op->kind != MC_ACCESS_READ && op->kind != MC_ATOMIC_LOAD && !op->alternative;
    e->flags =
        (uint8_t)((writes ? MC_IS_WRITE : 0) | (op->kind > MC_ACCESS_WRITE ? MC_IS_ATOMIC : 0));
    name_overlaps(p, s, op);
  }
}

/// An unlock of what a trylock did not get.
static bool is_left_out(struct state *s, uint32_t t, const struct mc_operation *op) {
  if (op->primitive != &test_mutex || op->kind != UNLOCK || s->skipped[t] != op->object[0])
    return false;
  s->skipped[t] = 0;
  return true;
}

/// A thread's step, and what follows up to its next.
static void run(const struct program *p, struct state *s, uint32_t t, uint64_t *random,
                struct trace *trace) {
  for (bool first = true; s->next[t] < p->thread[t].count;) {
    struct event e = p->thread[t].event[s->next[t]];
    const bool left_out = e.kind == STEP && is_left_out(s, t, &e.op);
    if (e.kind == STEP && !first && !left_out)
      return;
    s->next[t]++;
    if (left_out)
      continue;
    if (e.kind == STEP)
      apply(p, s, t, &e, random), s->steps++;
    e.steps = s->steps;
    trace->event[trace->events++] = e;
    first = false;
  }
}

uint32_t random_trace(const struct program *p, uint64_t random, uint32_t turn, uint64_t other,
                      struct trace *trace) {
  struct state s = {.created = {true}};
  uint32_t common = 0;
  for (trace->events = 0;;) {
    if (common == 0 && trace->events >= turn)
      random = other, common = trace->events;
    uint32_t ready[MOST_THREADS], count = 0;
    for (uint32_t t = 0; t < p->threads; t++)
      if (s.next[t] < p->thread[t].count && is_enabled(&s, t, &p->thread[t].event[s.next[t]].op))
        ready[count++] = t;
    if (!count || trace->events + MOST_OPERATIONS > MOST_EVENTS)
      return common ? common : trace->events;
    run(p, &s, ready[random_below(&random, count)], &random, trace);
  }
}
