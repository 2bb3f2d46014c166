// driver/view_why.c - why a schedule fails, in sentences: from its steps, from where its threads
// stand at the end, and from what a schedule that succeeds does instead.
#include "diagnose.h"
#include "finding.h"
#include "view_internal.h"
#include "why.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SENTENCES = 6 };

//===- Words ----------------------------------------------------------------------------------===//

void why_say(struct why *why, char *sentence) {
  if (why->sentences++ >= MOST_SENTENCES)
    return;
  char *longer = format_text("%s%s%s", why->text, *why->text ? "\n" : "", sentence);
  free(why->text);
  free(sentence);
  why->text = longer;
}

const char *why_thread(const struct why *why, uint32_t thread) {
  return names_thread(why->names, thread);
}

const char *why_object(const struct why *why, uint32_t object) {
  return names_object(why->names, object);
}

const char *why_operation(const struct why *why, uint32_t step) {
  return session_text(why->session, why->step[step].operation);
}

bool why_is_of(const struct mc_session *session, const struct mc_step_record *step,
               const char *primitive) {
  return !strcmp(session_text(session, step->primitive), primitive);
}

const char *why_at(const struct why *why, uint32_t step) {
  return format_text("step %" PRIu32 "%s", step + 1,
                     place_in_brackets(names_place(why->names, why->step[step].site)));
}

//===- Steps ----------------------------------------------------------------------------------===//

uint32_t why_last_step(const struct why *why, uint32_t end, uint32_t object, uint32_t thread,
                       bool (*is)(const struct why *why, uint32_t step)) {
  for (uint32_t i = end; i-- > 0;)
    if (why->step[i].object[0] == object &&
        (thread == WHY_NOBODY || why->step[i].thread == thread) && (!is || is(why, i)))
      return i;
  return WHY_NO_STEP;
}

static bool is_look(const char *operation) {
  return !strcmp(operation, "load") || !strcmp(operation, "read") || !strcmp(operation, "change");
}

bool why_changes(const struct why *why, uint32_t step) {
  const struct mc_step_record *s = &why->step[step];
  return s->has_value && (s->before != s->after || strstr(why_operation(why, step), "store") ||
                          strstr(why_operation(why, step), "write"));
}

bool why_reads(const struct why *why, uint32_t step) {
  return why->step[step].has_value && !why_changes(why, step);
}

const struct view_step *why_changed_instead(const struct why *why, uint32_t object,
                                            uint32_t thread) {
  const char *name = names_object_in_trace(why->names, object);
  const struct view_step *found = NULL;
  for (uint32_t i = 0; i < why->explained->steps; i++) {
    const struct view_step *step = &why->explained->step[i];
    if (!strcmp(step->object, name) && !is_look(step->operation) &&
        strcmp(step->thread_name, why_thread(why, thread)) != 0)
      found = step;
  }
  return found;
}

//===- Values ---------------------------------------------------------------------------------===//

static bool is_exchange(const struct why *why, uint32_t step) {
  return !strcmp(why_operation(why, step), "compare-exchange");
}

/// It writes without a look at what is there, or believes that nothing has happened.
static bool is_blind(const struct why *why, uint32_t step) {
  const char *operation = why_operation(why, step);
  return is_exchange(why, step) || !strcmp(operation, "store") || !strcmp(operation, "write");
}

/// The thread has read the object at `read`, and writes it at `write`: another has written in
/// between.
static uint32_t overwritten(const struct why *why, uint32_t read, uint32_t *write) {
  const struct mc_step_record *first = &why->step[read];
  uint32_t other = WHY_NO_STEP;
  for (uint32_t i = read + 1; i < why->finding->steps; i++) {
    const struct mc_step_record *s = &why->step[i];
    if (s->object[0] != first->object[0] || !s->has_value)
      continue;
    if (s->thread == first->thread) {
      *write = i;
      return why_changes(why, i) && is_blind(why, i) ? other : WHY_NO_STEP;
    }
    if (why_changes(why, i))
      other = i;
  }
  return WHY_NO_STEP;
}

bool why_find_lost(const struct why *why, struct why_between *lost) {
  for (uint32_t read = 0; read < why->finding->steps; read++) {
    lost->first = read;
    lost->other = why_reads(why, read) ? overwritten(why, read, &lost->last) : WHY_NO_STEP;
    if (lost->other != WHY_NO_STEP)
      return true;
  }
  return false;
}

bool why_lost_write(struct why *why) {
  struct why_between lost;
  if (!why_find_lost(why, &lost))
    return false;
  why_say(
      why,
      format_text(
          "Thread %s read %s at %s and wrote it at %s; in between, at %s, thread %s wrote it%s.",
          why_thread(why, why->step[lost.first].thread),
          why_object(why, why->step[lost.first].object[0]), why_at(why, lost.first),
          why_at(why, lost.last), why_at(why, lost.other),
          why_thread(why, why->step[lost.other].thread),
          is_exchange(why, lost.last) ? ": it had the same value again, but was not the same"
                                      : ": that is lost"));
  return true;
}

