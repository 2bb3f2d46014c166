// driver/view_headline.c - the result in one line.
#include "diagnose.h"
#include "view_internal.h"
#include <stdlib.h>
#include <string.h>

//===- The program did something else ---------------------------------------------------------===//

static char *describe_step(struct names *names, const struct mc_step_record *step) {
  if (!step->operation)
    return format_text("nothing: it was not there, or could not run");
  char *text = names_step(names, step, false),
       *position = place_position(names_place(names, step->site));
  return *position ? format_text("%s at %s", text, position) : text;
}

/// In the words of the trace file: what it names may not exist.
static char *describe_wanted(struct names *names) {
  const struct mc_session *session = names->session;
  const struct mc_divergence *d = &session->divergence;
  const struct mc_replay_step *wanted =
      (const struct mc_replay_step *)((const char *)session + session->config.replay) + d->step;
  char *met = describe_step(names, &d->met);
  char *text =
      format_text("nondeterministic: step %u of thread %s was %s%s%s; now it is %s", d->step + 1,
                  session_text(session, wanted->thread), session_text(session, wanted->operation),
                  wanted->object ? " " : "", session_text(session, wanted->object), met);
  free(met);
  return text;
}

static char *describe_divergence(struct names *names) {
  const struct mc_divergence *d = &names->session->divergence;
  if (names->session->config.replaying && d->step < names->session->config.replay_steps)
    return describe_wanted(names);
  uint32_t thread = d->recorded.operation ? d->recorded.thread : d->met.thread;
  return format_text("nondeterministic: step %u of thread %s was %s; now it is %s", d->step + 1,
                     names_thread(names, thread), describe_step(names, &d->recorded),
                     describe_step(names, &d->met));
}

//===- The other verdicts ---------------------------------------------------------------------===//

static const char *describe_findings(const struct result_view *view) {
  return view->findings > 1 ? format_text("%u findings", view->findings) : view->finding[0].title;
}

/// By what weighs most.
static char *describe_incomplete(const struct result *result) {
  const struct reason *ours = reasons_ours(&result->reasons);
  return format_text("incomplete: nothing found, but %s",
                     (ours ? ours : &result->reasons.reason[0])->missing);
}

static char *describe_replay(const char *recorded) {
  const bool had_none = strcmp(recorded, "none") == 0;
  return format_text("ok: the schedule ended without a finding%s%s%s",
                     had_none ? "" : "; the recorded one (", had_none ? "" : recorded,
                     had_none ? "" : ") did not come again");
}

const char *view_headline(const struct result_view *view, const struct result *result,
                          struct names *names) {
  switch (result->verdict) {
  case VERDICT_FAILED:
    return describe_findings(view);
  case VERDICT_NONDETERMINISTIC:
    return describe_divergence(names);
  case VERDICT_INCOMPLETE:
    return describe_incomplete(result);
  default:
    return result->recorded ? describe_replay(result->recorded) : "ok: nothing found";
  }
}
