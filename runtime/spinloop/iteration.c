// runtime/spinloop/iteration.c - iterations of waiting loops: what a thread has done since one
// began.
//
// What a thread has read and whether it has changed anything is its own history, so that it is the
// same in equivalent traces.
#include "busy_wait.h"
#include "loops.h"
#include "runtime/events.h"
#include <string.h>

struct read {
  mc_object object;
  uint64_t value;
  uint64_t first, last; ///< the first and the last operation of the thread that has read this value
  uint64_t before;      ///< the last one before that has read another value
};

struct mc_loops mc_loops[MC_MAX_THREADS + 1] MC_PER_TRACE_TABLE __attribute__((aligned(4096)));
__thread struct mc_loops *mc_own_loops = &mc_loops[MC_MAX_THREADS];
static struct read read_of[MC_MAX_THREADS + 1][MC_MAX_OPERATION_OBJECTS] MC_PER_TRACE_TABLE;
#define history mc_own_loops->history
#define own_read read_of[mc_own_loops - mc_loops]

bool mc_has_iterated(void) { return mc_own_loops->has_iterated; }

void mc_set_iterated(bool has_iterated) {
  if (mc_own_loops->has_iterated != has_iterated) // else no page is written
    mc_own_loops->has_iterated = has_iterated;
}

//===- History --------------------------------------------------------------------------------===//

static void note_read(mc_object object, uint64_t value, uint64_t now) {
  struct read *oldest = &own_read[0], *r = NULL;
  for (unsigned i = 0; i < history.reads && !r; i++) {
    if (own_read[i].object == object)
      r = &own_read[i];
    else if (own_read[i].last < oldest->last)
      oldest = &own_read[i];
  }
  if (r && r->value == value) {
    r->last = now;
    return;
  }
  const uint64_t before = r ? r->last : 0;
  if (!r && history.reads < MC_MAX_OPERATION_OBJECTS) {
    r = &own_read[history.reads++];
  } else if (!r) {
    r = oldest;
    history.lost = history.lost < r->last ? r->last : history.lost;
  }
  *r = (struct read){object, value, now, now, before};
}

static void note_lock(const struct mc_operation *operation, uint64_t now) {
  const mc_object mutex = operation->object[0];
  if (mutex != history.mutex || mc_shared->learned.sections) {
    history.changed = history.locked < history.changed ? history.changed : history.locked;
    history.mutex = mutex;
    history.unlocked = 0;
    history.beside = now - 1;
  }
  history.locked = now;
  if (!mc_mutex_is_unlock(operation)) {
    history.has_written = true; // until the unlock knows
    return;
  }
  history.unlocked = now;
  history.effects = __mcmini_effects;
  history.changes = ((const struct mc_mutex_state *)mc_object_state(mutex))->changes;
}

void mc_iteration_note(const struct mc_operation *operation) {
  const struct mc_thread_info *info = &mc_process->thread[mc_self_];
  const bool is_quiet = operation->flags & (MC_YIELD | MC_BUSY_WAIT) && !operation->objects;
  if (is_quiet || mc_is_of(MC_OF_AWAITS, operation))
    return;
  if (mc_mutex_is_lock(operation) || mc_mutex_is_unlock(operation)) {
    note_lock(operation, info->operations);
    return;
  }
  if (mc_is_of(MC_OF_VARIABLES, operation) && mc_is_load(operation))
    history.looked = info->operations;
  else
    history.beside = info->operations;
  const struct mc_variable_state *v =
      operation->objects ? mc_object_state(operation->object[0]) : NULL;
  if (mc_is_of(MC_OF_VARIABLES, operation) && !info->changed) {
    note_read(operation->object[0], v->value, info->operations);
    if (operation->alternative == MC_FAILURE) {
      history.tried = info->operations;
      history.tried_object = operation->object[0];
    } else if (!mc_is_load(operation)) {
      history.kept = info->operations;
    }
  } else if (operation->flags & MC_YIELD && operation->alternative == MC_FAILURE &&
             !info->changed && operation->objects == 1) {
    if (history.failed_object != operation->object[0])
      history.failing = history.failed;
    history.failed_object = operation->object[0];
    history.failed = info->operations;
  } else {
    history.changed = info->operations;
  }
}

void mc_iteration_write_own(void) { history.own = mc_process->thread[mc_self_].operations; }

void mc_iteration_write(void) {
  history.changed = history.beside = mc_process->thread[mc_self_].operations;
}

enum { PLAIN_READS = 8 };

