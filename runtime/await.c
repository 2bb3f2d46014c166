// runtime/await.c - waiting loops that the pass has found: an operation that ends the loop, and
// turns that change nothing.
//
// What a thread has read and whether it has changed anything is its own history, so that it is the
// same in equivalent traces.
#include "busy_wait.h"
#include "races.h"
#include "waiting.h"
#include <string.h>

struct read {
  mc_object object;
  uint64_t value;
  uint64_t first, last; ///< operations of the thread that have read just this
  uint64_t before;      ///< the one that has last read another value
};

__thread struct mc_waiting mc_waiting __attribute__((tls_model("initial-exec")));

static __thread struct {
  uint64_t changed; ///< the thread's last operation that changed something, or may have
  uint64_t lost;    ///< what was read up to this one is not all in `read`
  uint64_t failed;  ///< the last that has failed, of a primitive that is no variable
  uint64_t failing; ///< the last before which it was one of another object
  mc_object failed_object;
  uint64_t kept; ///< the last that has written the value that was there
  struct read read[MC_MAX_OPERATION_OBJECTS];
  unsigned reads;
  mc_object mutex;   ///< the last that it has locked or unlocked
  uint64_t locked;   ///< when
  uint64_t unlocked; ///< when; 0: not yet
  uint64_t beside;   ///< the last operation that was something else, or after which it has written
  uint64_t looked;   ///< the last load of a variable
  uint64_t own;      ///< the last one after which it has written to its stack
  uint64_t effects;  ///< __mcmini_effects when it was unlocked
  uint64_t state;    ///< of the thread then; 0: not known
  uint32_t changes;  ///< of the mutex then
  bool has_written;  ///< it was given back with another stack than before, or perhaps
} history __attribute__((tls_model("initial-exec")));

static bool is_load(uint32_t kind) { return kind == MC_ACCESS_READ || kind == MC_ATOMIC_LOAD; }

//===- An operation that ends the loop --------------------------------------------------------===//

void __mcmini_await(uint32_t until, uint64_t mask, uint64_t operand) {
  mc_waiting.until = until;
  mc_waiting.mask = mask;
  mc_waiting.operand = operand;
}

void __mcmini_awaited(void) {
  mc_waiting.until = 0;
  mc_waiting.has_look = mc_waiting.is_made = false;
}

void __mcmini_await_plain(const volatile void *address, uint64_t size) {
  mc_waiting.plain =
      (struct mc_wanted){(uintptr_t)address, size, mc_waiting.until & ~(uint32_t)MC_UNTIL_PLAIN,
                         mc_waiting.mask, mc_waiting.operand};
}

void __mcmini_attempt(uint32_t access, uint64_t operand, uint64_t expected) {
  mc_waiting.has_look = true;
  mc_waiting.attempt.access = access;
  mc_waiting.attempt.operand = operand;
  mc_waiting.attempt.expected = expected;
}

bool mc_attempt_at_look(uint32_t *access, uint64_t *operand, uint64_t *expected) {
  if (!mc_waiting.has_look)
    return false;
  mc_waiting.has_look = false;
  mc_waiting.is_made = !mc_session->doubtful_turns;
  if (!mc_waiting.is_made) {
    mc_waiting.until = 0;
    return false;
  }
  *access = mc_waiting.attempt.access;
  *operand = mc_waiting.attempt.operand;
  *expected = mc_waiting.attempt.expected;
  return true;
}

// The look would have ended the turn, before the attempt has changed anything.
void mc_attempt_made(bool has_ended, const struct mc_site *site) {
  if (!has_ended)
    mc_doubt(
        "an attempt that fails changes what it looks at: loops that are not proven to wait poll",
        site);
}

bool mc_attempt_is_made(void) {
  const bool was = mc_waiting.is_made;
  mc_waiting.is_made = false;
  return was;
}

void mc_await_operation(struct mc_operation *operation) {
  const uint64_t until = mc_waiting.until & ~(uint64_t)MC_UNTIL_PLAIN;
  const bool is_plain =
      operation->primitive == &mc_primitive_variable && operation->kind <= MC_ACCESS_WRITE;
  const bool is_yield = !operation->objects;
  if (is_yield || is_plain != ((mc_waiting.until & MC_UNTIL_PLAIN) != 0))
    return;
  mc_waiting.until = 0;
  operation->flags |= MC_AWAITS;
  if (operation->primitive != &mc_primitive_variable || until == MC_UNTIL_SUCCESS)
    return;
  operation->argument[0] |= until << MC_UNTIL_SHIFT;
  operation->argument[2] = mc_waiting.operand;
  if (is_load(operation->kind))
    operation->argument[1] = mc_waiting.mask;
  else if (mc_waiting.mask != UINT64_MAX)
    operation->argument[0] |= (uint64_t)MC_UNTIL_MASKED << MC_UNTIL_SHIFT;
}

//===- Turns ----------------------------------------------------------------------------------===//

