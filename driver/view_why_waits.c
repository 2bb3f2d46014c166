// driver/view_why_waits.c - why threads wait for ever: for each other, for a signal that is lost,
// for tokens that nobody posts, for a value that nobody changes.
#include "diagnose.h"
#include "launch.h"
#include "view_internal.h"
#include "why.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const struct mc_thread_end *why_end(const struct why *why, uint32_t thread) {
  return &why->finding->end[thread];
}

bool why_is_stuck(const struct why *why, uint32_t thread) {
  const uint32_t status = why_end(why, thread)->status;
  return status == MC_THREAD_BLOCKED || status == MC_THREAD_WAITING;
}

bool why_waits_for(const struct why *why, uint32_t thread, const char *primitive) {
  return why_is_stuck(why, thread) &&
         why_is_of(why->session, &why_end(why, thread)->pending, primitive);
}

static const char *waits_at(const struct why *why, uint32_t thread) {
  return place_in_brackets(names_place(why->names, why_end(why, thread)->pending.site));
}

//===- Circles --------------------------------------------------------------------------------===//

uint32_t why_holder(const struct why *why, uint32_t thread) {
  const struct mc_thread_end *end = why_end(why, thread);
  if (why_waits_for(why, thread, "thread"))
    return names_thread_of(why->names, end->pending.object[0]);
  return end->holder < MC_SESSION_MAX_THREADS ? end->holder : WHY_NOBODY;
}

/// In which each waits for what the next one has.
static bool is_in_circle(const struct why *why, uint32_t first) {
  uint32_t thread = first;
  for (uint32_t n = 0;
       n < MC_SESSION_MAX_THREADS && thread != WHY_NOBODY && why_is_stuck(why, thread); n++) {
    thread = why_holder(why, thread);
    if (thread == first)
      return true;
  }
  return false;
}

bool view_is_in_circle(struct names *names, const struct mc_finding *finding, uint32_t thread) {
  const struct why why = {.names = names, .session = names->session, .finding = finding};
  return is_in_circle(&why, thread);
}

uint32_t why_circle(const struct why *why) {
  for (uint32_t first = 0; first < MC_SESSION_MAX_THREADS; first++)
    if (is_in_circle(why, first))
      return first;
  return WHY_NOBODY;
}

static const char *describe_since(const struct why *why, uint32_t since) {
  return since < why->finding->steps ? why_at(why, since) : "before the search";
}

/// "thread 0.1 waits for bank (bank.c:21), which thread 0.2 has held since step 11 (bank.c:18)"
static char *describe_wait(const struct why *why, uint32_t thread) {
  const struct mc_thread_end *end = why_end(why, thread);
  const uint32_t holder = why_holder(why, thread);
  if (why_waits_for(why, thread, "thread"))
    return format_text("thread %s waits for the end of thread %s%s", why_thread(why, thread),
                       why_thread(why, holder), waits_at(why, thread));
  const char *by = holder == thread ? "it" : format_text("thread %s", why_thread(why, holder));
  return format_text("thread %s waits for %s%s, which %s has held since %s",
                     why_thread(why, thread), why_object(why, end->pending.object[0]),
                     waits_at(why, thread), holder == thread ? "it" : by,
                     describe_since(why, end->held_since));
}

static void explain_circle(struct why *why, uint32_t first) {
  char *text = format_text("%s", "");
  bool locks = true;
  uint32_t thread = first, threads = 0;
  do {
    char *wait = describe_wait(why, thread);
    char *longer = format_text("%s%s%s", text, *text ? "; " : "", wait);
    free(wait);
    free(text);
    text = longer;
    locks &= !why_waits_for(why, thread, "thread");
    threads++;
    thread = why_holder(why, thread);
  } while (thread != first);
  *text = 'T';
  why_say(why, format_text("%s.", text));
  free(text);
  if (locks && threads > 1)
    why_say(why,
            format_text("If all took these locks in the same order, none would wait for ever."));
}

/// One that nobody will give back.
static void explain_left_lock(struct why *why, uint32_t thread) {
  const uint32_t holder = why_end(why, thread)->holder;
  if (holder < MC_SESSION_MAX_THREADS && why_end(why, holder)->status == MC_THREAD_FINISHED)
    why_say(why,
            format_text(
                "Thread %s waits for %s%s, which thread %s has held since %s: it has ended, and "
                "never gave it back.",
                why_thread(why, thread), why_object(why, why_end(why, thread)->pending.object[0]),
                waits_at(why, thread), why_thread(why, holder),
                describe_since(why, why_end(why, thread)->held_since)));
}

