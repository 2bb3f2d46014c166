// runtime/spinloop/recognise.c - waiting loops that the pass has not proven, recognised while
// running.
//
// A thread comes to an operation again. If it is in the state in which it came there before, and
// has changed nothing and only read meanwhile, then its next iteration is this one again, as long
// as what it has read has the same values: it waits until one has changed.
//
// The state is what a call keeps of the registers, and the thread's stack, from the program's frame
// up. Plain memory elsewhere: a write that is hooked changes something, unless it is a store that
// leaves what was there. What was read there and is not visible cannot have changed: the thread has
// released nothing since, so that it would be a race. The pass counts what has effects without a
// hook: memory that nobody else knows, and code that was not instrumented. Where it could not
// (-fsanitize=thread, machine code), a livelock is doubted: threads make some more iterations,
// apart from the trace.
//
// After Jonsson, Lang, Sagonas, "Awaiting for Godot: Stateless Model Checking that Avoids
// Executions where Nothing Happens", FMCAD 2022, where loops are found in the code.
#include "loops.h"
#include "unwinder.h"
#include "runtime/events.h"
#include "runtime/base/base.h"
#include "runtime/memory/chunk.h"
#include "runtime/memory/hand_over.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

enum {
  MOST_PATIENCE = 64, // iterations without coming back to a state
  MOST_STRAYS = 16,   // operations without coming back to a place
  MOST_STORES = 4,    // between two operations, of which the value is looked at
  DOUBTED_ITERATIONS = 100,
  CHILD_SECONDS = 2,
};

uint8_t __mcmini_unannounced MC_PER_TRACE;
__thread uint64_t __mcmini_effects;
__thread const void *__mcmini_callee;

static struct store {
  const void *address;
  uint64_t size, old;
} store_of[MC_MAX_THREADS + 1][MOST_STORES] MC_PER_TRACE_TABLE; ///< since a thread's last operation
#define mark mc_own_loops->mark
#define since mc_own_loops->since
#define own_store store_of[mc_own_loops - mc_loops]

static bool is_child MC_PER_TRACE; ///< that makes iterations in doubt and is no part of the search

//===- Where the thread is --------------------------------------------------------------------===//

void mc_recognise_start(void) {
  mc_own_loops = &mc_loops[mc_self_];
  mc_session->doubtful_iterations |= mc_session->config.polls;
  mc_unwinder_start();
}

void mc_recognise_thread(void *end) {
  mc_own_loops = &mc_loops[mc_self_];
  mark.stack_end = (uintptr_t)end;
}

static uintptr_t stack_end(void) {
  return mark.stack_end ? mark.stack_end : (uintptr_t)__libc_stack_end;
}

static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *argument) {
  static const int kept[] = {3, 6, 12, 13, 14, 15}; // rbx, rbp, r12 ...
  struct mc_thread_place *here = argument;
  const uintptr_t code = mc_unwinder.ip(context), frame = mc_unwinder.frame(context),
                  end = stack_end();
  if (mc_is_runtime(code)) // no frame of it belongs to the state
    return _URC_NO_REASON;
  if (frame < (uintptr_t)__builtin_frame_address(0) || frame >= end) // a stack of its own
    return _URC_NORMAL_STOP;
  here->frame = frame;
  here->hash = mc_await_hash(0, code);
  for (unsigned i = 0; i < sizeof kept / sizeof kept[0]; i++)
    here->hash = mc_await_hash(here->hash, mc_unwinder.reg(context, kept[i]));
  for (uintptr_t at = frame; at + 8 <= end; at += 8)
    here->hash = mc_await_hash(here->hash, *(const uint64_t *)at);
  return _URC_NORMAL_STOP;
}

struct mc_thread_place mc_recognise_place(void) {
  struct mc_thread_place found = {0};
  if (!mc_unwinder.backtrace)
    return found;
  if (!mc_unwind(look, &found))
    found = (struct mc_thread_place){0};
  found.hash = mc_hash_beside(found.hash);
  return found;
}

uint64_t mc_recognise_state(void) {
  const struct mc_thread_place place = mc_recognise_place();
  return place.frame ? mc_await_hash(place.hash, place.frame) | 1 : 0;
}

