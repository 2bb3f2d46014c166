// brute_force.c - all interleavings of a program, plain accesses included, and the races of each:
// two accesses of one location by different threads, at least one a write, at least one plain, of
// which none happens before the other by the text of C11, 5.1.2.4 and 7.17.4.
//
// Knows nothing of the detector or the search: a thread's next operation is run, the relation
// is made from what has run so far, and so on for every choice.
#include "brute_force.h"
#include "program.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EVENTS = 64, SIDES = 2 * (MOST_THREADS * MOST_OPERATIONS + 1) };

struct event {
  uint8_t kind, thread, line, order;
  uint8_t object; ///< mutex or thread
  bool is_atomic, reads, writes;
  uint32_t units;
  const char *variable;
  uint64_t before; ///< bit i: event i happens before it
};

struct state {
  uint8_t next[MOST_THREADS];
  bool is_started[MOST_THREADS], is_between[MOST_THREADS]; ///< two halves
  uint8_t value[MOST_THREADS];                             ///< that it has read last
  uint8_t between[MOST_THREADS];
  uint8_t memory[UNITS];
  uint8_t owner[MUTEXES]; ///< 1 + thread
  uint8_t semaphore;
  uint8_t readers;
  bool has_writer;
};

const char *const rule_names[RULES] = {
#define RULE(name, text) text,
#include "rules.def"
#undef RULE
};
enum rule left_out = RULES;

static bool holds(enum rule rule) { return rule != left_out; }

static const struct program *program;
static struct event event[MOST_EVENTS];
static uint32_t events;
static uint64_t interleavings;
static uint32_t racy[SIDES][SIDES]; ///< by line and whether it writes: the locations
static bool is_atomic_side[SIDES];
static const char *variable_of_side[SIDES];

//===- Synchronisation ------------------------------------------------------------------------===//

static bool is_fence(const struct event *e) { return e->kind == FENCE; }
static bool is_modification(const struct event *e) { return e->writes; }

static bool is_release(const struct event *e) {
  if (is_fence(e) ? !holds(RELEASE_FENCES) : !e->is_atomic || !e->writes)
    return false;
  if (e->order == __ATOMIC_RELAXED && !is_fence(e))
    return !holds(RELAXED_STORES);
  return e->order == __ATOMIC_RELEASE || e->order == __ATOMIC_ACQ_REL ||
         e->order == __ATOMIC_SEQ_CST;
}

static bool is_acquire(const struct event *e) {
  if (is_fence(e) ? !holds(ACQUIRE_FENCES) : !e->is_atomic || !e->reads)
    return false;
  if (e->order == __ATOMIC_RELAXED && !is_fence(e))
    return !holds(RELAXED_LOADS);
  return e->order == __ATOMIC_CONSUME || e->order == __ATOMIC_ACQUIRE ||
         e->order == __ATOMIC_ACQ_REL || e->order == __ATOMIC_SEQ_CST;
}

/// Is the side effect `z` in the release sequence that `x` heads, or would head?
static bool is_in_sequence(uint32_t x, uint32_t z) {
  for (uint32_t k = x + 1; k <= z; k++) {
    const struct event *e = &event[k];
    if (!is_modification(e) || !(e->units & event[x].units))
      continue;
    const bool is_rmw = e->is_atomic && e->reads;
    const bool is_own = e->thread == event[x].thread;
    if (is_rmw   ? !holds(MODIFIED_SEQUENCES)
        : is_own ? !holds(OWN_SEQUENCES)
                 : holds(ENDED_SEQUENCES))
      return false;
  }
  return true;
}

/// Does `y` read what `x` has written, or what is in its release sequence?
static bool reads_sequence_of(uint32_t x, uint32_t y) {
  if (!event[x].is_atomic || !event[x].writes || !event[y].is_atomic || !event[y].reads ||
      !(event[x].units & event[y].units))
    return false;
  uint32_t z = y - 1;
  while (!is_modification(&event[z]) || !(event[z].units & event[y].units))
    z--;
  return is_in_sequence(x, z);
}

/// Is `x` the operation by which `i` gives: itself, or one behind the fence?
static bool gives_by(uint32_t i, uint32_t x) {
  return is_fence(&event[i]) ? x > i && event[x].thread == event[i].thread : x == i;
}

static bool takes_by(uint32_t j, uint32_t y) {
  return is_fence(&event[j]) ? y < j && event[y].thread == event[j].thread : y == j;
}

static bool atomics_synchronize(uint32_t i, uint32_t j) {
  if (!is_release(&event[i]) || !is_acquire(&event[j]))
    return false;
  for (uint32_t x = i; x < j; x++)
    for (uint32_t y = x + 1; gives_by(i, x) && y <= j; y++)
      if (takes_by(j, y) && reads_sequence_of(x, y))
        return true;
  return false;
}

