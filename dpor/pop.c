// dpor/pop.c - parsimonious optimal DPOR: the items that are open, and what runs in them.
//
// Source:  Abdulla, Atig, Das, Jonsson, Sagonas, "Parsimonious Optimal Dynamic Partial Order
//          Reduction", CAV 2024: each race is reversed once, at once; there are no wakeup trees and
//          no stored sleep sets.
// Differs: - Nothing is known of an operation but what its primitive answers; a step is a thread
//            with an alternative. docs/search.md states the rule and argues for it.
//          - The one execution of an item is any that takes no step that sleeps.
#include "pop.h"

#include <string.h>

struct mc_pop_item *mc_pop_open_item(struct mc_search *search) {
  struct mc_pop *pop = search->pop;
  if (pop->open == pop->made) {
    struct mc_pop_item *made;
    if (!mc_reserve(search->arena, &pop->item, &pop->item_capacity, pop->made + 1, sizeof made,
                    pop->made) ||
        !(made = mc_arena_take(search->arena, sizeof *made)))
      return NULL;
    pop->item[pop->made++] = made;
  }
  struct mc_pop_item *item = pop->item[pop->open++];
  item->length = item->told = item->branch = item->shared = item->records = item->steps =
      item->pending = item->owed = item->failures = 0;
  item->has_run = false;
  return item;
}

bool mc_pop_new(struct mc_search *search) {
  return search->pop = mc_arena_take(search->arena, sizeof *search->pop);
}

bool mc_pop_runs_again(const struct mc_search *search) { return mc_pop_top(search->pop)->has_run; }

bool mc_pop_is_left(const struct mc_search *search) { return search->pop->is_left; }

void mc_pop_leave(struct mc_search *search) { search->pop->is_left = true; }

static void begin_pairs(struct mc_pop_item *item) {
  struct mc_pop_place *at = &item->at;
  at->last = item->steps;
  at->source = at->second = at->alternative = at->first = at->chosens = 0;
  at->has_set = false;
}

//===- A new item -----------------------------------------------------------------------------===//

/// Room for a path of so many steps.
static bool reserve_path(const struct mc_search *search, struct mc_pop_item *item, uint32_t steps) {
  return mc_reserve(search->arena, &item->path, &item->path_capacity, steps, sizeof *item->path,
                    item->length) &&
         mc_reserve(search->arena, &item->forced, &item->forced_capacity, steps,
                    sizeof *item->forced, item->length);
}

bool mc_pop_add_step(struct mc_search *search, struct mc_pop_item *item,
                     const struct mc_operation *step, bool forced) {
  const uint32_t n = item->length;
  if (!reserve_path(search, item, n + 1))
    return false;
  item->path[n] = (struct mc_step){step->thread, step->alternative};
  item->forced[n] = forced;
  item->told = ++item->length;
  return true;
}

/// The schedule of the postponed item.
static bool add_postponed(struct mc_search *search, struct mc_pop_item *item,
                          const struct mc_pop_pair *pair) {
  const struct mc_pop_item *from = pair->item;
  const struct mc_pop_instance *f = mc_pop_at(from, pair->through->f);
  for (uint32_t i = pair->from; i <= pair->through->f; i++)
    if (mc_pop_is_past(mc_pop_at(from, i), f) &&
        !mc_pop_add_step(search, item, &mc_pop_at(from, i)->operation, true))
      return false;
  return true;
}

static bool make_path(struct mc_search *search, struct mc_pop_item *item,
                      const struct mc_pop_pair *pair) {
  const struct mc_pop_item *from = pair->item;
  const uint32_t same = pair->from < from->length ? pair->from : from->length;
  if (!reserve_path(search, item, same))
    return false;
  if (same) {
    memcpy(item->path, from->path, same * sizeof *item->path);
    memcpy(item->forced, from->forced, same * sizeof *item->forced);
  }
  item->told = item->length = same;
  for (uint32_t i = same; i < pair->from; i++)
    if (!mc_pop_add_step(search, item, &mc_pop_at(from, i)->operation, false))
      return false;
  if (pair->through && !add_postponed(search, item, pair))
    return false;
  for (uint32_t i = pair->from; i <= pair->last; i++) {
    const struct mc_pop_instance *step = mc_pop_at(from, i);
    if (mc_pop_has(pair, step) &&
        !(pair->through && mc_pop_is_past(step, mc_pop_at(from, pair->through->f))) &&
        !mc_pop_add_step(search, item, &step->operation, true))
      return false;
  }
  item->branch = pair->from;
  return mc_pop_add_step(search, item, &pair->step, true);
}

