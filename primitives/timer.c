// primitives/timer.c - timers that send signals (alarm, setitimer, timer_create).
//
// and timerfds. A file stands for the signal there: its counter.
//
//   arm      sets when it is due; disarm: never; delete: it is gone
//   look     how long it still has
//   expire   made by a thread of McMini's own: enabled while the timer is armed. So it may come at
//            any moment behind that
//
// The objects are the timer, and if it has a signal the process's signals; then those of a thread:
// the one that gets the signal (SIGEV_THREAD_ID); of all but an expire the caller's, where handlers
// may interrupt that: what is pending comes before the call returns. Argument 0: see timer.h. Of an
// arm 1: when it is due, 2: the interval; of an expire 1: how often, if it is periodic.
//
// Any other signal is one to the process, as kill sends it: pending there, until a thread that does
// not block it takes it. A periodic timer expires again only once its signal has been taken: the
// kernel sends no second one before, and counts overruns.
#define _GNU_SOURCE
#include "timer.h"
#include "primitives/descriptors/pipe.h"
#include <stdio.h>

static const char *const operations[] = {"arm", "disarm", "delete", "look", "expire", NULL};

static uint64_t signal_of(const struct mc_operation *op) {
  const unsigned signal = op->argument[0] & MC_TIMER_SIGNAL;
  return signal ? mc_signal_bit((int)signal) : 0;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct mc_timer_state *s = state[0];
  const bool sends = op->argument[0] & MC_TIMER_SIGNAL;
  const struct mc_signals_state *to = sends ? state[op->objects - 1] : NULL;
  if (op->kind != MC_TIMER_EXPIRE)
    return true;
  return s->is_armed && s->may_expire && !(s->interval && to && to->pending & signal_of(op));
}

static void set(struct mc_timer_state *s, const struct mc_operation *op) {
  const bool arms = op->kind == MC_TIMER_ARM && s->exists;
  s->is_armed = arms;
  s->deadline = arms ? op->argument[1] : 0;
  s->interval = arms ? op->argument[2] : 0;
  s->may_expire = arms && op->argument[0] & MC_TIMER_EXPIRES;
  s->pends = arms && op->argument[0] & MC_TIMER_PENDS;
  s->expirations = 0;
  s->needs_thread = s->may_expire && !s->has_thread;
  s->has_thread |= s->may_expire;
}

/// `to` NULL: there is no signal.
static uint64_t send(const struct mc_timer_state *s, const struct mc_signals_state *process,
                     struct mc_signals_state *to, const struct mc_operation *op) {
  if (!to)
    return MC_TIMER_HAS_EXPIRED;
  if (process->handled & signal_of(op) || s->pends)
    mc_signal_pend(to, op->argument[0] & MC_TIMER_SIGNAL);
  else if (!(process->ignored & signal_of(op)))
    return MC_SIGNAL_FATAL;
  return process->handled & signal_of(op) ? MC_SIGNAL_TAKABLE : MC_SIGNAL_PENDS;
}

/// A new time forgets what was counted.
static void count(uint16_t kind, struct mc_pipe_state *counter) {
  if (kind == MC_TIMER_EXPIRE)
    counter->content++, counter->events[MC_EVENT_IN]++;
  else if (kind != MC_TIMER_LOOK)
    counter->content = 0;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct mc_timer_state *s = state[0];
  const bool has_signal = op->argument[0] & MC_TIMER_SIGNAL;
  const struct mc_signals_state *process = has_signal ? state[1] : NULL;
  if (op->argument[0] & MC_TIMER_OF_FILE)
    count(op->kind, state[1]);
  if (op->kind == MC_TIMER_EXPIRE) {
    s->is_armed = s->interval != 0;
    s->expirations++;
    *result = send(s, process, has_signal ? state[op->objects - 1] : NULL, op) |
              (s->interval && s->expirations >= op->argument[1] ? MC_TIMER_LAST : 0);
    return NULL;
  }
  s->before = s->is_armed ? s->deadline : 0;
  s->interval_before = s->interval;
  s->needs_thread = false;
  s->existed = s->exists;
  if (op->kind != MC_TIMER_LOOK)
    set(s, op);
  if (op->objects > 2) {
    const struct mc_signals_state *own = state[2];
    *result = (process->pending | own->pending) & signal_of(op) & ~own->blocked;
  }
  if (op->kind == MC_TIMER_DELETE)
    s->exists = false;
  return NULL;
}

/// The search asks in our name, too, of what interrupts another thread: mc_delivery.
struct mc_signal_use mc_timer_use(const struct mc_operation *op, unsigned i) {
  if (op->alternative == MC_SIGNAL_IF_ANY)
    return (struct mc_signal_use){.takes = UINT64_MAX};
  if (i == 0)
    return (struct mc_signal_use){0};
  if (op->kind != MC_TIMER_EXPIRE) // what it blocks the caller alone changes
    return (struct mc_signal_use){.looks = signal_of(op)};
  return (struct mc_signal_use){.adds = i + 1 == op->objects ? signal_of(op) : 0,
                                .looks = i + 1 == op->objects ? signal_of(op) : 0,
                                .sees_action = i == 1 ? signal_of(op) : 0};
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive == b->primitive && a->object[0] == b->object[0])
    return a->kind != MC_TIMER_LOOK || b->kind != MC_TIMER_LOOK;
  if (a->argument[0] & MC_TIMER_OF_FILE || b->argument[0] & MC_TIMER_OF_FILE)
    return false; // the counter is not this primitive's
  return mc_signal_dependent(a, b);
}

/// Who takes the signal, or is started by the timer, sees what was done before that was armed.
static uint64_t releases(const struct mc_operation *op, unsigned i) {
  if (i == 0)
    return op->kind == MC_TIMER_ARM ? 1 : 0;
  return op->argument[0] & MC_TIMER_OF_FILE ? mc_pipe_releases(op, i) : mc_timer_use(op, i).adds;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  return i == 0 && op->kind == MC_TIMER_EXPIRE ? 1 : 0;
}

static void print(const void *state, char *text, size_t size) {
  const struct mc_timer_state *s = state;
  snprintf(text, size, "%s", s->is_armed ? "armed" : s->exists ? "not armed" : "deleted");
}

const struct mc_primitive mc_primitive_timer = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "timer",
    .operations = operations,
    .state_size = sizeof(struct mc_timer_state),
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .releases = releases,
    .acquires = acquires,
    .print = print,
    .traits = MC_SERVES,
};
