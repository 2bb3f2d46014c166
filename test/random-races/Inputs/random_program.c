// random_program.c - random programs of 2 or 3 threads. What is only random has races everywhere,
// or nothing that could race: so a program is made of patterns, which mostly are right, but in all
// that could be right or wrong may also be anything else.
#include "program.h"

#include <stdlib.h>
#include <string.h>

const struct place places[PLACES] = {
    // Plain and atomic, of all sizes. The first four are of the same kind: flags.
    {"a4", "a4", 1u << A4, "%u", true, false, "other"},
    {"a1", "a1", 1u << A1, "%u", true, false, "other"},
    {"a2", "a2", 1u << A2, "%u", true, false, "other"},
    {"a8", "a8", 1u << A8, "%u", true, false, "other"},
    {"x", "x", 1u << X, "%u", true, false, "other"},
    {"y", "y", 1u << Y, "%u", true, false, "other"},
    {"u.b[0]", "u", 1u << B0, "%u", true, false, "other"},
    {"u.b[1]", "u", 1u << B1, "%u", true, false, "other"},
    {"u.b[2]", "u", 1u << B2, "%u", true, false, "other"},
    {"u.b[3]", "u", 1u << B3, "%u", true, false, "other"},
    {"u.h[0]", "u", 1u << B0 | 1u << B1, "%u * 0x0101", false, false, "other"},
    {"u.h[1]", "u", 1u << B2 | 1u << B3, "%u * 0x0101", false, false, "other"},
    {"u.w", "u", 1u << B0 | 1u << B1 | 1u << B2 | 1u << B3, "%u * 0x01010101", false, false,
     "other"},
    {"*(struct bytes *)&u.b[1]", "u", 1u << B1 | 1u << B2 | 1u << B3,
     "(struct bytes){{%1$u, %1$u, %1$u}}", false, false, "bytes"},
    {"s.a", "s", 1u << S0, "%u", true, false, "other"},
    {"s.c", "s", 1u << S2, "%u", true, false, "other"},
    {"s", "s", 1u << S0 | 1u << S1 | 1u << S2, "(struct s){%1$u, %1$u, %1$u}", false, false,
     "copy"},
    {"f.p", "f", 1u << PQ, "%u", false, true, "other"},
    {"f.q", "f", 1u << PQ, "%u", false, true, "other"},
    {"f.r", "f", 1u << R, "%u", false, true, "other"},
};
enum { FLAGS = 4, ATOMICS = 6, PLAIN_FROM = 4, SECTION = 0xfe, NO_FENCE = 0xff };

static uint32_t below(struct program *p, uint32_t n) {
  p->random += 0x9e3779b97f4a7c15ull;
  uint64_t x = p->random;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return (uint32_t)((x ^ x >> 31) >> 32) % n;
}

static bool one_in(struct program *p, uint32_t n) { return below(p, n) == 0; }

static struct operation *add(struct program *p, uint32_t t, enum kind kind, uint32_t place) {
  struct operation *op = &p->thread[t].operation[p->thread[t].count++];
  if (p->thread[t].count > MOST_OPERATIONS)
    abort();
  *op = (struct operation){.kind = (uint8_t)kind, .place = (uint8_t)place};
  return op;
}

static bool mostly(struct program *p) { return !one_in(p, 6); }

//===- Operations -----------------------------------------------------------------------------===//

/// As it must be where it matters, or any.
static uint8_t load_order(struct program *p) {
  static const uint8_t orders[] = {__ATOMIC_RELAXED, __ATOMIC_CONSUME, __ATOMIC_ACQUIRE,
                                   __ATOMIC_SEQ_CST};
  return mostly(p) ? __ATOMIC_ACQUIRE : orders[below(p, 4)];
}

static uint8_t store_order(struct program *p) {
  static const uint8_t orders[] = {__ATOMIC_RELAXED, __ATOMIC_RELEASE, __ATOMIC_SEQ_CST};
  return mostly(p) ? __ATOMIC_RELEASE : orders[below(p, 3)];
}

static uint8_t any_order(struct program *p) { return (uint8_t)below(p, __ATOMIC_SEQ_CST + 1); }

