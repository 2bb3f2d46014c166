// races/clocks.c - happens-before of the C11 standard, from the steps of a trace.
//
// Of an object the clocks that its steps have released are kept by kind of message: `releases` and
// `acquires` of its primitive are sets of them; or, without `releases`, by step, for those that
// depend on it. Of an atomic variable, what an acquire load acquires: for each thread that heads a
// release sequence which the current value belongs to, its clock (C11, 5.1.2.4, 10; 7.17.4 for
// fences).
#include "internal.h"

#include <string.h>

/// What has been released, of one kind or by one thread, to be acquired together or apart.
struct message {
  struct message *next;
  uintptr_t what;  ///< kinds, thread, or address
  uint16_t family; ///< it is released by modifications that commute, of that kind; 0: not all are
  const struct mc_operation *by; ///< it is for those that depend on this step; or NULL
  struct clock clock;
};

struct mc_races *mc_races_new(void *memory, uint64_t bytes, const struct mc_races_config *config) {
  struct mc_races *races = memory;
  races->config = *config;
  races->bytes = bytes;
  races->used = (sizeof *races + MC_CELL_PAGE - 1) & ~(uint64_t)(MC_CELL_PAGE - 1);
  return races;
}

static void *take_memory(struct mc_races *races, uint64_t bytes, uint64_t left_over) {
  const uint64_t start = races->used;
  bytes = (bytes + 15) & ~(uint64_t)15;
  if (races->bytes - start < bytes + left_over)
    return NULL;
  races->used += bytes;
  return (char *)races + start;
}

void *races_take_cells(struct mc_races *races, uint64_t bytes) {
  void *cells = take_memory(races, bytes, races->bytes / 16);
  races->full |= !cells;
  return cells;
}

static void *take_clocks(struct mc_races *races, uint64_t bytes) {
  void *clocks = take_memory(races, bytes, 0);
  if (!clocks)
    races->full = races->blind = true;
  return clocks;
}

bool mc_races_full(const struct mc_races *races) { return races->full; }

bool mc_races_commute(const struct mc_races *races) { return races->not_acquired; }

uint32_t mc_races_steps(const struct mc_races *races) { return races->steps; }

/// Positions grow by one at each.
struct fence {
  struct fence *before;
  uint32_t position;
};

uint32_t mc_races_steps_at(const struct mc_races *races, uint32_t position) {
  uint32_t fences = races->fences;
  for (const struct fence *f = races->fence; f && f->position >= position; f = f->before)
    fences--;
  return position - fences;
}

static uint32_t position_after(const struct mc_races *races, uint32_t steps) {
  const uint64_t position = (uint64_t)steps + races->fences;
  return position < MOST_POSITIONS ? (uint32_t)position : MOST_POSITIONS;
}

uint32_t mc_races_epoch(const struct mc_races *races, mc_thread thread, uint32_t steps) {
  return (uint32_t)thread << THREAD_SHIFT | position_after(races, steps);
}

static void join(const struct mc_races *races, struct clock *to, const struct clock *from) {
  for (uint32_t t = 0; t < races->threads; t++)
    if (to->position[t] < from->position[t])
      to->position[t] = from->position[t];
}

/// What `thread` has done so far happens before whatever acquires the clock.
static void join_all_of(const struct mc_races *races, struct clock *to, mc_thread thread) {
  join(races, to, &races->now[thread]);
  to->position[thread] = position_after(races, races->steps);
}

/// What the thread does from here on has a later position.
static void pass_fence(struct mc_races *races) {
  struct fence *f = take_clocks(races, sizeof *f);
  if (!f)
    return;
  *f = (struct fence){races->fence, position_after(races, races->steps)};
  races->fence = f;
  races->fences++;
}

static struct message *find(struct message *list, uintptr_t what) {
  while (list && (list->what != what || list->by))
    list = list->next;
  return list;
}

/// The message in that list, made if need be. NULL: full.
static struct message *message_of(struct mc_races *races, struct message **list, uintptr_t what) {
  struct message *m = find(*list, what);
  if (m)
    return m;
  m = races->unused_messages;
  if (m) {
    races->unused_messages = m->next;
    memset(m, 0, sizeof *m);
  } else if (!(m = take_clocks(races, sizeof *m)))
    return NULL;
  m->what = what;
  m->next = *list;
  return *list = m;
}

static void release(struct mc_races *races, struct message **list, uintptr_t what,
                    mc_thread thread) {
  struct message *m = message_of(races, list, what);
  if (m)
    join_all_of(races, &m->clock, thread);
}

