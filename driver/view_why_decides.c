// driver/view_why_decides.c - why the step that decides does: one sentence, from what the schedule
// has behind it. Nothing is said where the steps do not tell it.
#include "diagnose.h"
#include "finding.h"
#include "launch.h"
#include "view_internal.h"
#include "why.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMED = 4 };

static const struct mc_step_record *step_of(const struct why *why, uint32_t step) {
  return &why->step[step];
}

static bool is_of_thread(const struct why *why, uint32_t step, uint32_t thread) {
  return step_of(why, step)->thread == thread;
}

/// "thread 0.2"
static const char *actor(const struct why *why, uint32_t step) {
  return format_text("thread %s", why_thread(why, step_of(why, step)->thread));
}

static const char *object_at(const struct why *why, uint32_t step) {
  return why_object(why, step_of(why, step)->object[0]);
}

/// "a, b, and c"; of two with a comma if they are `clauses`.
static const char *list(const char *const *text, unsigned count, bool clauses) {
  const char *made = text[0];
  for (unsigned i = 1; i < count; i++)
    made = format_text("%s%s%s%s", made, count > 2 || clauses ? ", " : " ",
                       i + 1 == count ? "and " : "", text[i]);
  return made;
}

//===- Threads that wait ----------------------------------------------------------------------===//

/// Of a circle: who waits for the thread.
static uint32_t waiter_of(const struct why *why, uint32_t thread) {
  uint32_t waiter = thread;
  for (uint32_t next = why_holder(why, waiter); next != thread; next = why_holder(why, waiter))
    waiter = next;
  return waiter;
}

/// "thread 0.1 holds a and needs b"
static const char *describe_member(const struct why *why, uint32_t thread) {
  const uint32_t waiter = waiter_of(why, thread);
  const bool holds = !why_waits_for(why, waiter, "thread"),
             joins = why_waits_for(why, thread, "thread");
  const char *held = why_object(why, why_end(why, waiter)->pending.object[0]);
  const char *needed = why_object(why, why_end(why, thread)->pending.object[0]);
  return format_text("thread %s %s%s%s%s", why_thread(why, thread),
                     holds ? format_text("holds %s and ", held) : "",
                     joins ? "waits for the end of " : "needs ",
                     thread == waiter ? "it again" : needed, "");
}

/// The step that closes a circle: from then on each thread of it has what another needs.
static const char *by_circle(const struct why *why, uint32_t decides) {
  const uint32_t first = why_circle(why);
  const char *member[MOST_NAMED];
  unsigned members = 0;
  bool closes = false;
  if (first == WHY_NOBODY)
    return NULL;
  uint32_t thread = first;
  do {
    const struct mc_thread_end *end = why_end(why, thread);
    const bool joins = why_waits_for(why, thread, "thread");
    if (members == MOST_NAMED ||
        (!joins && end->held_since > decides && end->held_since != MC_NONE))
      return NULL;
    closes |= !joins && end->held_since == decides;
    member[members++] = describe_member(why, thread);
    thread = why_holder(why, thread);
  } while (thread != first);
  return closes ? format_text("From here %s.", list(member, members, true)) : NULL;
}

/// It takes what its thread never gives back.
static const char *by_left_lock(const struct why *why, uint32_t decides) {
  for (uint32_t t = 0; t < MC_SESSION_MAX_THREADS; t++) {
    const struct mc_thread_end *end = why_end(why, t);
    if (!why_is_stuck(why, t) || end->holder >= MC_SESSION_MAX_THREADS ||
        end->held_since != decides)
      continue;
    const bool has_ended = why_end(why, end->holder)->status == MC_THREAD_FINISHED;
    return format_text("From here thread %s holds %s, %s, and thread %s needs it.",
                       why_thread(why, end->holder), why_object(why, end->pending.object[0]),
                       has_ended ? "which it never gives back" : "and waits itself",
                       why_thread(why, t));
  }
  return NULL;
}

struct waiters {
  uint32_t step[MOST_NAMED];
  unsigned count;
};

static void remove_waiter(struct waiters *waiters, const struct why *why, const char *thread) {
  unsigned kept = 0;
  for (unsigned i = 0; i < waiters->count; i++)
    if (strcmp(why_thread(why, step_of(why, waiters->step[i])->thread), thread))
      waiters->step[kept++] = waiters->step[i];
  waiters->count = kept;
}

static const char *list_waiters(const struct why *why, const struct waiters *waiters) {
  const char *text[MOST_NAMED];
  for (unsigned i = 0; i < waiters->count; i++)
    text[i] = format_text("%s %s since %s", i ? "thread" : "Thread",
                          why_thread(why, step_of(why, waiters->step[i])->thread),
                          why_at(why, waiters->step[i]));
  return list(text, waiters->count, false);
}

