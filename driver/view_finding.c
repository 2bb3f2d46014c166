// driver/view_finding.c - one finding: what it is, where, and the schedule that leads there.
#include "diagnose.h"
#include "simplest.h"
#include "finding.h"
#include "kind_page.h"
#include "view_internal.h"
#include "view_notes.h"
#include <string.h>

/// The code of a library, where a header has it or nothing tells the line.
static bool is_library(const struct mc_session *session, const struct mc_step_record *step,
                       const struct place *place) {
  static const char *const own[] = {"once", "variable"};
  const char *primitive = session_text(session, step->primitive);
  if (strcmp(primitive, own[0]) && strcmp(primitive, own[1]))
    return false;
  return !place->line || *place->inside || !strncmp(place->file, "/usr/", strlen("/usr/"));
}

static struct view_step make_step(struct names *names, const struct mc_step_record *step) {
  return (struct view_step){
      .thread = step->thread,
      .thread_name = names_thread(names, step->thread),
      .operation = session_text(names->session, step->operation),
      .object = names_object_in_trace(names, step->object[0]),
      .alternative = names_alternative(names, step),
      .text = names_step(names, step, false),
      .in_column = names_step(names, step, true),
      .does = names->session->config.explain ? view_does(names, step) : "",
      .place = names_step_place(names, step),
      .is_apart = step->is_apart,
      .is_preempting = step->is_preempting,
      .is_library = is_library(names->session, step, names_step_place(names, step)),
  };
}

const struct view_step *view_steps(struct names *names, uint32_t first, uint32_t steps) {
  struct view_step *made = allocate(steps * sizeof *made);
  for (uint32_t i = 0; i < steps; i++)
    made[i] = make_step(names, &names->session->step[first + i]);
  return made;
}

struct view_frames view_frames(struct names *names, uint32_t machine) {
  struct code_place frame[MC_SESSION_MAX_FRAMES];
  struct view_frames made = {.count = finding_frames(names, machine, frame, MC_SESSION_MAX_FRAMES)};
  made.place = allocate(made.count * sizeof *made.place);
  for (unsigned i = 0; i < made.count; i++)
    made.place[i] = names_code(names, &frame[i]);
  return made;
}

static struct view_call make_call(struct names *names, const struct mc_memory_call *call) {
  if (call->thread == UINT32_MAX)
    return (struct view_call){false, "", "", {0}, 0};
  struct view_call made = {
      true, names_thread(names, call->thread), names_thread_long(names, call->thread),
      view_frames(names, call->machine), call->step == UINT32_MAX ? 0 : call->step + 1};
  if (made.frames.count == 0 && call->code) {
    const struct code_place caller = symbols_code(names->symbols, call->code, true);
    made.frames.place = allocate(sizeof *made.frames.place);
    made.frames.place[made.frames.count++] = names_code(names, &caller);
  }
  return made;
}

/// The site of a primitive's finding is that of the callback, until a thread is known.
static void add_places(struct finding_view *made, struct names *names,
                       const struct mc_finding *finding) {
  if (finding->site == UINT32_MAX)
    return;
  const struct place *place = names_place(names, finding->site);
  if (made->is_of_primitive)
    made->to_mend = place;
  if (finding->thread != UINT32_MAX)
    made->place = place;
}

static struct view_texts make_remedies(const char *kind) {
  struct view_texts made = {0};
  const char *page = kind_page(kind);
  for (char *text; (text = kind_page_remedy(page, made.count));)
    view_add_text(&made, text);
  return made;
}

/// Puts those with the word first, all others behind them, each in the order that they have.
static void put_first(struct view_texts *remedies, const char *word) {
  for (unsigned i = 0, first = 0; i < remedies->count; i++) {
    const char *text = remedies->text[i];
    if (!strstr(text, word))
      continue;
    memmove(remedies->text + first + 1, remedies->text + first,
            (i - first) * sizeof *remedies->text);
    remedies->text[first++] = text;
  }
}