//===- Primitives -----------------------------------------------------------------------------===//

static bool is_acquired(const struct mc_races *races, const struct message *m, uint64_t kinds,
                        const struct mc_operation *step) {
  return m->what & kinds && (!m->by || races->config.dependent(m->by, step));
}

/// Two that are alike: the later one has the clock of the earlier one.
static bool are_alike(const struct mc_operation *a, const struct mc_operation *b) {
  return a->primitive == b->primitive && a->thread == b->thread && a->kind == b->kind &&
         a->alternative == b->alternative && a->flags == b->flags && a->objects == b->objects &&
         memcmp(a->object, b->object, sizeof a->object) == 0 &&
         memcmp(a->argument, b->argument, sizeof a->argument) == 0;
}

static void release_to_dependent(struct mc_races *races, struct message **list,
                                 const struct mc_operation *step) {
  struct message *m = *list;
  while (m && !(m->by && are_alike(m->by, step)))
    m = m->next;
  if (!m) {
    struct mc_operation *by = take_clocks(races, sizeof *by);
    m = by ? take_clocks(races, sizeof *m) : NULL;
    if (!m)
      return;
    *by = *step;
    *m = (struct message){.next = *list, .what = MC_EVERYTHING, .by = by};
    *list = m;
  }
  join_all_of(races, &m->clock, step->thread);
}

static void step_of_primitive(struct mc_races *races, const struct mc_operation *step) {
  const struct mc_primitive *p = step->primitive;
  for (unsigned i = 0; i < step->objects; i++) {
    const uint64_t kinds = p->acquires ? p->acquires(step, i) : MC_EVERYTHING;
    for (const struct message *m = races->object[step->object[i] % OBJECT_SLOTS]; m; m = m->next)
      if (is_acquired(races, m, kinds, step))
        join(races, &races->now[step->thread], &m->clock);
  }
  for (unsigned i = 0; i < step->objects; i++) {
    struct message **list = &races->object[step->object[i] % OBJECT_SLOTS];
    const uint64_t kinds = p->releases ? p->releases(step, i) : 0;
    if (!p->releases)
      release_to_dependent(races, list, step);
    else if (kinds)
      release(races, list, kinds, step->thread);
  }
}

//===- Atomics --------------------------------------------------------------------------------===//

static bool acquires(uint32_t order) {
  return order == __ATOMIC_CONSUME || order == __ATOMIC_ACQUIRE || order == __ATOMIC_ACQ_REL ||
         order == __ATOMIC_SEQ_CST;
}

