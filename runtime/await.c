// runtime/await.c - waiting loops that the pass has found: an operation that ends the loop, and
// turns that change nothing.
//
// What a thread has read and whether it has changed anything is its own history, so that it is the
// same in equivalent traces.
#include "busy_wait.h"
#include "races.h"

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
  struct read read[MC_MAX_OPERATION_OBJECTS];
  unsigned reads;
} history __attribute__((tls_model("initial-exec")));

//===- An operation that ends the loop --------------------------------------------------------===//

void __mcmini_await(uint32_t until, uint64_t mask, uint64_t operand) {
  mc_waiting.until = until;
  mc_waiting.mask = mask;
  mc_waiting.operand = operand;
}

void __mcmini_awaited(void) { mc_waiting.until = 0; }

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
  if (operation->kind == MC_ACCESS_READ || operation->kind == MC_ATOMIC_LOAD)
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

void mc_turn_note(const struct mc_operation *operation) {
  const struct mc_thread_info *info = &mc_process->thread[mc_self_];
  const bool is_quiet = operation->flags & (MC_YIELD | MC_BUSY_WAIT) && !operation->objects;
  if (is_quiet || operation->primitive == &mc_primitive_await)
    return;
  const struct mc_variable_state *v =
      operation->objects ? mc_object_state(operation->object[0]) : NULL;
  if (operation->primitive == &mc_primitive_variable && !info->changed)
    note_read(operation->object[0], v->value, info->operations);
  else
    history.changed = info->operations;
}

uint64_t __mcmini_turn(void) {
  mc_waiting.has_turns = true;
  return mc_checking() ? mc_process->thread[mc_self_].operations : 0;
}

/// What has changed in plain memory was seen by the search for races, and is a transition.
static bool plain_reads_are_visible(void) {
  return mc_races && mc_session->config.races == MC_RACES_EXPLORE;
}

void __mcmini_wait(const struct mc_site *site, uint64_t turn, uint32_t reads_plainly) {
  struct mc_operation operation = {.primitive = &mc_primitive_await, .flags = MC_AWAITS};
  if (!mc_checking() || history.changed > turn || history.lost > turn)
    return;
  for (unsigned i = 0; i < history.reads; i++) {
    const struct read *r = &history.read[i];
    if (r->last <= turn)
      continue;
    if (r->before > turn)
      return; // other values: the next turn may be another one
    operation.object[operation.objects++] = r->object;
    operation.argument[0] = mc_await_hash(operation.argument[0], r->value);
  }
  if (operation.objects && (!reads_plainly || plain_reads_are_visible()))
    mc_transition(&operation, site);
  else if (reads_plainly)
    mc_busy_wait_at(site);
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

static void describe_until(const struct mc_operation *pending, char *text, size_t size) {
  static const char *const words[] = {[MC_UNTIL_EQUAL] = "",
                                      [MC_UNTIL_UNEQUAL] = "not ",
                                      [MC_UNTIL_LESS] = "less than ",
                                      [MC_UNTIL_AT_MOST] = "at most ",
                                      [MC_UNTIL_GREATER] = "greater than ",
                                      [MC_UNTIL_AT_LEAST] = "at least "};
  const uint64_t until = pending->argument[0] >> MC_UNTIL_SHIFT;
  const bool is_load = pending->kind == MC_ACCESS_READ || pending->kind == MC_ATOMIC_LOAD;
  const bool is_masked = is_load || until & MC_UNTIL_MASKED;
  const struct mc_variable_state *v = mc_object_state(pending->object[0]);
  const uint64_t all = v->size >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * v->size) - 1;
  size_t length = mc_format(text, size, "until it");
  if (is_masked && (pending->argument[1] & all) != all)
    length += mc_format(text + length, size - length, " & 0x%lx", pending->argument[1]);
  mc_format(text + length, size - length, until & MC_UNTIL_SIGNED ? " is %s%ld" : " is %s%lu",
            words[until & ~(uint64_t)(MC_UNTIL_SIGNED | MC_UNTIL_MASKED)], pending->argument[2]);
}

void mc_record_awaited(const struct mc_operation *pending, struct mc_thread_end *end) {
  char text[120] = "until it succeeds";
  if (pending->primitive == &mc_primitive_await)
    mc_format(text, sizeof text, "until %s changes", pending->objects > 1 ? "one of them" : "it");
  else if (pending->argument[0] >> MC_UNTIL_SHIFT && pending->primitive == &mc_primitive_variable)
    describe_until(pending, text, sizeof text);
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
