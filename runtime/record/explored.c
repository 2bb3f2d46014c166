// runtime/record/explored.c - what the traces of a search have done, so that a result without a
// finding can be looked at, too: each operation by object, thread and place, and which of another
// thread's came before it.
//
// Cost: for each step of a trace one pass over the operations that are known. Nothing without
// config.explored.
#include "dpor/dependence.h"
#include "record.h"

/// The same operation was there before: its index; else MC_NONE.
static uint32_t find(const struct mc_explored *x, const struct mc_explored_operation *new) {
  for (uint32_t i = 0; i < x->count; i++) {
    const struct mc_explored_operation *old = &x->operation[i];
    if (old->object == new->object && old->thread == new->thread && old->site == new->site &&
        old->operation == new->operation)
      return i;
  }
  return MC_NONE;
}

static uint32_t enter(struct mc_explored *x, const struct mc_explored_operation *new) {
  const uint32_t found = find(x, new);
  if (found != MC_NONE)
    return found;
  if (x->count == MC_SESSION_MAX_EXPLORED) {
    x->is_full = 1;
    return MC_NONE;
  }
  x->operation[x->count] = *new;
  return x->count++;
}

/// Their order is worth noting: it matters, or it says what a creation or a join orders.
static bool are_related(const struct mc_explored_operation *a, const struct mc_operation *of_a,
                        const struct mc_explored_operation *b, const struct mc_operation *of_b) {
  if (a->thread == b->thread)
    return mc_is_of(MC_OF_THREADS, of_a) || mc_is_of(MC_OF_THREADS, of_b);
  return a->object == b->object && mc_are_dependent(of_a, of_b);
}

/// Step `i` is operation `b`; `last`: of each operation 1 + its last step before, 0: none.
static void note_orders(struct mc_explored *x, uint32_t b, uint32_t i, const uint32_t last[]) {
  const struct mc_logged_step *step = mc_shared->trace.step;
  for (uint32_t a = 0; a < x->count; a++)
    if (last[a] && are_related(&x->operation[a], &step[last[a] - 1].operation, &x->operation[b],
                               &step[i].operation))
      x->before[a][b / 64] |= 1ull << b % 64;
}

void mc_explored_trace(void) {
  struct mc_explored *x = &mc_session->explored_orders;
  uint32_t last[MC_SESSION_MAX_EXPLORED] = {0};
  mc_session_write();
  mc_tables_write();
  for (uint32_t i = 0; i < mc_shared->trace.steps; i++) {
    if (mc_is_interrupt(&mc_shared->trace.step[i].operation))
      continue;
    const struct mc_step_record record = mc_record_step(&mc_shared->trace.step[i]);
    for (int k = 0; k < 2 && record.object[k] != MC_NONE; k++) {
      const struct mc_explored_operation operation = {record.object[k], record.thread, record.site,
                                                      record.operation};
      const uint32_t b = enter(x, &operation);
      if (b == MC_NONE)
        continue;
      note_orders(x, b, i, last);
      last[b] = i + 1;
    }
  }
}
