// dpor/choice.c - which steps may run at a state, which of them is first, and why none may.
//
// Filters, none of which loses a finding that a longer trace would not show:
// - Process exit is taken last: when every other thread that can run only repeats itself. It is
//   independent of all else, so what it would cut off is explored in a trace in which it comes
//   later; or, where all that others can do fails, is explored there as well. Who repeats itself
//   the caller knows (mc_model.repeating). Who may have an end, and is left all the same
//   (mc_model.left), the caller must tell the user of.
// - A busy wait goes on when no other thread can, but for pollers, and something has happened
// since.
// - A thread that has made max_depth_per_thread steps stands still, and one before an operation
//   flagged MC_BEYOND.
// - With `fair`, see fair.c.
// - When as many preemptions as are allowed have been made, a thread goes on until it blocks, ends
//   or yields. When as many delays have, the first thread in the order of the deterministic
//   scheduler runs. These lose schedules, as they are meant to.
//
// A thread is polling if it has yielded ten times since any thread that cannot run now made a step:
// all that could change its mind has had its turn, and is stuck. Fewer may be a few tries, after
// which it does something else.
#include "internal.h"
#include "mutant.h"

#include <string.h>

bool mc_is_yield(const struct mc_operation *operation) {
  return !mc_is_interrupt(operation) &&
         (operation->flags & MC_POLL ||
          (operation->flags & MC_YIELD &&
           (operation->objects == 0 || operation->alternative == MC_FAILURE)));
}

unsigned mc_universe(const struct mc_search *search, const struct mc_operation *operation) {
  if (!operation->primitive->universe)
    return 1;
  unsigned n = search->threads;
  for (unsigned k = 0; k < operation->objects; k++)
    if (search->object[operation->object[k]].operations > n)
      n = search->object[operation->object[k]].operations;
  const unsigned size = operation->primitive->universe(operation, n);
  return size < MC_MAX_UNIVERSE ? size : MC_MAX_UNIVERSE;
}

bool mc_is_limited(const struct mc_search *search, mc_thread thread) {
  const uint32_t limit = search->config.max_depth_per_thread;
  const struct mc_trace_thread *t = &search->thread[thread];
  return (limit && t->rank >= limit) || (t->pending && t->pending->flags & MC_BEYOND);
}

static bool all_polling(const struct mc_search *search, const mc_thread_set *running) {
  uint32_t since = 0;
  for (mc_thread t = 0; t < search->threads; t++)
    if (!mc_set_has(running, t) && search->thread[t].last != MC_NO_STEP &&
        search->thread[t].last >= since)
      since = search->thread[t].last + 1;
  for (mc_thread t = 0; t < search->threads; t++) {
    const struct mc_trace_thread *thread = &search->thread[t];
    const uint32_t earliest = thread->yield[(thread->yields + 1) % MC_POLLING_YIELDS];
    if (mc_set_has(running, t) && (thread->yields < MC_POLLING_YIELDS || earliest < since))
      return false;
  }
  return true;
}

/// True if another thread has done anything but wait since the thread's last busy wait.
static bool may_stop_waiting(const struct mc_search *search, mc_thread thread) {
  uint32_t waited = search->thread[thread].busy_wait;
  if (waited == MC_NO_STEP)
    return true;
  for (uint32_t i = waited + 1; i < search->depth; i++) {
    const struct mc_operation *operation = mc_frame_at(search, i)->operation;
    if (operation->thread != thread && !mc_waits_busily(operation))
      return true;
  }
  return false;
}

struct census {
  mc_thread_set waiting; ///< at a busy wait that may go on
  mc_thread_set exiting; ///< at process exit
};

static unsigned keep_interrupts(mc_alternative alternative[], unsigned count) {
  unsigned kept = 0;
  for (unsigned i = 0; i < count; i++)
    if (alternative[i] >= MC_INTERRUPTED)
      alternative[kept++] = alternative[i];
  return kept;
}

