// dpor/race.c - the races of a trace: dependent pairs that nothing else orders.
//
// The covering relation of happens-before: i directly before j. Going back from j, the joined
// clocks of all steps of j's past met so far tell which of the earlier ones are ordered through one
// of them.
#include "clock.h"
#include "internal.h"
#include "strategy.h"

#include <string.h>

struct query {
  const struct mc_search *search;
  const struct mc_model *model;
  bool (*wanted)(const struct mc_operation *operation);
  void (*found)(void *context, uint32_t i, const struct mc_operation *a, uint32_t j,
                const struct mc_operation *b);
  void *context;
};

static bool depends(const struct query *query, const struct mc_operation *step,
                    const struct mc_operation *later, bool executed) {
  if (executed)
    return mc_are_dependent(step, later);
  struct mc_operation other = *later;
  unsigned size = query->model ? mc_model_universe(query->model, later) : 1;
  for (unsigned a = 0; a < size; a++) {
    other.alternative = (mc_alternative)a;
    if (mc_are_dependent(step, &other))
      return true;
  }
  return false;
}

/// Reports the direct predecessors of operation `b`, which is step `j`, or pending if j is the
/// depth.
static void races_of(const struct query *query, const struct mc_operation *b, uint32_t j) {
  const struct mc_search *search = query->search;
  bool executed = j < search->depth;
  uint32_t joined[MC_MAX_THREADS];
  memset(joined, 0, sizeof joined);
  for (uint32_t i = j; i-- > 0;) {
    const struct mc_frame *frame = mc_frame_at(search, i);
    const struct mc_operation *a = frame->operation;
    bool direct = frame->rank > joined[a->thread];
    bool dependent = direct && a->thread != b->thread && depends(query, a, b, executed);
    if (dependent && query->wanted(a))
      query->found(query->context, i, a, j, b);
    if (!direct || (!dependent && a->thread != b->thread))
      continue;
    for (uint32_t t = 0; t < frame->clock_length; t++)
      if (frame->clock[t] > joined[t])
        joined[t] = frame->clock[t];
  }
}

void mc_search_races(const struct mc_search *search, const struct mc_model *model,
                     bool (*wanted)(const struct mc_operation *operation),
                     void (*found)(void *context, uint32_t i, const struct mc_operation *a,
                                   uint32_t j, const struct mc_operation *b),
                     void *context) {
  search = mc_acting(search);
  const struct query query = {search, model, wanted, found, context};
  for (uint32_t j = 0; j < search->depth; j++) {
    const struct mc_operation *step = mc_frame_at(search, j)->operation;
    if (wanted(step))
      races_of(&query, step, j);
  }
  for (mc_thread t = 0; t < MC_MAX_THREADS; t++) {
    const struct mc_operation *pending =
        model ? mc_model_pending(model, t) : search->thread[t].pending;
    if (pending && wanted(pending))
      races_of(&query, pending, search->depth);
  }
}
