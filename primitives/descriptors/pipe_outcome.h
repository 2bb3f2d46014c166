// primitives/descriptors/pipe_outcome.h - between pipe.c, what operations do, and pipe_outcome.c,
// which outcome they have.
#ifndef MC_PRIMITIVES_PIPE_OUTCOME_H
#define MC_PRIMITIVES_PIPE_OUTCOME_H

#include "pipe.h"

static inline uint64_t mc_lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }
static inline bool mc_pipe_is_eventfd(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_eventfd;
}
static inline bool mc_pipe_is_closed(const struct mc_pipe_state *p, enum mc_pipe_side side) {
  return p->open[side] == 0;
}
static inline bool mc_pipe_is_shut_by(const struct mc_pipe_state *p, enum mc_pipe_side side) {
  return p->shut >> side & 1;
}

/// How much a write has room for; how much of it goes to the end of the last page.
uint64_t mc_pipe_room_for(const struct mc_operation *op, const struct mc_pipe_state *p);
uint64_t mc_pipe_in_last_page(const struct mc_operation *op, const struct mc_pipe_state *p);
/// The alternative that is enabled, or MC_PIPE_NO_OUTCOME.
unsigned mc_pipe_outcome(const struct mc_operation *op, const void *const state[]);

#endif // MC_PRIMITIVES_PIPE_OUTCOME_H