//===- Signals that are lost ------------------------------------------------------------------===//

bool why_is_signal(const struct why *why, uint32_t step) {
  return !strcmp(why_operation(why, step), "signal") ||
         !strcmp(why_operation(why, step), "broadcast");
}

bool why_is_wait(const struct why *why, uint32_t step) {
  return strstr(why_operation(why, step), "wait");
}

const char *why_woken_by(const struct why *why, uint32_t signal) {
  const char *woken = names_alternative(why->names, &why->step[signal]);
  return *woken >= '0' && *woken <= '9' ? woken : "";
}

static bool is_wake(const struct why *why, uint32_t step) {
  return !strcmp(why_operation(why, step), "wake");
}

bool why_is_used_up(const struct why *why, uint32_t signal, uint32_t wait, uint32_t thread) {
  const uint32_t object = why->step[signal].object[0];
  const uint32_t wake = why_last_step(why, wait, object, thread, is_wake);
  const uint32_t before =
      wake == WHY_NO_STEP ? wake : why_last_step(why, wake, object, thread, why_is_wait);
  const bool is_for_all = !strcmp(why_operation(why, signal), "broadcast");
  return before != WHY_NO_STEP && before < signal && signal < wake &&
         (is_for_all || !strcmp(why_woken_by(why, signal), why_thread(why, thread)));
}

static void explain_signal(struct why *why, uint32_t thread) {
  const uint32_t object = why_end(why, thread)->pending.object[0];
  const char *name = why_object(why, object), *waiter = why_thread(why, thread);
  const uint32_t wait = why_last_step(why, why->finding->steps, object, thread, why_is_wait);
  const uint32_t signal =
      why_last_step(why, why->finding->steps, object, WHY_NOBODY, why_is_signal);
  if (wait == WHY_NO_STEP)
    return;
  if (signal == WHY_NO_STEP)
    why_say(why, format_text("Thread %s waits for %s since %s, and nobody signals it.", waiter,
                             name, why_at(why, wait)));
  else if (why_is_used_up(why, signal, wait, thread))
    why_say(why, format_text("The last %s of %s, at %s, woke thread %s, which waits again since "
                             "%s.",
                             why_operation(why, signal), name, why_at(why, signal), waiter,
                             why_at(why, wait)));
  else if (signal < wait && !*why_woken_by(why, signal))
    why_say(why,
            format_text(
                "The %s of %s at %s came before thread %s waited for it, at %s: it is lost, and "
                "no other comes.",
                why_operation(why, signal), name, why_at(why, signal), waiter, why_at(why, wait)));
  else
    why_say(why,
            format_text(
                "Thread %s waits for %s since %s; the last %s, at %s, woke thread %s, and no other "
                "comes.",
                waiter, name, why_at(why, wait), why_operation(why, signal), why_at(why, signal),
                why_woken_by(why, signal)));
}

//===- Tokens, barriers -----------------------------------------------------------------------===//

/// "thread 0.1 at step 5 (a.c:6), thread 0.2 at step 6 (a.c:6)": who made an operation on it that
/// has not been in vain.
static const char *list_steps(const struct why *why, uint32_t object, const char *operation,
                              unsigned *count) {
  enum { MOST = 4 };
  const char *list = "";
  *count = 0;
  for (uint32_t i = 0; i < why->finding->steps; i++) {
    const char *alternative = session_text(why->session, why->step[i].alternative);
    if (why->step[i].object[0] != object || !strstr(why_operation(why, i), operation) ||
        !strcmp(alternative, "busy") || !strcmp(alternative, "timeout") || (*count)++ >= MOST)
      continue;
    list = format_text("%s%sthread %s at %s", list, *list ? ", " : "",
                       why_thread(why, why->step[i].thread), why_at(why, i));
  }
  return *count > MOST ? format_text("%s, ...", list) : list;
}

static const char *times(unsigned count) {
  return count == 1 ? "once" : count == 2 ? "twice" : format_text("%u times", count);
}

static const char *in_brackets(const char *text) { return *text ? format_text(" (%s)", text) : ""; }

