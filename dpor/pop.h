// dpor/pop.h - what the files of `pop` share: an item is a path and what it was made by; its one
// execution; and how far the search for the items that this owes has come. docs/search.md states
// the rule. An open item has some 40 bytes for each step of its execution, and 200 to 300 for each
// that it does not share with the item below.
#ifndef MC_DPOR_POP_H
#define MC_DPOR_POP_H

#include "internal.h"
#include "reversal.h"

/// An operation of an execution: a step, or pending at its end.
struct mc_pop_instance {
  struct mc_operation operation;
  uint32_t rank;     ///< it is its thread's rank-th, from 1
  uint32_t previous; ///< the step of its thread before it, or MC_NO_STEP
  mc_piece history;  ///< see mc_execution
  uint32_t *clock;   ///< [clock_length] of a step: see mc_frame
  uint32_t clock_length, clock_capacity;
  uint32_t before[MC_MOST_PLACES]; ///< the one before it on each of its objects
  uint16_t covers;                 ///< see mc_frame
  char *saved;                     ///< the states of its objects before it; or at the end
  uint32_t saved_capacity;
};

/// A reversal on the path: `step` was taken out at position `at`, what was put there ends with the
/// step that overtakes it, at `head`. Or without a head: `step` is explored at position `at`, or
/// has failed there.
struct mc_pop_record {
  const struct mc_operation *step; ///< [lend: as long as the item is open]
  struct mc_operation own;         ///< that, where it is in no execution, or came as bytes: then its
                                   ///< primitive is NULL until the execution has shown it
  bool fails;                      ///< it has failed
  uint32_t at, head;               ///< MC_NO_STEP: there is no head
  uint32_t rank;   ///< mc_pop_rank of the head; without one: the thread that woke `step` in the
                   ///< guide, or MC_NO_THREAD
  uint32_t *first; ///< [threads] the rank of the thread's first step since `at` that is dependent
                   ///< on `step`, or 0: among the first `seen` steps of the execution
  uint32_t threads, first_capacity, seen;
};

/// An item that was not run, of which the item's execution shows what it has: pop_postponed.c.
struct mc_pop_postponed {
  uint32_t record; ///< of the item: it has that record's e
  uint32_t f;      ///< its head, a step of the execution
  uint32_t owner;  ///< a step that sleeps behind f: the head of the item that it is left to
};

/// How far the reversals of an execution have been gone through: pop_pairs.c, pop_sets.c.
struct mc_pop_place {
  uint32_t source;      ///< in pop_postponed.c: e, or the items that were postponed
  uint32_t last;        ///< the last step of the schedule before f, plus 1
  uint32_t second;      ///< f: index into mc_pop.second
  uint32_t alternative; ///< of f: the how many-th
  uint32_t first;       ///< e: index into mc_pop.first
  bool has_set;         ///< the steps `chosen` are those of the set before
  uint32_t *chosen;     ///< [chosens] indices into mc_pop.first, ascending
  uint32_t chosens, chosen_capacity;
  uint32_t fruitful; ///< the first ones, so many, are those of a set behind which f was enabled
};

