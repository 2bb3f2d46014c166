// runtime/debug/lint.c - the linter (dpor/lint.h) in a running search: at all states that it visits
// (--lint), or at some (MCMINI_LINT=sampled). What contradicts a primitive's declarations is a
// finding, "primitive", with the schedule that leads to the state.
#include "debug.h"
#include "runtime/events.h"
#include "runtime/finding/finding.h"
#include "runtime/record/record.h"
#include <string.h>

enum { EACH = 32, MOST_SAMPLES = 2000, MEETINGS = 2, OPERATION_TEXT = 100 };

static struct shared {
  struct mc_lint lint;
  uint64_t visits;
} * shared MC_KEPT; // survives traces and workers

void mc_lint_start(void) {
  if (mc_session->config.lint)
    shared = mc_own_shared_memory(sizeof *shared);
}

/// "read_lock of rwwlock, thread 0.1"
static size_t describe(const struct mc_operation *op, char *text, size_t size) {
  const struct mc_primitive *p = op->primitive;
  const char *alternative = p->alternative_name ? p->alternative_name(op) : NULL;
  return mc_format(text, size, "%s%s%s of %s (%s)", p->operations[op->kind],
                   alternative ? " = " : "", alternative ? alternative : "", p->name,
                   mc_thread_name(op->thread));
}

static const char *what(enum mc_lint_kind kind) {
  static const char *const text[MC_LINT_KINDS] = {
      [MC_LINT_ENABLED_DIFFERS] =
          "enabled of %s%s is no function of the state: called again, it says something else",
      [MC_LINT_ENABLED_WRITES] = "enabled of %s%s writes to the state",
      [MC_LINT_APPLY_DIFFERS] =
          "apply of %s%s is no function of the state: run again on a copy, it gives another state "
          "or result (a global, a pointer, padding, a variable that is not initialised?)",
      [MC_LINT_APPLY_BEYOND] = "apply of %s%s writes beyond the state_size bytes of the state",
      [MC_LINT_DISABLES] = "%s disables %s, but dependent says that their order does not matter",
      [MC_LINT_ENABLES] = "%s enables %s, but dependent says that their order does not matter",
      [MC_LINT_STATES] =
          "%s and %s lead to two states in their two orders, but dependent says that it does not "
          "matter",
      [MC_LINT_RESULTS] =
          "%s and %s have other results in the other order, but dependent says that it does not "
          "matter",
      [MC_LINT_MISUSE] =
          "%s makes or prevents that %s is a misuse, but dependent says that their order does not "
          "matter",
      [MC_LINT_COENABLED] = "%s and %s are both enabled, but coenabled says that they never are",
      [MC_LINT_MAY_DISABLE] = "%s disables %s, but may_disable says that it cannot",
      [MC_LINT_ORDERS] =
          "%s releases what %s acquires, but dependent says that their order does not "
          "matter: races would depend on it",
  };
  return text[kind];
}

/// ", in the state: ..."
static void describe_state(const struct mc_violation *v, char *text, size_t size) {
  static const char digit[] = "0123456789abcdef";
  text[0] = '\0';
  if (v->object == MC_NO_OBJECT)
    return;
  const struct mc_primitive *p = mc_process->model.object[v->object].primitive;
  size_t at = mc_format(text, size, "; the state of the %s: ", p->name);
  if (p->print) {
    p->print(v->state, text + at, size - at);
    return;
  }
  const unsigned char *byte = v->state;
  for (size_t i = 0; i < p->state_size && at + 4 < size; i++) {
    text[at++] = digit[byte[i] >> 4];
    text[at++] = digit[byte[i] & 15];
    text[at++] = i + 1 < p->state_size ? ' ' : '\0';
  }
  text[at] = '\0';
}

/// One finding for each callback and pair of operations that it is wrong about.
static uint64_t signature_of(const struct mc_violation *v) {
  const uint64_t a = (uint64_t)v->a->kind + 1, b = v->b ? (uint64_t)v->b->kind + 1 : 0;
  const uint64_t h = mc_hash(mc_hash(MC_HASH_START, v->kind), (uintptr_t)v->callback);
  return mc_hash(mc_hash(h, a + b), a * b) | 1;
}

/// The first instruction of a function, as a place of the program: places are return addresses.
static const struct mc_site *site_of(void (*callback)(void)) {
  return (const struct mc_site *)(((uintptr_t)callback + 1) | MC_SITE_IS_CODE);
}

static void found(void *context, const struct mc_violation *v) {
  char text[900], a[OPERATION_TEXT], b[OPERATION_TEXT] = "", state[MC_MAX_STATE];
  (void)context;
  describe(v->a, a, sizeof a);
  if (v->b)
    describe(v->b, b, sizeof b);
  describe_state(v, state, sizeof state);
  const size_t length = mc_format(text, sizeof text, what(v->kind), a, b);
  mc_format(text + length, sizeof text - length, "%s", state);
  mc_record_finding_as(&(struct mc_finding_details){.kind = MC_FINDING_PRIMITIVE,
                                                    .message = text,
                                                    .thread = MC_NO_THREAD,
                                                    .site = site_of(v->callback)},
                       signature_of(v));
}

void mc_lint_here(void) {
  if (!shared || mc_mode != MC_MODE_WORKER)
    return;
  if (mc_session->config.lint == MC_LINT_SAMPLED &&
      (shared->lint.states == MOST_SAMPLES || shared->visits++ % EACH))
    return;
  mc_lint_state(&shared->lint, &mc_process->model, found, NULL);
}

static void lost(void *context, const struct mc_lint_pair *pair) {
  char text[300];
  (void)context;
  const struct mc_primitive *p = pair->primitive;
  struct mc_lost_reduction *l = &mc_session->observed.lost[mc_session->observed.losses];
  if (!mc_event_is_of_user(p) || mc_session->observed.losses == MC_SESSION_MAX_LOSSES)
    return;
  struct mc_operation a = {.primitive = p, .kind = pair->kind[0]}, b = a;
  b.kind = pair->kind[1];
  a.alternative = pair->alternative[0];
  b.alternative = pair->alternative[1];
  const char *of_a = p->alternative_name ? p->alternative_name(&a) : NULL;
  const char *of_b = p->alternative_name ? p->alternative_name(&b) : NULL;
  mc_format(text, sizeof text, "%s%s%s and %s%s%s of %s", p->operations[a.kind], of_a ? " = " : "",
            of_a ? of_a : "", p->operations[b.kind], of_b ? " = " : "", of_b ? of_b : "", p->name);
  l->pair = mc_record_string(text);
  l->meetings = pair->meetings;
  l->site = p->dependent ? mc_record_site(site_of((void (*)(void))p->dependent)) : MC_NONE;
  mc_session->observed.losses++;
}

void mc_lint_end(void) {
  if (!shared)
    return;
  mc_session->observed.linted = shared->lint.states;
  if (mc_session->config.lint == MC_LINT_ALL)
    mc_lint_lost(&shared->lint, MEETINGS, lost, NULL);
}