//===- Iterations ----------------------------------------------------------------------------===//

static void note_write(void) {
  since.stores = 0;
  since.wrote = true;
  mc_iteration_write();
}

// This is not asked at the hook: later stores to the same bytes may have no hook.
void mc_recognise_stores(void) {
  bool wrote = since.stores && since.effects != __mcmini_effects; // the memory may be gone
  for (unsigned i = 0; i < since.stores && !wrote; i++) {
    uint64_t now = 0;
    memcpy(&now, own_store[i].address, own_store[i].size);
    wrote = now != own_store[i].old;
  }
  if (wrote)
    note_write();
}

void mc_recognise_plain(uintptr_t address, uint64_t stored, bool is_write) {
  if (!is_write)
    mark.reads = mc_process->thread[mc_self_].operations;
  if (address >= (uintptr_t)__builtin_frame_address(0) && address < stack_end()) {
    if (is_write)
      mc_iteration_write_own();
    return;
  }
  mark.reads_plainly = mc_process->thread[mc_self_].operations;
  if (!is_write || since.wrote)
    return;
  // A fault is to be the store's.
  if (!stored || !mark.site || since.stores == MOST_STORES ||
      address / 8 != (address + stored - 1) / 8 || mc_session->config.heap == MC_HEAP_LIBC ||
      !mc_is_readable(address & ~(uintptr_t)7)) {
    note_write();
    return;
  }
  own_store[since.stores].address = (const void *)address;
  own_store[since.stores].size = stored;
  own_store[since.stores].old = 0;
  memcpy(&own_store[since.stores].old, (const void *)address, stored);
  since.stores++;
}

void mc_recognise_freed(void) {
  if (since.stores)
    note_write();
}

bool mc_recognise_sees(const struct mc_site *site) {
  return mc_plain_epoch && (!((uintptr_t)site & MC_SITE_IS_CODE) || mc_effects_are_doubted());
}

bool mc_recognise_wrote(const struct mc_site *site) {
  mc_recognise_stores();
  const bool wrote = !mc_recognise_sees(site) || since.wrote || since.effects != __mcmini_effects;
  if (since.stores || since.wrote || since.effects != __mcmini_effects) { // else no page is written
    since.stores = 0;
    since.wrote = false;
    since.effects = __mcmini_effects;
  }
  return wrote;
}

void mc_note_effect(void) { __mcmini_effects++; }

static bool is_marked(const struct mc_operation *operation, const struct mc_site *site) {
  return mark.site == site && mark.object == operation->object[0];
}

/// Was the thread in this state when it was at its mark?
static bool is_back(const struct mc_thread_place *place) {
  return place->frame && place->frame == mark.place.frame && place->hash == mark.place.hash &&
         mark.effects == __mcmini_effects;
}

static void set_mark(const struct mc_operation *operation, const struct mc_site *site,
                     const struct mc_thread_place *place) {
  mc_set_iterated(true);
  mark.site = place->frame ? site : NULL;
  mark.object = operation->object[0];
  mark.is_lock = mc_mutex_is_lock(operation);
  mark.place = *place;
  mark.iteration = mc_process->thread[mc_self_].operations;
  mark.effects = __mcmini_effects;
  mark.others = mark.strays = 0;
}

/// If the iteration has read nothing else, the operation itself waits for another outcome: true.
static bool waits_alone(struct mc_operation *operation, const struct mc_operation *change,
                        uint64_t value) {
  const bool is_variable = mc_is_of(MC_OF_VARIABLES, operation);
  const struct mc_variable_state *v = mc_object_state(operation->object[0]);
  if (is_variable &&
      (change->objects != 1 || change->object[0] != operation->object[0] || v->size > 8 ||
       operation->objects != 1 || operation->kind == MC_ATOMIC_COMPARE_EXCHANGE))
    return false;
  mc_waiting.until = is_variable ? MC_UNTIL_UNEQUAL : MC_UNTIL_SUCCESS;
  if (is_variable && operation->kind <= MC_ACCESS_WRITE)
    mc_waiting.until |= MC_UNTIL_PLAIN;
  mc_waiting.mask = UINT64_MAX;
  mc_waiting.operand = value;
  mc_await_operation(operation);
  return true;
}

