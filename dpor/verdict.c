// dpor/verdict.c - why nothing can run at a state, and how the trace ends there.
#include "internal.h"

/// The thread that owns one of the objects that `thread` is blocked on.
static mc_thread blocked_by(const struct mc_model *model, mc_thread thread) {
  const struct mc_operation *pending = mc_model_pending(model, thread);
  const mc_thread inside = pending ? mc_model_shut_out_by(model, pending) : MC_NO_THREAD;
  if (inside != MC_NO_THREAD)
    return inside;
  for (unsigned i = 0; pending && i < pending->objects; i++) {
    const struct mc_model_object *object = &model->object[pending->object[i]];
    mc_thread owner =
        object->primitive->owner ? object->primitive->owner(object->state) : MC_NO_THREAD;
    if (owner != MC_NO_THREAD)
      return owner;
  }
  return MC_NO_THREAD;
}

static bool is_blocked(const struct mc_search *search, const struct mc_model *model,
                       mc_thread thread) {
  return mc_model_pending(model, thread) && !mc_is_limited(search, thread) &&
         mc_model_alternatives(model, thread, NULL) == 0;
}

/// True if some blocked threads wait for each other's objects in a circle: no thread that a limit
/// has stopped could help them.
static bool cycle_of_owners(const struct mc_search *search, const struct mc_model *model) {
  for (mc_thread t = 0; t < model->thread_count; t++) {
    mc_thread u = t;
    for (unsigned length = 0; length < model->thread_count; length++) {
      if (u >= model->thread_count || !is_blocked(search, model, u))
        break;
      u = blocked_by(model, u);
      if (u == t)
        return true;
    }
  }
  return false;
}

enum mc_next_verdict mc_verdict(struct mc_search *search, const struct mc_model *model,
                                enum mc_trace_kind *kind) {
  bool blocked = false, waiting = false, busy = false;
  for (mc_thread t = 0; t < model->thread_count; t++) {
    const struct mc_operation *pending = mc_model_pending(model, t);
    if (!pending || mc_is_limited(search, t))
      continue;
    busy |= pending->flags & MC_BUSY_WAIT;
    if (mc_model_alternatives(model, t, NULL))
      continue;
    blocked |= !mc_serves(pending);
    waiting |= pending->flags & MC_AWAITS;
  }
  search->execution.is_maximal = !busy;
  *kind = MC_COMPLETED;
  if (search->execution.limited)
    *kind = cycle_of_owners(search, model) ? MC_DEADLOCKED : MC_BOUNDED;
  else if (mc_model_drops(model))
    *kind = MC_DROPPED;
  else if (waiting || busy)
    return MC_NEXT_LIVELOCK;
  else if (blocked)
    *kind = MC_DEADLOCKED;
  return MC_NEXT_END;
}
