// driver/view_observed.c - what was seen of the program, so that nobody takes a result for more
// than it is.
#include "diagnose.h"
#include "view_internal.h"
#include <stdlib.h>
#include <string.h>

//===- Threads, objects, transitions ----------------------------------------------------------===//

static void add_threads(struct view_observed *made, const struct mc_session *session,
                        struct names *names) {
  made->threads = session->counts.threads;
  if (!made->threads) // no trace came to its end
    made->threads = session->thread_count;
  for (uint32_t t = 0; t < session->thread_count; t++)
    view_add_text(&made->thread, names_thread_long(names, t));
}

static void add_operations(struct view_observed *made, const struct mc_session *session) {
  const struct mc_observed *o = &session->observed;
  const unsigned most = sizeof o->operation / sizeof *o->operation;
  struct view_operation *operation = allocate(most * sizeof *operation);
  for (; made->operations < o->operation_kinds && made->operations < most; made->operations++) {
    const struct mc_operation_count *count = &o->operation[made->operations];
    operation[made->operations] =
        (struct view_operation){session_text(session, count->primitive),
                                session_text(session, count->operation), count->transitions};
  }
  made->operation = operation;
}

/// A transition of the search was an operation of the primitive.
static bool is_used(const struct view_observed *made, const char *primitive) {
  for (unsigned i = 0; i < made->operations; i++)
    if (!strcmp(made->operation[i].primitive, primitive))
      return true;
  return !made->operations;
}

static void add_objects(struct view_observed *made, const struct mc_session *session) {
  enum { MOST_KINDS = 64 };
  struct view_kind *kind = allocate(MOST_KINDS * sizeof *kind);
  for (uint32_t i = 0; i < session->object_count && i < MC_SESSION_MAX_OBJECTS; i++) {
    const char *primitive = session_text(session, session->object[i].primitive);
    unsigned k = 0;
    if (!strcmp(primitive, "thread") || !is_used(made, primitive))
      continue;
    while (k < made->kinds && strcmp(kind[k].primitive, primitive))
      k++;
    if (k == MOST_KINDS)
      continue;
    if (k == made->kinds)
      kind[made->kinds++].primitive = primitive;
    kind[k].objects++;
  }
  made->kind = kind;
}

//===- Code -----------------------------------------------------------------------------------===//

static void add_tsan_file(void *context, const char *file) {
  struct view_observed *made = context;
  view_add_text(&made->tsan, file);
}

struct libraries {
  struct view_texts *texts;
  const struct program *program;
};

static void add_library(void *context, const char *path) {
  const struct libraries *libraries = context;
  if (program_has_unseen(libraries->program, path))
    view_add_text(libraries->texts, last_part(path));
}

struct view_texts view_machine_code(const struct result *result) {
  const struct mc_observed *o = &result->session->observed;
  struct view_texts made = {0};
  for (uint32_t i = 0; i < o->code_modules && i < MC_SESSION_MAX_CODE; i++)
    if (o->code[i].is_hooked && o->code[i].plain == MC_PLAIN_SEEN)
      view_add_text(&made, last_part(session_text(result->session, o->code[i].module)));
  return made;
}

static void add_code(struct view_observed *made, const struct result *result) {
  const struct mc_observed *o = &result->session->observed;
  made->is_linked = result->program->instrumented;
  made->is_tsan = o->is_tsan;
  for (uint32_t i = 0; i < o->modules && i < MC_SESSION_MAX_MODULES; i++)
    view_add_text(&made->module, session_text(result->session, o->module[i]));
  if (made->is_tsan)
    symbols_compiled_with(result->symbols, "sanitize=thread", add_tsan_file, made);
  struct libraries libraries = {&made->library, result->program};
  symbols_modules(result->symbols, add_library, &libraries);
  made->machine = view_machine_code(result);
  made->hooks = o->code_hooks;
  made->breakpoints = o->code_breakpoints;
}

/// What the program does not allow the fast executor to do.
static void add_executor(struct view_observed *made, const struct mc_session *session) {
  const struct mc_observed *o = &session->observed;
  const bool paranoid = session->config.paranoid;
  made->is_source = session->source;
  made->is_optimal = session->optimal;
  made->kernel_threads = session_text(session, o->kernel_threads);
  made->fork = session_text(session, o->fork);
  made->guard = o->protection_key ? "by a protection key"
                : paranoid        ? "by mprotect"
                                  : session_text(session, o->guard);
  made->guard_is_usual = !paranoid && !o->guard;
  made->forks = o->unseen_forks;
}

//===- What to know of the result -------------------------------------------------------------===//

static bool has_list(const struct mc_session *session, enum mc_rule_list list) {
  for (uint32_t i = 0; i < session->rule_count; i++)
    if (session->rule[i].list == list)
      return true;
  return false;
}

static void add_ignored(struct view_observed *made, const struct mc_session *session) {
  const bool ignores = has_list(session, MC_LIST_IGNORE),
             focuses = has_list(session, MC_LIST_FOCUS);
  made->ignored_by = ignores && focuses ? "--ignore and --focus" : ignores ? "--ignore" : "--focus";
  made->ignored_plain = session->observed.ignored[0];
  made->ignored_atomic = session->observed.ignored[1];
  made->invisible = session->ordered_counts ? 0 : session->observed.invisible;
  made->suppressed = session->suppressed;
}

static void add_losses(struct view_observed *made, const struct mc_session *session,
                       struct names *names) {
  const struct mc_observed *o = &session->observed;
  struct view_loss *loss = allocate(o->losses * sizeof *loss);
  for (uint32_t i = 0; i < o->losses; i++)
    loss[i] = (struct view_loss){session_text(session, o->lost[i].pair), o->lost[i].meetings,
                                 names_place(names, o->lost[i].site)};
  made->linted = o->linted;
  made->losses = o->losses;
  made->loss = loss;
}

static const struct place *place_of(const struct mc_busy_place *busy, struct names *names) {
  if (!busy->code)
    return names_place(names, busy->site);
  const struct code_place code = symbols_code(names->symbols, busy->code, false);
  return names_code(names, &code);
}

static void add_busy_waits(struct view_observed *made, const struct mc_session *session,
                           struct names *names) {
  struct view_busy_wait *wait = allocate(session->place_count * sizeof *wait);
  for (uint32_t i = 0; i < session->place_count; i++)
    wait[i] = (struct view_busy_wait){place_of(&session->place[i], names), session->place[i].waits};
  made->busy_waits = session->place_count;
  made->busy_wait = wait;
}

static void add_warnings(struct view_observed *made, const struct mc_session *session,
                         struct names *names) {
  struct view_warning *warning = allocate(session->warning_count * sizeof *warning);
  for (uint32_t i = 0; i < session->warning_count; i++) {
    const struct mc_warning_record *record = &session->warning[i];
    char *text = reason_text(record->warning, session_text(session, record->what));
    if (*text)
      warning[made->warnings++] = (struct view_warning){names_expand(names, text, "thread "),
                                                        names_place(names, record->site)};
    free(text);
  }
  made->warning = warning;
  made->is_single =
      session->counts.threads <= 1 && session->thread_count <= 1 && !session->finding_count;
}

struct view_observed view_observed(const struct result *result, struct names *names) {
  const struct mc_session *session = result->session;
  struct view_observed made = {0};
  add_threads(&made, session, names);
  add_operations(&made, session);
  add_objects(&made, session);
  add_code(&made, result);
  add_executor(&made, session);
  add_ignored(&made, session);
  add_losses(&made, session, names);
  add_busy_waits(&made, session, names);
  add_warnings(&made, session, names);
  return made;
}