static uint32_t plain_place(struct program *p) {
  return mostly(p) ? p->data : mostly(p) ? p->other_data : below(p, PLACES);
}

static uint32_t flag(struct program *p) { return one_in(p, 8) ? below(p, ATOMICS) : p->flag; }

static void add_write(struct program *p, uint32_t t) {
  add(p, t, WRITE, plain_place(p))->value = (uint8_t)(1 + below(p, 2));
}

static void add_plain(struct program *p, uint32_t t) {
  const uint32_t place = plain_place(p), what = below(p, 8);
  const bool adds = what == 7 && places[place].is_single;
  const enum kind kind = adds ? ADD : what < 4 ? READ : WRITE;
  add(p, t, kind, place)->value = (uint8_t)(1 + below(p, 2));
}

static struct operation *add_atomic(struct program *p, uint32_t t, enum kind kind, uint32_t place,
                                    uint8_t value, uint8_t order) {
  struct operation *op = add(p, t, kind, place);
  op->value = value;
  op->order = order;
  op->is_weak = one_in(p, 3);
  op->expected = (uint8_t)(value - one_in(p, 2));
  op->failure_order = load_order(p);
  return op;
}

static enum kind modification(struct program *p) { return EXCHANGE + below(p, 3); }

//===- Patterns -------------------------------------------------------------------------------===//

static void add_any(struct program *p, uint32_t t);

/// `fence`: the order of one; or SECTION, which is empty; or NO_FENCE.
static void add_fence(struct program *p, uint32_t t, uint8_t fence) {
  static const uint8_t lock[] = {LOCK, READ_LOCK, READ_LOCK, WRITE_LOCK};
  static const uint8_t unlock[] = {UNLOCK, READ_UNLOCK, READ_UNLOCK, WRITE_UNLOCK};
  if (fence == SECTION && !p->is_locked) {
    const uint32_t which = below(p, 4);
    add(p, t, (enum kind)lock[which], 0);
    add(p, t, (enum kind)unlock[which], 0);
  } else if (fence < SECTION)
    add(p, t, FENCE, 0)->order = fence;
}

/// `right`, or any other.
static uint8_t some_fence(struct program *p, uint8_t right) {
  return p->has_sections ? SECTION : mostly(p) ? right : any_order(p);
}

/// Behind an IF.
static void add_body(struct program *p, uint32_t t, uint8_t value, uint8_t fence) {
  const uint32_t at = p->thread[t].count;
  add(p, t, IF, 0)->value = value;
  add_fence(p, t, fence);
  add_plain(p, t);
  if (one_in(p, 6))
    add_any(p, t);
  p->thread[t].operation[at].skip = (uint8_t)(p->thread[t].count - at - 1);
}

/// Something is written, and the flag becomes 1, or later 2.
static void publish(struct program *p, uint32_t t) {
  const bool has_fence = one_in(p, 3) || p->has_sections;
  const uint32_t place = flag(p);
  add_write(p, t);
  if (has_fence)
    add_fence(p, t, some_fence(p, __ATOMIC_RELEASE));
  add_atomic(p, t, mostly(p) ? STORE : modification(p), place, 1,
             has_fence && mostly(p) ? __ATOMIC_RELAXED : store_order(p));
  if (one_in(p, 3))
    add_atomic(p, t, STORE, place, 2, mostly(p) ? __ATOMIC_RELAXED : store_order(p));
}

/// The flag is looked at; if it has the value, something is used.
static void look(struct program *p, uint32_t t) {
  const bool has_fence = one_in(p, 3) || p->has_sections, tries = one_in(p, 4);
  const uint8_t value = (uint8_t)(one_in(p, 12) ? 0 : 1 + below(p, 2));
  const uint8_t order = has_fence && mostly(p) ? __ATOMIC_RELAXED : load_order(p);
  const enum kind kind = tries ? COMPARE_EXCHANGE : mostly(p) ? LOAD : FETCH_ADD;
  struct operation *op = add_atomic(p, t, kind, flag(p), kind == FETCH_ADD ? 0 : 2, order);
  if (tries) {
    op->failure_order = op->order;
    op->order = one_in(p, 2) ? any_order(p) : __ATOMIC_RELAXED;
  }
  add_body(p, t, value, has_fence ? some_fence(p, __ATOMIC_ACQUIRE) : NO_FENCE);
}