static void explain_semaphore(struct why *why, uint32_t thread) {
  const uint32_t object = why_end(why, thread)->pending.object[0];
  unsigned posts, waits;
  const char *posted = list_steps(why, object, "post", &posts);
  const char *taken = list_steps(why, object, "wait", &waits);
  const struct view_step *instead = why_changed_instead(why, object, thread);
  why_say(
      why,
      format_text(
          "Thread %s waits for %s%s: it was taken %s%s and posted %s%s, and all who could post it "
          "wait or have ended%s.",
          why_thread(why, thread), why_object(why, object), waits_at(why, thread), times(waits),
          in_brackets(taken), times(posts), in_brackets(posted),
          instead && !posts && !strcmp(instead->operation, "post")
              ? format_text("; where it goes well, thread %s posts it%s", instead->thread_name,
                            place_in_brackets(instead->place))
              : ""));
}

static void explain_barrier(struct why *why, uint32_t thread) {
  const uint32_t object = why_end(why, thread)->pending.object[0];
  char *state = names_expand(
      why->names, session_text(why->session, why_end(why, thread)->object_state), "thread ");
  why_say(why, format_text("Thread %s waits at %s%s%s%s, and nobody is left who could come.",
                           why_thread(why, thread), why_object(why, object), waits_at(why, thread),
                           *state ? ": " : "", state));
  free(state);
}

void why_deadlock(struct why *why) {
  const uint32_t circle = why_circle(why);
  if (circle != WHY_NOBODY)
    explain_circle(why, circle);
  bool semaphore = false, barrier = false;
  for (uint32_t t = 0; t < MC_SESSION_MAX_THREADS; t++) {
    if (why_is_stuck(why, t) && circle == WHY_NOBODY)
      explain_left_lock(why, t);
    if (why_waits_for(why, t, "condition"))
      explain_signal(why, t);
    else if (why_waits_for(why, t, "semaphore") && !semaphore)
      explain_semaphore(why, t), semaphore = true;
    else if (why_waits_for(why, t, "barrier") && !barrier)
      explain_barrier(why, t), barrier = true;
  }
}

//===- Loops ----------------------------------------------------------------------------------===//

/// "is 1 since step 10 (a.c:5), by thread 0.2"
static const char *describe_value(const struct why *why, const struct mc_awaited *awaited) {
  const char *value = names_value(why->names, awaited->object, awaited->value);
  if (awaited->written >= why->finding->steps)
    return format_text("is %s", value);
  return format_text("is %s since %s, by thread %s", value, why_at(why, awaited->written),
                     why_thread(why, why->step[awaited->written].thread));
}

/// Who waits has itself overwritten what another had written.
static const char *describe_overwritten(const struct why *why, uint32_t thread, uint32_t written,
                                        uint32_t object) {
  const uint32_t before = why_last_step(why, written, object, WHY_NOBODY, why_changes);
  return before == WHY_NO_STEP || why->step[before].thread == thread
             ? ""
             : format_text(" itself: it has overwritten what thread %s had written at %s",
                           why_thread(why, why->step[before].thread), why_at(why, before));
}

/// What may be said of who has set what a thread waits for.
static const char *describe_setter(const struct why *why, uint32_t thread,
                                   const struct mc_awaited *awaited) {
  if (awaited->written >= why->finding->steps)
    return "";
  const uint32_t setter = why->step[awaited->written].thread;
  if (setter == thread)
    return describe_overwritten(why, thread, awaited->written, awaited->object);
  return why_end(why, setter)->status == MC_THREAD_FINISHED ? ", which has ended"
         : why_is_stuck(why, setter)                        ? ", which waits itself"
                                                            : "";
}

static void explain_awaited(struct why *why, uint32_t thread, const struct mc_awaited *awaited) {
  const struct view_step *instead = why_changed_instead(why, awaited->object, thread);
  const bool is_known = awaited->written < why->finding->steps;
  const struct place *place =
      is_known ? names_place(why->names, why->step[awaited->written].site) : NULL;
  const bool is_other = instead && (!place || place->line != instead->place->line);
  const char *could =
      is_other ? format_text("; where it goes well, thread %s changes it%s", instead->thread_name,
                             place_in_brackets(instead->place))
               : "";
  why_say(why,
          format_text("Thread %s waits in a loop%s for %s, which %s%s%s.", why_thread(why, thread),
                      waits_at(why, thread), why_object(why, awaited->object),
                      describe_value(why, awaited), describe_setter(why, thread, awaited), could));
}

void why_livelock(struct why *why) {
  why_lost_write(why);
  for (uint32_t t = 0; t < MC_SESSION_MAX_THREADS; t++)
    for (uint32_t k = 0; why_is_stuck(why, t) && k < why_end(why, t)->awaits; k++)
      explain_awaited(why, t, &why_end(why, t)->awaited[k]);
}
