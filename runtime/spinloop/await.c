// runtime/spinloop/await.c - an operation that ends a waiting loop, as the pass has found; and what
// a thread in such a loop waits for.
#include "waiting.h"
#include "runtime/record/record.h"
#include <string.h>

__thread struct mc_waiting mc_waiting;

//===- An operation that ends the loop --------------------------------------------------------===//

static bool is_unproven MC_PER_TRACE;

/// Does the program have a function of its own with a name that the pass takes for a pause
/// (isPause)?
static bool has_own_pause(void) {
  static const char *const names[] = {"sched_yield", "pthread_yield",   "thrd_yield", "usleep",
                                      "nanosleep",   "clock_nanosleep", "thrd_sleep", "sleep",
                                      "poll",        "select"};
  for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
    if (mc_program_has(names[i]))
      return true;
  return false;
}

// Such a function may do anything, and in a loop of another file the pass did not see it.
void mc_await_start(void) {
  is_unproven = has_own_pause();
  if (!is_unproven)
    return;
  mc_session->doubtful_iterations = 1;
  mc_record_warning(MC_WARN_OWN_PAUSE, NULL, NULL);
}

static __thread const uint64_t *beside;
static __thread unsigned words_beside;

void mc_state_beside(const uint64_t *state, unsigned words) {
  beside = state;
  words_beside = words;
}

uint64_t mc_hash_beside(uint64_t hash) {
  for (unsigned i = 0; beside && i < words_beside; i++)
    hash = mc_await_hash(hash, beside[i]);
  return hash;
}

bool mc_loops_are_proven(void) { return !is_unproven; }

void __mcmini_await(uint32_t until, uint64_t mask, uint64_t operand) {
  if (is_unproven)
    return;
  mc_waiting.until = until;
  mc_waiting.mask = mask;
  mc_waiting.operand = operand;
}

void mc_wait_in_call(bool begins) { mc_waiting.is_in_call = begins; }

void __mcmini_awaited(void) {
  mc_waiting.until = 0;
  mc_waiting.has_look = mc_waiting.is_made = mc_waiting.retries = false;
}

void __mcmini_await_plain(const volatile void *address, uint64_t size) {
  if (is_unproven)
    return;
  mc_waiting.plain = (struct mc_wanted){
      (uintptr_t)address, size, mc_waiting.until & ~(uint32_t)(MC_UNTIL_PLAIN | MC_UNTIL_OWN),
      mc_waiting.mask, mc_waiting.operand};
}

void __mcmini_attempt(uint32_t access, uint64_t operand, uint64_t expected) {
  if (is_unproven)
    return;
  mc_waiting.has_look = true;
  mc_waiting.attempt.access = access;
  mc_waiting.attempt.operand = operand;
  mc_waiting.attempt.expected = expected;
}

bool mc_attempt_at_look(uint32_t *access, uint64_t *operand, uint64_t *expected) {
  if (!mc_waiting.has_look)
    return false;
  mc_waiting.has_look = false;
  mc_waiting.is_made = !mc_session->doubtful_iterations;
  if (!mc_waiting.is_made) {
    mc_waiting.until = 0;
    return false;
  }
  *access = mc_waiting.attempt.access;
  *operand = mc_waiting.attempt.operand;
  *expected = mc_waiting.attempt.expected;
  return true;
}

// An attempt that does not end the loop is wrong here: the load before it would have ended the
// iteration, before the attempt had changed anything.
void mc_attempt_made(bool has_ended, const struct mc_site *site) {
  if (!has_ended)
    mc_doubt(MC_WARN_DOUBTFUL_ATTEMPT, site);
}

bool mc_attempt_is_made(void) {
  const bool was = mc_waiting.is_made;
  if (was) // else no page is written
    mc_waiting.is_made = false;
  return was;
}

