// dpor/local.c - local steps: those with which no step of another thread can race. One is taken as
// soon as it is enabled, and is no choice: nothing else is explored from there, it is in no sleep
// set and in no sequence.
//
// Two operations can race if, with some of their alternatives, they are dependent and can both be
// enabled in one state (mc_primitive.coenabled). An operation is local if it can race with none
// that another thread has had pending on its objects, in any trace. The first trace has none: it
// shows most of what races. Later ones may show more, or a state with two outcomes of a local step.
// Then the search begins anew, and what can race are steps like others. docs/search.md argues for
// that.
//
// Fixed:    copies of a search that is divided see different traces. What is local was known then,
//           and is the same in all; what they meet for the first time is not. A search that could
//           be divided, and is not, fixes that after as many traces: it has the same traces.
// Restarts: what raced is known by object and kind, so that what one thread alone does with a mutex
//           is local though others are contended. After MOST_RESTARTS, or where MANY_TRACES would
//           be lost, kinds that race on some object are local on none.
#include "internal.h"

#include <string.h>

enum {
  MOST_USES = MC_MOST_RELATED, ///< of an object; one that has as many has no local operations
  MOST_ALTERNATIVES = 4,       ///< of an operation that can be local
  MOST_RESTARTS = 4,
  MANY_TRACES = 1000,
  MOST_HISTORIES = 16384,
};

bool mc_has_local_steps(const struct mc_search_config *config) {
  return config->racing && (config->algorithm == MC_OPTIMAL || config->algorithm == MC_POP) &&
         !config->fair && !config->bound && !config->root;
}

//===- What can race --------------------------------------------------------------------------===//

static unsigned universe_of(const struct mc_operation *operation) {
  const unsigned size = operation->primitive->universe
                            ? operation->primitive->universe(operation, MC_MAX_UNIVERSE)
                            : 1;
  return size < MC_MAX_UNIVERSE ? size : MC_MAX_UNIVERSE;
}

/// It has few outcomes, and nothing is special about when it runs.
static bool is_simple(const struct mc_operation *operation) {
  enum {
    SPECIAL = MC_YIELD | MC_PROCESS_EXIT | MC_BUSY_WAIT | MC_POLL | MC_DROPS | MC_ATOMIC |
              MC_SECTIONED | MC_AWAITS | MC_BEYOND
  };
  return operation->objects > 0 && !operation->signals && !(operation->flags & SPECIAL) &&
         operation->kind < 64 && universe_of(operation) <= MOST_ALTERNATIVES;
}

static bool can_race(const struct mc_operation *a, const struct mc_operation *b) {
  struct mc_operation one = *a, other = *b;
  const unsigned universe = universe_of(a), universe_of_other = universe_of(b);
  for (unsigned i = 0; i < universe + mc_interrupts_of(a); i++) {
    one.alternative = mc_nth_alternative(universe, i);
    for (unsigned k = 0; k < universe_of_other + mc_interrupts_of(b); k++) {
      other.alternative = mc_nth_alternative(universe_of_other, k);
      if (mc_dependent(&one, &other) && mc_coenabled(&one, &other))
        return true;
    }
  }
  return false;
}

/// It raced in an earlier search.
static bool is_known_to_race(const struct mc_search *search, const struct mc_object_use *use) {
  const struct mc_kept_operation *operation = &use->operation;
  uint64_t kinds = 0;
  if (operation->primitive >= MC_RACING_PRIMITIVES)
    return true;
  if (search->config.racing->restarts >= MOST_RESTARTS)
    return search->tree->racing[operation->primitive] >> operation->kind & 1;
  for (unsigned k = 0; k < operation->objects; k++)
    kinds |= mc_known_object(search->tree, operation->object[k])->racing;
  return kinds >> operation->kind & 1;
}

static void note_race(struct mc_search *search, struct mc_object_use *use) {
  const struct mc_kept_operation *operation = &use->operation;
  if (!use->is_simple || use->races)
    return;
  const uint64_t kind = (uint64_t)1 << operation->kind;
  use->races = true;
  for (unsigned k = 0; k < operation->objects; k++)
    mc_known_object(search->tree, operation->object[k])->racing |= kind;
  search->tree->racing[operation->primitive] |= kind;
  search->tree->is_outdated |= use->was_local;
}