/// Lists every enabled step in frame->choice, and sorts the threads that have one.
static bool take_census(struct mc_search *search, const struct mc_model *model,
                        struct mc_frame *frame, struct census *census) {
  mc_alternative alternative[MC_MAX_ALTERNATIVES];
  search->limited = false;
  mc_thread_set rest = model->pending;
  mc_thread t;
  const struct mc_operation *last =
      search->depth > 0 ? mc_frame_at(search, search->depth - 1)->operation : NULL;
  if (last && mc_is_mutant("merge", last) && mc_set_has(&rest, last->thread) &&
      mc_model_alternatives(model, last->thread, NULL) > 0) {
    rest = (mc_thread_set){0};
    mc_set_add(&rest, last->thread);
  }
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD) {
    const struct mc_operation *pending = &model->thread[t].operation;
    if (mc_is_limited(search, t)) {
      search->limited = true;
      continue;
    }
    unsigned enabled = mc_model_alternatives(model, t, alternative);
    if (enabled == 0)
      continue;
    const bool waits = pending->flags & MC_BUSY_WAIT, interrupts = waits && enabled > 1;
    if (interrupts) // that comes first
      enabled = keep_interrupts(alternative, enabled);
    if (pending->flags & MC_PROCESS_EXIT)
      mc_set_add(&census->exiting, t);
    else if (!waits || interrupts)
      mc_set_add(&frame->ordinary, t);
    else if (may_stop_waiting(search, t))
      mc_set_add(&census->waiting, t);
    if (!mc_reserve(search, &frame->choice, &frame->choice_capacity, frame->choices + enabled,
                    sizeof *frame->choice, frame->choices))
      return false;
    for (unsigned i = 0; i < enabled; i++)
      frame->choice[frame->choices++] = (struct mc_choice){
          .operation = search->thread[t].pending, .thread = t, .alternative = alternative[i]};
  }
  return true;
}

/// These threads, and all that could run beside those that repeat themselves.
static mc_thread_set with_those_before(const struct mc_search *search, const struct mc_model *model,
                                       mc_thread_set running) {
  if (!mc_set_empty(&model->repeating))
    for (uint32_t i = model->repeating_since; i < search->depth; i++)
      running = mc_set_union(running, mc_frame_at(search, i)->ordinary);
  return running;
}

/// Process exit need wait for none of these threads.
static bool may_be_left(const struct mc_search *search, const struct mc_model *model,
                        const mc_thread_set *running) {
  const mc_thread_set all = with_those_before(search, model, *running),
                      news = mc_set_difference(all, model->repeating),
                      rest = mc_set_difference(news, model->left);
  return mc_set_empty(&news) || (mc_set_empty(&rest) && all_polling(search, &news));
}

static mc_thread_set filter(const struct mc_search *search, const struct mc_model *model,
                            const struct mc_frame *frame, const struct census *census) {
  if (search->is_forced) // the schedule is one of a search that had left others
    return mc_set_union(mc_set_union(frame->ordinary, census->waiting), census->exiting);
  if (!mc_set_empty(&census->waiting) && all_polling(search, &frame->ordinary))
    return census->waiting;
  if (mc_set_empty(&census->waiting) && !mc_set_empty(&census->exiting) &&
      may_be_left(search, model, &frame->ordinary))
    return census->exiting;
  return search->fair ? mc_fair_filter(search->fair, frame->ordinary) : frame->ordinary;
}

/// The thread that made the last step, if it could go on and has not given way.
static mc_thread running(const struct mc_search *search, const struct mc_frame *frame) {
  if (search->depth == 0)
    return MC_NO_THREAD;
  const struct mc_operation *last = mc_frame_at(search, search->depth - 1)->operation;
  return mc_set_has(&frame->allowed, last->thread) && !mc_is_yield(last) ? last->thread
                                                                         : MC_NO_THREAD;
}

/// Delays: how many allowed threads come before this one in the scheduler's order.
static uint32_t passed_over(const struct mc_search *search, const struct mc_frame *frame,
                            mc_thread thread) {
  if (thread == frame->running)
    return 0;
  uint32_t passed = frame->running != MC_NO_THREAD;
  for (mc_thread t = frame->turn; t != thread; t = (mc_thread)((t + 1) % search->threads))
    passed += t != frame->running && mc_set_has(&frame->allowed, t);
  return passed;
}

/// What it takes of the bound to choose this thread at the frame.
static uint32_t price(const struct mc_search *search, const struct mc_frame *frame,
                      mc_thread thread) {
  return search->config.bound == MC_DELAYS
             ? passed_over(search, frame, thread)
             : frame->running != MC_NO_THREAD && frame->running != thread;
}

static mc_thread turn(const struct mc_search *search) {
  if (search->depth == 0)
    return 0;
  const struct mc_operation *last = mc_frame_at(search, search->depth - 1)->operation;
  return mc_is_yield(last) ? (mc_thread)((last->thread + 1u) % search->threads) : 0;
}