void mc_await_operation(struct mc_operation *operation) {
  const uint64_t until = mc_waiting.until & ~(uint64_t)(MC_UNTIL_PLAIN | MC_UNTIL_OWN);
  const bool is_plain = mc_is_of(MC_OF_VARIABLES, operation) && operation->kind <= MC_ACCESS_WRITE;
  const bool is_yield = !operation->objects;
  if (is_yield || is_plain != ((mc_waiting.until & MC_UNTIL_PLAIN) != 0))
    return;
  mc_waiting.until = 0;
  operation->flags |= MC_AWAITS;
  if (!mc_is_of(MC_OF_VARIABLES, operation) || until == MC_UNTIL_SUCCESS)
    return;
  operation->argument[0] |= until << MC_UNTIL_SHIFT;
  operation->argument[2] = mc_waiting.operand;
  if (mc_is_load(operation))
    operation->argument[1] = mc_waiting.mask;
  else if (mc_waiting.mask != UINT64_MAX)
    operation->argument[0] |= (uint64_t)MC_UNTIL_MASKED << MC_UNTIL_SHIFT;
}

bool mc_waits_in_loop(const struct mc_operation *pending) {
  if (!(pending->flags & MC_AWAITS) || !pending->objects)
    return false;
  const struct mc_model_object *o = &mc_process->model.object[pending->object[0]];
  const mc_thread owner = o->primitive->owner ? o->primitive->owner(o->state) : MC_NO_THREAD;
  const bool is_held = owner != MC_NO_THREAD && owner != pending->thread;
  return !(mc_mutex_is_lock(pending) && is_held);
}

//===- Reports --------------------------------------------------------------------------------===//

static uint32_t last_write(mc_object object) {
  for (uint32_t i = mc_shared->trace.steps; i-- > 0;) {
    const struct mc_logged_step *step = &mc_shared->trace.step[i];
    if (mc_is_of(MC_OF_VARIABLES, &step->operation) && step->before != step->after &&
        step->operation.object[0] == object)
      return i;
  }
  return MC_NONE;
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

/// What the loop waits for of an operation on a variable.
static struct mc_wanted wait_of(const struct mc_operation *pending) {
  const struct mc_variable_state *v = mc_object_state(pending->object[0]);
  const uint64_t until = pending->argument[0] >> MC_UNTIL_SHIFT;
  const bool is_masked = mc_is_load(pending) || until & MC_UNTIL_MASKED;
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
      .object = mc_record_object(mc_primitive_of[MC_OF_VARIABLES], w->address, (uint32_t)w->size,
                                 thread, mc_record_site(mc_process->thread[thread].site)),
      .written = MC_PLAINLY_WRITTEN};
  memcpy(&end->awaited[0].value, (const void *)w->address, w->size < 8 ? w->size : 8);
}

void mc_record_awaited(const struct mc_operation *pending, struct mc_thread_end *end) {
  char text[120] = "until it succeeds";
  if (mc_is_of(MC_OF_AWAITS, pending) && pending->argument[1]) {
    mc_format(text, sizeof text, "until %s changes, or something below the lock",
              pending->objects > 2 ? "one of the variables" : "the variable");
  } else if (mc_is_of(MC_OF_AWAITS, pending)) {
    mc_format(text, sizeof text, "until %s changes", pending->objects > 1 ? "one of them" : "it");
  } else if (mc_mutex_is_lock(pending)) {
    mc_format(text, sizeof text, "until another thread has changed something below it");
  } else if (pending->argument[0] >> MC_UNTIL_SHIFT && mc_is_of(MC_OF_VARIABLES, pending)) {
    const struct mc_wanted w = wait_of(pending);
    describe_until(&w, text, sizeof text);
  }
  end->until = mc_record_string(text);
  for (unsigned k = 0; k < pending->objects && k < MC_SESSION_MOST_AWAITED; k++) {
    const struct mc_model_object *o = &mc_process->model.object[pending->object[k]];
    if (!mc_has_trait(o->primitive, MC_OF_VARIABLES) ||
        (k && !mc_is_of(MC_OF_AWAITS, pending))) // that only overlaps
      return;
    end->awaited[end->awaits++] =
        (struct mc_awaited){.object = mc_process->object[pending->object[k]].record,
                            .written = last_write(pending->object[k]),
                            .value = ((const struct mc_variable_state *)o->state)->value};
  }
}
