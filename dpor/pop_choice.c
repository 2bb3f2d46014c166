// dpor/pop_choice.c - which steps an item's execution takes: first its path, then any that does not
// sleep.
//
// All that is free could be taken in any order. Some executions end with nothing but steps that
// sleep, as nothing has woken them: the e that would do so was disabled. Fewest are such if the
// steps come last that others can disable, above all two others that are independent of each other;
// also in items that have no sleeping step: each step that they take is the e of later ones. The
// first step that is awake would leave nearly four times as many.
#include "clock.h"
#include "pop.h"

/// The record is one of the item below, too: it knows what they share.
static void begin_record(struct mc_pop_record *record, const struct mc_pop_item *below,
                         const struct mc_pop_record *from, uint32_t shared) {
  record->seen = shared;
  record->threads = from->threads;
  for (uint32_t t = 0; t < from->threads; t++) {
    const uint32_t rank = from->first[t];
    const bool is_shared = rank && below->of_thread[below->thread_begin[t] + rank - 1] < shared;
    record->first[t] = is_shared ? rank : 0;
  }
}

void mc_pop_begin(struct mc_search *search) {
  struct mc_pop *pop = search->pop;
  pop->follow = pop->guide;
  const struct mc_pop_item *item = mc_pop_top(pop);
  const struct mc_pop_item *below = pop->open > 1 ? pop->item[pop->open - 2] : NULL;
  for (uint32_t r = 0; r < item->shared; r++)
    begin_record(item->record[r], below, below->record[r], item->branch);
  for (uint32_t r = item->shared; r < item->records; r++) {
    item->record[r]->seen = item->record[r]->at;
    item->record[r]->threads = 0;
  }
}

/// What happens before the step, if it comes next.
static void find_past(const struct mc_execution *x, const struct mc_operation *step,
                      uint32_t clock[]) {
  mc_past_of(x, step, clock);
  uint32_t i = x->busy_waits ? x->depth : 0;
  while (i > 0 && !mc_waits_busily(mc_frame_at(x, i - 1)->operation))
    i--;
  for (; i-- > 0;) {
    const struct mc_frame *frame = mc_frame_at(x, i);
    if (frame->rank > clock[frame->operation->thread])
      clock[frame->operation->thread] = frame->rank;
  }
}

/// For which record the step is asleep: another item begins with it, or it is known to fail. NULL:
/// it is not.
static const struct mc_pop_record *sleeps_for(const struct mc_search *search,
                                              const struct mc_pop_item *item,
                                              const struct mc_operation *step) {
  uint32_t clock[MC_MAX_THREADS];
  bool is_known = false;
  for (uint32_t r = 0; r < item->records; r++) {
    const struct mc_pop_record *record = item->record[r];
    if (!mc_pop_concerns(record, step))
      continue;
    if (!is_known)
      find_past(&search->execution, step, clock);
    is_known = true;
    if (mc_pop_sleeps(record, clock, search->execution.threads))
      return record;
  }
  return NULL;
}

bool mc_pop_follows(const struct mc_search *search) {
  return search->execution.depth < mc_pop_top(search->pop)->told;
}

/// The last state, before the step that led on, of which it is known for this item what sleeps; or
/// NULL. Only local steps, which wake nobody, have followed.
static const struct mc_point *known_before(const struct mc_search *search,
                                           const struct mc_pop_item *item) {
  const uint32_t origin = mc_origin(search->tree, search->execution.depth);
  return origin > item->told && origin > search->tree->kept
             ? mc_point_at(search->tree, origin - 1)
             : NULL;
}

/// The choice of that state, or NULL. Both states have theirs in order: `*from` goes through them.
static const struct mc_choice *same_choice(const struct mc_search *search,
                                           const struct mc_point *known, uint32_t *from,
                                           const struct mc_choice *choice) {
  const struct mc_choice *before = mc_choices_of(search->tree, known);
  for (; *from < known->choices && before[*from].thread <= choice->thread; ++*from)
    if (before[*from].operation == choice->operation &&
        before[*from].alternative == choice->alternative)
      return &before[*from];
  return NULL;
}

/// What was awake stays so. What slept is not woken but by a step that it depends on.
static bool is_as_before(const struct mc_search *search, const struct mc_choice *before,
                         const struct mc_operation *step) {
  if (!before->asleep)
    return true;
  const uint32_t origin = mc_origin(search->tree, search->execution.depth);
  const struct mc_operation *last = mc_frame_at(&search->execution, origin - 1)->operation;
  return !mc_pop_dependent(last, step) && !mc_waits_busily(last);
}

bool mc_pop_sleep(struct mc_search *search, struct mc_point *point) {
  const struct mc_pop_item *item = mc_pop_top(search->pop);
  if (mc_pop_follows(search))
    return true;
  if (item->records == 0)
    return true;
  for (uint32_t r = 0; r < item->records; r++)
    if (!mc_pop_see(&search->execution, item->record[r]))
      return false;
  uint32_t from = 0;
  const struct mc_point *known = known_before(search, item);
  struct mc_choice *choice = mc_choices_of(search->tree, point);
  for (uint32_t i = 0; i < point->choices; i++) {
    struct mc_operation copy;
    const struct mc_operation *step =
        mc_as_step(&search->execution, choice[i].operation, choice[i].alternative, &copy);
    const struct mc_choice *before = known ? same_choice(search, known, &from, &choice[i]) : NULL;
    if (before && is_as_before(search, before, step)) {
      choice[i].asleep = before->asleep;
      choice[i].fatal |= before->asleep && before->fatal;
      continue;
    }
    const struct mc_pop_record *record = sleeps_for(search, item, step);
    choice[i].asleep = record != NULL;
    choice[i].fatal |= record && record->fails;
  }
  return true;
}