struct mc_pop_item {
  struct mc_step *path; ///< [length]
  bool *forced;         ///< [length] the step is part of a schedule
  uint32_t length, path_capacity, forced_capacity;
  uint32_t told; ///< so many steps of `path` are to be followed: `length`, or all of its execution
  bool has_run;  ///< it has, in another search: its execution is to be made again, not counted
  uint32_t owed; ///< so many items were found in its execution
  uint32_t index;    ///< it is so many-th of those of the item below, from 1
  uint32_t failures; ///< so many of its executions have failed, each at another step
  uint32_t branch; ///< so many of the path's steps are those of the item below
  uint32_t shared; ///< so many of its records, too
  struct mc_pop_record **record;
  uint32_t records, made_records, record_capacity;
  // Its execution, once it was run.
  struct mc_pop_instance **instance; ///< [steps], then [pending]
  struct mc_pop_instance **own;      ///< [owns] those that are not the item's below
  uint32_t steps, pending, instance_capacity, owns, own_capacity;
  uint32_t waits;     ///< so many of its steps are busy waits
  uint16_t *universe; ///< of each: how many alternatives it has, without interrupts
  uint32_t *place;    ///< of each: where its own begin in `next`
  uint32_t *next;     ///< the instance after it on each of its objects
  uint32_t places, universe_capacity, place_capacity, next_capacity;
  bool has_alternatives;  ///< some may have more than one
  uint32_t *of_thread;    ///< the instances of thread 0, in order, then those of thread 1, ...
  uint32_t *thread_begin; ///< [threads + 1] where they begin
  uint32_t threads, of_thread_capacity, thread_begin_capacity;
  struct mc_pop_postponed *postponed;
  uint32_t postponeds, postponed_capacity;
  struct mc_pop_place at;
};

struct mc_pop {
  struct mc_pop_item **item; ///< [open] each found in the execution of the one before
  uint32_t open, made, item_capacity;
  uint64_t tried;     ///< sets of steps that were looked at
  bool has_postponed; ///< some item is left to others, or was found in its place
  bool has_failed;    ///< some step: from then on no item is postponed
  bool is_doubtful;   ///< some trace ended before a process exit, and all that could run slept
  bool is_left;       ///< there is something that `pop` cannot do: see MC_NEXT_UNSUITED
  uint32_t *key; ///< [keys] the indices of the items that led to the lowest open one, and its own
  uint32_t keys, key_capacity;
  mc_piece guide;     ///< of the root, the lowest item: its first execution follows this sequence
  mc_piece follow;    ///< what is left of it
  struct mc_wakers *wakers; ///< room for pop_empty.c
  // Room that is used again for each pair.
  uint32_t *second, *first; ///< see mc_pop_place
  uint32_t seconds, firsts, second_capacity, first_capacity;
  uint32_t *on; ///< [objects] the last instance on each
  uint32_t on_capacity;
};

/// The item that runs, or ran last.
static inline struct mc_pop_item *mc_pop_top(const struct mc_pop *pop) {
  return pop->item[pop->open - 1];
}
static inline const struct mc_pop_instance *mc_pop_at(const struct mc_pop_item *item, uint32_t i) {
  return item->instance[i];
}
/// The instances before and after it on an object, which is one of its own; or MC_NO_STEP.
static inline uint32_t mc_pop_before_on(const struct mc_pop_item *item, uint32_t i,
                                        mc_object object) {
  const struct mc_pop_instance *instance = mc_pop_at(item, i);
  return instance->before[mc_index_of(&instance->operation, object)];
}
static inline uint32_t mc_pop_next_on(const struct mc_pop_item *item, uint32_t i,
                                      mc_object object) {
  return item->next[item->place[i] + mc_index_of(&mc_pop_at(item, i)->operation, object)];
}
static inline bool mc_pop_is_free(const struct mc_pop_item *item, uint32_t i) {
  return i >= item->length || !item->forced[i];
}
/// Two steps of one thread are dependent, too.
static inline bool mc_pop_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return a->thread == b->thread || mc_are_dependent(a, b);
}
static inline uint32_t mc_pop_clock(const struct mc_pop_instance *step, mc_thread thread) {
  return thread < step->clock_length ? step->clock[thread] : 0;
}
/// Step `a` happens before step `b`, which is later, or is the same.
static inline bool mc_pop_is_past(const struct mc_pop_instance *a,
                                  const struct mc_pop_instance *b) {
  return a->rank <= mc_pop_clock(b, a->operation.thread);
}
static inline void mc_pop_join(uint32_t clock[], const struct mc_pop_instance *step) {
  for (uint32_t t = 0; t < step->clock_length; t++)
    if (step->clock[t] > clock[t])
      clock[t] = step->clock[t];
}
/// Of two first steps that are dependent on e, the lower one owns the executions that have both.
static inline uint32_t mc_pop_rank(const struct mc_operation *e, const struct mc_operation *step) {
  const uint32_t class = step->thread == e->thread ? 0 : mc_may_disable(step, e) ? 1 : 2;
  return class << 16 | step->thread;
}