struct mc_pop_record *mc_pop_make_record(struct mc_search *search, struct mc_pop_item *item) {
  if (item->records == item->made_records) {
    struct mc_pop_record *made;
    if (!mc_reserve(search->arena, &item->record, &item->record_capacity, item->records + 1,
                    sizeof made, item->records) ||
        !(made = mc_arena_take(search->arena, sizeof *made)))
      return NULL;
    item->record[item->made_records++] = made;
  }
  return item->record[item->records++];
}

/// The thread whose step wakes `step` in the guide, or MC_NO_THREAD.
static mc_thread waker_of(const struct mc_search *search, const struct mc_operation *step) {
  for (mc_piece at = search->pop->guide; at; at = mc_wakeup_at(search->tree, at)->child) {
    const struct mc_wakeup *node = mc_wakeup_at(search->tree, at);
    struct mc_operation other = mc_kept(search->tree, mc_wakeup_step(search->tree, node));
    other.thread = node->thread;
    other.alternative = node->alternative;
    if (mc_pop_dependent(&other, step))
      return node->thread;
  }
  return MC_NO_THREAD;
}

/// The step sleeps in the item from `at` on, until something wakes it. false: arena full.
static bool add_sleeper(struct mc_search *search, struct mc_pop_item *item,
                        const struct mc_operation *step, uint32_t at, bool fails) {
  struct mc_pop_record *record = mc_pop_make_record(search, item);
  if (!record)
    return false;
  record->own = *step;
  record->step = &record->own;
  record->at = at;
  record->head = MC_NO_STEP;
  record->fails = fails;
  record->rank = waker_of(search, step);
  return true;
}

/// Where `e` was taken out at `at`, `f` is the head, at `head`.
static bool add_record(struct mc_search *search, struct mc_pop_item *item,
                       const struct mc_operation *e, uint32_t at, const struct mc_operation *f,
                       uint32_t head) {
  struct mc_pop_record *record = mc_pop_make_record(search, item);
  if (!record)
    return false;
  record->step = e;
  record->at = at;
  record->head = head;
  record->fails = false;
  record->rank = mc_pop_rank(e, f);
  return true;
}

/// The records of the postponed item and the one of its owner, which was taken out behind it.
static bool add_records_through(struct mc_search *search, struct mc_pop_item *item,
                                const struct mc_pop_pair *pair) {
  const struct mc_pop_item *from = pair->item;
  const struct mc_pop_instance *f = mc_pop_at(from, pair->through->f);
  uint32_t at = pair->from;
  for (uint32_t i = pair->from; i <= pair->through->f; i++)
    at += mc_pop_is_past(mc_pop_at(from, i), f);
  return add_record(search, item, from->record[pair->through->record]->step, pair->from,
                    &f->operation, at - 1) &&
         add_record(search, item, &mc_pop_at(from, pair->e)->operation, at, &pair->step,
                    item->length - 1);
}

static bool make_records(struct mc_search *search, struct mc_pop_item *item,
                         const struct mc_pop_pair *pair) {
  const struct mc_pop_item *from = pair->item;
  for (uint32_t r = 0; r < pair->records; r++) {
    struct mc_pop_record *record = mc_pop_make_record(search, item);
    if (!record)
      return false;
    record->step = from->record[r]->step;
    record->at = from->record[r]->at;
    if (!mc_reserve(search->arena, &record->first, &record->first_capacity,
                    from->record[r]->threads, sizeof *record->first, 0))
      return false;
    record->head = from->record[r]->head;
    record->fails = from->record[r]->fails;
    record->rank = from->record[r]->rank;
  }
  item->shared = pair->records;
  if (pair->through)
    return add_records_through(search, item, pair);
  return add_record(search, item, &mc_pop_at(from, pair->e)->operation, pair->e, &pair->step,
                    item->length - 1);
}

