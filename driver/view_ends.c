// driver/view_ends.c - where the threads stood when the trace ended, what each waited for, and who
// has it.
#include "diagnose.h"
#include "view_internal.h"
#include <stdlib.h>

enum { NOBODY = UINT32_MAX };

/// "since step 4 (bank.c:22)"
static char *describe_step(struct names *names, const struct mc_finding *finding, uint32_t step) {
  const struct mc_step_record *record = &names->session->step[finding->first_step + step];
  char *position = place_in_brackets(names_place(names, record->site));
  char *text = format_text("since step %u%s", step + 1, position);
  free(position);
  return text;
}

/// ": held by thread 0.2 since step 4 (bank.c:12)"
static const char *describe_reason(struct names *names, const struct mc_finding *finding,
                                   const struct mc_thread_end *end) {
  const char *state =
      names_expand(names, session_text(names->session, end->object_state), "thread ");
  const char *since = end->holder == NOBODY ? ""
                      : end->held_since < finding->steps
                          ? describe_step(names, finding, end->held_since)
                          : "since before the search";
  return format_text("%s%s%s%s", *state ? ": " : "", state, *since ? " " : "", since);
}

static const char *describe_status(uint32_t status) {
  switch (status) {
  case MC_THREAD_BLOCKED:
    return "waits to";
  case MC_THREAD_WAITING:
    return "waits in a loop:";
  case MC_THREAD_LIMITED:
    return "was stopped by --max-depth-per-thread before";
  case MC_THREAD_BEYOND:
    return "was stopped by McMini's limit of 128 threads before";
  default:
    return "could go on with";
  }
}

/// What a loop waits for, and since when it is as it is.
static const char *describe_awaited(struct names *names, const struct mc_finding *finding,
                                    const struct mc_awaited *awaited) {
  const char *object = names_object(names, awaited->object);
  const char *value = names_value(names, awaited->object, awaited->value);
  if (awaited->written == MC_PLAINLY_WRITTEN)
    return format_text("%s is %s", object, value);
  if (awaited->written >= finding->steps)
    return format_text("%s is %s, and nobody has changed it", object, value);
  const struct mc_step_record *step = &names->session->step[finding->first_step + awaited->written];
  return format_text("%s is %s %s, by thread %s", object, value,
                     describe_step(names, finding, awaited->written),
                     names_thread(names, step->thread));
}

/// As its primitive says it, or with the operation's name.
static const char *describe_wait(struct names *names, const struct mc_finding *finding,
                                 const struct mc_thread_end *end, bool has_reason) {
  const char *waits = session_text(names->session, end->waits);
  if (*waits)
    return names_fill(names, waits, &end->pending);
  return format_text("%s %s%s%s%s", describe_status(end->status),
                     names_step(names, &end->pending, false), end->until ? ", " : "",
                     session_text(names->session, end->until),
                     has_reason ? describe_reason(names, finding, end) : "");
}

static struct view_end make_end(struct names *names, const struct mc_finding *finding,
                                const struct view_step *step, uint32_t thread) {
  const struct mc_thread_end *end = &finding->end[thread];
  struct view_end made = {.thread = names_thread_long(names, thread),
                          .thread_name = names_thread(names, thread),
                          .state = "was running its own code",
                          .is_in_circle = view_is_in_circle(names, finding, thread),
                          .place = names_place(names, NOBODY)};
  if (end->status == MC_THREAD_RUNNING || !end->pending.operation)
    return made;
  const bool has_reason = end->status == MC_THREAD_BLOCKED || (end->until && !end->awaits);
  made.state = describe_wait(names, finding, end, has_reason);
  made.place = names_place(names, end->pending.site);
  if (has_reason && end->holder != NOBODY && end->held_since < finding->steps)
    made.since = &step[end->held_since];
  for (uint32_t i = 0; i < end->awaits; i++)
    view_add_text(&made.awaited, describe_awaited(names, finding, &end->awaited[i]));
  return made;
}

void view_ends(struct finding_view *made, struct names *names, const struct mc_finding *finding) {
  struct view_end *ends = allocate(MC_SESSION_MAX_THREADS * sizeof *ends);
  bool going = false;
  for (uint32_t t = 0; t < MC_SESSION_MAX_THREADS; t++) {
    const struct mc_thread_end *end = &finding->end[t];
    if (end->status == MC_THREAD_FINISHED)
      made->finished++;
    else if (end->status != MC_THREAD_ABSENT)
      ends[made->ends++] = make_end(names, finding, made->step, t);
    going |= end->status != MC_THREAD_FINISHED && end->pending.operation;
  }
  made->end = ends;
  if (!going)
    made->ends = made->finished = 0;
}