//===- Critical sections ----------------------------------------------------------------------===//

bool why_is_unlock(const struct why *why, uint32_t step) {
  return !strcmp(why_operation(why, step), "unlock");
}

bool why_is_lock(const struct why *why, uint32_t step) {
  const char *alternative = session_text(why->session, why->step[step].alternative);
  return (strstr(why_operation(why, step), "lock") && !why_is_unlock(why, step)) &&
         strcmp(alternative, "busy") != 0 && strcmp(alternative, "timeout") != 0;
}

/// The thread of step `unlock` takes the lock again at `again`, and another has had it in between.
static uint32_t taken_between(const struct why *why, uint32_t unlock, uint32_t *again) {
  uint32_t other = WHY_NO_STEP;
  for (uint32_t i = unlock + 1; i < why->finding->steps; i++) {
    if (why->step[i].object[0] != why->step[unlock].object[0] || !why_is_lock(why, i))
      continue;
    if (why->step[i].thread == why->step[unlock].thread) {
      *again = i;
      return other;
    }
    other = other == WHY_NO_STEP ? i : other;
  }
  return WHY_NO_STEP;
}

bool why_find_sections(const struct why *why, struct why_between *sections) {
  for (uint32_t i = 0; i < why->finding->steps; i++) {
    sections->first = i;
    sections->other = why_is_unlock(why, i) ? taken_between(why, i, &sections->last) : WHY_NO_STEP;
    if (sections->other != WHY_NO_STEP)
      return true;
  }
  return false;
}

/// A thread is interrupted between two critical sections of one lock, and another has one of its
/// own.
static bool explain_sections(struct why *why) {
  struct why_between s;
  if (!why_find_sections(why, &s))
    return false;
  why_say(why, format_text("Thread %s gives %s back at %s and takes it again at %s; in between, at "
                           "%s, thread %s has taken it: what thread %s saw before may be old.",
                           why_thread(why, why->step[s.first].thread),
                           why_object(why, why->step[s.first].object[0]), why_at(why, s.first),
                           why_at(why, s.last), why_at(why, s.other),
                           why_thread(why, why->step[s.other].thread),
                           why_thread(why, why->step[s.first].thread)));
  return true;
}

bool why_find_wakeup(const struct why *why, struct why_between *wakeup) {
  const struct mc_finding *f = why->finding;
  for (uint32_t i = f->steps; i-- > 0;) {
    if (why->step[i].thread != f->thread || strcmp(why_operation(why, i), "wake") != 0)
      continue;
    const uint32_t lock = why->step[i].object[1];
    for (uint32_t k = i; k-- > 0 && lock != MC_NONE;)
      if (why->step[k].object[0] == lock && why_is_lock(why, k) &&
          why->step[k].thread != f->thread) {
        *wakeup = (struct why_between){WHY_NO_STEP, k, i};
        return true;
      }
  }
  return false;
}

/// Who has waited for a condition goes on without what it waited for: another had the lock before.
static bool explain_wakeup(struct why *why) {
  struct why_between w;
  if (!why_find_wakeup(why, &w))
    return false;
  why_say(why, format_text("Thread %s has been woken and goes on at %s; before, at %s, thread %s "
                           "has taken %s: what the first waited for may be gone, and it has to "
                           "look again.",
                           why_thread(why, why->finding->thread), why_at(why, w.last),
                           why_at(why, w.other), why_thread(why, why->step[w.other].thread),
                           why_object(why, why->step[w.last].object[1])));
  return true;
}

/// The failing thread finds under a lock what another has left there.
static void explain_left_state(struct why *why) {
  const struct mc_finding *f = why->finding;
  for (uint32_t i = f->steps; i-- > 0;) {
    if (why->step[i].thread != f->thread || !why_is_lock(why, i))
      continue;
    const uint32_t before = why_last_step(why, i, why->step[i].object[0], WHY_NOBODY, why_is_lock);
    if (before != WHY_NO_STEP && why->step[before].thread != f->thread)
      why_say(why, format_text("Thread %s takes %s at %s, and finds there what thread %s has left, "
                               "which took it at %s.",
                               why_thread(why, f->thread), why_object(why, why->step[i].object[0]),
                               why_at(why, i), why_thread(why, why->step[before].thread),
                               why_at(why, before)));
    return;
  }
}

//===- Memory, misuse -------------------------------------------------------------------------===//