static inline bool mc_pop_has_head(const struct mc_pop_record *record) {
  return record->head != MC_NO_STEP;
}
/// The step sleeps for the record, until something wakes it.
static inline bool mc_pop_concerns(const struct mc_pop_record *record,
                                   const struct mc_operation *step) {
  const struct mc_operation *e = record->step;
  if (!mc_pop_has_head(record))
    return step->thread == e->thread && step->alternative == e->alternative;
  const bool is_other = step->thread != e->thread; // its rank is known but for what it may disable
  const uint32_t least = is_other << 16 | step->thread, most = is_other << 17 | step->thread;
  return least < record->rank && mc_pop_dependent(e, step) &&
         (most < record->rank || mc_pop_rank(e, step) < record->rank);
}

//===- pop.c, pop_items.c -------------------------------------------------------------------===//

/// Opens an item above the others, without a path. NULL: arena full.
struct mc_pop_item *mc_pop_open_item(struct mc_search *search);
/// Both false, or NULL: arena full.
bool mc_pop_add_step(struct mc_search *search, struct mc_pop_item *item,
                     const struct mc_operation *step, bool forced);
struct mc_pop_record *mc_pop_make_record(struct mc_search *search, struct mc_pop_item *item);
/// Opens, above the others, the next item that this one owes, which has run.
enum mc_pop_answer mc_pop_next_of_item(struct mc_search *search, struct mc_pop_item *from);
/// The prefix of the next trace, which runs the item, and its first new step; the execution that
/// has ended has its first `steps` steps still, and begins as the path does with the first `same`.
/// false: that was at no choice where the item leaves it; no prefix is repeated.
bool mc_pop_turn_to(struct mc_search *search, const struct mc_pop_item *item, uint32_t steps,
                    uint32_t same);
/// Makes the root: it begins with all steps of the prefix but the last. false: arena full.
bool mc_pop_begin_root(struct mc_search *search);

//===- pop_run.c ----------------------------------------------------------------------------===//

/// Copies the execution, which has ended, into the item. `below`: the item in whose execution it
/// was found, or NULL. false: arena full.
bool mc_pop_keep(struct mc_search *search, const struct mc_model *model, struct mc_pop_item *item,
                 const struct mc_pop_item *below);
/// The record knows the steps of the current execution so far. false: arena full.
bool mc_pop_see(const struct mc_execution *x, struct mc_pop_record *record);
/// A step with that clock is asleep, if it is dependent on the record's step and of lower rank:
/// nothing before it has woken it.
bool mc_pop_sleeps(const struct mc_pop_record *record, const uint32_t clock[], uint32_t threads);

//===- pop_sets.c ---------------------------------------------------------------------------===//

/// e, f, and the steps that go before f: those at `from` or later that are in `clock`.
struct mc_pop_pair {
  const struct mc_pop_item *item;
  uint32_t from;    ///< the steps before this one stay where they are
  uint32_t records; ///< so many of the item's records stay
  /// The schedule follows that of this item, of which e is the owner; or NULL.
  const struct mc_pop_postponed *through;
  bool is_beyond;           ///< found by pop_postponed.c
  bool has_record;          ///< its item has a record of e and f
  uint32_t e, f, last;      ///< instances; `last`: no later step is in the schedule
  struct mc_operation step; ///< f, with its alternative
  uint32_t base[MC_MAX_THREADS]; ///< what every set has
  uint32_t clock[MC_MAX_THREADS];
};

enum mc_pop_answer {
  MC_POP_FOUND,
  MC_POP_NONE,
  MC_POP_LOST, ///< the states of objects are not known
  MC_POP_FULL, ///< the arena
};