bool mc_import_racing(struct mc_tree *tree, struct mc_arena *arena,
                      const struct mc_racing *racing) {
  struct mc_kept_operation kept;
  for (uint32_t i = 0; i < racing->primitives; i++) {
    const struct mc_operation operation = {.primitive = racing->of[i].primitive};
    if (!mc_keep_operation(tree, arena, &operation, &kept))
      return false;
    tree->racing[kept.primitive] = racing->of[i].kinds;
  }
  return true;
}

void mc_search_learn(const struct mc_search *search, struct mc_racing *racing) {
  const struct mc_tree *tree = search->tree;
  const uint64_t traces = search->taken.traces + mc_traces_of(&tree->counts);
  racing->restarts += traces < MANY_TRACES ? 1 : MOST_RESTARTS;
  for (uint32_t o = 0; o < tree->objects && o < MC_NO_OBJECT; o++)
    if (mc_known_object(tree, (mc_object)o)->racing)
      racing->kinds[o] = mc_known_object(tree, (mc_object)o)->racing;
  for (uint32_t p = 0; p < tree->primitives && p < MC_RACING_PRIMITIVES; p++) {
    racing->of[p].primitive = mc_primitives_of(tree)[p];
    racing->of[p].kinds = tree->racing[p];
  }
  racing->primitives =
      tree->primitives < MC_RACING_PRIMITIVES ? tree->primitives : MC_RACING_PRIMITIVES;
}

//===- Uses -----------------------------------------------------------------------------------===//

static struct mc_object_use *use_at(const struct mc_tree *tree, mc_piece use) {
  return mc_piece_at(tree, use);
}

static mc_piece next_of(const struct mc_object_use *use, mc_object object) {
  unsigned k = 0;
  while (use->operation.object[k] != object)
    k++;
  return use->next[k];
}

static uint32_t hash_of(const struct mc_operation *operation) {
  uint64_t hash =
      (uint64_t)operation->thread << 32 | (uint64_t)operation->kind << 16 | operation->object[0];
  for (unsigned i = 0; i < MC_MAX_ARGUMENTS; i++)
    hash = (hash ^ operation->argument[i]) * 0x9e3779b97f4a7c15u;
  return (uint32_t)(hash >> 32);
}

static bool are_same_places(const struct mc_kept_operation *kept,
                            const struct mc_operation *operation) {
  unsigned k = 0;
  while (k < mc_places(operation) && kept->object[k] == operation->object[k])
    k++;
  return k == mc_places(operation);
}

static bool is_of(const struct mc_tree *tree, const struct mc_object_use *use,
                  const struct mc_operation *operation) {
  return use->operation.thread == operation->thread && use->operation.flags == operation->flags &&
         mc_is_kept(tree, &use->operation, operation) &&
         memcmp(use->operation.argument, operation->argument, sizeof operation->argument) == 0 &&
         are_same_places(&use->operation, operation);
}

/// The slot of the operation, or the empty one where it belongs.
static mc_piece *slot_of(const struct mc_tree *tree, const struct mc_operation *operation) {
  mc_piece *slot = mc_piece_at(tree, tree->use_slot);
  uint32_t i = hash_of(operation) & (tree->use_slots - 1);
  while (slot[i] && !is_of(tree, use_at(tree, slot[i]), operation))
    i = (i + 1) & (tree->use_slots - 1);
  return &slot[i];
}

static bool grow_slots(struct mc_search *search) {
  struct mc_tree *tree = search->tree;
  const uint32_t count = tree->use_slots;
  const mc_piece *old = mc_piece_at(tree, tree->use_slot);
  uint32_t capacity = 0;
  if (!mc_tree_reserve(tree, search->arena, &tree->use_slot, &capacity, count ? 2 * count : 64,
                       sizeof(mc_piece), 0))
    return false;
  tree->use_slots = capacity;
  for (uint32_t i = 0; i < count; i++)
    if (old[i]) {
      const struct mc_operation operation = mc_kept(tree, &use_at(tree, old[i])->operation);
      *slot_of(tree, &operation) = old[i];
    }
  return true;
}

static bool is_full(const struct mc_search *search, mc_object object) {
  return mc_known_object(search->tree, object)->use_count == MOST_USES;
}

static bool are_full(const struct mc_search *search, const struct mc_operation *operation) {
  for (unsigned k = 0; k < mc_places(operation); k++)
    if (!is_full(search, operation->object[k]))
      return false;
  return true;
}

