// test/dpor/Inputs/monitor.c - see monitor.h.
#include "monitor.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum phase { RUNS, ENTERED, IN_LINE, WOKEN, TIMED_OUT, LEFT };

struct line {
  uint8_t count, first; ///< the first group of glibc's condition variable: so many from the front
  uint8_t thread[MONITOR_THREADS];
};

struct state {
  uint64_t seen[MONITOR_THREADS];
  uint8_t place[MONITOR_THREADS], phase[MONITOR_THREADS];
  uint8_t owner[MONITOR_OBJECTS]; ///< 1 + thread
  uint8_t variable[MONITOR_OBJECTS], spurious[MONITOR_OBJECTS];
  struct line waiting[MONITOR_OBJECTS], locking[MONITOR_OBJECTS];
};

/// What a thread can do next; `whom`: 1 + the thread that a signal wakes.
enum what { ACTS, ENTERS, SIGNALS, TAKES, TIMES_OUT, LEAVES, WHATS };
struct move {
  unsigned thread;
  enum what what;
  unsigned whom;
};

//===- Lines of waiting threads ---------------------------------------------------------------===//

static unsigned place_in(const struct line *line, unsigned t) {
  unsigned i = 0;
  while (i < line->count && line->thread[i] != t)
    i++;
  return i;
}

static void join(struct line *line, unsigned t) { line->thread[line->count++] = (uint8_t)t; }

static void quit(struct line *line, unsigned t) {
  const unsigned i = place_in(line, t);
  if (i < line->first)
    line->first--;
  line->count--;
  memmove(&line->thread[i], &line->thread[i + 1], line->count - i);
  line->thread[line->count] = 0;
}

static bool may_serve(enum monitor_rule rule, const struct line *line, unsigned t) {
  const unsigned i = place_in(line, t);
  if (i == line->count)
    return false;
  if (rule == FIRST_COME)
    return i == 0;
  if (rule == LAST_COME)
    return i + 1u == line->count;
  if (rule == GROUPS_OF_GLIBC)
    return i < line->first || line->first == 0;
  for (unsigned k = 0; k < line->count; k++)
    if (rule == LOWEST_NUMBER && line->thread[k] < t)
      return false;
  return true;
}

static void serve(enum monitor_rule rule, struct line *line, unsigned t) {
  if (rule == GROUPS_OF_GLIBC && line->first == 0)
    line->first = line->count;
  quit(line, t);
}

//===- Moves ----------------------------------------------------------------------------------===//

static const struct monitor_op *next_of(const struct monitor *m, const struct state *s,
                                        unsigned t) {
  return s->place[t] < m->length[t] ? &m->op[t][s->place[t]] : NULL;
}

static bool may_lock(const struct monitor *m, const struct state *s, unsigned t, unsigned mutex) {
  return !s->owner[mutex] && (!m->locks_in_queue || may_serve(m->lock_rule, &s->locking[mutex], t));
}

static bool is_possible(const struct monitor *m, const struct state *s, struct move move) {
  const unsigned t = move.thread;
  const struct monitor_op *op = next_of(m, s, t);
  const enum phase phase = (enum phase)s->phase[t];
  if (!op)
    return false;
  switch (move.what) {
  case ACTS:
    if (op->kind == MONITOR_LOCK)
      return phase == (m->locks_in_queue ? ENTERED : RUNS) && may_lock(m, s, t, op->object);
    return phase == RUNS && op->kind != MONITOR_SIGNAL;
  case ENTERS:
    return phase == RUNS && op->kind == MONITOR_LOCK && m->locks_in_queue;
  case SIGNALS:
    if (phase != RUNS || op->kind != MONITOR_SIGNAL)
      return false;
    return move.whom ? may_serve(m->signal_rule, &s->waiting[op->object], move.whom - 1)
                     : s->waiting[op->object].count == 0;
  case TAKES:
    return phase >= WOKEN && !s->owner[0];
  case TIMES_OUT:
    return phase == IN_LINE && op->kind == MONITOR_TIMED_WAIT;
  default:
    return phase == IN_LINE && s->spurious[op->object] > 0;
  }
}

static void see(struct state *s, unsigned t, uint64_t value) {
  s->seen[t] = (s->seen[t] + value + 1) * 0x9e3779b97f4a7c15u;
}

static void wake(struct state *s, unsigned t) { s->phase[t] = WOKEN; }

static void act(const struct monitor *m, struct state *s, unsigned t) {
  const struct monitor_op *op = next_of(m, s, t);
  struct line *waiting = &s->waiting[op->object];
  s->place[t]++;
  switch (op->kind) {
  case MONITOR_LOCK:
    s->owner[op->object] = (uint8_t)(1 + t);
    if (m->locks_in_queue)
      serve(m->lock_rule, &s->locking[op->object], t);
    s->phase[t] = RUNS;
    break;
  case MONITOR_UNLOCK:
    s->owner[op->object] = 0;
    break;
  case MONITOR_WAIT:
  case MONITOR_TIMED_WAIT:
    s->place[t]--;
    s->owner[0] = 0;
    s->phase[t] = IN_LINE;
    join(waiting, t);
    break;
  case MONITOR_BROADCAST:
    for (unsigned i = 0; i < waiting->count; i++)
      wake(s, waiting->thread[i]);
    memset(waiting, 0, sizeof *waiting);
    break;
  case MONITOR_SET:
    s->variable[op->object] = op->value;
    break;
  default:
    see(s, t, s->variable[op->object]);
    s->place[t] += s->variable[op->object] ? op->value : 0;
  }
}

