// driver/why.h - what the files share that say why a schedule fails.
#ifndef MC_DRIVER_WHY_H
#define MC_DRIVER_WHY_H

#include "names.h"
#include "view.h"

enum { WHY_NOBODY = UINT32_MAX, WHY_NO_STEP = UINT32_MAX };

struct why {
  struct names *names;
  const struct mc_session *session;
  const struct mc_finding *finding;
  const struct mc_step_record *step; ///< [finding->steps]
  const struct view_explained *explained;
  char *text;
  unsigned sentences;
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
/// Says it where a thread writes what it has made of a value that is old by then.
bool why_lost_write(struct why *why);
/// By whom and where another thread changes the object in the schedule that succeeds; NULL: by
/// nobody.
const struct view_step *why_changed_instead(const struct why *why, uint32_t object,
                                            uint32_t thread);

/// view_race.c: what would order the two accesses.
void why_race(struct why *why);
/// view_why_waits.c: who waits for what.
void why_deadlock(struct why *why);
void why_livelock(struct why *why);

#endif // MC_DRIVER_WHY_H