/// Puts first what helps threads that wait as those of the finding do.
static void sort_remedies(struct finding_view *made) {
  static const struct {
    const char *state, *remedy;
  } helps[] = {{"waits to be woken", "condition variable"}, {"and waits again", "broadcast"}};
  for (unsigned i = 0; i < sizeof helps / sizeof *helps; i++)
    for (unsigned t = 0; t < made->ends; t++)
      if (strstr(made->end[t].state, helps[i].state)) {
        put_first(&made->remedies, helps[i].remedy);
        break;
      }
}

/// As one run has shown it.
static struct finding_view make_finding(const struct result *result, struct names *names,
                                        uint32_t index) {
  const struct mc_finding *finding = &result->session->finding[index];
  const char *message = finding_message(names, finding);
  struct finding_view made = {
      .kind = finding_name(finding),
      .headline = finding_headline(finding),
      .title = format_text("%s%s%s", finding_headline(finding), *message ? ": " : "", message),
      .message = message,
      .report_file = "",
      .thread = names_thread(names, finding->thread),
      .thread_long = names_thread_long(names, finding->thread),
      .backtrace = view_frames(names, finding->machine),
      .has_backtrace = finding->machine,
      .is_of_primitive = finding->kind == MC_FINDING_PRIMITIVE,
      .has_chunk = finding->has_chunk,
      .chunk_size = finding->chunk_size,
      .steps = finding->steps,
      .step = view_steps(names, finding->first_step, finding->steps),
      .output = view_output(result, finding->output_start, finding->output_size),
      .has_trunk_output = finding->output_start && result->session->observed.trunk_output,
      .remedies = make_remedies(finding_name(finding)),
  };
  add_places(&made, names, finding);
  if (finding->has_chunk) {
    made.allocated = make_call(names, &finding->allocated);
    made.freed = make_call(names, &finding->freed);
  }
  made.race = view_race(result, names, finding, made.step);
  if (finding->kind != MC_FINDING_DATA_RACE) // the trace went on after a race
    view_ends(&made, names, finding);
  sort_remedies(&made);
  view_notes(&made);
  return made;
}

//===- The simplest schedule ------------------------------------------------------------------===//

/// What only the search knows of a race.
static const struct view_race *with_search(const struct view_race *shown,
                                           const struct view_race *found) {
  struct view_race *made = allocate(sizeof *made);
  *made = *found;
  made->access[0] = shown->access[0];
  made->access[1] = shown->access[1];
  return made;
}

/// As the run that explains it has shown it.
static struct finding_view explained(const struct mc_session *search, struct explanation *e,
                                     const struct finding_view *found) {
  struct finding_view made = make_finding(&e->result, &e->names, e->finding);
  made.has_trunk_output = found->has_trunk_output;
  if (made.race && found->race)
    made.race = with_search(made.race, found->race);
  made.explained = view_explained(search, e, &made);
  made.why = view_why(&e->names, &e->launch.session->finding[e->finding], &made.explained);
  if (e->launch.session->config.explain)
    made.terms = view_terms(&e->names, &e->launch.session->finding[e->finding], &made);
  return made;
}

struct finding_view view_finding(const struct result *result, struct names *names, uint32_t index) {
  const struct mc_finding *finding = &result->session->finding[index];
  const char *file = result->trace_file ? result->trace_file[index] : NULL,
             *unexplained = result->unexplained ? result->unexplained[index] : NULL;
  struct explanation *e = result->explanation ? result->explanation[index] : NULL;
  struct finding_view made = make_finding(result, names, index);
  if (e)
    made = explained(names->session, e, &made);
  else
    made.why = view_why(names, finding, &made.explained);
  if (!e && result->options->explain)
    made.terms = view_terms(names, finding, &made);
  made.unexplained = unexplained ? unexplained : "";
  made.number = index + 1;
  made.traces = finding->traces;
  made.is_before = finding->is_before;
  made.random_traces = options_are_random(result->options) ? finding->traces : finding->samples;
  made.trace_file = file ? file : "";
  return made;
}