static void make(const struct monitor *m, struct state *s, struct move move) {
  const unsigned t = move.thread;
  const unsigned object = next_of(m, s, t)->object;
  switch (move.what) {
  case ACTS:
    act(m, s, t);
    break;
  case ENTERS:
    s->phase[t] = ENTERED;
    join(&s->locking[object], t);
    break;
  case SIGNALS:
    s->place[t]++;
    if (move.whom) {
      serve(m->signal_rule, &s->waiting[object], move.whom - 1);
      wake(s, move.whom - 1);
    }
    break;
  case TAKES:
    s->owner[0] = (uint8_t)(1 + t);
    see(s, t, s->phase[t] == TIMED_OUT ? ETIMEDOUT : 0);
    s->phase[t] = RUNS;
    s->place[t]++;
    break;
  default:
    quit(&s->waiting[object], t);
    s->phase[t] = move.what == TIMES_OUT ? TIMED_OUT : LEFT;
    s->spurious[object] -= move.what == LEAVES;
  }
}

static struct state first_state(const struct monitor *m) {
  struct state s;
  memset(&s, 0, sizeof s);
  for (unsigned c = 0; c < MONITOR_OBJECTS; c++)
    s.spurious[c] = (uint8_t)m->spurious;
  return s;
}

/// What a thread that is stuck waits for is seen, not why; nor how many wakeups are left.
static uint64_t outcome_of(const struct state *s) {
  uint64_t value = hash(1, s->seen, sizeof s->seen);
  value = hash(value, s->place, sizeof s->place);
  value = hash(value, s->variable, sizeof s->variable);
  for (unsigned t = 0; t < MONITOR_THREADS; t++)
    value = hash(value, (uint8_t[]){s->phase[t] == LEFT ? WOKEN : s->phase[t]}, 1);
  return value | 1;
}

/// Calls `found`, if there is one, with each possible move; returns whether there is one that
/// somebody must make some day.
static bool moves(const struct monitor *m, const struct state *s,
                  void (*found)(const struct state *s, struct move move)) {
  bool any = false;
  for (unsigned t = 0; t < m->threads; t++)
    for (unsigned what = 0; what < WHATS; what++)
      for (unsigned whom = 0; whom <= (what == SIGNALS ? m->threads : 0); whom++) {
        const struct move move = {t, (enum what)what, whom};
        if (!is_possible(m, s, move))
          continue;
        any |= what != LEAVES;
        if (found)
          found(s, move);
      }
  return any;
}

//===- Enumeration ----------------------------------------------------------------------------===//

static struct {
  const struct monitor *monitor;
  struct state *state;
  unsigned count, capacity;
  struct outcomes met;
} all;

static void meet(const struct state *s) {
  const unsigned before = all.met.count;
  outcome_add(&all.met, hash(1, s, sizeof *s));
  if (all.met.count == before)
    return;
  if (all.count == all.capacity) {
    all.capacity = all.capacity ? 2 * all.capacity : 256;
    all.state = realloc(all.state, all.capacity * sizeof *all.state);
  }
  all.state[all.count++] = *s;
}

static void go_on(const struct state *s, struct move move) {
  struct state after = *s;
  make(all.monitor, &after, move);
  meet(&after);
}

bool monitor_enumerate(const struct monitor *m, unsigned most, struct outcomes *outcomes) {
  const struct state first = first_state(m);
  all.monitor = m;
  all.count = 0;
  meet(&first);
  for (unsigned i = 0; i < all.count && i <= most; i++) {
    const struct state s = all.state[i];
    if (!moves(m, &s, go_on))
      outcome_add(outcomes, outcome_of(&s));
  }
  outcomes_free(&all.met);
  return all.count <= most;
}

//===- Traces ---------------------------------------------------------------------------------===//

static bool is(const struct mc_operation *op, const char *primitive, const char *name) {
  return strcmp(op->primitive->name, primitive) == 0 &&
         strcmp(op->primitive->operations[op->kind], name) == 0;
}

/// The moves that a step of the search is; returns how many.
static unsigned moves_of(const struct mc_operation *op, const struct state *s, struct move of[2]) {
  const unsigned t = op->thread;
  of[0] = (struct move){t, ACTS, 0};
  of[1] = (struct move){t, LEAVES, 0};
  if (is(op, "queue", "enqueue"))
    of[0].what = ENTERS;
  else if (is(op, "condition", "signal"))
    of[0] = (struct move){t, SIGNALS, op->alternative};
  else if (is(op, "condition", "timedwake") && op->alternative)
    of[0].what = TIMES_OUT;
  else if (is(op, "condition", "timedwake") || is(op, "condition", "wake") ||
           (is(op, "mutex", "lock") && s->phase[t] >= WOKEN))
    of[0].what = TAKES;
  return is(op, "condition", "wait") && op->alternative ? 2 : 1;
}

const char *monitor_follow(const struct monitor *m, const struct mc_search *search,
                           uint64_t *outcome) {
  struct state s = first_state(m);
  for (uint32_t i = 0; i < mc_search_depth(search); i++) {
    const struct mc_operation *op = mc_search_operation(search, i);
    struct move move[2];
    for (unsigned k = 0, n = moves_of(op, &s, move); k < n; k++) {
      if (!is_possible(m, &s, move[k]))
        return "a step that is not possible";
      make(m, &s, move[k]);
    }
  }
  *outcome = moves(m, &s, NULL) ? 0 : outcome_of(&s);
  return NULL;
}