/// Compares a new use with those that other threads have of the object; or with all, if the object
/// is full.
static void compare_uses(struct mc_search *search, struct mc_object_use *use,
                         const struct mc_operation *operation, mc_object object) {
  const bool all = is_full(search, object);
  mc_piece with = mc_known_object(search->tree, object)->uses;
  for (; with; with = next_of(use_at(search->tree, with), object)) {
    struct mc_object_use *known = use_at(search->tree, with);
    const struct mc_operation other = mc_kept(search->tree, &known->operation);
    if (all || (other.thread != operation->thread && (use->is_simple || known->is_simple) &&
                can_race(operation, &other))) {
      note_race(search, use);
      note_race(search, known);
    }
  }
}

static void add_use(struct mc_search *search, mc_piece piece, struct mc_object_use *use,
                    unsigned k) {
  struct mc_known_object *known = mc_known_object(search->tree, use->operation.object[k]);
  if (known->use_count == MOST_USES)
    return;
  use->next[k] = known->uses;
  known->uses = piece;
  known->use_count++;
}

/// The operation is the last one that was added to those of its object.
static void relate(const struct mc_search *search, struct mc_object_use *use,
                   const struct mc_operation *operation) {
  const struct mc_known_object *known = mc_known_object(search->tree, operation->object[0]);
  struct mc_operation own = *operation;
  memset(own.object + 1, 0, sizeof own.object - sizeof *own.object);
  own.object[MC_NUMBER] = (mc_object)known->use_count;
  for (mc_piece with = known->uses; with;
       with = next_of(use_at(search->tree, with), own.object[0])) {
    const struct mc_operation other = mc_kept(search->tree, &use_at(search->tree, with)->operation);
    if (mc_has_number(&other))
      mc_relate(&own, &other);
  }
  const struct mc_operation same = own;
  mc_relate(&own, &same);
  memcpy(use->operation.object, own.object, sizeof own.object);
}

/// Notes that the operation has become pending. NULL: arena full.
static struct mc_object_use *note_use(struct mc_search *search,
                                      const struct mc_operation *operation) {
  struct mc_tree *tree = search->tree;
  if (2 * tree->uses >= tree->use_slots && !grow_slots(search))
    return NULL;
  mc_piece *slot = slot_of(tree, operation);
  if (*slot)
    return use_at(tree, *slot);
  if (!mc_tree_take(tree, search->arena, sizeof(struct mc_object_use), slot))
    return NULL;
  struct mc_object_use *use = use_at(tree, *slot);
  tree->uses++;
  if (!mc_keep_operation(tree, search->arena, operation, &use->operation))
    return NULL;
  use->is_simple = is_simple(operation) && !search->is_fixed;
  use->races = use->is_simple && is_known_to_race(search, use);
  for (unsigned k = 0; k < mc_places(operation); k++) {
    add_use(search, *slot, use, k);
    compare_uses(search, use, operation, operation->object[k]);
  }
  if (mc_has_relation(operation) && universe_of(operation) == 1 &&
      mc_known_object(tree, operation->object[0])->uses == *slot)
    relate(search, use, operation);
  return use;
}

//===- Local steps ----------------------------------------------------------------------------===//

/// `rank`: so many steps of its thread come before it. A thread that makes local steps without an
/// end must not keep the others from theirs.
static bool make_local(struct mc_operation *operation, struct mc_object_use *use, uint32_t rank) {
  operation->is_local = use->is_simple && !use->races && rank < MC_TURN;
  use->was_local |= operation->is_local;
  return operation->is_local;
}

/// What an operation became pending behind: its thread's last step, or, if it is the thread's
/// first, the last step of all.
struct behind {
  mc_piece *later; ///< the histories from there on; NULL: they are not known
  mc_alternative alternative;
  uint16_t result;
};

static struct behind behind_of(const struct mc_search *search, const struct mc_model *model,
                               mc_thread t) {
  const struct mc_execution *x = &search->execution;
  const uint32_t last = x->thread[t].last, depth = x->depth;
  const struct mc_frame *before = last != MC_NO_STEP ? mc_frame_at(x, last)
                                  : depth > 0        ? mc_frame_at(x, depth - 1)
                                                     : NULL;
  if (!before)
    return (struct behind){.later = &search->tree->history};
  const mc_piece at = x->history[before->number];
  return (struct behind){.later = at ? &mc_history_at(search->tree, at)->later : NULL,
                         .alternative = before->operation->alternative,
                         .result =
                             last == MC_NO_STEP ? 0 : mc_short_result(model->thread[t].result)};
}

