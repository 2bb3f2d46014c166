// dpor/fair.c - the fair scheduler: a thread that yields lets those pass that it kept from running.
//
// Source:  Musuvathi, Qadeer, "Fair Stateless Model Checking", PLDI 2008, Algorithm 1. The names of
//          its relations are in brackets; the line numbers are those of the paper.
// Differs: the enabled set is that of the ordinary threads; process exit and busy waits are taken
//          when no ordinary thread is left, which is fair to them in the same way.
// Loses:   what needs a thread to yield twice while another could run all the time, as it is meant
//          to. With dpor also some of the rest: a step between two yields makes a schedule fair
//          even where it is independent of all else, and dpor tries one of its places only. Rare: 1
//          of 600 random programs (test/dpor/polling.c counts them).
#include "internal.h"

#include <string.h>

struct mc_fair {
  mc_thread_set above[MC_MAX_THREADS];     ///< [P] run before the thread, if enabled
  mc_thread_set enabled[MC_MAX_THREADS];   ///< [E] at every state since the thread's last yield
  mc_thread_set disabled[MC_MAX_THREADS];  ///< [D] by the thread since its last yield
  mc_thread_set scheduled[MC_MAX_THREADS]; ///< [S] since the thread's last yield
};

struct mc_fair *mc_fair_new(struct mc_arena *arena) {
  return mc_arena_take(arena, sizeof(struct mc_fair));
}

// Lines 1 to 4: such that nothing is added to P before a thread's second yield.
void mc_fair_begin(struct mc_fair *fair) {
  memset(fair->above, 0, sizeof fair->above);
  memset(fair->enabled, 0, sizeof fair->enabled);
  memset(fair->disabled, 0xff, sizeof fair->disabled);
  memset(fair->scheduled, 0xff, sizeof fair->scheduled);
}

// Lines 12 to 28.
void mc_fair_arrive(struct mc_fair *fair, const struct mc_operation *step, mc_thread_set before,
                    mc_thread_set after) {
  mc_thread t = step->thread;
  for (mc_thread u = 0; u < MC_MAX_THREADS; u++) {
    mc_set_remove(&fair->above[u], t);
    fair->enabled[u] = mc_set_intersection(fair->enabled[u], after);
    mc_set_add(&fair->scheduled[u], t);
  }
  fair->disabled[t] = mc_set_union(fair->disabled[t], mc_set_difference(before, after));
  if (!mc_is_yield(step))
    return;
  mc_thread_set passed_over =
      mc_set_difference(mc_set_union(fair->enabled[t], fair->disabled[t]), fair->scheduled[t]);
  fair->above[t] = mc_set_union(fair->above[t], passed_over);
  fair->enabled[t] = after;
  fair->disabled[t] = (mc_thread_set){0};
  fair->scheduled[t] = (mc_thread_set){0};
}

// Line 7: T := ES \ pre(P, ES).
mc_thread_set mc_fair_filter(const struct mc_fair *fair, mc_thread_set enabled) {
  mc_thread_set fit = {0};
  for (mc_thread t = 0; t < MC_MAX_THREADS; t++) {
    mc_thread_set rivals = mc_set_intersection(fair->above[t], enabled);
    if (mc_set_has(&enabled, t) && mc_set_empty(&rivals))
      mc_set_add(&fit, t);
  }
  return fit;
}