/// What is asleep or explored at the root's point sleeps in its item.
static bool add_sleepers(struct mc_search *search, struct mc_pop_item *root) {
  const struct mc_point *point = mc_point_at(search->tree, root->length);
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  const struct mc_sleeper *sleeper = mc_sleepers_of(search->tree, point);
  struct mc_operation copy;
  for (uint32_t i = 0; i < point->sleepers; i++)
    if (!add_sleeper(
            search, root,
            mc_as_step(&search->execution, sleeper[i].operation, sleeper[i].alternative, &copy),
            root->length, false))
      return false;
  for (uint32_t i = 0; i < point->choices; i++)
    if (choice[i].done && !add_sleeper(search, root,
                                       mc_as_step(&search->execution, choice[i].operation,
                                                  choice[i].alternative, &copy),
                                       root->length, false))
      return false;
  return true;
}

bool mc_pop_begin_root(struct mc_search *search) {
  struct mc_pop_item *root = mc_pop_open_item(search);
  if (!root)
    return false;
  for (uint32_t i = 0; i + 1 < search->tree->kept; i++)
    if (!mc_pop_add_step(search, root, mc_frame_at(&search->execution, i)->operation, true))
      return false;
  return search->tree->kept == 0 || add_sleepers(search, root);
}

enum mc_pop_answer mc_pop_next_of_item(struct mc_search *search, struct mc_pop_item *from) {
  struct mc_pop_pair pair;
  const enum mc_pop_answer answer = mc_pop_next_pair(search, from, &pair);
  if (answer != MC_POP_FOUND)
    return answer;
  from->owed++;
  struct mc_pop_item *item = mc_pop_open_item(search);
  if (item)
    item->index = from->owed;
  return item && make_path(search, item, &pair) && make_records(search, item, &pair) ? MC_POP_FOUND
                                                                                     : MC_POP_FULL;
}

//===- At its end -----------------------------------------------------------------------------===//

/// So many steps of the next path are those of the execution that has ended, among its first
/// `steps`; the first `n` are.
static uint32_t repeated(const struct mc_search *search, const struct mc_pop_item *item,
                         uint32_t steps, uint32_t n) {
  const struct mc_execution *x = &search->execution;
  for (; n < steps && n < item->length; n++) {
    const struct mc_operation *step = mc_frame_at(x, n)->operation;
    if (step->thread != item->path[n].thread || step->alternative != item->path[n].alternative)
      break;
  }
  return n;
}

