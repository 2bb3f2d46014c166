// runtime/schedule/schedule.c - the visible operation: a thread declares it, the search chooses,
// the model runs it, and the thread whose step it was goes on.
#include "schedule.h"
#include "runtime/base/hang.h"
#include "runtime/debug/debug.h"
#include "runtime/detector/races.h"
#include "runtime/detector/reference_counts.h"
#include "runtime/events.h"
#include "runtime/finding/finding.h"
#include "runtime/heap/heap.h"
#include "runtime/memory/hand_over.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"
#include "runtime/snapshot/snapshot.h"
#include "runtime/spinloop/unwinder.h"
#include "runtime/spinloop/waiting.h"
#include <errno.h>
#include <string.h>

// If the program has atomic sections, every operation on an object is also one on the sections'
// object.
static void add_section(struct mc_operation *operation) {
  if (!mc_shared->learned.sections || operation->flags & MC_ATOMIC ||
      (!operation->objects && !mc_may_be_interrupted(operation->thread) &&
       !mc_may_be_cancelled(operation->thread)))
    return;
  operation->object[operation->objects] = mc_section_object();
  operation->flags |= MC_SECTIONED;
  if (mc_process->thread[operation->thread].sections)
    operation->flags |= MC_ATOMIC;
}

// While a thread is in an atomic section, nobody else can make its operation enabled.
static void refuse_to_wait(const struct mc_operation *operation, const struct mc_site *site) {
  if (!mc_process->thread[operation->thread].sections || operation->flags & MC_DROPS ||
      (!(operation->flags & MC_BUSY_WAIT) &&
       mc_model_alternatives(&mc_process->model, operation->thread, NULL)) ||
      mc_is_of(MC_OF_SECTIONS, operation))
    return;
  mc_end_with(&(struct mc_finding_details){
      .kind = MC_FINDING_MISUSE,
      .message = "what would have to wait, between mc_atomic_begin and mc_atomic_end",
      .thread = operation->thread,
      .site = mc_reported_site(site)});
}

void mc_declare(struct mc_operation *operation, const struct mc_site *site) {
  site = mc_reported_site(site);
  add_section(operation);
  operation->signals = 0;
  operation->handled_waiting = 0;
  if (mc_may_be_interrupted(operation->thread) || mc_may_be_cancelled(operation->thread))
    mc_signals_add(operation);
  mc_process->thread[operation->thread].site = site;
  mc_process->thread[operation->thread].shown = 0;
  for (int i = 0; i < operation->objects; i++) {
    struct mc_object_info *info = &mc_process->object[operation->object[i]];
    if (info->record == MC_NO_RECORD) {
      if (i >= mc_named_objects(operation))
        continue;
      mc_variable_name(operation->object[i]);
    }
    if (!info->sited && mc_session->object[info->record].site == MC_NONE) {
      mc_session_write();
      mc_session->object[info->record].site = mc_record_site(site);
    }
    info->sited = true;
  }
  mc_model_declare(&mc_process->model, operation);
}

// The program itself writes the value, and not the model.
static bool writes_unknown_value(const struct mc_operation *operation) {
  return mc_is_of(MC_OF_VARIABLES, operation) &&
         (operation->kind == MC_ATOMIC_MODIFY ||
          (operation->kind == MC_ACCESS_WRITE &&
           operation->argument[0] & MC_ACCESS_OF_UNKNOWN_VALUE));
}

static void found_misuse(const char *what, const struct mc_operation *step,
                         const struct mc_site *site) {
  const struct mc_finding_details details = {
      .kind = MC_FINDING_MISUSE, .message = what, .thread = step->thread, .site = site};
  if (step->flags & MC_FORGIVEN && mc_goes_on_behind(&details))
    return;
  if (!mc_begin_after_failure(&details)) // else mc_choose_thread goes on with the others
    mc_end_with(&details);
}

/// True if the state is as it was. States are short, and a call takes longer than to compare one.
static bool is_same_state(const char *before, const struct mc_model_object *object) {
  const char *now = object->state;
  const size_t size = object->primitive->state_size;
  uint64_t a, b, differs = 0;
  size_t i = 0;
  for (; i + sizeof a <= size; i += sizeof a) {
    memcpy(&a, before + i, sizeof a);
    memcpy(&b, now + i, sizeof b);
    differs |= a ^ b;
  }
  for (; i < size; i++)
    differs |= (uint64_t)(before[i] ^ now[i]);
  return !differs;
}

