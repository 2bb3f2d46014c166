// runtime/schedule/progress.c - threads that make steps and change nothing: one that repeats itself
// polls; if all do, there is a livelock.
#include "schedule.h"
#include "runtime/events.h"
#include "runtime/spinloop/waiting.h"

static bool is_same_iteration(const struct mc_iteration *a, const struct mc_iteration *b) {
  return a->site == b->site && a->object == b->object && a->alternative == b->alternative &&
         a->value == b->value && a->result == b->result;
}

// A thread that repeats operations which change nothing polls: from the tenth on they are yields.
// Only the thread's own history counts, so that it is the same in equivalent traces.
static void note_iteration(struct mc_iterations *iterations, const struct mc_iteration *iteration,
                           bool changes_nothing) {
  if (!changes_nothing) {
    iterations->repeats = iterations->next = 0;
    return;
  }
  for (unsigned i = 0; i < mc_iterations_kept(iterations); i++)
    if (is_same_iteration(&iterations->iteration[i], iteration)) {
      iterations->repeats++;
      return;
    }
  const uint32_t place = iterations->next++ % MC_ITERATION_OPERATIONS;
  iterations->repeats = 0;
  if (!mc_reserve(&mc_process->arena, &iterations->iteration, &iterations->capacity, place + 1,
                  sizeof *iteration, iterations->capacity))
    mc_too_many(MC_WARN_STATE_LIMIT);
  iterations->iteration[place] = *iteration;
}

// A loop that looks at a variable below a lock takes the lock in each iteration, and gives it back.
void mc_progress_steps(struct mc_thread_info *info, const struct mc_logged_step *log,
                       bool changes_nothing, bool changes_owner) {
  const struct mc_iteration iteration = {log->site, log->before, info->result,
                                         log->operation.objects ? log->operation.object[0] : 0,
                                         log->operation.alternative};
  if (!mc_is_of(MC_OF_AWAITS, &log->operation)) { // in which an iteration may end or not
    note_iteration(&info->quiet, &iteration, changes_nothing);
    note_iteration(&info->locking, &iteration, (changes_nothing || changes_owner) && !info->wrote);
  }
  mc_repetition_steps(&log->operation, changes_nothing || changes_owner);
  const bool is_idle = changes_nothing || (changes_owner && !info->wrote);
  mc_process->idle = is_idle ? mc_process->idle + 1 : 0;
}

void mc_progress_stands(const struct mc_arrival *arrival) {
  const struct mc_thread_place *place = &arrival->place;
  struct mc_idling *idling = &mc_process->idling[arrival->operation->thread];
  const uint64_t state = place->frame ? mc_await_hash(place->hash, place->frame) | 1 : 0;
  const uint64_t since = mc_shared->trace.steps - mc_process->idle;
  unsigned i = 0;
  if (idling->since != since)
    *idling = (struct mc_idling){.since = since};
  while (i < MC_IDLE_PLACES && idling->at[i].state && idling->at[i].site != arrival->site)
    i++;
  if (i == MC_IDLE_PLACES || !state || (idling->at[i].state && idling->at[i].state != state)) {
    idling->moves = true;
    return;
  }
  idling->repeats |= idling->at[i].state != 0;
  idling->at[i].site = arrival->site;
  idling->at[i].state = state;
}

static bool all_repeat_themselves(void) {
  const struct mc_model *model = &mc_process->model;
  for (mc_thread t = 0; t < model->thread_count; t++) {
    const struct mc_idling *idling = &mc_process->idling[t];
    if (mc_model_pending(model, t) && !mc_is_blocked(t) &&
        (idling->since != mc_shared->trace.steps - mc_process->idle || !idling->repeats ||
         idling->moves))
      return false;
  }
  return true;
}

bool mc_progress_has_ended(void) {
  return mc_process->idle >= MC_IDLE_STEPS && all_repeat_themselves();
}