bool mc_pop_turn_to(struct mc_search *search, const struct mc_pop_item *item, uint32_t steps,
                    uint32_t same) {
  struct mc_tree *tree = search->tree;
  uint32_t depth = repeated(search, item, steps, same < steps ? same : steps);
  if (depth > 0 && depth == item->told) // who has run the item before takes it again
    depth--;
  if (item->told == 0) {
    tree->kept = 0;
    return true;
  }
  struct mc_point *point = mc_point_at(tree, depth);
  const struct mc_choice *choice =
      mc_find_choice(tree, point, item->path[depth].thread, item->path[depth].alternative);
  if (choice)
    point->current = (uint32_t)(choice - mc_choices_of(tree, point));
  tree->kept = choice ? depth + 1 : 0;
  return choice;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

/// `*same`: the first steps, so many, of the top item are those of the execution that has ended;
/// then, of the next one.
static enum mc_pop_answer next_item(struct mc_search *search, uint32_t *same) {
  struct mc_pop *pop = search->pop;
  for (; pop->open > 0; pop->open--) {
    const enum mc_pop_answer answer = mc_pop_next_of_item(search, mc_pop_top(pop));
    if (answer != MC_POP_NONE) {
      *same = least(*same, mc_pop_top(pop)->branch);
      return answer;
    }
    *same = least(*same, mc_pop_top(pop)->branch);
  }
  return MC_POP_NONE;
}

/// What was found in the item's execution before is found again, and left out.
static enum mc_pop_answer skip_found(struct mc_search *search, struct mc_pop_item *item) {
  struct mc_pop_pair pair;
  enum mc_pop_answer answer = MC_POP_FOUND;
  for (uint32_t i = 0; i < item->owed && answer == MC_POP_FOUND; i++)
    answer = mc_pop_next_pair(search, item, &pair);
  return answer == MC_POP_FOUND ? MC_POP_NONE : MC_POP_LOST;
}

/// `same` as for next_item. false: arena full.
static bool turn_to_next(struct mc_search *search, uint32_t same) {
  struct mc_pop *pop = search->pop;
  const enum mc_pop_answer answer = next_item(search, &same);
  pop->is_left |= answer == MC_POP_LOST;
  if (answer == MC_POP_FOUND)
    pop->is_left |= !mc_pop_turn_to(search, mc_pop_top(pop), search->execution.depth, same);
  search->tree->done = answer == MC_POP_NONE;
  return answer != MC_POP_FULL;
}

/// The execution can be reversed: it has run the whole path.
static bool is_understood(const struct mc_search *search, const struct mc_model *model) {
  const struct mc_execution *x = &search->execution;
  return model &&
         (x->depth >= mc_pop_top(search->pop)->told || x->depth >= search->config.max_depth);
}

/// The item's execution is to be made once more, without its last step, which has failed. false:
/// arena full.
static bool leave_out_last(struct mc_search *search, struct mc_pop_item *item) {
  const uint32_t at = search->execution.depth - 1, length = item->length;
  search->tree->kept = at;
  item->failures++;
  for (item->length = item->told; item->length < at;) // who takes the item follows them
    if (!mc_pop_add_step(search, item, mc_frame_at(&search->execution, item->length)->operation,
                         false))
      return false;
  item->length = length;
  return add_sleeper(search, item, mc_frame_at(&search->execution, at)->operation, at, true);
}

/// The last step of the execution has ended it. false: arena full.
static bool end_cut(struct mc_search *search) {
  struct mc_pop *pop = search->pop;
  struct mc_pop_item *item = mc_pop_top(pop);
  const uint32_t depth = search->execution.depth;
  pop->has_failed = true;
  const struct mc_operation *last = mc_frame_at(&search->execution, depth - 1)->operation;
  if (last->is_local) { // it is none that nothing can disable: the search begins anew
    mc_note_choice(search, last);
    return true;
  }
  pop->is_left |= search->execution.busy_waits || pop->has_postponed || pop->is_doubtful ||
                  depth < item->length || mc_has_handed_over(search);
  if (pop->is_left)
    return true;
  if (depth > item->length)
    return leave_out_last(search, item);
  pop->open--; // it is the item's f: nothing else begins so
  return turn_to_next(search, item->branch);
}

bool mc_pop_end(struct mc_search *search, const struct mc_model *model, bool cut) {
  struct mc_pop *pop = search->pop;
  struct mc_tree *tree = search->tree;
  const size_t used = search->arena->used;
  tree->kept = 0;
  if (search->is_alone) {
    search->is_alone = false;
    pop->open = 0;
    tree->done = true;
    return true;
  }
  if (cut)
    return end_cut(search);
  if (!is_understood(search, model)) {
    pop->is_left = true;
    return true;
  }
  mc_wakeup_free_all(tree, search->arena, pop->guide);
  pop->guide = 0;
  struct mc_pop_item *item = mc_pop_top(pop);
  const struct mc_pop_item *below = pop->open > 1 ? pop->item[pop->open - 2] : NULL;
  if (!mc_reserve(search->arena, &search->scratch, &search->scratch_capacity,
                  search->execution.depth + 1, sizeof *search->scratch, 0) ||
      !mc_pop_keep(search, model, item, below))
    return false;
  begin_pairs(item);
  enum mc_pop_answer answer = mc_pop_find_postponed(search, item);
  if (answer == MC_POP_NONE && item->has_run)
    answer = skip_found(search, item);
  pop->is_left |= answer == MC_POP_LOST || (pop->has_failed && pop->is_doubtful);
  if (answer == MC_POP_FULL || (!pop->is_left && !turn_to_next(search, UINT32_MAX)))
    return false;
  tree->counts.wakeup_bytes += search->arena->used - used;
  return true;
}