//===- The next step --------------------------------------------------------------------------===//

/// How likely it is that a step can be disabled: pairs of pending steps, independent of each other,
/// that may do so; then such steps of other threads.
static uint64_t risk_of(const struct mc_search *search, const struct mc_operation *step) {
  enum { MOST = 32 };
  const struct mc_execution *x = &search->execution;
  struct mc_operation hinders[MOST];
  uint64_t pairs = 0, others = 0;
  uint32_t count = 0;
  mc_thread_set rest = x->pending;
  mc_thread t;
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD && count < MOST) {
    const struct mc_operation *pending = x->thread[t].pending;
    const bool is_own = t == step->thread;
    if ((!is_own && mc_are_apart(pending, step)) ||
        (mc_has_number(pending) && (is_own || !mc_may_disable(pending, step))))
      continue;
    struct mc_operation other = *pending;
    const unsigned universe = mc_universe(x, &other), all = universe + mc_interrupts_of(&other);
    for (unsigned n = 0; n < all && count < MOST; n++) {
      other.alternative = mc_nth_alternative(universe, n);
      if (is_own ? other.alternative == step->alternative : !mc_may_disable(&other, step))
        continue;
      for (uint32_t k = 0; k < count; k++)
        pairs += !mc_pop_dependent(&other, &hinders[k]);
      others += !is_own;
      hinders[count++] = other;
    }
  }
  return pairs << 32 | others;
}

/// Some step may sleep there since the hand-over.
static bool root_may_sleep(const struct mc_search *search, const struct mc_point *point) {
  const struct mc_pop_item *item = mc_pop_top(search->pop);
  bool asleep = false;
  for (uint32_t i = 0; i < point->choices; i++)
    asleep |= mc_choices_of(search->tree, point)[i].asleep;
  return asleep && mc_has_handed_over(search) && item->records > 0 &&
         !mc_pop_has_head(item->record[0]);
}

/// The thread can wake what sleeps there since the hand-over, as it did in the guide. Its steps go
/// first: what they wake is the e of many items, whose schedules are short if it comes early.
static bool is_waker(const struct mc_search *search, const struct mc_point *point,
                     mc_thread thread) {
  const struct mc_pop_item *item = mc_pop_top(search->pop);
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  for (uint32_t r = 0; r < item->records && !mc_pop_has_head(item->record[r]); r++)
    for (uint32_t i = 0; i < point->choices && item->record[r]->rank == thread; i++)
      if (choice[i].asleep && choice[i].thread == item->record[r]->step->thread &&
          choice[i].alternative == item->record[r]->step->alternative)
        return true;
  return false;
}

static const struct mc_choice *least_risk(const struct mc_search *search,
                                          const struct mc_model *model,
                                          const struct mc_point *point) {
  const bool sleeps = root_may_sleep(search, point);
  const struct mc_choice *choice = mc_choices_of(search->tree, point), *best = NULL;
  uint64_t least = 0;
  for (uint32_t i = 0; i < point->choices && (!best || least > 0); i++) {
    if (choice[i].asleep || !mc_is_foremost(&search->execution, choice[i].thread))
      continue;
    struct mc_operation copy;
    const struct mc_operation *step =
        mc_as_step(&search->execution, choice[i].operation, choice[i].alternative, &copy);
    const uint64_t risk =
        2 * risk_of(search, step) + (sleeps && !is_waker(search, point, step->thread));
    if (best && risk >= least)
      continue;
    const bool is_dead_end = sleeps && mc_pop_is_dead_end(search, model, point, &choice[i]);
    if (best && is_dead_end)
      continue;
    best = &choice[i];
    least = is_dead_end ? UINT64_MAX : risk;
  }
  return best;
}

static bool all_fail(const struct mc_tree *tree, const struct mc_point *point) {
  for (uint32_t i = 0; i < point->choices; i++)
    if (!mc_choices_of(tree, point)[i].fatal)
      return false;
  return true;
}

/// The next step of the root's guide.
static const struct mc_choice *guided(struct mc_search *search, const struct mc_point *point) {
  const struct mc_wakeup *node = mc_wakeup_at(search->tree, search->pop->follow);
  search->pop->follow = node->child;
  return mc_choice_of_node(search, point, node);
}

/// The next step of the path.
static const struct mc_choice *on_path(struct mc_search *search, struct mc_point *point,
                                       const struct mc_pop_item *item) {
  const struct mc_step step = item->path[search->execution.depth];
  struct mc_choice *choice = mc_find_choice(search->tree, point, step.thread, step.alternative);
  if (choice || !item->has_run)
    return choice;
  // When it ran, all others were known to fail: see mc_take_exits.
  mc_move_exits(search->tree, point);
  return mc_find_choice(search->tree, point, step.thread, step.alternative);
}

const struct mc_choice *mc_pop_first(struct mc_search *search, const struct mc_model *model,
                                     struct mc_point *point) {
  struct mc_pop *pop = search->pop;
  const struct mc_pop_item *item = mc_pop_top(pop);
  const uint32_t depth = search->execution.depth;
  const struct mc_choice *choice;
  if (depth >= item->told && !pop->follow) {
    choice = least_risk(search, model, point);
    if (!choice)
      choice = mc_first_choice(search, point);
    pop->is_doubtful |= !choice && point->exits > 0 && !all_fail(search->tree, point);
    return choice;
  }
  choice = depth >= item->told ? guided(search, point) : on_path(search, point, item);
  pop->is_left |= !choice;
  return choice;
}