void mc_execute(struct mc_step step, uint32_t number, struct mc_logged_step *log) {
  struct mc_thread_info *info = &mc_process->thread[step.thread];
  char before[MC_MAX_STATE];
  mc_progress();
  *log = (struct mc_logged_step){.operation = mc_process->model.thread[step.thread].operation,
                                 .record = {MC_NONE, MC_NONE},
                                 .site = info->site,
                                 .shown = info->shown};
  struct mc_operation *operation = &log->operation;
  operation->alternative = step.alternative;
  log->has_value = mc_value_of(operation, &log->before);
  for (int i = 0; i < mc_named_objects(operation); i++)
    log->record[i] = mc_process->object[operation->object[i]].record;
  if (mc_session->config.explain)
    mc_record_states(operation, log->state_before);
  info->result = 0;
  info->alternative = step.alternative;
  const struct mc_model_object *first =
      operation->objects ? &mc_process->model.object[operation->object[0]] : NULL;
  if (first)
    memcpy(before, first->state, first->primitive->state_size);
  const char *misuse = mc_model_apply(&mc_process->model, step, &info->result);
  mc_value_of(operation, &log->after);
  if (mc_session->config.explain)
    mc_record_states(operation, log->state_after);
  info->changed = !first || !is_same_state(before, first) || writes_unknown_value(operation) ||
                  mc_is_interrupt(operation);
  bool changes_owner = false;
  for (int i = 0; i < operation->objects; i++)
    if (mc_object_changes_owner(operation->object[i])) {
      mc_process->object[operation->object[i]].since = number;
      changes_owner = true;
    }
  const bool is_call = mc_is_of(MC_OF_CALLS, operation); // its value says what it changed
  const bool only_looks = mc_is_of(MC_OF_VARIABLES, operation) && mc_is_load(operation);
  mc_progress_steps(
      info, log,
      (operation->objects <= 1 || is_call || only_looks) &&
          (first ? !info->changed
                 : operation->flags & (MC_YIELD | MC_BUSY_WAIT) && !mc_is_interrupt(operation)),
      operation->objects == 1 && changes_owner);
  if (number != MC_NONE) {
    mc_shared->trace.steps = number + 1;
    mc_shared->trace.current = step.thread;
  }
  if (misuse && !mc_heap_is_misused_by(operation)) // that is worse: its thread says so
    found_misuse(misuse, operation, info->site);
}

void mc_end_trunk(const struct mc_site *site) {
  struct mc_operation op = {.primitive = mc_primitive_of[MC_OF_THREADS], .kind = MC_THREAD_FORK};
  if (!mc_is_checking() || mc_mode != MC_MODE_TRUNK)
    return;
  mc_transition(&op, site);
}

// In the trunk one thread runs: what has one outcome happens at once. What starts a second thread
// or a process, ends the process, blocks or has several outcomes is for the search.
static bool run_in_trunk(const struct mc_operation *operation) {
  mc_alternative alternative[MC_MAX_ALTERNATIVES];
  struct mc_logged_step log;
  const bool is_of_threads = mc_is_of(MC_OF_THREADS, operation);
  if (operation->flags & (MC_PROCESS_EXIT | MC_BUSY_WAIT) ||
      (is_of_threads && operation->kind == MC_THREAD_CREATE) ||
      (is_of_threads && operation->kind == MC_THREAD_FORK) ||
      mc_model_alternatives(&mc_process->model, 0, alternative) != 1)
    return false;
  mc_execute((struct mc_step){0, alternative[0]}, MC_NONE, &log);
  mc_session_write();
  mc_session->observed.trunk_transitions++;
  return true;
}

/// One schedule runs, which is given: its next step is the only choice.
static void follow_replay(void) {
  struct mc_step forced;
  if (mc_event_forces(&forced))
    mc_search_force(mc_shared->tables.search, forced);
  else if (mc_session->config.starved)
    mc_end_if_starved((mc_thread)(mc_session->config.starved - 1));
}

