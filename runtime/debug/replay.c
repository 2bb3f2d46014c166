// runtime/debug/replay.c - runs the schedule of a trace file instead of searching.
//
// A step of the file must be what its thread does next: the same operation, and on the same object,
// if the object's name does not depend on where modules are loaded. Otherwise the replay has
// diverged.
#include "debug.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <string.h>

static const char *text(mc_string s) { return mc_session->strings + s; }

static void object_name(mc_object object, char *name, size_t size) {
  const struct mc_object_record *r = &mc_session->object[mc_process->object[object].record];
  name[0] = '\0';
  if (r->place != MC_OBJECT_GLOBAL)
    mc_format(name, size, "%s#%u", text(mc_session->thread[r->creator].name), r->number);
}

/// Copies a text of a primitive, with a thread's name in place of %t3, as trace files have it.
static void expand(const char *from, char *to, size_t size) {
  char *const end = to + size - 1;
  while (*from && to < end) {
    uint32_t thread = 0;
    const char *at = from + 2;
    if (from[0] == '%' && from[1] == 't')
      while (*at >= '0' && *at <= '9')
        thread = 10 * thread + (uint32_t)(*at++ - '0');
    if (at > from + 2 && *at == ';' && thread < mc_session->thread_count) {
      to += mc_format(to, (size_t)(end - to) + 1, "%s", text(mc_session->thread[thread].name));
      from = at + 1;
    } else {
      *to++ = *from++;
    }
  }
  *to = '\0';
}

static bool alternative_named(struct mc_operation *operation, const char *name,
                              mc_alternative *alternative) {
  mc_alternative enabled[MC_MAX_ALTERNATIVES];
  const unsigned n = mc_model_alternatives(&mc_process->model, operation->thread, enabled);
  for (unsigned i = 0; i < n; i++) {
    operation->alternative = enabled[i];
    char shown[280] = "";
    expand(mc_alternative_name(operation), shown, sizeof shown);
    if (strcmp(shown, name) == 0) {
      *alternative = enabled[i];
      return true;
    }
  }
  return false;
}

_Noreturn static void diverged(uint32_t step, const struct mc_replay_step *wanted,
                               mc_thread thread) {
  struct mc_divergence *d = &mc_session->divergence;
  mc_session_write();
  *d = (struct mc_divergence){.step = step};
  d->recorded = (struct mc_step_record){.thread = thread,
                                        .operation = wanted->operation,
                                        .alternative = wanted->alternative,
                                        .object = {MC_NONE, MC_NONE},
                                        .site = MC_NONE};
  const struct mc_operation *met =
      thread == MC_NO_THREAD ? NULL : mc_model_pending(&mc_process->model, thread);
  if (met)
    d->met = mc_record_operation(met, mc_process->thread[thread].site);
  d->met.thread = thread;
  mc_abandon_trace(MC_END_NONDETERMINISTIC);
}

static mc_thread thread_named(const char *name) {
  for (uint32_t t = 0; t < mc_session->thread_count; t++)
    if (strcmp(text(mc_session->thread[t].name), name) == 0)
      return (mc_thread)t;
  return MC_NO_THREAD;
}

bool mc_replay_next(struct mc_step *step) {
  const struct mc_config *c = &mc_session->config;
  const uint32_t i = mc_shared->trace.steps;
  if (i >= c->replay_steps)
    return false;
  const struct mc_replay_step *wanted =
      (const struct mc_replay_step *)((const char *)mc_session + c->replay) + i;
  step->thread = thread_named(text(wanted->thread));
  const struct mc_operation *met =
      step->thread == MC_NO_THREAD ? NULL : mc_model_pending(&mc_process->model, step->thread);
  if (!met || strcmp(met->primitive->operations[met->kind], text(wanted->operation)))
    diverged(i, wanted, step->thread);
  if (wanted->object && met->objects) {
    char name[280];
    object_name(met->object[0], name, sizeof name);
    if (name[0] && strcmp(name, text(wanted->object)))
      diverged(i, wanted, step->thread);
  }
  struct mc_operation operation = *met;
  if (!alternative_named(&operation, text(wanted->alternative), &step->alternative))
    diverged(i, wanted, step->thread);
  return true;
}

bool mc_replay_has(const char *operation) {
  const struct mc_config *c = &mc_session->config;
  const struct mc_replay_step *step =
      (const struct mc_replay_step *)((const char *)mc_session + c->replay);
  for (uint32_t i = 0; i < c->replay_steps; i++)
    if (strcmp(text(step[i].operation), operation) == 0)
      return true;
  return false;
}