static bool releases(uint32_t order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

/// The clock at `*place`, made if need be. NULL: full.
static struct clock *clock_at(struct mc_races *races, struct clock **place) {
  if (!*place)
    *place = take_clocks(races, sizeof **place);
  return *place;
}

/// Modifications that commute are independent: a class of executions has some in either order. What
/// is released by one is not acquired by another, which is right for one of the orders.
static uint16_t family(const struct mc_operation *step) {
  const bool commutes = step->argument[0] & MC_ACCESS_RESULT_UNUSED && step->objects == 1;
  return !commutes ? 0 : step->kind == MC_ATOMIC_SUB ? MC_ATOMIC_ADD : step->kind;
}

static bool is_new(const struct mc_races *races, const struct clock *to, const struct clock *from) {
  for (uint32_t t = 0; t < races->threads; t++)
    if (to->position[t] < from->position[t])
      return true;
  return false;
}

static void load(struct mc_races *races, const struct mc_operation *step, uint32_t order) {
  for (unsigned i = 0; i < step->objects; i++)
    for (const struct message *m = races->object[step->object[i] % OBJECT_SLOTS]; m; m = m->next) {
      struct clock *to = acquires(order) ? &races->now[step->thread]
                                         : clock_at(races, &races->loaded[step->thread]);
      if (to && m->family && m->family == family(step))
        races->not_acquired |= is_new(races, to, &m->clock);
      else if (to)
        join(races, to, &m->clock);
    }
}

/// The store heads a release sequence, or the thread's last release fence does in its place.
static void head(struct mc_races *races, struct message **list, const struct mc_operation *step,
                 uint32_t order) {
  const mc_thread thread = step->thread;
  struct message *m = NULL;
  if (releases(order) || races->fenced[thread])
    m = message_of(races, list, thread);
  if (!m)
    return;
  m->family = family(step);
  if (releases(order))
    join_all_of(races, &m->clock, thread);
  if (races->fenced[thread])
    join(races, &m->clock, races->fenced[thread]);
}

/// Drops what other threads have released.
static void drop_others(struct mc_races *races, struct message **list, mc_thread thread) {
  for (struct message **link = list, *m; (m = *link);) {
    if (m->what == thread) {
      link = &m->next;
      continue;
    }
    *link = m->next;
    m->next = races->unused_messages;
    races->unused_messages = m;
  }
}

/// A store ends the release sequences of other threads, those of objects that only overlap
/// excepted: some bytes may remain. It releases by its own object alone, as loads acquire from all
/// that they overlap.
static void store(struct mc_races *races, const struct mc_operation *step, uint32_t order,
                  bool ends_sequences) {
  struct message **list = &races->object[step->object[0] % OBJECT_SLOTS];
  if (ends_sequences)
    drop_others(races, list, step->thread);
  head(races, list, step, order);
}

static void step_of_variable(struct mc_races *races, const struct mc_operation *step) {
  const uint32_t order = MC_ACCESS_ORDER((uint32_t)step->argument[0]);
  const uint32_t on_failure = MC_ACCESS_FAILURE_ORDER((uint32_t)step->argument[0]);
  if (step->kind == MC_ACCESS_READ)
    return;
  // One that is no step, since its memory is not racy, is ordered after what it would end.
  if (step->kind == MC_ACCESS_WRITE) {
    drop_others(races, &races->object[step->object[0] % OBJECT_SLOTS], step->thread);
    return;
  }
  if (step->kind == MC_ATOMIC_COMPARE_EXCHANGE && step->alternative) {
    load(races, step, on_failure);
    return;
  }
  if (step->kind != MC_ATOMIC_STORE)
    load(races, step, order);
  if (step->kind != MC_ATOMIC_LOAD)
    store(races, step, order, step->kind == MC_ATOMIC_STORE);
}

bool mc_races_is_before(struct mc_races *races, uint32_t epoch, mc_thread thread) {
  races->config.catch_up(races);
  return is_before(races, epoch, thread);
}

void mc_races_fence(struct mc_races *races, mc_thread thread, uint32_t order) {
  races->config.catch_up(races);
  if (acquires(order) && races->loaded[thread])
    join(races, &races->now[thread], races->loaded[thread]);
  struct clock *fenced = releases(order) ? clock_at(races, &races->fenced[thread]) : NULL;
  if (fenced)
    join_all_of(races, fenced, thread);
  pass_fence(races);
}

//===- Outside of the model -------------------------------------------------------------------===//

static struct message **released_at(struct mc_races *races, uintptr_t address) {
  return &races->released[address / 8 % (sizeof races->released / sizeof *races->released)];
}

void mc_races_release_at(struct mc_races *races, mc_thread thread, uintptr_t address) {
  races->config.catch_up(races);
  release(races, released_at(races, address), address, thread);
  pass_fence(races);
}

static const struct message *message_at(struct mc_races *races, uintptr_t address) {
  const struct message *m = find(*released_at(races, address), address);
  if (m)
    races->config.catch_up(races);
  return m;
}

void mc_races_acquire_at(struct mc_races *races, mc_thread thread, uintptr_t address) {
  const struct message *m = message_at(races, address);
  if (m)
    join(races, &races->now[thread], &m->clock);
}

void mc_races_borrow(struct mc_races *races, mc_thread thread, uintptr_t address) {
  const struct message *m = message_at(races, address);
  if (!m)
    return;
  if (!races->borrower)
    races->own = races->now[thread];
  races->borrower = (mc_thread)(thread + 1);
  join(races, &races->now[thread], &m->clock);
}

void mc_races_return(struct mc_races *races) {
  if (!races->borrower)
    return;
  struct clock *now = &races->now[races->borrower - 1];
  races->left |= is_new(races, &races->own, now);
  *now = races->own;
  races->borrower = 0;
  pass_fence(races); // accesses are looked at anew
}

void mc_races_leave(struct mc_races *races, mc_thread thread, uintptr_t address) {
  const struct message *m = message_at(races, address);
  races->left |= m && is_new(races, &races->now[thread], &m->clock);
}

bool mc_races_left(const struct mc_races *races) { return races->left; }

//===- Everything -----------------------------------------------------------------------------===//

void mc_races_step(struct mc_races *races, const struct mc_operation *step) {
  if (races->threads <= step->thread)
    races->threads = step->thread + 1u;
  if (step->primitive == races->config.variable)
    step_of_variable(races, step);
  else
    step_of_primitive(races, step);
  races->steps++;
}
