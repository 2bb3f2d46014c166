// dpor/polling.c - threads that ask again and again.
//
// A thread is polling if it has yielded ten times since any thread that cannot run now made a step:
// all that could change its mind has had its turn, and is stuck. Fewer may be a few tries, after
// which it does something else.
#include "internal.h"

bool mc_all_polling(const struct mc_execution *x, const mc_thread_set *running) {
  uint32_t since = 0;
  for (mc_thread t = 0; t < x->threads; t++)
    if (!mc_set_has(running, t) && x->thread[t].last != MC_NO_STEP && x->thread[t].last >= since)
      since = x->thread[t].last + 1;
  for (mc_thread t = 0; t < x->threads; t++) {
    const struct mc_trace_thread *thread = &x->thread[t];
    const uint32_t earliest = thread->yield[(thread->yields + 1) % MC_POLLING_YIELDS];
    if (mc_set_has(running, t) && (thread->yields < MC_POLLING_YIELDS || earliest < since))
      return false;
  }
  return true;
}

/// An iteration may have several operations: a loop that counts to a hundred, and then sleeps, has
/// an end.
bool mc_polls_alone(const struct mc_search *search, const struct mc_point *point) {
  enum { MANY = 100 };
  const struct mc_execution *x = &search->execution;
  uint32_t iterations = 0, i = x->depth;
  const struct mc_operation *last = i ? mc_frame_at(x, i - 1)->operation : NULL;
  if (!last || !mc_is_yield(last))
    return false;
  const mc_thread thread = last->thread;
  mc_thread_set others =
      point->ordinary; // now, or elsewhere in an iteration: it may hold a lock now
  for (; i > 0 && iterations < MANY && mc_frame_at(x, i - 1)->operation->thread == thread; i--) {
    const struct mc_operation *step = mc_frame_at(x, i - 1)->operation;
    iterations += mc_is_yield(step) && mc_same_operation(step, last);
    others = mc_set_union(others, mc_ordinary_of(search->tree, mc_point_at(search->tree, i - 1)));
  }
  mc_set_remove(&others, thread);
  return iterations == MANY && mc_set_size(&others) > 0;
}

bool mc_polls(const struct mc_execution *x) {
  enum { LEAST = 4, LONGEST_ROUND = 32 };
  uint32_t yields = 0, tail = x->depth / 2;
  for (uint32_t i = x->depth - tail; i < x->depth; i++)
    yields += mc_is_yield(mc_frame_at(x, i)->operation);
  return yields >= LEAST && yields >= tail / LONGEST_ROUND;
}