static bool synchronizes_with(uint32_t i, uint32_t j) {
  const struct event *a = &event[i], *b = &event[j];
  if (a->kind == CREATE && a->object == b->thread)
    return holds(CREATION);
  if (b->kind == JOIN && b->object == a->thread)
    return holds(JOINS);
  if (a->kind == UNLOCK && (b->kind == LOCK || b->kind == TRYLOCK))
    return a->object == b->object && holds(b->kind == LOCK ? LOCKS : TRIED_LOCKS);
  if (b->kind == READ_LOCK || b->kind == WRITE_LOCK)
    return (a->kind == WRITE_UNLOCK && holds(WRITERS)) ||
           (a->kind == READ_UNLOCK &&
            (b->kind == WRITE_LOCK ? holds(READERS) : !holds(NO_READERS)));
  if (a->kind == POST && (b->kind == WAIT || b->kind == TRYWAIT))
    return holds(SEMAPHORES);
  return atomics_synchronize(i, j);
}

//===- Races ----------------------------------------------------------------------------------===//

static uint32_t side_of(const struct event *e) { return 2u * e->line + e->writes; }

static bool are_a_race(const struct event *a, const struct event *b) {
  const bool some_plain =
      holds(ATOMIC_AND_PLAIN) ? !a->is_atomic || !b->is_atomic : !a->is_atomic && !b->is_atomic;
  return a->units & b->units && (a->writes || b->writes) && some_plain;
}

/// The last event: what happens before it, and what it races with.
static void look_at_last(void) {
  struct event *last = &event[events - 1];
  for (uint32_t i = 0; i + 1 < events; i++)
    if (event[i].thread == last->thread || synchronizes_with(i, events - 1))
      last->before |= event[i].before | (uint64_t)1 << i;
  for (uint32_t i = 0; i + 1 < events; i++) {
    if (last->before >> i & 1 || !are_a_race(&event[i], last))
      continue;
    uint32_t a = side_of(&event[i]), b = side_of(last);
    is_atomic_side[a] = event[i].is_atomic;
    is_atomic_side[b] = last->is_atomic;
    variable_of_side[a] = variable_of_side[b] = last->variable;
    racy[a < b ? a : b][a < b ? b : a] |= event[i].units & last->units;
  }
}

static struct event *new_event(uint32_t t, const struct operation *op) {
  if (events == MOST_EVENTS)
    abort();
  event[events] = (struct event){.kind = op->kind,
                                 .thread = (uint8_t)t,
                                 .line = op->line,
                                 .order = op->order,
                                 .object = op->place};
  return &event[events++];
}

//===- Running --------------------------------------------------------------------------------===//

static const struct operation *next_of(const struct state *s, uint32_t t) {
  return s->next[t] < program->thread[t].count ? &program->thread[t].operation[s->next[t]] : NULL;
}

/// Nothing that another thread could see.
static void pass_conditions(struct state *s, uint32_t t) {
  for (const struct operation *op; (op = next_of(s, t)) && op->kind == IF;)
    s->next[t] += 1 + (s->value[t] == op->value ? 0 : op->skip);
}

static bool is_enabled(const struct state *s, uint32_t t) {
  const struct operation *op = next_of(s, t);
  if (!s->is_started[t] || !op)
    return false;
  if (op->kind == LOCK)
    return !s->owner[op->place];
  if (op->kind == JOIN)
    return s->is_started[op->place] && !next_of(s, op->place);
  if (op->kind == READ_LOCK || op->kind == WRITE_LOCK)
    return !s->has_writer && (op->kind == READ_LOCK || !s->readers);
  return op->kind != WAIT || s->semaphore;
}

static void write_units(struct state *s, uint32_t units, uint8_t value) {
  for (uint32_t u = 0; u < UNITS; u++)
    if (units >> u & 1)
      s->memory[u] = value;
}

static uint8_t read_unit(const struct state *s, uint32_t units) {
  return s->memory[__builtin_ctz(units)];
}

/// A read, then a write. The code of an assignment to a bit field reads what stands beside it.
static bool has_halves(const struct operation *op) {
  return op->kind == ADD || (op->kind == WRITE && places[op->place].is_field);
}

/// True if there is a second half to come.
static bool run_plain(struct state *s, uint32_t t, const struct operation *op) {
  const struct place *place = &places[op->place];
  struct event *e = new_event(t, op);
  e->units = place->units;
  e->variable = place->variable;
  e->reads = op->kind == READ || (has_halves(op) && !s->is_between[t]);
  e->writes = !e->reads;
  if (has_halves(op) && e->reads) {
    s->between[t] = read_unit(s, e->units);
    return s->is_between[t] = true;
  }
  if (e->writes)
    write_units(s, e->units, op->kind == ADD ? (uint8_t)(s->between[t] + op->value) : op->value);
  else if (place->is_single)
    s->value[t] = read_unit(s, e->units);
  s->is_between[t] = false;
  return false;
}