static uint32_t spent(const struct mc_search *search) {
  if (search->depth == 0)
    return 0;
  const struct mc_frame *before = mc_frame_at(search, search->depth - 1);
  return before->spent + price(search, before, before->operation->thread);
}

/// The first threads in the scheduler's order, as many as may still be passed over and one more.
static mc_thread_set first_in_order(const struct mc_search *search, const struct mc_frame *frame) {
  uint32_t left = search->config.most - frame->spent + 1;
  mc_thread_set first = {0}, rest = frame->allowed;
  if (frame->running != MC_NO_THREAD) {
    mc_set_remove(&rest, frame->running);
    mc_set_add(&first, frame->running);
    left--;
  }
  for (mc_thread t = frame->turn; left && !mc_set_empty(&rest);
       t = (mc_thread)((t + 1) % search->threads))
    if (mc_set_has(&rest, t)) {
      mc_set_remove(&rest, t);
      mc_set_add(&first, t);
      left--;
    }
  return first;
}

/// Of the threads at process exit those are left that may be chosen within the bound.
static void keep_to_bound(const struct mc_search *search, struct mc_frame *frame,
                          mc_thread_set *exiting) {
  frame->running = running(search, frame);
  frame->turn = turn(search);
  frame->spent = spent(search);
  for (mc_thread_set rest = *exiting; !mc_set_empty(&rest);) {
    const mc_thread t = mc_set_take(&rest);
    if (frame->spent + price(search, frame, t) > search->config.most)
      mc_set_remove(exiting, t);
  }
  if (search->config.bound == MC_DELAYS)
    frame->allowed = first_in_order(search, frame);
  else if (frame->running != MC_NO_THREAD && frame->spent == search->config.most) {
    frame->allowed = (mc_thread_set){0};
    mc_set_add(&frame->allowed, frame->running);
  }
}

bool mc_choices(struct mc_search *search, const struct mc_model *model, struct mc_frame *frame) {
  struct census census = {0};
  frame->choices = 0;
  frame->ordinary = (mc_thread_set){0};
  if (!take_census(search, model, frame, &census))
    return false;
  if (search->fair && search->depth > 0) {
    const struct mc_frame *before = mc_frame_at(search, search->depth - 1);
    mc_fair_arrive(search->fair, before->operation, before->ordinary, frame->ordinary);
  }
  frame->allowed = filter(search, model, frame, &census);
  if (search->config.bound)
    keep_to_bound(search, frame, &census.exiting);
  struct mc_choice exit[MC_MAX_THREADS];
  uint32_t kept = 0;
  frame->exits = 0;
  for (uint32_t i = 0; i < frame->choices; i++)
    if (mc_set_has(&frame->allowed, frame->choice[i].thread))
      frame->choice[kept++] = frame->choice[i];
    else if (mc_set_has(&census.exiting, frame->choice[i].thread))
      exit[frame->exits++] = frame->choice[i];
  frame->choices = kept;
  if (frame->exits)
    memcpy(frame->choice + kept, exit, frame->exits * sizeof *exit);
  return true;
}

// What a failing step would have let the others do is none of their executions: the exit of the
// process, which is put off for the sake of those, is not to be lost with them.
struct mc_choice *mc_take_exits(struct mc_frame *frame) {
  if (!frame->exits)
    return NULL;
  struct mc_choice *const first = &frame->choice[frame->choices];
  bool fail = true;
  for (uint32_t i = 0; i < frame->choices; i++)
    fail &= frame->choice[i].fatal;
  if (!fail)
    return NULL;
  for (; frame->exits > 0; frame->exits--)
    frame->choice[frame->choices++].wanted = true;
  return first;
}

/// A step that has failed before an independent one fails after it, too. (mc_sleep has seen to
/// those that sleep; there are algorithms without sleep sets.)
static void inherit_failures(const struct mc_search *search, struct mc_frame *frame) {
  if (search->depth == 0)
    return;
  const struct mc_frame *before = mc_frame_at(search, search->depth - 1);
  for (uint32_t b = 0; b < before->choices; b++) {
    const struct mc_choice *old = &before->choice[b];
    if (!old->fatal || old->thread == before->operation->thread)
      continue;
    struct mc_operation step = *old->operation;
    step.alternative = old->alternative;
    if (mc_are_dependent(before->operation, &step))
      continue;
    for (uint32_t c = 0; c < frame->choices; c++)
      frame->choice[c].fatal |= frame->choice[c].thread == step.thread &&
                                frame->choice[c].alternative == step.alternative;
  }
}

