// driver/view_ends.c - where the threads stood when the trace ended, what each waited for, and who
// has it.
#include "diagnose.h"
#include "view_internal.h"
#include <stdlib.h>
#include <string.h>

enum { NOBODY = UINT32_MAX };

/// "since step 4 (bank.c:22)"
static char *describe_step(struct names *names, const struct mc_finding *finding, uint32_t step) {
  const struct mc_step_record *record = &names->session->step[finding->first_step + step];
  char *position = place_in_brackets(names_place(names, record->site));
  char *text = format_text("since step %u%s", step + 1, position);
  free(position);
  return text;
}

//===- What it waits for ----------------------------------------------------------------------===//

/// " at bank.c:12"
static const char *describe_place(struct names *names, uint32_t site) {
  const char *position = place_position(names_place(names, site));
  return *position ? format_text(" at %s", position) : "";
}

/// ", which is blocked at bank.c:12": the thread that another is to join. NULL: its state tells.
static const char *describe_joined(struct names *names, const struct mc_finding *finding,
                                   uint32_t thread) {
  const struct mc_thread_end *end = &finding->end[thread];
  const char *at = describe_place(names, end->pending.site);
  switch (end->status) {
  case MC_THREAD_BLOCKED:
    return format_text(", which is blocked%s", at);
  case MC_THREAD_WAITING:
    return format_text(", which waits in a loop%s", at);
  case MC_THREAD_RUNNABLE:
    return format_text(", which could go on%s", at);
  case MC_THREAD_LIMITED:
  case MC_THREAD_BEYOND:
    return format_text(", which was stopped%s", at);
  case MC_THREAD_RUNNING:
    return thread == finding->thread
               ? format_text(", which has failed%s", describe_place(names, finding->site))
               : NULL;
  default:
    return NULL;
  }
}

/// ": held by thread 0.2 since step 4 (bank.c:12)"
static const char *describe_reason(struct names *names, const struct mc_finding *finding,
                                   const struct mc_thread_end *end) {
  const uint32_t joined = names_thread_of(names, end->pending.object[0]);
  const char *of_joined =
      joined < MC_SESSION_MAX_THREADS ? describe_joined(names, finding, joined) : NULL;
  if (of_joined)
    return of_joined;
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

static const struct mc_step_record *step_of(const struct names *names,
                                            const struct mc_finding *finding, uint32_t step) {
  return &names->session->step[finding->first_step + step];
}

static bool is_operation(const struct names *names, const struct mc_step_record *step,
                         const char *operation) {
  return !strcmp(session_text(names->session, step->operation), operation);
}

/// The last step before `end` of the pending operation's thread on its object; NOBODY: none.
static uint32_t last_step(const struct names *names, const struct mc_finding *finding, uint32_t end,
                          const struct mc_step_record *pending, const char *operation) {
  for (uint32_t i = end; i-- > 0;) {
    const struct mc_step_record *step = step_of(names, finding, i);
    if (step->thread == pending->thread && step->object[0] == pending->object[0] &&
        is_operation(names, step, operation))
      return i;
  }
  return NOBODY;
}

/// Its thread has been woken since.
static bool is_woken(struct names *names, const struct mc_finding *finding, uint32_t since,
                     const struct mc_step_record *pending) {
  for (uint32_t i = since + 1; i < finding->steps; i++) {
    const struct mc_step_record *step = step_of(names, finding, i);
    if (step->object[0] == pending->object[0] &&
        (is_operation(names, step, "broadcast") ||
         !strcmp(names_alternative(names, step), names_thread(names, pending->thread))))
      return true;
  }
  return false;
}

/// " found tasks: 0,": the last value that the thread has looked at between two of its steps.
static const char *describe_found(struct names *names, const struct mc_finding *finding,
                                  uint32_t from, uint32_t to, uint32_t thread) {
  for (uint32_t i = to; i-- > from + 1;) {
    const struct mc_step_record *step = step_of(names, finding, i);
    if (step->thread == thread && step->has_value && step->before == step->after)
      return format_text(" found %s%s,", names_object(names, step->object[0]),
                         names_values(names, step));
  }
  return "";
}

/// " since step 9 (a.c:4); it was woken at step 6, found tasks: 0, and waits again": of who does
/// not wait for the first time.
static const char *describe_again(struct names *names, const struct mc_finding *finding,
                                  const struct mc_step_record *pending) {
  const uint32_t wait = last_step(names, finding, finding->steps, pending, "wait");
  const char *goes_on =
      session_text(names->session, pending->operation); // "wake", of a futex "resume"
  const uint32_t wake = wait == NOBODY ? NOBODY : last_step(names, finding, wait, pending, goes_on);
  if (wake == NOBODY || is_woken(names, finding, wait, pending))
    return "";
  return format_text(" %s; it was woken at step %u,%s and waits again",
                     describe_step(names, finding, wait), wake + 1,
                     describe_found(names, finding, wake, wait, pending->thread));
}

/// As its primitive says it, or with the operation's name.
static const char *describe_wait(struct names *names, const struct mc_finding *finding,
                                 const struct mc_thread_end *end, bool has_reason) {
  const char *waits = session_text(names->session, end->waits);
  if (*waits)
    return format_text("%s%s", names_fill(names, waits, &end->pending),
                       describe_again(names, finding, &end->pending));
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