static void run_atomic(struct state *s, uint32_t t, const struct operation *op) {
  struct event *e = new_event(t, op);
  const uint32_t units = places[op->place].units;
  const uint8_t old = read_unit(s, units);
  const bool fails = op->kind == COMPARE_EXCHANGE && old != op->expected;
  e->units = units;
  e->variable = places[op->place].variable;
  e->is_atomic = true;
  e->reads = op->kind != STORE;
  e->writes = op->kind != LOAD && !(fails && holds(FAILURES));
  if (fails && holds(FAILURE_ORDERS))
    e->order = op->failure_order;
  if (op->kind != LOAD && !fails)
    write_units(s, units, op->kind == FETCH_ADD ? old + op->value : op->value);
  if (e->reads)
    s->value[t] = old;
}

static void run_primitive(struct state *s, uint32_t t, const struct operation *op) {
  if (op->kind == TRYLOCK || op->kind == TRYWAIT) {
    s->value[t] = op->kind == TRYLOCK ? !s->owner[op->place] : s->semaphore > 0;
    if (!s->value[t])
      return;
  }
  new_event(t, op);
  if (op->kind == LOCK || op->kind == TRYLOCK)
    s->owner[op->place] = (uint8_t)(t + 1);
  else if (op->kind == UNLOCK)
    s->owner[op->place] = 0;
  else if (op->kind == READ_LOCK || op->kind == READ_UNLOCK)
    s->readers += op->kind == READ_LOCK ? 1 : -1;
  else if (op->kind == WRITE_LOCK || op->kind == WRITE_UNLOCK)
    s->has_writer = op->kind == WRITE_LOCK;
  else if (op->kind == POST)
    s->semaphore++;
  else if (op->kind == WAIT || op->kind == TRYWAIT)
    s->semaphore--;
  else if (op->kind == CREATE)
    s->is_started[op->place] = true;
}

/// The next operation of the thread, or half of it.
static void run(struct state *s, uint32_t t) {
  const struct operation *op = next_of(s, t);
  const uint32_t before = events;
  bool is_half = false;
  if (op->kind <= ADD)
    is_half = run_plain(s, t, op);
  else if (op->kind <= COMPARE_EXCHANGE)
    run_atomic(s, t, op);
  else
    run_primitive(s, t, op);
  if (events > before)
    look_at_last();
  s->next[t] += !is_half;
  pass_conditions(s, t);
}

static void explore(const struct state *s) {
  const uint32_t before = events;
  bool is_end = true;
  for (uint32_t t = 0; t < program->threads; t++)
    if (is_enabled(s, t)) {
      struct state after = *s;
      run(&after, t);
      explore(&after);
      events = before;
      is_end = false;
    }
  interleavings += is_end;
}

//===- Results --------------------------------------------------------------------------------===//

static void print_side(uint32_t side) {
  printf("\"%s%s\", %u", is_atomic_side[side] ? "atomic " : "", side & 1 ? "write" : "read",
         side / 2);
}

static void print_pairs(void) {
  const char *comma = "";
  for (uint32_t a = 0; a < SIDES; a++)
    for (uint32_t b = a; b < SIDES; b++)
      if (racy[a][b]) {
        printf("%s[", comma);
        print_side(a);
        printf(", ");
        print_side(b);
        printf(", %u, \"%s\"]", racy[a][b], variable_of_side[b]);
        comma = ", ";
      }
}

uint64_t run_program(const struct program *p) {
  struct state start = {.is_started = {true}, .semaphore = (uint8_t)p->semaphore};
  program = p;
  events = 0;
  interleavings = 0;
  memset(racy, 0, sizeof racy);
  for (uint32_t t = 0; t < p->threads; t++)
    pass_conditions(&start, t);
  explore(&start);
  return interleavings;
}

uint32_t racy_units(void) {
  uint32_t units = 0;
  for (uint32_t a = 0; a < SIDES; a++)
    for (uint32_t b = a; b < SIDES; b++)
      units |= racy[a][b];
  return units;
}

void print_result(void) {
  printf("{\"seed\": %u, \"depends_on_plain\": %s, \"interleavings\": %llu, \"pairs\": [",
         (unsigned)program->seed, program->depends_on_plain ? "true" : "false",
         (unsigned long long)interleavings);
  print_pairs();
  printf("]}\n");
}