/// The last plain reads of each thread. They are not thread-local: with them the thread-local
/// variables of the main thread would lie on two pages, which each trace writes.
static struct plain_reads {
  struct {
    uint64_t address, size, value;
    uint64_t at; ///< the thread's operations so far
  } read[PLAIN_READS];
  unsigned next;
} plain_reads[MC_MAX_THREADS] MC_PER_TRACE_TABLE;

void mc_iteration_read_plainly(uint64_t address, uint64_t size) {
  struct plain_reads *reads = &plain_reads[mc_self_];
  if (size > sizeof reads->read->value)
    return;
  const unsigned i = reads->next++ % PLAIN_READS;
  reads->read[i].address = address;
  reads->read[i].size = size;
  reads->read[i].at = mc_process->thread[mc_self_].operations;
  reads->read[i].value = 0;
  memcpy(&reads->read[i].value, (const void *)address, size);
}

/// Has the iteration also read one of these variables plainly, when it had another value? Then the
/// next iteration sees what is there now.
static bool has_read_otherwise(uint64_t iteration, const struct mc_operation *change) {
  const struct plain_reads *reads = &plain_reads[mc_self_];
  for (unsigned i = 0; i < PLAIN_READS; i++)
    for (unsigned k = 0; k < change->objects; k++) {
      const struct mc_variable_state *v = mc_object_state(change->object[k]);
      if (mc_has_trait(mc_process->model.object[change->object[k]].primitive, MC_OF_VARIABLES) &&
          reads->read[i].size == v->size && reads->read[i].at >= iteration &&
          reads->read[i].address == v->address && reads->read[i].value != v->value)
        return true;
    }
  return false;
}

//===- What an iteration was ------------------------------------------------------------------===//

/// The thread has looked at variables since it gave the mutex back. If nobody has written them
/// since its looks before that, nobody has told it anything.
static bool was_told_nothing(mc_object mutex) {
  const struct mc_operation *look[MC_MAX_OPERATION_OBJECTS];
  unsigned looks = 0;
  bool is_before = false;
  for (uint32_t i = mc_shared->trace.steps; i-- > 0;) {
    const struct mc_operation *step = &mc_shared->trace.step[i].operation;
    unsigned k = 0;
    for (unsigned l = 0; l < looks && step->thread != mc_self_; l++)
      if (mc_dependent(step, look[l])) // others may come before or after it in equal traces
        return false;
    if (step->thread != mc_self_)
      continue;
    is_before |= mc_mutex_is_unlock(step) && step->object[0] == mutex;
    if (!mc_is_of(MC_OF_VARIABLES, step))
      continue;
    while (k < looks && look[k]->object[0] != step->object[0])
      k++;
    if (is_before && k < looks)
      look[k] = look[--looks];
    else if (!is_before && k == MC_MAX_OPERATION_OBJECTS)
      return false;
    else if (!is_before && k == looks)
      look[looks++] = step;
    if (is_before && !looks)
      return true;
  }
  return false;
}

// What others may read on its stack must be the same again.
bool mc_iteration_keeps(mc_object mutex, bool is_polling) {
  const bool writes = history.own >= history.unlocked;
  const uint64_t before = history.state;
  history.state = writes && is_polling ? mc_recognise_state() : 0;
  history.has_written = history.mutex != mutex || !history.unlocked ||
                        (writes && (!before || before != history.state));
  history.keeps = !history.has_written && history.beside < history.unlocked &&
                  history.effects == __mcmini_effects &&
                  (history.looked < history.unlocked || (is_polling && was_told_nothing(mutex)));
  return history.keeps;
}

/// Has the iteration, which has taken the mutex, given it back, with nothing but reads beside?
static bool only_looks_below(uint64_t iteration) {
  return history.unlocked == history.locked && !history.has_written &&
         history.failed <= iteration && history.kept <= iteration && !mc_effects_are_doubted();
}

/// The next iteration may be another one without a change.
static void overtake(struct mc_operation *change) {
  change->objects = 0;
  change->argument[0] = 1;
}