static enum mc_next_verdict ask_search(struct mc_next *next) {
  const uint64_t start = mc_ticks();
  const enum mc_next_verdict verdict =
      mc_search_next(mc_shared->tables.search, &mc_process->model, next);
  mc_shared->search.stats.search += mc_ticks() - start;
  return verdict;
}

static void look_before_step(void) {
  mc_repetition_look();
  if (mc_snapshot_is_to_deepen())
    mc_event_deepens();
  if (mc_session->config.lint) {
    mc_lint_here();
    mc_lifetimes_note();
  }
}

/// The step is not made yet.
static void note_choice(struct mc_step step) {
  const struct mc_operation *pending = mc_model_pending(&mc_process->model, step.thread);
  if (pending->flags & MC_PROCESS_EXIT)
    mc_repetition_exits();
  mc_outwait_by(pending, step.alternative);
}

static mc_thread choose(void) {
  struct mc_next next = {0};
  mc_hang("step", atomic_load(&mc_session->trace_serial) >= 3);
  if (mc_is_after_failure())
    return mc_choose_after_failure();
  if (atomic_load_explicit(&mc_session->stop, memory_order_relaxed) == 2)
    mc_abandon_trace(MC_END_STOPPED);
  if (mc_session->config.replaying)
    follow_replay();
  look_before_step();
  const enum mc_next_verdict verdict = ask_search(&next);
  if (verdict != MC_NEXT_STEP)
    return mc_end_by(verdict, &next);
  if (next.repeated)
    mc_check_repetition(&next);
  note_choice(next.step);
  mc_execute(next.step, next.depth, &mc_shared->trace.step[next.depth]);
  return mc_is_after_failure() ? mc_choose_after_failure() : next.step.thread;
}

mc_thread mc_choose_thread(void *nothing) {
  (void)nothing;
  const mc_thread thread = choose();
  mc_event_hands_over(thread);
  return thread;
}

static void declare(struct mc_arrival *arrival) {
  struct mc_operation *operation = arrival->operation;
  struct mc_thread_info *info = &mc_process->thread[operation->thread];
  mc_guard_open();
  info->wrote = arrival->wrote;
  info->is_in_wait = arrival->is_in_call;
  info->frame = arrival->frame;
  if (mc_session->config.debugging)
    mc_gdb_arrives();
  mc_progress_arrives(arrival);
  mc_repetition_arrives(operation, arrival->site, arrival->wrote, &arrival->place);
  mc_progress_polls(operation);
  info->operations += !(operation->flags & MC_BUSY_WAIT);
  mc_limits_meet(operation, arrival->site);
  mc_declare(operation, arrival->site);
  info->shown = arrival->shown;
  refuse_to_wait(operation, arrival->site);
}

static mc_thread declare_and_choose(void *arrival) {
  declare(arrival);
  return mc_choose_thread(NULL);
}

static uint64_t make_once(struct mc_operation *operation, const struct mc_site *site) {
  const struct mc_thread_info *info = &mc_process->thread[mc_self_];
  const int saved = errno;
  struct mc_arrival arrival = {.operation = operation,
                               .site = site,
                               .frame = __builtin_frame_address(0),
                               .wrote = mc_recognise_wrote(site),
                               .is_in_call = mc_waiting.is_in_call};
  mc_event_asks();
  mc_loop_expects(operation, site);
  if (info->doubt == MC_IN_DOUBT)
    return mc_recognise_iteration(operation, site);
  if (mc_progress_is_idle() || mc_repetition_looks(operation, site))
    arrival.place = mc_recognise_place();
  arrival.shown = mc_shared->trace.shows_callers ? mc_callers_note(site) : 0;
  if (mc_mode == MC_MODE_WORKER) {
    mc_threads_schedule(declare_and_choose, &arrival, false);
  } else {
    declare(&arrival);
    if (!run_in_trunk(operation)) {
      mc_event_needs_search();
      mc_threads_schedule(mc_choose_thread, NULL, false);
    }
  }
  if (info->doubt == MC_IN_DOUBT) {
    mc_guard_close();
    return mc_recognise_iteration(operation, site);
  }
  operation->alternative = info->alternative;
  const uint64_t result = info->result;
  const bool is_made = !mc_is_interrupt(operation);
  if (is_made) {
    mc_heap_operation(operation, info->site);
    mc_iteration_made(operation);
    if (operation->flags & MC_RETRIES)
      mc_attempt_ends(mc_self_);
  }
  mc_thread_goes_on();
  mc_guard_close();
  if (is_made) {
    mc_stack_operation(operation, site);
    mc_races_operation(operation, site);
  }
  if (errno != saved) // else no page is written
    errno = saved;
  return result;
}