void mc_replace_by_exits(const struct mc_search *search, const struct mc_model *model,
                         struct mc_frame *frame) {
  inherit_failures(search, frame);
  mc_thread_set done = model->repeating;
  bool any = false;
  for (uint32_t i = 0; i < frame->choices; i++) {
    const struct mc_choice *choice = &frame->choice[i];
    const bool repeats = mc_set_has(&model->repeating, choice->thread);
    if (!choice->fatal && !repeats)
      return;
    any |= repeats;
    mc_set_add(&done, choice->thread);
  }
  const mc_thread_set all = with_those_before(search, model, frame->ordinary),
                      rest = mc_set_difference(all, done);
  if (!any || !frame->exits || !mc_set_empty(&rest))
    return;
  memmove(frame->choice, frame->choice + frame->choices, frame->exits * sizeof *frame->choice);
  frame->choices = frame->exits;
  frame->exits = 0;
  frame->allowed = (mc_thread_set){0};
  for (uint32_t i = 0; i < frame->choices; i++)
    mc_set_add(&frame->allowed, frame->choice[i].thread);
}

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
    blocked = true;
    waiting |= pending->flags & MC_AWAITS;
  }
  search->is_maximal = !busy;
  *kind = MC_COMPLETED;
  if (search->limited)
    *kind = cycle_of_owners(search, model) ? MC_DEADLOCKED : MC_BOUNDED;
  else if (mc_model_drops(model))
    *kind = MC_DROPPED;
  else if (waiting || busy)
    return MC_NEXT_LIVELOCK;
  else if (blocked)
    *kind = MC_DEADLOCKED;
  return MC_NEXT_END;
}

/// When the thread's last step was a yield: since when it waits for its turn. Else 0.
static uint32_t waits_since(const struct mc_search *search, mc_thread thread) {
  const struct mc_trace_thread *t = &search->thread[thread];
  return t->last != MC_NO_STEP && t->yields && t->last == t->yield[t->yields % MC_POLLING_YIELDS]
             ? t->last + 1
             : 0;
}

/// Does `a` go first, where the search is free? An endless thread must not keep the others from
/// making any step before the trace is cut.
static bool goes_before(const struct mc_search *search, const struct mc_frame *frame, mc_thread a,
                        mc_thread b) {
  enum { TURN = 1000 };
  if (search->config.bound == MC_DELAYS)
    return price(search, frame, a) < price(search, frame, b);
  const uint32_t turns_of_a = search->thread[a].rank / TURN;
  const uint32_t turns_of_b = search->thread[b].rank / TURN;
  return turns_of_a != turns_of_b ? turns_of_a < turns_of_b
                                  : waits_since(search, a) < waits_since(search, b);
}

struct mc_choice *mc_first_choice(const struct mc_search *search, const struct mc_frame *frame) {
  struct mc_choice *first = NULL;
  for (uint32_t i = 0; i < frame->choices; i++) {
    struct mc_choice *choice = &frame->choice[i];
    if (search->config.bound && choice->thread == frame->running)
      return choice;
    if (!choice->asleep && (!first || goes_before(search, frame, choice->thread, first->thread)))
      first = choice;
  }
  return first;
}

bool mc_polls_alone(const struct mc_search *search, const struct mc_frame *frame) {
  enum { MANY = 100 };
  uint32_t yields = 0, i = search->depth;
  if (i == 0 || !mc_is_yield(mc_frame_at(search, i - 1)->operation))
    return false;
  const mc_thread thread = mc_frame_at(search, i - 1)->operation->thread;
  mc_thread_set others = frame->ordinary; // now, or elsewhere in a turn: it may hold a lock now
  for (; i > 0 && yields < MANY && mc_frame_at(search, i - 1)->operation->thread == thread; i--) {
    yields += mc_is_yield(mc_frame_at(search, i - 1)->operation);
    others = mc_set_union(others, mc_frame_at(search, i - 1)->ordinary);
  }
  mc_set_remove(&others, thread);
  return yields == MANY && mc_set_size(&others) > 0;
}

bool mc_polls(const struct mc_search *search) {
  enum { LEAST = 4, LONGEST_ROUND = 32 };
  uint32_t yields = 0, tail = search->depth / 2;
  for (uint32_t i = search->depth - tail; i < search->depth; i++)
    yields += mc_is_yield(mc_frame_at(search, i)->operation);
  return yields >= LEAST && yields >= tail / LONGEST_ROUND;
}