/// Of a call to free, the program's own line.
static const char *call_position(const struct why *why, const struct mc_memory_call *call) {
  const struct view_frames frames = view_frames(why->names, call->machine);
  for (unsigned i = 0; i < frames.count; i++)
    if (frames.place[i]->line && strncmp(frames.place[i]->file, "/usr/", strlen("/usr/")) != 0)
      return place_in_brackets(frames.place[i]);
  return "";
}

static void explain_freed(struct why *why) {
  const struct mc_finding *f = why->finding;
  if (!f->has_chunk || f->freed.thread == MC_NONE)
    return;
  const char *here = f->site == MC_NONE ? "" : place_in_brackets(names_place(why->names, f->site));
  const char *freed = call_position(why, &f->freed);
  if (f->kind == MC_FINDING_DOUBLE_FREE)
    why_say(why,
            format_text("Thread %s has freed the memory%s before thread %s frees it again%s: one "
                        "of the two is to own it.",
                        why_thread(why, f->freed.thread), freed, why_thread(why, f->thread), here));
  else if (f->freed.thread == f->thread)
    why_say(why, format_text("Thread %s has freed the memory itself%s, and uses it later%s.",
                             why_thread(why, f->thread), freed, here));
  else
    why_say(
        why,
        format_text(
            "Thread %s has freed the memory%s, and thread %s still uses it%s: the use has to come "
            "first, and the free has to wait for it.",
            why_thread(why, f->freed.thread), freed, why_thread(why, f->thread), here));
}

/// "trylock = busy"
static const char *describe_operation(const struct why *why, uint32_t step) {
  return format_text("%s%s", why_operation(why, step),
                     names_outcome(why->names, &why->step[step], false));
}

bool why_is_destroy(const struct why *why, uint32_t step) {
  return !strcmp(why_operation(why, step), "destroy");
}

/// Who did something with the misused object before.
static void explain_misuse(struct why *why) {
  const struct mc_finding *f = why->finding;
  const uint32_t last = f->steps - 1;
  if (!f->steps || why->step[last].thread != f->thread || why->step[last].object[0] == MC_NONE)
    return;
  const uint32_t object = why->step[last].object[0];
  const uint32_t destroy = why_last_step(why, last, object, WHY_NOBODY, why_is_destroy);
  const uint32_t before = why_last_step(why, last, object, WHY_NOBODY, NULL);
  if (before == WHY_NO_STEP)
    return;
  if (destroy != WHY_NO_STEP)
    why_say(why, format_text("Thread %s has destroyed %s, at %s.",
                             why_thread(why, why->step[destroy].thread), why_object(why, object),
                             why_at(why, destroy)));
  else
    why_say(why, format_text("The last operation on %s before was thread %s's %s, at %s.",
                             why_object(why, object), why_thread(why, why->step[before].thread),
                             describe_operation(why, before), why_at(why, before)));
  const uint32_t mine = why_last_step(why, last, object, f->thread, NULL);
  if (mine != WHY_NO_STEP && mine != before)
    why_say(why, format_text("Thread %s's own last one was %s, at %s.", why_thread(why, f->thread),
                             describe_operation(why, mine), why_at(why, mine)));
  else if (mine == WHY_NO_STEP && why_is_unlock(why, last))
    why_say(why, format_text("Thread %s has never had it.", why_thread(why, f->thread)));
}

//===- All of it ------------------------------------------------------------------------------===//

/// What was old, whose values were read, or what was left there; and where threads were
/// interrupted.
static void explain_order(struct why *why) {
  const bool is_known = why_lost_write(why) || explain_wakeup(why) || explain_sections(why);
  if (is_known)
    why_switches(why);
  const bool has_values = !why->finding->has_chunk && why_values(why);
  if (!is_known && !has_values)
    explain_left_state(why);
  why_switches(why);
}

static struct why make_why(struct names *names, const struct mc_finding *finding,
                           const struct view_explained *explained) {
  return (struct why){.names = names,
                      .session = names->session,
                      .finding = finding,
                      .step = &names->session->step[finding->first_step],
                      .explained = explained};
}

const char *view_decides(struct names *names, const struct mc_finding *finding,
                         const struct view_explained *explained) {
  const struct why why = make_why(names, finding, explained);
  return why_decides(&why);
}

const char *view_why(struct names *names, const struct mc_finding *finding,
                     const struct view_explained *explained) {
  struct why why = make_why(names, finding, explained);
  why.text = format_text("%s", "");
  switch (finding->kind) {
  case MC_FINDING_DEADLOCK:
    why_deadlock(&why);
    break;
  case MC_FINDING_LIVELOCK:
    why_livelock(&why);
    break;
  case MC_FINDING_DATA_RACE:
    why_race(&why);
    break;
  case MC_FINDING_MISUSE:
    explain_misuse(&why);
    if (!explain_sections(&why))
      why_switches(&why);
    break;
  default:
    explain_freed(&why);
    explain_order(&why);
  }
  return why.text;
}
