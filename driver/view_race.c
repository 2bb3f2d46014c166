// driver/view_race.c - the two accesses of a data race, and what is known of them.
#include "diagnose.h"
#include "finding.h"
#include "view_internal.h"
#include "why.h"

static struct view_access make_access(struct names *names, const struct mc_finding *finding,
                                      const struct mc_race_record *access,
                                      const struct view_step *step) {
  struct view_access made = {
      .thread = names_thread(names, access->thread),
      .thread_long = names_thread_long(names, access->thread),
      .kind = finding_access(access),
      .place = names_place(names, access->site),
      .step = access->step,
      .is_step = access->is_visible,
      .is_pending = access->is_pending,
      .frames = view_frames(names, access->machine),
  };
  if (access->is_visible && access->step && access->step <= finding->steps)
    made.made = &step[access->step - 1];
  made.has_value = finding_access_value(names->session, finding, access, &made.value);
  for (uint32_t i = 0; i < access->locks; i++)
    view_add_text(&made.locks, names_object(names, access->lock[i]));
  return made;
}

static bool is_explored(const struct mc_session *session, const struct mc_finding *finding) {
  if (session->config.races != MC_RACES_EXPLORE || session->config.replaying || !finding->traces)
    return false;
  for (uint32_t i = 0; i < session->racy_visible; i++)
    if (finding->raced.address - session->racy[i].address < session->racy[i].size)
      return true;
  return false;
}

/// Two of the different outputs of traces with the race.
static void add_examples(struct view_race *made, const struct result *result, uint64_t outputs) {
  const struct mc_session *session = result->session;
  const uint64_t size = launch_output_size(result->launch);
  unsigned examples = 0;
  for (uint32_t i = 0; i < session->output_count && examples < 2; i++) {
    const struct mc_output *output = &session->output[i];
    if (outputs >> i & 1 && output->is_kept && output->start + output->size <= size)
      made->example[examples++] = view_output(result, output->start, output->size);
  }
  made->has_examples = examples == 2;
}

const struct view_race *view_race(const struct result *result, struct names *names,
                                  const struct mc_finding *finding, const struct view_step *step) {
  if (finding->race[0].site == UINT32_MAX)
    return NULL;
  const struct mc_race_guard *guard = &finding->guard;
  struct view_race *made = allocate(sizeof *made);
  *made = (struct view_race){
      .memory = names_memory(names, &finding->raced),
      .access = {make_access(names, finding, &finding->race[0], step),
                 make_access(names, finding, &finding->race[1], step)},
      .guard = {guard->lock ? names_object(names, guard->lock - 1) : "",
                names_place(names, guard->site), guard->held, guard->others},
      .followed_by = finding->followed_by,
      .is_explored = is_explored(result->session, finding),
      .outputs = (unsigned)__builtin_popcountll(finding->outputs),
  };
  add_examples(made, result, finding->outputs);
  return made;
}

//===- What would order the two -------------------------------------------------------------===//

static bool holds(const struct mc_race_record *access, uint32_t lock) {
  for (uint32_t i = 0; i < access->locks; i++)
    if (access->lock[i] == lock)
      return true;
  return false;
}

/// A lock that only one of them holds, or that both hold (`both`); MC_NONE: there is none.
static uint32_t find_lock(const struct mc_race_record *race, bool both) {
  for (uint32_t i = 0; i < race[0].locks; i++)
    if (holds(&race[1], race[0].lock[i]) == both)
      return race[0].lock[i];
  return MC_NONE;
}

void why_race(struct why *why) {
  const struct mc_race_record *race = why->finding->race;
  const uint32_t common = find_lock(race, true);
  if (common != MC_NONE) {
    why_say(why,
            format_text("Both threads hold %s there, but not both for writing: who writes has to.",
                        why_object(why, common)));
    return;
  }
  for (int k = 0; k < 2; k++) {
    if (!race[k].locks || race[!k].locks)
      continue;
    const char *lock = why_object(why, race[k].lock[0]);
    why_say(
        why,
        format_text(
            "Thread %s holds %s there, thread %s holds no lock: if it held %s, too, the two would "
            "be ordered.",
            why_thread(why, race[k].thread), lock, why_thread(why, race[!k].thread), lock));
    return;
  }
  if (race[0].locks)
    why_say(why, format_text("Thread %s holds %s there, thread %s holds %s: the same lock at both "
                             "places would order "
                             "the two.",
                             why_thread(why, race[0].thread), why_object(why, race[0].lock[0]),
                             why_thread(why, race[1].thread), why_object(why, race[1].lock[0])));
  else
    why_say(why, format_text(
                     "Neither thread holds a lock there: one that both hold would order the two%s.",
                     race[0].is_atomic || race[1].is_atomic ? "" : ", or atomic accesses"));
}

//===- Why the step before them decides -------------------------------------------------------===//

static const char *position_of(const struct why *why, const struct mc_race_record *access) {
  return place_in_brackets(names_place(why->names, access->site));
}

/// "the write of thread 0.2 (bank.c:16)"
static const char *describe_access(const struct why *why, const struct mc_race_record *access) {
  return format_text("the %s of thread %s%s", finding_access(access),
                     why_thread(why, access->thread), position_of(why, access));
}

/// "its write (bank.c:16)"
static const char *describe_its(const struct why *why, const struct mc_race_record *access) {
  return format_text("its %s%s", finding_access(access), position_of(why, access));
}

/// It is a lock of the thread of `access`, which gives it back before that.
static const char *by_lock_before(const struct why *why, uint32_t decides,
                                  const struct mc_race_record *access,
                                  const struct mc_race_record *other) {
  const uint32_t lock = why->step[decides].object[0];
  if (!why_is_lock(why, decides) || why->step[decides].thread != access->thread ||
      holds(access, lock))
    return NULL;
  const uint32_t steps = access->step;
  if (holds(other, lock) && why_last_step(why, steps, lock, access->thread, why_is_lock) == decides)
    return format_text("Thread %s takes %s here for the last time before %s. Had thread %s had it "
                       "by then, %s would come first; from here on nothing orders the two.",
                       why_thread(why, access->thread), why_object(why, lock),
                       describe_its(why, access), why_thread(why, other->thread),
                       describe_its(why, other));
  uint32_t back = decides + 1;
  while (back < steps && !(why->step[back].thread == access->thread &&
                           why->step[back].object[0] == lock && why_is_unlock(why, back)))
    back++;
  if (back >= steps)
    return NULL;
  return format_text("Thread %s gives %s back at %s, before %s: nothing orders that with %s.",
                     why_thread(why, access->thread), why_object(why, lock), why_at(why, back),
                     describe_its(why, access), describe_access(why, other));
}

const char *why_race_decides(const struct why *why, uint32_t decides) {
  const struct mc_race_record *race = why->finding->race;
  const char *reason = NULL;
  if (race[0].step <= decides || race[1].step <= decides)
    return NULL;
  for (int k = 0; k < 2 && !reason; k++)
    reason = by_lock_before(why, decides, &race[k], &race[!k]);
  return reason ? reason
                : format_text("After it come %s and %s, and nothing between them orders the two.",
                              describe_access(why, &race[0]), describe_access(why, &race[1]));
}