// While it waits, or before it where that is asynchronous, the thread may end by its cancellation.
static uint64_t make_cancelled(struct mc_operation *operation, const struct mc_site *site) {
  mc_cancellation_of(mc_self_);
  const uint64_t result = make_once(operation, site);
  if (!mc_is_interrupt(operation) && mc_is_asynchronous(mc_self_))
    mc_handlers_stepped(operation);
  if (mc_is_interrupt(operation) &&
      mc_process->thread[mc_self_].cancellation.point != MC_POINT_OF_CALLER) {
    mc_waiting = (struct mc_waiting){0};
    mc_set_iterated(false);
    mc_cancellation_act(site);
  }
  return result;
}

// Before the operation, or while it waits, handlers of the program's may run. They are its code.
static uint64_t mc_make(struct mc_operation *operation, const struct mc_site *site) {
  if (!mc_may_be_interrupted(mc_self_))
    return mc_may_be_cancelled(mc_self_) ? make_cancelled(operation, site)
                                         : make_once(operation, site);
  mc_signals_meet(operation, site);
  const struct mc_operation as_asked = *operation;
  struct mc_waiting waiting = mc_waiting;
  const bool has_iterated = mc_has_iterated();
  for (;;) {
    const int saved = errno;
    const uint64_t result = make_once(operation, site);
    if (!mc_is_interrupt(operation)) {
      mc_handlers_stepped(operation);
      return result;
    }
    const mc_alternative alternative = operation->alternative;
    mc_waiting = (struct mc_waiting){0};
    const bool is_in_queue = alternative == MC_CUT_SHORT && mc_is_of(MC_OF_FUTEXES, &as_asked);
    const bool was_woken = is_in_queue && !mc_futex_leave(&as_asked, site);
    const enum mc_handled handled = mc_signal_handle((int)result, &as_asked, site);
    if (handled == MC_NOT_HANDLED)
      errno = saved;
    else if (waiting.until & MC_UNTIL_OWN)
      waiting.until = 0; // this iteration sees what there is, and the next one knows what to wait for
    mc_waiting = waiting;
    mc_set_iterated(has_iterated);
    *operation = as_asked;
    operation->alternative = alternative;
    if (handled != MC_NOT_HANDLED && alternative == MC_INTERRUPTED &&
        operation->flags & MC_EINTR_UNSEEN)
      mc_warn(MC_WARN_EINTR, site);
    mc_guard_open();
    mc_process->thread[mc_self_].handled = handled;
    mc_guard_close();
    if (is_in_queue)
      operation->alternative = was_woken                   ? 0
                               : handled == MC_NOT_HANDLED ? MC_INTERRUPTED
                                                           : MC_CUT_SHORT;
    if (is_in_queue || (alternative == MC_CUT_SHORT && handled != MC_NOT_HANDLED))
      return 0;
  }
}

bool mc_is_to_restart(const struct mc_operation *operation) {
  return operation->alternative == MC_CUT_SHORT &&
         mc_process->thread[mc_self_].handled == MC_HANDLED_TO_RESTART;
}

uint64_t mc_transition(struct mc_operation *operation, const struct mc_site *site) {
  if (!mc_is_checking())
    return 0;
  operation->thread = mc_self_;
  if (mc_letting_go_of)
    mc_letting_go_matters();
  if (mc_borrowed_for)
    mc_borrowed_return();
  if (!mc_races_touch(operation, site))
    return mc_make(operation, site);
  mc_heap_operation(operation, mc_process->thread[mc_self_].site);
  mc_stack_operation(operation, site);
  operation->flags |= MC_ADDRESS_ONLY; // it has used the memory
  const uint64_t result = mc_make(operation, site);
  operation->flags &= (uint16_t)~MC_ADDRESS_ONLY;
  return result;
}
