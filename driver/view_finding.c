// driver/view_finding.c - one finding: what it is, where, and the schedule that leads there.
#include "diagnose.h"
#include "finding.h"
#include "view_internal.h"
#include "view_notes.h"

static struct view_step make_step(struct names *names, const struct mc_step_record *step) {
  return (struct view_step){
      .thread = step->thread,
      .thread_name = names_thread(names, step->thread),
      .operation = session_text(names->session, step->operation),
      .object = names_object_in_trace(names, step->object[0]),
      .alternative = names_alternative(names, step),
      .text = names_step(names, step, false),
      .in_column = names_step(names, step, true),
      .place = names_step_place(names, step),
  };
}

static const struct view_step *make_steps(struct names *names, const struct mc_finding *finding) {
  struct view_step *made = allocate(finding->steps * sizeof *made);
  for (uint32_t i = 0; i < finding->steps; i++)
    made[i] = make_step(names, &names->session->step[finding->first_step + i]);
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
    return (struct view_call){false, "", "", {0}};
  struct view_call made = {true, names_thread(names, call->thread),
                           names_thread_long(names, call->thread),
                           view_frames(names, call->machine)};
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

struct finding_view view_finding(const struct result *result, struct names *names, uint32_t index) {
  const struct mc_finding *finding = &result->session->finding[index];
  const char *message = finding_message(names, finding), *file = result->trace_file[index];
  struct finding_view made = {
      .number = index + 1,
      .kind = finding_name(finding),
      .headline = finding_headline(finding),
      .title = format_text("%s%s%s", finding_headline(finding), *message ? ": " : "", message),
      .message = message,
      .traces = finding->traces,
      .random_traces = options_are_random(result->options) ? finding->traces : finding->samples,
      .trace_file = file ? file : "",
      .report_file = "",
      .thread = names_thread(names, finding->thread),
      .thread_long = names_thread_long(names, finding->thread),
      .backtrace = view_frames(names, finding->machine),
      .has_backtrace = finding->machine,
      .is_of_primitive = finding->kind == MC_FINDING_PRIMITIVE,
      .has_chunk = finding->has_chunk,
      .chunk_size = finding->chunk_size,
      .steps = finding->steps,
      .step = make_steps(names, finding),
      .output = view_output(result, finding->output_start, finding->output_size),
      .has_trunk_output = finding->output_start && result->session->observed.trunk_output,
  };
  add_places(&made, names, finding);
  if (finding->has_chunk) {
    made.allocated = make_call(names, &finding->allocated);
    made.freed = make_call(names, &finding->freed);
  }
  made.race = view_race(result, names, finding, made.step);
  if (finding->kind != MC_FINDING_DATA_RACE) // the trace went on after a race
    view_ends(&made, names, finding);
  view_notes(&made);
  return made;
}
