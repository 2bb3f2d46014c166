// driver/view_why.c - why a schedule fails, in sentences: from its steps, and from where its threads
// stand at the end.
#include "diagnose.h"
#include "finding.h"
#include "view_internal.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NOBODY = UINT32_MAX, NO_STEP = UINT32_MAX, MOST_SENTENCES = 4 };

struct why {
  struct names *names;
  const struct mc_session *session;
  const struct mc_finding *finding;
  const struct mc_step_record *step; ///< [finding->steps]
  const struct view_explained *explained;
  char *text;
  unsigned sentences;
};

static void say(struct why *why, char *sentence) {
  if (why->sentences++ >= MOST_SENTENCES)
    return;
  char *longer = format_text("%s%s%s", why->text, *why->text ? "\n" : "", sentence);
  free(why->text);
  free(sentence);
  why->text = longer;
}

static const char *operation_of(const struct why *why, uint32_t step) {
  return session_text(why->session, why->step[step].operation);
}

static bool is_of(const struct why *why, const struct mc_step_record *step, const char *primitive) {
  return !strcmp(session_text(why->session, step->primitive), primitive);
}

/// "step 5 (bank.c:22)"
static char *at_step(const struct why *why, uint32_t step) {
  char *position = place_position(names_place(why->names, why->step[step].site));
  char *text = format_text("step %" PRIu32 "%s%s%s", step + 1, *position ? " (" : "", position,
                           *position ? ")" : "");
  free(position);
  return text;
}

//===- Who waits for whom -----------------------------------------------------------------------===//

static bool is_stuck(const struct why *why, uint32_t thread) {
  const uint32_t status = why->finding->end[thread].status;
  return thread < MC_SESSION_MAX_THREADS &&
         (status == MC_THREAD_BLOCKED || status == MC_THREAD_WAITING);
}

static uint32_t holder_of(const struct why *why, uint32_t thread) {
  const uint32_t holder = why->finding->end[thread].holder;
  return holder < MC_SESSION_MAX_THREADS && is_stuck(why, holder) ? holder : NOBODY;
}

/// A thread of a circle in which each waits for what the next one has; or NOBODY.
static uint32_t find_circle(const struct why *why) {
  for (uint32_t first = 0; first < MC_SESSION_MAX_THREADS; first++) {
    uint32_t thread = first;
    for (uint32_t n = 0; n < MC_SESSION_MAX_THREADS && thread != NOBODY && is_stuck(why, thread); n++) {
      thread = holder_of(why, thread);
      if (thread == first)
        return first;
    }
  }
  return NOBODY;
}

/// "thread 0.1 waits for bank, which thread 0.2 has held since step 11 (bank.c:18)"
static char *describe_wait(const struct why *why, uint32_t thread) {
  const struct mc_thread_end *end = &why->finding->end[thread];
  const char *object = names_object(why->names, end->pending.object[0]);
  const char *holder = end->holder == thread ? "it" : format_text("thread %s", names_thread(why->names, end->holder));
  if (is_of(why, &end->pending, "thread"))
    return format_text("thread %s waits for the end of %s", names_thread(why->names, thread), holder);
  if (end->held_since >= why->finding->steps)
    return format_text("thread %s waits for %s, which %s has held since before the search",
                       names_thread(why->names, thread), object, holder);
  char *since = at_step(why, end->held_since);
  char *text = format_text("thread %s waits for %s, which %s has held since %s",
                           names_thread(why->names, thread), object, holder, since);
  free(since);
  return text;
}

static void explain_circle(struct why *why, uint32_t first) {
  char *text = format_text("%s", "");
  uint32_t thread = first;
  do {
    char *wait = describe_wait(why, thread);
    char *longer = format_text("%s%s%s", text, *text ? "; " : "", wait);
    free(wait);
    free(text);
    text = longer;
    thread = holder_of(why, thread);
  } while (thread != first);
  *text = 'T';
  say(why, format_text("%s.", text));
  free(text);
}

//===- Signals that are lost ------------------------------------------------------------------===//

static bool is_signal(const struct why *why, uint32_t step) {
  return !strcmp(operation_of(why, step), "signal") || !strcmp(operation_of(why, step), "broadcast");
}