/// The flag is modified.
static void relay(struct program *p, uint32_t t) {
  if (one_in(p, 3))
    add_atomic(p, t, STORE, flag(p), (uint8_t)(1 + below(p, 2)),
               one_in(p, 2) ? __ATOMIC_RELAXED : store_order(p));
  else
    add_atomic(p, t, modification(p), flag(p), (uint8_t)(1 + below(p, 2)),
               one_in(p, 2) ? __ATOMIC_RELAXED : any_order(p));
}

/// A compare-exchange that fails if nobody has counted up to 2.
static void fail(struct program *p, uint32_t t) {
  add_atomic(p, t, COMPARE_EXCHANGE, flag(p), 4, any_order(p))->expected = 3;
}

/// The flag becomes 2 if it is 1.
static void pass_on(struct program *p, uint32_t t) {
  const uint32_t place = flag(p);
  const bool has_order = one_in(p, 3);
  add_atomic(p, t, LOAD, place, 0, has_order ? load_order(p) : __ATOMIC_RELAXED);
  const uint32_t at = p->thread[t].count;
  add(p, t, IF, 0)->value = 1;
  add_atomic(p, t, STORE, place, 2, has_order ? store_order(p) : __ATOMIC_RELAXED);
  p->thread[t].operation[at].skip = 1;
}

static void lock(struct program *p, uint32_t t) {
  const uint32_t mutex = mostly(p) ? 0 : 1, at = p->thread[t].count + 1;
  if (p->is_locked) { // a deadlock, most often
    add_plain(p, t);
    return;
  }
  if (one_in(p, 3)) {
    add(p, t, TRYLOCK, mutex);
    add(p, t, IF, 0)->value = 1;
    add_plain(p, t);
    add(p, t, UNLOCK, mutex);
    p->thread[t].operation[at].skip = (uint8_t)(p->thread[t].count - at - 1);
    return;
  }
  add(p, t, LOCK, mutex);
  p->is_locked = true;
  if (mostly(p))
    add_plain(p, t);
  else
    add_any(p, t);
  p->is_locked = false;
  add(p, t, UNLOCK, mutex);
}

/// For readers, or for one writer, who may read too.
static void lock_for_some(struct program *p, uint32_t t) {
  if (p->is_locked) {
    add_plain(p, t);
    return;
  }
  const bool reads = one_in(p, 2);
  add(p, t, reads ? READ_LOCK : WRITE_LOCK, 0);
  if (reads && mostly(p))
    add(p, t, READ, plain_place(p));
  else
    add_plain(p, t);
  add(p, t, reads ? READ_UNLOCK : WRITE_UNLOCK, 0);
}

static void post(struct program *p, uint32_t t) {
  add_write(p, t);
  add(p, t, POST, 0);
}

static void wait(struct program *p, uint32_t t) {
  if (one_in(p, 2)) {
    add(p, t, WAIT, 0);
    add_plain(p, t);
  } else {
    add(p, t, TRYWAIT, 0);
    add_body(p, t, 1, NO_FENCE);
  }
}

/// What it reads by a plain access decides.
static void look_plainly(struct program *p, uint32_t t) {
  uint32_t place = plain_place(p);
  while (!places[place].is_single)
    place = below(p, PLACES);
  add(p, t, READ, place);
  add_body(p, t, (uint8_t)below(p, 3), NO_FENCE);
}

static void add_any(struct program *p, uint32_t t) {
  static void (*const patterns[])(struct program *, uint32_t) = {
      add_plain, add_write, publish,       look, look,        relay,
      lock,      post,      lock_for_some, wait, look_plainly};
  patterns[below(p, sizeof patterns / sizeof *patterns)](p, t);
}

//===- Programs -------------------------------------------------------------------------------===//