/// The history behind which the operation became pending in an earlier trace; NULL: in none.
static mc_piece known_history(const struct mc_tree *tree, const struct behind *behind,
                              const struct mc_operation *operation) {
  mc_piece at = behind->later ? *behind->later : 0;
  for (; at; at = mc_history_at(tree, at)->next) {
    const struct mc_history *known = mc_history_at(tree, at);
    if (known->alternative == behind->alternative && known->result == behind->result &&
        is_of(tree, use_at(tree, known->use), operation))
      break;
  }
  return at;
}

/// Returns the new history; 0: there are too many, or the arena is full.
static mc_piece add_history(struct mc_search *search, const struct behind *behind, mc_piece use) {
  struct mc_tree *tree = search->tree;
  mc_piece piece, *link = behind->later;
  if (!link || tree->histories == MOST_HISTORIES)
    return 0;
  while (*link)
    link = &mc_history_at(tree, *link)->next;
  struct mc_history *made = mc_history_new(tree, search->arena, &piece);
  if (!made)
    return 0;
  *made =
      (struct mc_history){.use = use, .alternative = behind->alternative, .result = behind->result};
  mc_arena_write(search->arena, link);
  return *link = piece;
}

bool mc_note_local(struct mc_search *search, const struct mc_model *model,
                   struct mc_operation *operation) {
  struct mc_execution *x = &search->execution;
  struct mc_tree *tree = search->tree;
  const struct mc_trace_thread *thread = &x->thread[operation->thread];
  if (mc_places(operation) > 0 && are_full(search, operation)) {
    tree->has_unknown_histories = true;
    return true;
  }
  const struct behind behind = behind_of(search, model, operation->thread);
  mc_piece history = known_history(tree, &behind, operation);
  struct mc_object_use *use =
      history ? use_at(tree, mc_history_at(tree, history)->use) : note_use(search, operation);
  if (!use)
    return false;
  if (!history) {
    history = add_history(search, &behind, (mc_piece)(((char *)use - (char *)tree) >> 4));
    tree->has_unknown_histories |= !history;
  }
  x->history[thread->number] = history;
  if (mc_has_relation(operation))
    memcpy(operation->object, use->operation.object, sizeof operation->object);
  if (!mc_is_first_trace(search) && make_local(operation, use, thread->rank))
    mc_set_add(&x->local, operation->thread);
  return true;
}

void mc_keep_local(struct mc_search *search) {
  struct mc_tree *tree = search->tree;
  const mc_piece *slot = mc_piece_at(tree, tree->use_slot);
  for (uint32_t i = 0; i < tree->use_slots; i++)
    if (slot[i])
      use_at(tree, slot[i])->was_local |= use_at(tree, slot[i])->is_simple;
}

static struct mc_object_use *use_of(const struct mc_search *search,
                                    const struct mc_operation *operation) {
  const struct mc_tree *tree = search->tree;
  const mc_piece use = tree->use_slots ? *slot_of(tree, operation) : 0;
  return use ? use_at(tree, use) : NULL;
}

void mc_end_first_trace(struct mc_search *search) {
  struct mc_execution *x = &search->execution;
  mc_thread_set rest = x->pending;
  mc_thread t;
  for (uint32_t i = 0; i < x->depth; i++) {
    const struct mc_frame *frame = mc_frame_at(x, i);
    struct mc_object_use *use = use_of(search, frame->operation);
    if (use)
      make_local(frame->operation, use, frame->rank - 1);
  }
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD) {
    struct mc_object_use *use = use_of(search, x->thread[t].pending);
    if (use && make_local(x->thread[t].pending, use, x->thread[t].rank))
      mc_set_add(&x->local, t);
  }
}

void mc_note_choice(struct mc_search *search, const struct mc_operation *operation) {
  struct mc_object_use *use = use_of(search, operation);
  if (use)
    note_race(search, use);
}

bool mc_local_step(struct mc_search *search, const struct mc_model *model, struct mc_step *step) {
  mc_alternative alternative[MC_MAX_ALTERNATIVES];
  mc_thread_set rest = search->execution.local;
  while ((step->thread = mc_set_take(&rest)) != MC_NO_THREAD) {
    if (mc_is_limited(search, step->thread))
      continue;
    const unsigned enabled =
        mc_trace_alternatives(&search->execution, model, step->thread, alternative);
    if (enabled > 1)
      mc_note_choice(search, search->execution.thread[step->thread].pending);
    step->alternative = alternative[0];
    if (enabled > 0)
      return true;
  }
  return false;
}