/// The last step before `end` on the object, of that thread or of any (NOBODY), that `is`.
static uint32_t last_step(const struct why *why, uint32_t end, uint32_t object, uint32_t thread,
                          bool (*is)(const struct why *why, uint32_t step)) {
  for (uint32_t i = end; i-- > 0;)
    if (why->step[i].object[0] == object && (thread == NOBODY || why->step[i].thread == thread) &&
        (!is || is(why, i)))
      return i;
  return NO_STEP;
}

static bool is_wait(const struct why *why, uint32_t step) {
  return strstr(operation_of(why, step), "wait");
}

static void explain_signal(struct why *why, uint32_t thread) {
  const struct mc_step_record *pending = &why->finding->end[thread].pending;
  const char *object = names_object(why->names, pending->object[0]);
  const uint32_t wait = last_step(why, why->finding->steps, pending->object[0], thread, is_wait);
  const uint32_t signal = last_step(why, why->finding->steps, pending->object[0], NOBODY, is_signal);
  if (wait == NO_STEP)
    return;
  char *begin = at_step(why, wait);
  if (signal == NO_STEP) {
    say(why, format_text("Thread %s waits for %s since %s, and nobody signals it.",
                         names_thread(why->names, thread), object, begin));
  } else if (signal < wait) {
    char *sent = at_step(why, signal);
    say(why, format_text("The %s of %s at %s came before thread %s waited for it, at %s: it is lost, and no "
                         "other comes.",
                         operation_of(why, signal), object, sent, names_thread(why->names, thread),
                         begin));
    free(sent);
  } else {
    char *sent = at_step(why, signal);
    say(why, format_text("Thread %s waits for %s since %s; the last %s, at %s, woke others.",
                         names_thread(why->names, thread), object, begin, operation_of(why, signal),
                         sent));
    free(sent);
  }
  free(begin);
}

static void explain_deadlock(struct why *why) {
  const uint32_t circle = find_circle(why);
  if (circle != NOBODY)
    explain_circle(why, circle);
  for (uint32_t t = 0; t < MC_SESSION_MAX_THREADS; t++)
    if (is_stuck(why, t) && is_of(why, &why->finding->end[t].pending, "condition"))
      explain_signal(why, t);
}

//===- Values ---------------------------------------------------------------------------------===//

static bool changes(const struct why *why, uint32_t step) {
  const struct mc_step_record *s = &why->step[step];
  return s->has_value && (s->before != s->after || strstr(operation_of(why, step), "store") ||
                          strstr(operation_of(why, step), "write"));
}

static bool reads(const struct why *why, uint32_t step) {
  return why->step[step].has_value && !changes(why, step);
}

/// The thread has read the object at `read`, and writes it at `write`: another has written in between.
static uint32_t lost_write(const struct why *why, uint32_t read, uint32_t *write) {
  const struct mc_step_record *first = &why->step[read];
  uint32_t other = NO_STEP;
  for (uint32_t i = read + 1; i < why->finding->steps; i++) {
    const struct mc_step_record *s = &why->step[i];
    if (s->object[0] != first->object[0] || !s->has_value)
      continue;
    if (s->thread == first->thread) {
      *write = i;
      return changes(why, i) ? other : NO_STEP;
    }
    if (changes(why, i))
      other = i;
  }
  return NO_STEP;
}

/// A value that a thread has read is old when it writes what it made of it.
static bool explain_lost_write(struct why *why) {
  for (uint32_t read = 0; read < why->finding->steps; read++) {
    uint32_t write = NO_STEP;
    const uint32_t other = reads(why, read) ? lost_write(why, read, &write) : NO_STEP;
    if (other == NO_STEP)
      continue;
    char *a = at_step(why, read), *b = at_step(why, write), *c = at_step(why, other);
    say(why, format_text("Thread %s read %s at %s and wrote it at %s; in between, at %s, thread %s wrote it: "
                         "that is lost.",
                         names_thread(why->names, why->step[read].thread),
                         names_object(why->names, why->step[read].object[0]), a, b, c,
                         names_thread(why->names, why->step[other].thread)));
    free(a);
    free(b);
    free(c);
    return true;
  }
  return false;
}

/// What the failing line has read last, and who had written it.
static void explain_values(struct why *why) {
  const struct mc_finding *f = why->finding;
  const struct place *place = f->site == NOBODY ? NULL : names_place(why->names, f->site);
  for (uint32_t i = f->steps; i-- > 0 && why->step[i].thread == f->thread && reads(why, i);) {
    if (place && names_place(why->names, why->step[i].site)->line != place->line)
      continue;
    const uint32_t write = last_step(why, i, why->step[i].object[0], NOBODY, changes);
    if (write == NO_STEP || why->step[write].thread == f->thread)
      continue;
    char *wrote = at_step(why, write);
    say(why, format_text("%s was written last at %s, by thread %s.",
                         names_object(why->names, why->step[i].object[0]), wrote,
                         names_thread(why->names, why->step[write].thread)));
    free(wrote);
  }
}