/// Behind it its thread waits for the condition, as others do, and fewer signals come than they
/// are.
static const char *by_too_few_signals(const struct why *why, uint32_t decides, uint32_t object) {
  struct waiters waiters = {.count = 0};
  unsigned signals = 0;
  bool waits = false; // the step's thread, behind it
  for (uint32_t i = 0; i < why->finding->steps; i++) {
    const char *operation = why_operation(why, i);
    if (step_of(why, i)->object[0] != object)
      continue;
    if (!strcmp(operation, "wait") && !signals) {
      if (waiters.count == MOST_NAMED)
        return NULL;
      waiters.step[waiters.count++] = i;
      waits |= i > decides && is_of_thread(why, i, step_of(why, decides)->thread);
    } else if (!strcmp(operation, "broadcast")) {
      return NULL;
    } else if (*why_woken_by(why, i)) {
      if (waits)
        signals++;
      else
        remove_waiter(&waiters, why, why_woken_by(why, i));
    }
  }
  if (!waits || !signals || signals >= waiters.count)
    return NULL;
  return format_text("%s then wait for %s, and only %u signal%s.", list_waiters(why, &waiters),
                     why_object(why, object), signals, signals == 1 ? " comes" : "s come");
}

/// ", which waits again at step 24": who was woken by the signal.
static const char *waits_again(const struct why *why, uint32_t signal) {
  const uint32_t object = step_of(why, signal)->object[0];
  for (uint32_t i = signal + 1; i < why->finding->steps; i++)
    if (step_of(why, i)->object[0] == object && why_is_wait(why, i) &&
        !strcmp(why_thread(why, step_of(why, i)->thread), why_woken_by(why, signal)))
      return format_text(", which waits again at %s", why_at(why, i));
  return "";
}

/// The signal is lost, or another thread gets it.
static const char *by_signal(const struct why *why, uint32_t decides, uint32_t thread) {
  const uint32_t object = why_end(why, thread)->pending.object[0], steps = why->finding->steps;
  const uint32_t wait = why_last_step(why, steps, object, thread, why_is_wait),
                 signal = why_last_step(why, steps, object, WHY_NOBODY, why_is_signal);
  if (wait == WHY_NO_STEP || signal == WHY_NO_STEP || why_is_used_up(why, signal, wait, thread))
    return NULL;
  const char *kind = why_operation(why, signal), *waiter = why_thread(why, thread);
  if (signal == decides && wait > decides && !*why_woken_by(why, signal))
    return format_text("The %s goes out before thread %s waits for it, at %s, and no other comes.",
                       kind, waiter, why_at(why, wait));
  if (signal == decides && wait < decides && *why_woken_by(why, signal))
    return format_text("It is the last %s, and wakes thread %s%s; thread %s waits on.", kind,
                       why_woken_by(why, signal), waits_again(why, signal), waiter);
  if (signal > decides && signal < wait && !*why_woken_by(why, signal) &&
      is_of_thread(why, signal, step_of(why, decides)->thread))
    return format_text("After it the last %s goes out, at %s, before thread %s waits for it, at "
                       "%s.",
                       kind, why_at(why, signal), waiter, why_at(why, wait));
  return by_too_few_signals(why, decides, object);
}

/// It takes the last token.
static const char *by_token(const struct why *why, uint32_t decides, uint32_t thread) {
  const uint32_t object = why_end(why, thread)->pending.object[0];
  const char *alternative = session_text(why->session, step_of(why, decides)->alternative);
  if (step_of(why, decides)->object[0] != object || !why_is_wait(why, decides) ||
      !strcmp(alternative, "busy") || !strcmp(alternative, "timeout") ||
      why_last_step(why, why->finding->steps, object, WHY_NOBODY, NULL) != decides)
    return NULL;
  return format_text("It takes the last token of %s, which thread %s needs, and nobody posts one.",
                     why_object(why, object), why_thread(why, thread));
}

/// Where it goes well, the step's thread posts what is waited for.
static const char *by_missing_post(const struct why *why, uint32_t decides, uint32_t thread) {
  const uint32_t object = why_end(why, thread)->pending.object[0],
                 poster = step_of(why, decides)->thread;
  const struct view_step *instead = why_changed_instead(why, object, thread);
  if (!instead || strcmp(instead->operation, "post") ||
      strcmp(instead->thread_name, why_thread(why, poster)) ||
      why_end(why, poster)->status != MC_THREAD_FINISHED ||
      why_last_step(why, why->finding->steps, object, poster, NULL) != WHY_NO_STEP)
    return NULL;
  return format_text("After it thread %s ends without a post of %s; where it goes well, there is "
                     "one%s.",
                     why_thread(why, poster), why_object(why, object),
                     place_in_brackets(instead->place));
}

