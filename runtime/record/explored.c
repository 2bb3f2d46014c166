// runtime/record/explored.c - what the traces of a search have done, so that a result without a
// finding can be looked at, too: each operation by object, thread and place, and which came before
// which.
//
// Cost: for each step of a trace the look-up of its operation, and a bit for each operation that is
// known. Only a trace with something new opens the session, which may cost system calls. Nothing
// without config.explored.
#include "dpor/dependence.h"
#include "record.h"
#include <string.h>

enum { WORD = 64, WORDS = MC_SESSION_MAX_EXPLORED / WORD };

static struct mc_explored *explored(void) { return &mc_session->explored_orders; }

static void set(uint64_t bits[], uint32_t i) { bits[i / WORD] |= 1ull << i % WORD; }

//===- Operations -----------------------------------------------------------------------------===//

static bool are_related(const struct mc_explored_operation *a,
                        const struct mc_explored_operation *b) {
  if (a->thread == b->thread)
    return a->is_of_threads || b->is_of_threads;
  return a->object == b->object;
}

/// Its index; MC_NONE: there is no room for it.
static uint32_t enter(const struct mc_explored_operation *new) {
  struct mc_explored *x = explored();
  for (uint32_t i = 0; i < x->count; i++) {
    const struct mc_explored_operation *old = &x->operation[i];
    if (old->object == new->object && old->thread == new->thread && old->site == new->site &&
        old->operation == new->operation)
      return i;
  }
  mc_session_write();
  mc_shared->search.explored += !x->is_full;
  if (x->count == MC_SESSION_MAX_EXPLORED) {
    x->is_full = 1;
    return MC_NONE;
  }
  const uint32_t index = x->count;
  x->operation[index] = *new;
  for (uint32_t i = 0; i <= index; i++)
    if (are_related(&x->operation[i], new)) {
      set(x->related[i], index);
      set(x->related[index], i);
    }
  x->count++;
  return index;
}

static bool is_same(const struct mc_explored_step *a, const struct mc_explored_step *b) {
  return a->site == b->site && a->primitive == b->primitive && a->record == b->record &&
         a->thread == b->thread && a->kind == b->kind;
}

/// Of the step: its own, an empty one, or where it may lie in place of another.
static struct mc_explored_step *slot_of(const struct mc_explored_step *key) {
  enum { NEIGHBOURS = 8 };
  const uint64_t hash = mc_mix(mc_mix((uintptr_t)key->site) + mc_mix((uintptr_t)key->primitive) +
                               mc_mix((uint64_t)key->record << 32 | key->thread << 16 | key->kind));
  struct mc_explored_step *slot = NULL;
  for (uint32_t n = 0; n < NEIGHBOURS; n++) {
    slot = &mc_shared->tables.explored_step[(hash + n) % MC_EXPLORED_SLOTS];
    if (!slot->operation || is_same(slot, key))
      break;
  }
  return slot;
}

/// The operation of the step on its k-th object, or MC_NONE.
static uint32_t operation_of(const struct mc_logged_step *step, int k) {
  const struct mc_operation *op = &step->operation;
  const struct mc_explored_step key = {step->site, op->primitive, step->record[k],
                                       op->thread, op->kind,      0};
  struct mc_explored_step *slot = slot_of(&key);
  if (slot->operation && is_same(slot, &key))
    return slot->operation - 1;
  const struct mc_step_record record = mc_record_step(step);
  const uint32_t index = enter(&(struct mc_explored_operation){
      record.object[k], record.thread, record.site, record.operation, mc_is_of(MC_OF_THREADS, op)});
  if (index == MC_NONE)
    return MC_NONE;
  mc_tables_write();
  *slot = key;
  slot->operation = index + 1;
  return index;
}

//===- Operations of the program --------------------------------------------------------------===//

void mc_explored_add(const struct mc_site *operations, const struct mc_site *end) {
  enum { MOST = MC_SESSION_MAX_SITES / 2 }; // traces need places, too
  struct mc_explored *x = explored();
  const uint32_t first = mc_site_index(operations);
  if (!mc_session->config.explored || (first != MC_NONE && x->reach[first] != MC_NO_OPERATION))
    return; // another module of the same file has come first
  mc_session_write();
  for (const struct mc_site *site = operations; site < end; site++) {
    if (mc_session->site_count >= MOST) {
      x->is_cut = 1;
      return;
    }
    uint8_t *reach = &x->reach[mc_record_site(site)];
    if (*reach == MC_NO_OPERATION)
      *reach = MC_NEVER_REACHED;
  }
}

static bool is_new(const struct mc_site *site) {
  const uint32_t index = mc_site_index(site);
  return index != MC_NONE && explored()->reach[index] == MC_NEVER_REACHED;
}

static void reach(const struct mc_site *site) {
  if (!is_new(site))
    return;
  explored()->reach[mc_site_index(site)] = MC_REACHED;
  mc_shared->search.explored++;
}

void mc_reach(const struct mc_site *site) {
  const struct mc_site *user = __mcmini_user_site;
  if (!mc_checking() || !mc_session->config.explored || (!is_new(site) && !is_new(user)))
    return;
  mc_guard_open();
  mc_session_write();
  reach(site);
  reach(user);
  mc_guard_close();
}

//===- Orders ---------------------------------------------------------------------------------===//

/// What a trace has done so far.
struct past {
  uint64_t has[WORDS];                    ///< operations
  uint32_t last[MC_SESSION_MAX_EXPLORED]; ///< of each of them: its last step
};

/// Step `i` is operation `b`.
static void note_orders(const struct past *past, uint32_t b, uint32_t i) {
  struct mc_explored *x = explored();
  const struct mc_logged_step *step = mc_shared->trace.step;
  for (uint32_t word = 0; word * WORD < x->count; word++) {
    uint64_t left = past->has[word] & x->related[b][word] & ~x->before[b][word];
    for (; left; left &= left - 1) {
      const uint32_t a = word * WORD + (uint32_t)__builtin_ctzll(left);
      if (x->operation[a].thread != x->operation[b].thread &&
          !mc_are_dependent(&step[past->last[a]].operation, &step[i].operation))
        continue;
      mc_session_write();
      set(x->before[b], a);
      mc_shared->search.explored++;
    }
  }
}

void mc_explored_trace(void) {
  struct past past;
  memset(past.has, 0, sizeof past.has);
  for (uint32_t i = 0; i < mc_shared->trace.steps; i++) {
    const struct mc_logged_step *step = &mc_shared->trace.step[i];
    if (mc_is_interrupt(&step->operation))
      continue;
    for (int k = 0; k < 2 && step->record[k] != MC_NONE; k++) {
      const uint32_t b = operation_of(step, k);
      if (b == MC_NONE)
        continue;
      note_orders(&past, b, i);
      set(past.has, b);
      past.last[b] = i;
    }
  }
}
