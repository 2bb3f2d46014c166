// driver/why.h - what the files share that say why a schedule fails.
#ifndef MC_DRIVER_WHY_H
#define MC_DRIVER_WHY_H

#include "names.h"
#include "view.h"

enum { WHY_NOBODY = UINT32_MAX, WHY_NO_STEP = UINT32_MAX, WHY_MOST_TOLD = 8 };

struct why {
  struct names *names;
  const struct mc_session *session;
  const struct mc_finding *finding;
  const struct mc_step_record *step; ///< [finding->steps]
  const struct view_explained *explained;
  char *text;
  unsigned sentences;
  unsigned switches;
  uint32_t told[WHY_MOST_TOLD]; ///< the first step behind each switch that a sentence tells of
};

/// Adds a sentence [own: it is freed]; not more than some.
void why_say(struct why *why, char *sentence);

const char *why_thread(const struct why *why, uint32_t thread);
/// As reports name it, without what the C++ library calls the value in an atomic [own: never].
const char *why_object(const struct why *why, uint32_t object);
const char *why_operation(const struct why *why, uint32_t step);
bool why_is_of(const struct mc_session *session, const struct mc_step_record *step,
               const char *primitive);
/// "step 5 (bank.c:22)" [own: never]
const char *why_at(const struct why *why, uint32_t step);

/// The last step before `end` on the object, of that thread or of any (WHY_NOBODY), that `is`.
uint32_t why_last_step(const struct why *why, uint32_t end, uint32_t object, uint32_t thread,
                       bool (*is)(const struct why *why, uint32_t step));
/// It changes the value of a variable.
bool why_changes(const struct why *why, uint32_t step);
/// It finds out the value of a variable, and leaves it.
bool why_reads(const struct why *why, uint32_t step);
bool why_is_lock(const struct why *why, uint32_t step);
bool why_is_unlock(const struct why *why, uint32_t step);
bool why_is_destroy(const struct why *why, uint32_t step);

/// What another thread does at `other`, between two steps of one.
struct why_between {
  uint32_t first, other, last;
};
/// It reads a value, and writes at `last` what it has made of it: the other has written in between.
bool why_find_lost(const struct why *why, struct why_between *lost);
/// It gives a lock back and takes it again: the other has had it first in between.
bool why_find_sections(const struct why *why, struct why_between *sections);
/// The failing thread has been woken: the other has had the lock before. `first`: WHY_NO_STEP.
bool why_find_wakeup(const struct why *why, struct why_between *wakeup);
/// Says it where a thread writes what it has made of a value that is old by then.
bool why_lost_write(struct why *why);
/// By whom and where another thread changes the object in the schedule that succeeds; NULL: by
/// nobody.
const struct view_step *why_changed_instead(const struct why *why, uint32_t object,
                                            uint32_t thread);

//===- view_why_values.c ----------------------------------------------------------------------===//

/// Where the failing thread has read what it fails by, as far as that can be known; or WHY_NO_STEP.
uint32_t why_read(const struct why *why);
/// Whose value each is that the failing line reads, and the switch in between. False: nothing is
/// known.
bool why_values(struct why *why);
/// Where the schedule leaves a thread that could have gone on, but for what was told.
void why_switches(struct why *why);

//===- view_why_waits.c -----------------------------------------------------------------------===//

const struct mc_thread_end *why_end(const struct why *why, uint32_t thread);
/// It waits at the end, blocked or in a loop.
bool why_is_stuck(const struct why *why, uint32_t thread);
bool why_waits_for(const struct why *why, uint32_t thread, const char *primitive);
/// Who has what the thread waits for; or WHY_NOBODY.
uint32_t why_holder(const struct why *why, uint32_t thread);
/// A thread of a circle in which each waits for what the next one has; or WHY_NOBODY.
uint32_t why_circle(const struct why *why);
bool why_is_signal(const struct why *why, uint32_t step);
bool why_is_wait(const struct why *why, uint32_t step);
/// "0.1": the alternative of a signal is whom it wakes; "" if nobody, or all.
const char *why_woken_by(const struct why *why, uint32_t signal);
/// The signal has woken the thread, which has begun to wait again since, at `wait`.
bool why_is_used_up(const struct why *why, uint32_t signal, uint32_t wait, uint32_t thread);

//===- All of a kind --------------------------------------------------------------------------===//

/// view_why_decides.c: why the step that decides does; "" where the steps do not tell it.
const char *why_decides(const struct why *why);
/// view_race.c: what would order the two accesses.
void why_race(struct why *why);
/// ... and why the step decides that comes before them; NULL: the steps do not tell it.
const char *why_race_decides(const struct why *why, uint32_t decides);
/// view_why_waits.c: who waits for what.
void why_deadlock(struct why *why);
void why_livelock(struct why *why);

#endif // MC_DRIVER_WHY_H