/// Who waits has itself overwritten what the step has written.
static const char *by_overwriting(const struct why *why, uint32_t decides, uint32_t thread) {
  const struct mc_thread_end *end = why_end(why, thread);
  for (uint32_t k = 0; k < end->awaits; k++) {
    const uint32_t object = end->awaited[k].object, written = end->awaited[k].written;
    if (written < why->finding->steps && is_of_thread(why, written, thread) &&
        why_last_step(why, written, object, WHY_NOBODY, why_changes) == decides)
      return format_text("Thread %s overwrites at %s what this step writes to %s.",
                         why_thread(why, thread), why_at(why, written), why_object(why, object));
  }
  return NULL;
}

/// From here on the value stays that a loop waits to change.
static const char *by_value_that_stays(const struct why *why, uint32_t decides, uint32_t thread) {
  const struct mc_thread_end *end = why_end(why, thread);
  const char *until = session_text(why->session, end->until);
  for (uint32_t k = 0; k < end->awaits; k++)
    if (end->awaited[k].written == decides)
      return format_text("From here %s is %s and nobody changes it any more; thread %s waits%s%s.",
                         why_object(why, end->awaited[k].object),
                         names_value(why->names, end->awaited[k].object, end->awaited[k].value),
                         why_thread(why, thread), *until ? " " : " for it to change", until);
  return NULL;
}

static const char *by_waiting(const struct why *why, uint32_t decides) {
  const char *reason = by_circle(why, decides);
  for (uint32_t t = 0; t < MC_SESSION_MAX_THREADS && !reason; t++) {
    if (why_waits_for(why, t, "condition")) {
      reason = by_signal(why, decides, t);
    } else if (why_waits_for(why, t, "semaphore")) {
      reason = by_token(why, decides, t);
      reason = reason ? reason : by_missing_post(why, decides, t);
    } else if (why_is_stuck(why, t)) {
      reason = by_value_that_stays(why, decides, t);
      reason = reason ? reason : by_overwriting(why, decides, t);
    }
  }
  return reason ? reason : by_left_lock(why, decides);
}

//===- Values, critical sections --------------------------------------------------------------===//

static const char *by_lost_write(const struct why *why, uint32_t decides) {
  struct why_between lost;
  if (!why_find_lost(why, &lost))
    return NULL;
  if (lost.other == decides)
    return format_text("From here what thread %s has read of %s, at %s, is old, and it writes what "
                       "it has made of it at %s.",
                       why_thread(why, step_of(why, lost.first)->thread),
                       object_at(why, lost.first), why_at(why, lost.first), why_at(why, lost.last));
  if (lost.first < decides && decides < lost.other &&
      is_of_thread(why, decides, step_of(why, lost.other)->thread))
    return format_text("After it %s writes %s at %s, between where thread %s reads it, at %s, and "
                       "where it writes it, at %s.",
                       actor(why, lost.other), object_at(why, lost.other), why_at(why, lost.other),
                       why_thread(why, step_of(why, lost.first)->thread), why_at(why, lost.first),
                       why_at(why, lost.last));
  if (lost.last == decides)
    return format_text("It overwrites what %s has written to %s at %s.", actor(why, lost.other),
                       object_at(why, lost.other), why_at(why, lost.other));
  return NULL;
}

static const char *by_sections(const struct why *why, uint32_t decides) {
  struct why_between s;
  if (!why_find_sections(why, &s) || s.other != decides)
    return NULL;
  return format_text("It comes between two critical sections of thread %s, which gave %s back at "
                     "%s and takes it again at %s.",
                     why_thread(why, step_of(why, s.first)->thread), object_at(why, s.first),
                     why_at(why, s.first), why_at(why, s.last));
}

static const char *by_wakeup(const struct why *why, uint32_t decides) {
  struct why_between w;
  if (!why_find_wakeup(why, &w) || w.other != decides)
    return NULL;
  return format_text("It takes %s before thread %s, which is to go on with it, gets it at %s.",
                     object_at(why, decides), why_thread(why, why->finding->thread),
                     why_at(why, w.last));
}

/// Behind it the failing thread takes a lock, and finds what this one has left.
static const char *by_left_state(const struct why *why, uint32_t decides) {
  const struct mc_finding *f = why->finding;
  uint32_t lock = f->steps;
  while (lock-- > decides + 1 && !(is_of_thread(why, lock, f->thread) && why_is_lock(why, lock)))
    ;
  if (lock <= decides || lock >= f->steps || is_of_thread(why, decides, f->thread) ||
      why_last_step(why, lock, step_of(why, lock)->object[0], WHY_NOBODY, why_is_lock) != decides)
    return NULL;
  return format_text("After it thread %s takes %s, at %s, and finds what %s has left there.",
                     why_thread(why, f->thread), object_at(why, lock), why_at(why, lock),
                     actor(why, decides));
}