//===- Switches -------------------------------------------------------------------------------===//

/// "Thread 0.1 is interrupted behind step 5 (a.c:6), and goes on at step 12 (a.c:7)": where the
/// schedule leaves a thread that could have gone on.
static void explain_switches(struct why *why) {
  for (uint32_t i = 1; i < why->finding->steps; i++) {
    if (!why->step[i].is_preempting)
      continue;
    const uint32_t thread = why->step[i - 1].thread;
    uint32_t on = i;
    while (on < why->finding->steps && why->step[on].thread != thread)
      on++;
    char *left = at_step(why, i - 1);
    char *goes_on = on < why->finding->steps ? at_step(why, on) : NULL;
    say(why, goes_on ? format_text("Thread %s is interrupted behind %s; before it goes on at %s, thread %s runs.",
                                   names_thread(why->names, thread), left, goes_on,
                                   names_thread(why->names, why->step[i].thread))
                     : format_text("Thread %s is interrupted behind %s, and does not go on.",
                                   names_thread(why->names, thread), left));
    free(left);
    free(goes_on);
  }
}

//===- Loops ------------------------------------------------------------------------------------===//

/// Who changes in the schedule that succeeds what the thread waits for.
static void explain_loops(struct why *why) {
  for (uint32_t t = 0; t < MC_SESSION_MAX_THREADS; t++) {
    const struct mc_thread_end *end = &why->finding->end[t];
    for (uint32_t k = 0; is_stuck(why, t) && k < end->awaits; k++) {
      const char *object = names_object_in_trace(why->names, end->awaited[k].object);
      for (uint32_t i = 0; i < why->explained->steps; i++) {
        const struct view_step *step = &why->explained->step[i];
        if (strcmp(step->object, object) || !strcmp(step->thread_name, names_thread(why->names, t)) ||
            !strstr(step->operation, "store"))
          continue;
        char *position = place_position(step->place);
        say(why, format_text("Thread %s waits for %s, which thread %s could have changed (%s).",
                             names_thread(why->names, t), names_object(why->names, end->awaited[k].object),
                             step->thread_name, position));
        free(position);
        break;
      }
    }
  }
}

//===- Races ------------------------------------------------------------------------------------===//

/// What one of them holds, and the other does not.
static void explain_race(struct why *why) {
  const struct mc_race_record *race = why->finding->race;
  for (int k = 0; k < 2; k++) {
    if (!race[k].locks || race[!k].locks)
      continue;
    say(why, format_text("Thread %s holds %s there, thread %s holds no lock: if it held %s, too, the two would "
                         "be ordered.",
                         names_thread(why->names, race[k].thread),
                         names_object(why->names, race[k].lock[0]),
                         names_thread(why->names, race[!k].thread),
                         names_object(why->names, race[k].lock[0])));
    return;
  }
  if (race[0].locks && race[1].locks)
    say(why, format_text("Thread %s holds %s there, thread %s holds %s: the same lock at both places would order "
                         "the two.",
                         names_thread(why->names, race[0].thread),
                         names_object(why->names, race[0].lock[0]),
                         names_thread(why->names, race[1].thread),
                         names_object(why->names, race[1].lock[0])));
  else
    say(why, format_text("Neither thread holds a lock there: one that both hold would order the two, or atomic "
                         "accesses."));
}

const char *view_why(struct names *names, const struct mc_finding *finding,
                     const struct view_explained *explained) {
  struct why why = {.names = names,
                    .session = names->session,
                    .finding = finding,
                    .step = &names->session->step[finding->first_step],
                    .explained = explained,
                    .text = format_text("%s", "")};
  switch (finding->kind) {
  case MC_FINDING_DEADLOCK:
    explain_deadlock(&why);
    break;
  case MC_FINDING_LIVELOCK:
    explain_loops(&why);
    break;
  case MC_FINDING_DATA_RACE:
    explain_race(&why);
    break;
  default:
    if (!explain_lost_write(&why))
      explain_values(&why);
    if (!why.sentences)
      explain_switches(&why);
  }
  return why.text;
}
