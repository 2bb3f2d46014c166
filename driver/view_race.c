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