/// What the threads do, in some order.
static void fill(struct program *p) {
  static void (*const patterns[][MOST_THREADS])(struct program *, uint32_t) = {
      {publish, look, relay},
      {publish, look, relay},
      {publish, look, relay},
      {publish, look, pass_on},
      {publish, look, pass_on},
      {publish, look, look},
      {publish, look, add_any},
      {fail, add_plain, look},
      {lock, lock, lock},
      {lock_for_some, lock_for_some, lock_for_some},
      {lock, lock, look},
      {post, wait, wait},
      {post, wait, post},
      {add_any, add_any, look},
      {look_plainly, publish, look},
      {add_plain, look_plainly, look}};
  const uint32_t which = below(p, sizeof patterns / sizeof *patterns), first = below(p, p->threads);
  const uint32_t noise = one_in(p, 3) ? below(p, p->threads) : p->threads;
  for (uint32_t i = 0; i < p->threads; i++) {
    const uint32_t t = (first + i) % p->threads;
    if (t == noise)
      add_any(p, t);
    patterns[which][i](p, t);
  }
}

/// Around what main does with the others: their creation before it, their joins behind it.
static void enclose(struct program *p) {
  struct program inner = *p;
  uint32_t joined = 0, within = 0;
  p->thread[0].count = 0;
  for (uint32_t t = 1; t < p->threads; t++) {
    if (one_in(p, 6))
      add_plain(p, 0);
    add(p, 0, CREATE, t);
  }
  for (uint32_t i = 0; i < inner.thread[0].count; i++) {
    const struct operation *op = &inner.thread[0].operation[i];
    *add(p, 0, (enum kind)op->kind, 0) = *op;
    if (op->kind == IF && within < i + op->skip)
      within = i + op->skip;
    if (i >= within && joined + 1 < p->threads && one_in(p, 8))
      add(p, 0, JOIN, ++joined);
  }
  for (uint32_t t = joined + 1; t < p->threads; t++) {
    add(p, 0, JOIN, t);
    if (one_in(p, 6))
      add_plain(p, 0);
  }
}

bool gives_value(const struct operation *op) {
  switch (op->kind) {
  case READ:
    return places[op->place].is_single;
  case LOAD:
  case EXCHANGE:
  case FETCH_ADD:
  case COMPARE_EXCHANGE:
  case TRYLOCK:
  case TRYWAIT:
    return true;
  default:
    return false;
  }
}

/// Is it so that a plain access has a part in what is decided?
static bool depends_on_plain(const struct program *p) {
  uint32_t atomic = 0, written = 0;
  bool decides = false;
  for (uint32_t t = 0; t < p->threads; t++) {
    uint8_t last = LOAD;
    for (uint32_t i = 0; i < p->thread[t].count; i++) {
      const struct operation *op = &p->thread[t].operation[i];
      if (op->kind >= LOAD && op->kind <= COMPARE_EXCHANGE)
        atomic |= places[op->place].units;
      if (op->kind == WRITE || op->kind == ADD)
        written |= places[op->place].units;
      decides |= op->kind == IF && last == READ;
      if (gives_value(op))
        last = op->kind;
    }
  }
  return decides || atomic & written;
}

void make_program(struct program *p, uint64_t seed) {
  memset(p, 0, sizeof *p);
  p->seed = p->random = seed;
  p->threads = one_in(p, 2) ? 2 : 3;
  p->semaphore = one_in(p, 4);
  p->has_sections = one_in(p, 12);
  p->flag = below(p, one_in(p, 4) ? ATOMICS : FLAGS);
  p->data = PLAIN_FROM + below(p, PLACES - PLAIN_FROM);
  if (one_in(p, 10))
    p->data = p->flag;
  p->other_data = PLAIN_FROM + below(p, PLACES - PLAIN_FROM);
  fill(p);
  if (p->threads == 2 && one_in(p, 2))
    add_any(p, 1);
  enclose(p);
  for (uint32_t t = 0; t < p->threads; t++)
    for (uint32_t i = 0; i < p->thread[t].count; i++)
      p->thread[t].operation[i].line = (uint8_t)++p->lines;
  p->depends_on_plain = depends_on_plain(p);
}
