// dpor/sampling/known.c - what the threads are known to do, from the traces that were looked at.
#include "estimate.h"

/// Objects met for the first time have nothing. false: arena full.
static bool meet_object(struct mc_search *search, struct mc_estimate *estimate, mc_object object) {
  if (!mc_reserve(search->arena, &estimate->known, &estimate->capacity, object + 1,
                  sizeof *estimate->known, estimate->objects))
    return false;
  for (; estimate->objects <= object; estimate->objects++)
    estimate->known[estimate->objects] = NULL;
  return true;
}

struct mc_known *mc_known_find(const struct mc_estimate *estimate, mc_object object,
                               const struct mc_operation *operation) {
  struct mc_known *known = object < estimate->objects ? estimate->known[object] : NULL;
  while (known && !(known->operation.thread == operation->thread &&
                    mc_same_operation(&known->operation, operation)))
    known = known->next;
  return known;
}

uint32_t mc_known_met(const struct mc_estimate *estimate, const struct mc_known *known) {
  return known->trace == estimate->trace ? known->met : 0;
}

void mc_known_meet(const struct mc_estimate *estimate, struct mc_known *known) {
  known->met = mc_known_met(estimate, known) + 1;
  known->trace = estimate->trace;
}

/// The trace at hand has the operation. Sets `*news` if no trace before had it, or had it so often.
/// false: arena full.
static bool learn(struct mc_search *search, struct mc_estimate *estimate,
                  const struct mc_operation *operation, bool is_complete, bool *news) {
  const unsigned alternatives = mc_is_interrupt(operation) ? 0 : operation->alternative + 1u;
  for (unsigned k = 0; k < mc_places(operation); k++) {
    const mc_object object = operation->object[k];
    struct mc_known *known = mc_known_find(estimate, object, operation);
    if (!known) {
      if (!meet_object(search, estimate, object) ||
          !(known = mc_arena_take(search->arena, sizeof *known)))
        return false;
      *known = (struct mc_known){.operation = *operation, .next = estimate->known[object]};
      estimate->known[object] = known;
    }
    known->traces += is_complete && mc_known_met(estimate, known) == 0;
    mc_known_meet(estimate, known);
    *news |= known->met > known->most || alternatives > known->alternatives;
    if (known->met > known->most)
      known->most = known->met;
    if (alternatives > known->alternatives)
      known->alternatives = alternatives;
  }
  return true;
}

bool mc_estimate_learn(struct mc_search *search, struct mc_estimate *estimate, bool is_complete,
                       bool *news) {
  const struct mc_execution *x = &search->execution;
  estimate->trace++;
  estimate->complete += is_complete;
  for (uint32_t i = 0; i < x->depth; i++)
    if (!learn(search, estimate, mc_frame_at(x, i)->operation, is_complete, news))
      return false;
  for (mc_thread t = 0; t < x->threads; t++)
    if (x->thread[t].pending && !learn(search, estimate, x->thread[t].pending, is_complete, news))
      return false;
  return true;
}