/// What it looks at is changed first where all ends well.
static const char *by_look(const struct why *why, uint32_t decides) {
  const struct view_explained *e = why->explained;
  const struct mc_step_record *look = step_of(why, decides);
  const struct view_step *first = e->alternative ? &e->step[e->alternative - 1] : NULL;
  if (!first || !look->has_value || why_changes(why, decides) ||
      strcmp(first->object, names_object_in_trace(why->names, look->object[0])) ||
      first->thread == look->thread)
    return NULL;
  return format_text("It looks at %s before thread %s changes it.", object_at(why, decides),
                     first->thread_name);
}

/// It fails as another has the lock.
static const char *by_busy(const struct why *why, uint32_t decides) {
  const uint32_t object = step_of(why, decides)->object[0];
  const uint32_t lock = why_last_step(why, decides, object, WHY_NOBODY, why_is_lock),
                 unlock = why_last_step(why, decides, object, WHY_NOBODY, why_is_unlock);
  if (strcmp(session_text(why->session, step_of(why, decides)->alternative), "busy") ||
      lock == WHY_NO_STEP || (unlock != WHY_NO_STEP && unlock > lock))
    return NULL;
  return format_text("It comes while %s has %s, since %s.", actor(why, lock), object_at(why, lock),
                     why_at(why, lock));
}

/// The failing thread reads the value that it writes; or it is the reading itself.
static const char *by_value(const struct why *why, uint32_t decides) {
  const uint32_t read = why_read(why);
  if (read == WHY_NO_STEP || read < decides)
    return NULL;
  const uint32_t object = step_of(why, read)->object[0], reader = step_of(why, read)->thread;
  const uint32_t write = why_last_step(why, read, object, WHY_NOBODY, why_changes);
  const struct view_step *instead = why_changed_instead(why, object, reader);
  if (write == decides && !is_of_thread(why, decides, reader))
    return format_text("It writes the value of %s that thread %s reads at %s.",
                       why_object(why, object), why_thread(why, reader), why_at(why, read));
  if (read == decides && write == WHY_NO_STEP && instead)
    return format_text("It reads %s before thread %s has written it.", why_object(why, object),
                       instead->thread_name);
  return NULL;
}

//===- Memory, misuse -------------------------------------------------------------------------===//

static const char *by_free(const struct why *why, uint32_t decides) {
  const struct mc_finding *f = why->finding;
  if (!f->has_chunk || f->freed.thread == MC_NONE || f->freed.step == MC_NONE ||
      f->freed.step <= decides || f->freed.thread == f->thread)
    return NULL;
  return format_text("After it thread %s frees the memory, and thread %s still uses it.",
                     why_thread(why, f->freed.thread), why_thread(why, f->thread));
}

static const char *by_destroy(const struct why *why, uint32_t decides) {
  const uint32_t last = why->finding->steps - 1;
  if (!why_is_destroy(why, decides) || decides == last ||
      step_of(why, last)->object[0] != step_of(why, decides)->object[0])
    return NULL;
  return format_text("From here %s is destroyed, and %s still uses it.", object_at(why, decides),
                     actor(why, last));
}

static const char *by_last_step(const struct why *why, uint32_t decides) {
  const struct mc_finding *f = why->finding;
  const bool is_last = decides + 1 == f->steps;
  for (uint32_t i = decides; i < f->steps; i++)
    if (!is_of_thread(why, i, f->thread))
      return NULL;
  if (f->kind == MC_FINDING_MISUSE && is_last)
    return "It is the misuse itself.";
  return format_text("From here %s goes straight on to where it fails%s.", actor(why, decides),
                     is_last ? "" : format_text(", at step %" PRIu32, f->steps));
}

//===- All of it ------------------------------------------------------------------------------===//

const char *why_decides(const struct why *why) {
  static const char *(*const of_failure[])(const struct why *why, uint32_t decides) = {
      by_lost_write, by_wakeup, by_sections,   by_value, by_free,
      by_destroy,    by_busy,   by_left_state, by_look,  by_last_step};
  const uint32_t decides = why->explained->critical - 1;
  const char *reason = NULL;
  if (!why->explained->critical)
    return "";
  switch (why->finding->kind) {
  case MC_FINDING_DEADLOCK:
    reason = by_waiting(why, decides);
    break;
  case MC_FINDING_LIVELOCK:
    reason = by_lost_write(why, decides);
    reason = reason ? reason : by_waiting(why, decides);
    break;
  case MC_FINDING_DATA_RACE:
    reason = why_race_decides(why, decides);
    break;
  default:
    for (unsigned i = 0; i < sizeof of_failure / sizeof *of_failure && !reason; i++)
      reason = of_failure[i](why, decides);
  }
  return reason ? reason : "";
}