static void note_read(mc_object object, uint64_t value, uint64_t now) {
  struct read *oldest = &history.read[0], *r = NULL;
  for (unsigned i = 0; i < history.reads && !r; i++) {
    if (history.read[i].object == object)
      r = &history.read[i];
    else if (history.read[i].last < oldest->last)
      oldest = &history.read[i];
  }
  if (r && r->value == value) {
    r->last = now;
    return;
  }
  const uint64_t before = r ? r->last : 0;
  if (!r && history.reads < MC_MAX_OPERATION_OBJECTS) {
    r = &history.read[history.reads++];
  } else if (!r) {
    r = oldest;
    history.lost = history.lost < r->last ? r->last : history.lost;
  }
  *r = (struct read){object, value, now, now, before};
}

static void note_lock(const struct mc_operation *operation, uint64_t now) {
  const mc_object mutex = operation->object[0];
  if (mutex != history.mutex || mc_shared->sections) {
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

void mc_turn_note(const struct mc_operation *operation) {
  const struct mc_thread_info *info = &mc_process->thread[mc_self_];
  const bool is_quiet = operation->flags & (MC_YIELD | MC_BUSY_WAIT) && !operation->objects;
  if (is_quiet || operation->primitive == &mc_primitive_await)
    return;
  if (mc_mutex_is_lock(operation) || mc_mutex_is_unlock(operation)) {
    note_lock(operation, info->operations);
    return;
  }
  if (operation->primitive == &mc_primitive_variable && is_load(operation->kind))
    history.looked = info->operations;
  else
    history.beside = info->operations;
  const struct mc_variable_state *v =
      operation->objects ? mc_object_state(operation->object[0]) : NULL;
  if (operation->primitive == &mc_primitive_variable && !info->changed) {
    note_read(operation->object[0], v->value, info->operations);
    if (!is_load(operation->kind) && operation->alternative != MC_FAILURE)
      history.kept = info->operations;
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

void mc_turn_write_own(void) { history.own = mc_process->thread[mc_self_].operations; }

void mc_turn_write(void) {
  history.changed = history.beside = mc_process->thread[mc_self_].operations;
}

/// Since the thread gave the mutex back, it has looked at variables: was none of them written since
/// it looked there before that? Then nobody has told it anything.
static bool was_told_nothing(mc_object mutex) {
  const struct mc_operation *look[MC_MAX_OPERATION_OBJECTS];
  unsigned looks = 0;
  bool is_before = false;
  for (uint32_t i = mc_shared->steps; i-- > 0;) {
    const struct mc_operation *step = &mc_shared->step[i].operation;
    unsigned k = 0;
    for (unsigned l = 0; l < looks && step->thread != mc_self_; l++)
      if (mc_dependent(step, look[l])) // what is not may come before or after it in equal traces
        return false;
    if (step->thread != mc_self_)
      continue;
    is_before |= mc_mutex_is_unlock(step) && step->object[0] == mutex;
    if (step->primitive != &mc_primitive_variable)
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
bool mc_turn_keeps(mc_object mutex, bool is_polling) {
  const bool writes = history.own >= history.unlocked;
  const uint64_t before = history.state;
  history.state = writes && is_polling ? mc_recognise_state() : 0;
  history.has_written = history.mutex != mutex || !history.unlocked ||
                        (writes && (!before || before != history.state));
  return !history.has_written && history.beside < history.unlocked &&
         history.effects == __mcmini_effects &&
         (history.looked < history.unlocked || (is_polling && was_told_nothing(mutex)));
}

/// Has the turn, which has taken the mutex, given it back, with nothing but reads beside?
static bool only_looks_below(uint64_t turn) {
  return history.unlocked == history.locked && !history.has_written && history.failed <= turn &&
         history.kept <= turn && !mc_session->observed.is_tsan;
}

bool mc_waits_in_loop(const struct mc_operation *pending) {
  const struct mc_model_object *o = &mc_process->model.object[pending->object[0]];
  const mc_thread owner = o->primitive->owner ? o->primitive->owner(o->state) : MC_NO_THREAD;
  const bool is_held = owner != MC_NO_THREAD && owner != pending->thread;
  return pending->flags & MC_AWAITS && !(mc_mutex_is_lock(pending) && is_held);
}

enum mc_turn_kind mc_turn_since(uint64_t turn, struct mc_operation *change, uint64_t *value) {
  *change = (struct mc_operation){.primitive = &mc_primitive_await, .flags = MC_AWAITS};
  const bool looks_below = history.locked > turn;
  if (history.changed > turn || history.lost > turn || (looks_below && !only_looks_below(turn)))
    return MC_TURN_CHANGES;
  for (unsigned i = 0; i < history.reads; i++) {
    const struct read *r = &history.read[i];
    if (r->last <= turn)
      continue;
    if (r->before > turn)
      return MC_TURN_CHANGES; // other values: the next turn may be another one
    change->object[change->objects++] = r->object;
    change->argument[0] = mc_await_hash(change->argument[0], r->value);
    *value = r->value;
  }
  if (looks_below) {
    if (change->objects == MC_MAX_OPERATION_OBJECTS)
      return MC_TURN_CHANGES;
    change->object[change->objects++] = history.mutex;
    change->argument[0] = mc_await_hash(change->argument[0], history.changes);
    change->argument[1] = true;
    *value = history.changes;
  }
  if (history.failed > turn)
    return change->objects || history.failing > turn ? MC_TURN_CHANGES : MC_TURN_FAILS;
  return history.kept > turn ? MC_TURN_KEEPS : MC_TURN_READS;
}

uint64_t __mcmini_turn(void) {
  mc_waiting.has_turns = true;
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

void __mcmini_wait(const struct mc_site *site, uint64_t turn, uint32_t reads_plainly) {
  struct mc_operation change;
  uint64_t value;
  if (!mc_checking())
    return;
  mc_recognise_stores();
  if (mc_turn_since(turn, &change, &value) < MC_TURN_KEEPS)
    return;
  if (change.objects && (!reads_plainly || mc_plain_is_visible()))
    mc_transition(&change, site);
  else if (reads_plainly)
    wait_plainly(site);
}

//===- Reports --------------------------------------------------------------------------------===//

static uint32_t last_write(mc_object object) {
  for (uint32_t i = mc_shared->steps; i-- > 0;) {
    const struct mc_logged_step *step = &mc_shared->step[i];
    if (step->operation.primitive == &mc_primitive_variable && step->before != step->after &&
        step->operation.object[0] == object)
      return i;
  }
  return 0xffffffff;
}

static void describe_until(const struct mc_wanted *w, char *text, size_t size) {
  static const char *const words[] = {[MC_UNTIL_EQUAL] = "",
                                      [MC_UNTIL_UNEQUAL] = "not ",
                                      [MC_UNTIL_LESS] = "less than ",
                                      [MC_UNTIL_AT_MOST] = "at most ",
                                      [MC_UNTIL_GREATER] = "greater than ",
                                      [MC_UNTIL_AT_LEAST] = "at least "};
  const uint64_t all = w->size >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * w->size) - 1;
  size_t length = mc_format(text, size, "until it");
  if ((w->mask & all) != all)
    length += mc_format(text + length, size - length, " & 0x%lx", w->mask);
  mc_format(text + length, size - length, w->until & MC_UNTIL_SIGNED ? " is %s%ld" : " is %s%lu",
            words[w->until & ~(uint64_t)MC_UNTIL_SIGNED], w->operand);
}

/// Of an awaited operation on a variable.
static struct mc_wanted wait_of(const struct mc_operation *pending) {
  const struct mc_variable_state *v = mc_object_state(pending->object[0]);
  const uint64_t until = pending->argument[0] >> MC_UNTIL_SHIFT;
  const bool is_masked = is_load(pending->kind) || until & MC_UNTIL_MASKED;
  return (struct mc_wanted){v->address, v->size, until & ~(uint64_t)MC_UNTIL_MASKED,
                            is_masked ? pending->argument[1] : UINT64_MAX, pending->argument[2]};
}

void mc_record_plain_wait(mc_thread thread, struct mc_thread_end *end) {
  const struct mc_wanted *w = &mc_process->thread[thread].plain;
  char text[120];
  describe_until(w, text, sizeof text);
  end->until = mc_record_string(text);
  end->awaits = 1;
  end->awaited[0] = (struct mc_awaited){
      .object = mc_record_object(&mc_primitive_variable, w->address, (uint32_t)w->size, thread,
                                 mc_record_site(mc_process->thread[thread].site)),
      .written = MC_PLAINLY_WRITTEN};
  memcpy(&end->awaited[0].value, (const void *)w->address, w->size < 8 ? w->size : 8);
}

void mc_record_awaited(const struct mc_operation *pending, struct mc_thread_end *end) {
  char text[120] = "until it succeeds";
  if (pending->primitive == &mc_primitive_await && pending->argument[1]) {
    mc_format(text, sizeof text, "until %s changes, or something below the lock",
              pending->objects > 2 ? "one of the variables" : "the variable");
  } else if (pending->primitive == &mc_primitive_await) {
    mc_format(text, sizeof text, "until %s changes", pending->objects > 1 ? "one of them" : "it");
  } else if (mc_mutex_is_lock(pending)) {
    mc_format(text, sizeof text, "until another thread has changed something below it");
  } else if (pending->argument[0] >> MC_UNTIL_SHIFT &&
             pending->primitive == &mc_primitive_variable) {
    const struct mc_wanted w = wait_of(pending);
    describe_until(&w, text, sizeof text);
  }
  end->until = mc_record_string(text);
  for (unsigned k = 0; k < pending->objects && k < MC_SESSION_MOST_AWAITED; k++) {
    const struct mc_model_object *o = &mc_process->model.object[pending->object[k]];
    if (o->primitive != &mc_primitive_variable ||
        (k && pending->primitive != &mc_primitive_await)) // that only overlaps
      return;
    end->awaited[end->awaits++] =
        (struct mc_awaited){.object = mc_process->object[pending->object[k]].record,
                            .written = last_write(pending->object[k]),
                            .value = ((const struct mc_variable_state *)o->state)->value};
  }
}