static inline bool mc_pop_has(const struct mc_pop_pair *pair, const struct mc_pop_instance *step) {
  return step->rank <= pair->clock[step->operation.thread];
}
/// The step, an alternative of instance `i`, is enabled behind the set and `behind`, an alternative
/// of f or NULL. `*known`: the states are.
bool mc_pop_is_enabled(struct mc_search *search, const struct mc_pop_pair *pair, uint32_t i,
                       const struct mc_operation *step, const struct mc_operation *behind,
                       bool *known);
/// The state of the object, one of instance `i`, behind the pair's f. false: it is not known.
bool mc_pop_state_behind(struct mc_search *search, const struct mc_pop_pair *pair, uint32_t i,
                         mc_object object, char *out);
/// What comes of the pair's f. false: it is not known.
bool mc_pop_result_of_f(struct mc_search *search, const struct mc_pop_pair *pair, uint64_t *result);
/// The step, an alternative of instance `i`, is asleep behind the set, for one of the records that
/// stay.
bool mc_pop_is_asleep(const struct mc_pop_pair *pair, uint32_t i, const struct mc_operation *step);
/// What happens before f behind the set.
void mc_pop_past_of_f(const struct mc_pop_pair *pair, uint32_t clock[]);
/// The next set of steps that makes a new item of the pair; `item->at` says which was the last.
enum mc_pop_answer mc_pop_next_set(struct mc_search *search, struct mc_pop_item *item,
                                   struct mc_pop_pair *pair);

//===- pop_pairs.c --------------------------------------------------------------------------===//

/// Lists an instance, once, in ascending order. false: arena full.
bool mc_pop_list(struct mc_search *search, uint32_t **list, uint32_t *count, uint32_t *capacity,
                 uint32_t i);
void mc_pop_reverse(uint32_t list[], uint32_t count);
/// The thread's first instance from step `from` on, or MC_NO_STEP.
uint32_t mc_pop_next_of(const struct mc_pop_item *item, mc_thread thread, uint32_t from);
/// The next reversal that the item's execution owes.
enum mc_pop_answer mc_pop_next_pair(struct mc_search *search, struct mc_pop_item *item,
                                    struct mc_pop_pair *pair);

//===- pop_postponed.c ----------------------------------------------------------------------===//

/// The thread's next instance behind the set, or MC_NO_STEP.
uint32_t mc_pop_next_behind(const struct mc_pop_pair *pair, mc_thread thread);
/// The pair's item is not run. FOUND: so it is; NONE.
enum mc_pop_answer mc_pop_is_postponed(struct mc_search *search, const struct mc_pop_pair *pair);
/// Lists the postponed items that the item's execution shows. NONE, or LOST, FULL.
enum mc_pop_answer mc_pop_find_postponed(struct mc_search *search, struct mc_pop_item *item);
/// The pair's set makes an item that the execution owes by way of postponed ones.
bool mc_pop_is_owed(const struct mc_pop_pair *pair);
/// The next reversal that the item's execution owes by way of postponed items.
enum mc_pop_answer mc_pop_next_beyond(struct mc_search *search, struct mc_pop_item *item,
                                      struct mc_pop_pair *pair);

//===- pop_empty.c --------------------------------------------------------------------------===//

/// Behind the pair's f some step sleeps since the hand-over.
bool mc_pop_root_sleeps(const struct mc_search *search, const struct mc_pop_pair *pair);
/// Room for what follows. false: arena full.
bool mc_pop_make_wakers(struct mc_search *search);
/// The pair's item is not run: it has no execution, and owes nothing. NONE: it may have one.
enum mc_pop_answer mc_pop_is_empty(struct mc_search *search, const struct mc_pop_pair *pair);

/// The step of `choice`, at the current state, leads to where nothing can wake some step that
/// sleeps since the hand-over.
bool mc_pop_is_dead_end(const struct mc_search *search, const struct mc_model *model,
                        const struct mc_point *point, const struct mc_choice *choice);

#endif // MC_DPOR_POP_H