enum mc_iteration_kind mc_iteration_since(uint64_t iteration, struct mc_operation *change,
                                          uint64_t *value) {
  *change = (struct mc_operation){.primitive = mc_primitive_of[MC_OF_AWAITS], .flags = MC_AWAITS};
  const bool looks_below = history.locked > iteration;
  bool is_overtaken = false;
  if (history.changed > iteration || history.lost > iteration ||
      (looks_below && !only_looks_below(iteration)))
    return MC_ITERATION_CHANGES;
  for (unsigned i = 0; i < history.reads; i++) {
    const struct read *r = &own_read[i];
    if (r->last <= iteration)
      continue;
    is_overtaken |= r->before > iteration;
    change->object[change->objects++] = r->object;
    change->argument[0] = mc_await_hash(change->argument[0], r->value);
    *value = r->value;
  }
  if (is_overtaken) {
    overtake(change);
    const bool is_seen = looks_below && !history.keeps;
    return is_seen || history.failed > iteration || history.kept > iteration
               ? MC_ITERATION_CHANGES
               : MC_ITERATION_OVERTAKEN;
  }
  if (looks_below) {
    if (change->objects == MC_MAX_OPERATION_OBJECTS)
      return MC_ITERATION_CHANGES;
    change->object[change->objects++] = history.mutex;
    change->argument[0] = mc_await_hash(change->argument[0], history.changes);
    change->argument[1] = history.keeps ? MC_BELOW_LOCK_KEPT : MC_BELOW_LOCK;
    *value = history.changes;
  }
  if (history.failed > iteration)
    return change->objects || history.failing > iteration ? MC_ITERATION_CHANGES
                                                          : MC_ITERATION_FAILS;
  return history.kept > iteration ? MC_ITERATION_KEEPS : MC_ITERATION_READS;
}

/// Has another thread written there since this one had looked or written before its last look?
static bool is_written_meanwhile(mc_object object) {
  const struct mc_operation *last = NULL;
  for (uint32_t i = mc_shared->trace.steps; i-- > 0;) {
    const struct mc_operation *step = &mc_shared->trace.step[i].operation;
    const bool is_own =
        step->thread == mc_self_ && mc_is_of(MC_OF_VARIABLES, step) && step->object[0] == object;
    if (is_own && last)
      return false;
    if (is_own && (mc_is_load(step) || step->alternative == MC_FAILURE))
      last = step;
    else if (last && step->thread != mc_self_ && mc_dependent(step, last))
      return true;
  }
  return true;
}

/// Does the next iteration begin with what another thread has written since this one began? If not,
/// it is the same once more.
static bool begins_with_news(uint64_t iteration, const struct mc_operation *change) {
  if (history.tried > iteration)
    return is_written_meanwhile(history.tried_object);
  for (unsigned k = 0; k < change->objects; k++)
    if (is_written_meanwhile(change->object[k]))
      return true;
  return false;
}

//===- Hooks ----------------------------------------------------------------------------------===//

uint64_t __mcmini_turn(void) {
  mc_set_iterated(true);
  mc_waiting.plain.size = 0;
  return mc_checking() ? mc_process->thread[mc_self_].operations : 0;
}

bool mc_plain_is_visible(void) { return mc_races && mc_session->config.races == MC_RACES_EXPLORE; }

static void wait_plainly(const struct mc_site *site) {
  mc_guard_open();
  mc_process->thread[mc_self_].plain = mc_waiting.plain;
  mc_guard_close();
  mc_busy_wait_at(site);
}

void __mcmini_wait(const struct mc_site *site, uint64_t iteration, uint32_t flags) {
  const bool reads_plainly = flags & MC_WAIT_READS_PLAINLY;
  struct mc_operation change;
  uint64_t value;
  if (!mc_checking() || !mc_loops_are_proven())
    return;
  mc_recognise_stores();
  enum mc_iteration_kind kind = mc_iteration_since(iteration, &change, &value);
  const bool is_other = reads_plainly && has_read_otherwise(iteration, &change);
  const bool is_new = flags & MC_WAIT_RETRIES && begins_with_news(iteration, &change);
  if ((is_new || is_other) && kind >= MC_ITERATION_KEEPS) {
    overtake(&change);
    kind = kind == MC_ITERATION_READS ? MC_ITERATION_OVERTAKEN : MC_ITERATION_CHANGES;
  }
  const bool is_overtaken = kind == MC_ITERATION_OVERTAKEN && mc_gives_up(&change);
  if (kind < MC_ITERATION_KEEPS && !is_overtaken)
    return;
  const bool is_visible =
      (change.objects || is_overtaken) && (!reads_plainly || mc_plain_is_visible());
  if (is_visible && mc_gives_up(&change))
    mc_give_up(&change, site);
  else if (is_visible)
    mc_event_makes(&change, site);
  else if (reads_plainly)
    wait_plainly(site);
}