//===- Doubt ----------------------------------------------------------------------------------===//

mc_thread mc_recognise_doubt(void) {
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++) {
    const struct mc_operation *pending = mc_model_pending(&mc_process->model, t);
    if (!pending || !(pending->flags & MC_RECOGNISED) || mc_process->thread[t].doubt)
      continue;
    mc_process->thread[t].doubt = MC_IN_DOUBT;
    return t;
  }
  return MC_NO_THREAD;
}

_Noreturn void mc_doubt(enum mc_warning warning, const struct mc_site *site) {
  mc_guard_open();
  mc_record_warning(warning, NULL, site);
  mc_session_write();
  mc_session->doubtful_iterations = 1;
  mc_restart_search();
}

_Noreturn static void was_wrong(const struct mc_site *site) {
  if (is_child)
    mc_sys(SYS_exit_group, 1);
  mc_doubt(MC_WARN_DOUBTFUL_LOOP, site);
}

/// Finds the operation among the thread's last ones, with that value of its object; NULL: any.
static const struct mc_iteration *find_iteration(const struct mc_iterations *iterations,
                                                 const struct mc_operation *operation,
                                                 const struct mc_site *site,
                                                 const uint64_t *value) {
  const struct mc_iteration *iteration = iterations->iteration;
  for (unsigned i = 0; i < mc_iterations_kept(iterations); i++)
    if (iteration[i].site == site && iteration[i].object == operation->object[0] &&
        (!value || iteration[i].value == *value))
      return &iteration[i];
  return NULL;
}

/// The outcome of the operation when it ran last.
static const struct mc_iteration *outcome(const struct mc_operation *operation,
                                          const struct mc_site *site) {
  uint64_t value = 0;
  mc_value_of(operation, &value);
  return find_iteration(&mc_process->thread[mc_self_].quiet, operation, site, &value);
}

/// The iterations have shown nothing new.
static void end_doubt(void) {
  if (is_child)
    mc_sys(SYS_exit_group, 0);
  mc_guard_open();
  mc_process->thread[mc_self_].doubt = MC_NO_DOUBT;
  mc_threads_schedule(mc_event_is_shown, NULL, false);
}

uint64_t mc_recognise_iteration(struct mc_operation *operation, const struct mc_site *site) {
  const bool is_quiet = !operation->objects && operation->flags & (MC_YIELD | MC_BUSY_WAIT);
  site = mc_program_site(site);
  if (is_quiet || mc_is_of(MC_OF_AWAITS, operation))
    return 0;
  const struct mc_iteration *last = operation->objects ? outcome(operation, site) : NULL;
  if (!last)
    was_wrong(site);
  if (is_marked(operation, site)) {
    const struct mc_thread_place place = mc_recognise_place();
    if (!is_back(&place))
      was_wrong(site);
    if (++mark.iterations == DOUBTED_ITERATIONS)
      end_doubt();
  }
  operation->alternative = (mc_alternative)last->alternative;
  return last->result;
}

/// In the child, which is to make the iterations and nothing else.
static void become_child(void) {
  const uint64_t seconds[2] = {CHILD_SECONDS, CHILD_SECONDS};
  mc_sys(SYS_prlimit64, 0, RLIMIT_CPU, seconds, NULL);
  mc_sys(SYS_close_range, 0, UINT32_MAX, 0);
  mc_races_stop();
  is_child = true;
  mark.iterations = 0;
  mc_process->thread[mc_self_].doubt = MC_IN_DOUBT;
}

/// Do the objects have the values that the iteration has read?
static bool is_unchanged(const struct mc_operation *change) {
  const void *state[MC_MAX_OPERATION_OBJECTS];
  for (unsigned i = 0; i < change->objects; i++)
    state[i] = mc_object_state(change->object[i]);
  return !change->primitive->enabled(change, state);
}

/// The first time at a place, a child process makes the iterations at once. True in the child.
static bool try_in_child(const struct mc_site *site) {
  int status = 0;
  mc_guard_open();
  uint8_t *const tried = &mc_shared->tables.tried[mc_record_site(site)];
  if (!*tried) {
    mc_tables_write();
    *tried = 1;
    const long child = mc_sys(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0)
      become_child();
    else if (child < 0)
      status = 1;
    else
      while (mc_sys(SYS_wait4, child, &status, __WALL, NULL) == -EINTR) {
      }
  }
  mc_guard_close();
  if (status)
    was_wrong(site);
  return is_child;
}

