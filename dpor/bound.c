// dpor/bound.c - which threads a bound on preemptions or delays leaves.
//
// When as many preemptions as are allowed have been made, a thread goes on until it blocks, ends or
// yields. When as many delays have, the first thread in the order of the deterministic scheduler
// runs. These lose schedules, as they are meant to.
#include "internal.h"

/// The thread that made the last step, if it could go on and has not given way.
static mc_thread running(const struct mc_search *search, const struct mc_point *point) {
  const struct mc_operation *last = mc_last_step(&search->execution);
  return last && mc_set_has(&point->allowed, last->thread) && !mc_is_yield(last) ? last->thread
                                                                                 : MC_NO_THREAD;
}

/// Delays: how many allowed threads come before this one in the scheduler's order.
static uint32_t passed_over(const struct mc_search *search, const struct mc_point *point,
                            mc_thread thread) {
  if (thread == point->running)
    return 0;
  uint32_t passed = point->running != MC_NO_THREAD;
  for (mc_thread t = point->turn; t != thread; t = (mc_thread)((t + 1) % search->execution.threads))
    passed += t != point->running && mc_set_has(&point->allowed, t);
  return passed;
}

uint32_t mc_price(const struct mc_search *search, const struct mc_point *point, mc_thread thread) {
  return search->config.bound == MC_DELAYS
             ? passed_over(search, point, thread)
             : point->running != MC_NO_THREAD && point->running != thread;
}

static mc_thread turn(const struct mc_execution *x) {
  const struct mc_operation *last = mc_last_step(x);
  return last && mc_is_yield(last) ? (mc_thread)((last->thread + 1u) % x->threads) : 0;
}

static uint32_t spent(const struct mc_search *search) {
  const struct mc_operation *last = mc_last_step(&search->execution);
  if (!last)
    return 0;
  const struct mc_point *before = mc_point_before(search);
  return before->spent + mc_price(search, before, last->thread);
}

/// The first threads in the scheduler's order, as many as may still be passed over and one more.
static mc_thread_set first_in_order(const struct mc_search *search, const struct mc_point *point) {
  uint32_t left = search->config.most - point->spent + 1;
  mc_thread_set first = {0}, rest = point->allowed;
  if (point->running != MC_NO_THREAD) {
    mc_set_remove(&rest, point->running);
    mc_set_add(&first, point->running);
    left--;
  }
  for (mc_thread t = point->turn; left && !mc_set_empty(&rest);
       t = (mc_thread)((t + 1) % search->execution.threads))
    if (mc_set_has(&rest, t)) {
      mc_set_remove(&rest, t);
      mc_set_add(&first, t);
      left--;
    }
  return first;
}

uint32_t mc_search_preemptions(const struct mc_search *search, uint32_t steps) {
  if (!steps)
    return 0;
  const struct mc_point *point = mc_point_at(search->tree, steps - 1);
  const mc_thread last = mc_frame_at(&search->execution, steps - 1)->operation->thread;
  return point->spent + mc_price(search, point, last);
}

void mc_keep_to_bound(const struct mc_search *search, struct mc_point *point,
                      mc_thread_set *exiting) {
  point->running = running(search, point);
  point->turn = turn(&search->execution);
  point->spent = spent(search);
  for (mc_thread_set rest = *exiting; !mc_set_empty(&rest);) {
    const mc_thread t = mc_set_take(&rest);
    if (point->spent + mc_price(search, point, t) > search->config.most)
      mc_set_remove(exiting, t);
  }
  if (search->config.bound == MC_DELAYS)
    point->allowed = first_in_order(search, point);
  else if (point->running != MC_NO_THREAD && point->spent == search->config.most) {
    point->allowed = (mc_thread_set){0};
    mc_set_add(&point->allowed, point->running);
  }
}
