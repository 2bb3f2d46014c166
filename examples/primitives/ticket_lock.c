// examples/primitives/ticket_lock.c - a ticket lock: first come, first served.
//
//   take_ticket  to the end of the queue; misuse if it is full, or the caller is in it
//   enter        enabled for the first of the queue
//   unlock       misuse unless the caller has entered
//
// Only the order of the tickets, and of an unlock and the next one's enter, matters.
#include <mcmini/primitive.h>
#include <stdio.h>
#include <string.h>

enum { TAKE_TICKET, ENTER, UNLOCK };
static const char *const operations[] = {"take_ticket", "enter", "unlock", NULL};
enum { MOST = 64 };

struct ticket_lock {
  uint16_t count, entered; // entered: the first of the queue has
  mc_thread queue[MOST];   // [count]; the rest is 0
};

static bool is_first(const struct ticket_lock *l, mc_thread thread) {
  return l->count > 0 && l->queue[0] == thread;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  return op->kind != ENTER || is_first(state[0], op->thread);
}

static const char *take_ticket(struct ticket_lock *l, mc_thread thread) {
  for (unsigned i = 0; i < l->count; i++)
    if (l->queue[i] == thread)
      return "lock of a ticket lock by a thread that holds it";
  if (l->count == MOST)
    return "more than 64 threads at a ticket lock";
  l->queue[l->count++] = thread;
  return NULL;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct ticket_lock *l = state[0];
  (void)result;
  if (op->kind == TAKE_TICKET)
    return take_ticket(l, op->thread);
  if (op->kind == ENTER) {
    l->entered = 1;
    return NULL;
  }
  if (!l->entered || !is_first(l, op->thread))
    return "unlock of a ticket lock by a thread that does not hold it";
  memmove(l->queue, l->queue + 1, sizeof l->queue - sizeof *l->queue);
  l->queue[MOST - 1] = 0;
  l->count--;
  l->entered = 0;
  return NULL;
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return (a->kind == TAKE_TICKET && b->kind == TAKE_TICKET) ||
         (a->kind == ENTER && b->kind == UNLOCK);
}

static mc_thread owner(const void *state) {
  const struct ticket_lock *l = state;
  return l->entered ? l->queue[0] : MC_NO_THREAD;
}

static void print(const void *state, char *text, size_t size) {
  const struct ticket_lock *l = state;
  if (l->entered)
    snprintf(text, size, "held by %s", mc_thread_name(l->queue[0]));
  else
    snprintf(text, size, "%u threads wait", l->count);
}

const struct mc_primitive mc_primitive_ticket_lock = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "ticket_lock",
    .operations = operations,
    .state_size = sizeof(struct ticket_lock),
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .owner = owner,
    .print = print,
};
MC_REGISTER(mc_primitive_ticket_lock)