//===- Recognition ----------------------------------------------------------------------------===//

static void wait_for_change(struct mc_operation *operation, const struct mc_site *site) {
  struct mc_operation change;
  uint64_t value = 0;
  bool is_alone = true; // the operation itself waits
  const uint64_t iteration = mark.iteration;
  mark.iteration = mc_process->thread[mc_self_].operations; // the next begins in this state, too
  const enum mc_iteration_kind kind = mc_iteration_since(iteration, &change, &value);
  const bool is_overtaken = kind == MC_ITERATION_OVERTAKEN;
  if (kind == MC_ITERATION_CHANGES ||
      (kind == MC_ITERATION_KEEPS && mark.reads_plainly > iteration) ||
      (kind == MC_ITERATION_FAILS && mc_is_of(MC_OF_VARIABLES, operation)))
    return;
  if (is_overtaken && (mc_effects_are_doubted() || !mc_gives_up(&change)))
    return;
  if (mc_effects_are_doubted() && is_unchanged(&change) && outcome(operation, site) &&
      try_in_child(site))
    return;
  if (is_overtaken) {
    is_alone = false;
  } else if (mc_mutex_is_lock(operation) && change.objects == 1) {
    if (mark.reads <= iteration) // it waits for nothing
      return;
    mc_mutex_await(operation, (uint32_t)value);
  } else if (!change.argument[1] && waits_alone(operation, &change, value)) {
    operation->flags |= MC_RECOGNISED;
  } else {
    change.flags |= change.argument[1] ? 0 : MC_RECOGNISED;
    is_alone = false;
  }
  if (mc_gives_up(&change))
    mc_give_up(is_alone ? operation : &change, site);
  else if (!is_alone)
    mc_event_makes(&change, site);
  mark.iteration = mc_process->thread[mc_self_].operations;
}

/// If a loop at this place has effects, are they seen?
static bool sees_effects(const struct mc_site *site, bool is_below_lock) {
  return mc_unwinder.backtrace && !__mcmini_unannounced && !mc_session->doubtful_iterations &&
         mc_plain_is_visible() &&
         (!((uintptr_t)site & MC_SITE_IS_CODE) || (mc_effects_are_doubted() && !is_below_lock));
}

static void note_unlock(struct mc_operation *unlock, const struct mc_site *site) {
  if (!mc_plain_epoch || !sees_effects(site, true))
    return;
  mc_set_iterated(true);
  if (mc_iteration_keeps(unlock->object[0], mark.site && mark.object == unlock->object[0]))
    mc_mutex_keep(unlock);
}

void mc_recognise(struct mc_operation *operation, const struct mc_site *site) {
  const struct mc_thread_info *info = &mc_process->thread[mc_self_];
  const bool is_lock = mc_mutex_is_lock(operation);
  if (mc_mutex_is_unlock(operation))
    note_unlock(operation, mc_program_site(site));
  const struct mc_iterations *iterations = is_lock ? &info->locking : &info->quiet;
  if (!iterations->next || info->doubt || !operation->objects || mc_is_of(MC_OF_AWAITS, operation))
    return;
  site = mc_program_site(site);
  if (!sees_effects(site, is_lock))
    return;
  if (!find_iteration(iterations, operation, site, NULL)) {
    if (mark.is_lock && find_iteration(&info->locking, operation, site, NULL))
      return; // a part of its iteration
    mark.site = NULL;
    mark.patience = 0;
    return;
  }
  const bool is_at_mark = is_marked(operation, site);
  if (mark.patience > MOST_PATIENCE || (!is_at_mark && mark.site && ++mark.strays < MOST_STRAYS))
    return;
  const struct mc_thread_place place = mc_recognise_place();
  if (is_at_mark && is_back(&place)) {
    wait_for_change(operation, site);
    mark.strays = 0;
  } else if (!is_at_mark || mark.others++ == mark.patience) {
    mark.patience = is_at_mark ? 2 * mark.patience + 1 : mark.patience;
    set_mark(operation, site, &place);
  }
}
