// runtime/threads/handlers.c - the program's signals, as steps: which threads' operations they
// interrupt, and what runs a handler in the order of the search.
//
// A handler can begin before any visible operation of its thread, and while one waits. What lies
// between two of them is invisible to other threads, but not to the handler: plain memory that both
// use is made visible, as if it were racy.
#include "threads.h"
#include "runtime/detector/races.h"
#include "runtime/finding/finding.h"
#include "runtime/heap/heap.h"
#include "runtime/record/record.h"
#include "runtime/schedule/schedule.h"
#include "runtime/spinloop/waiting.h"
#include <errno.h>
#include <signal.h>
#include <string.h>

/// Of one schedule, the word is in what its trace file says.
static bool is_written(const char *word) {
  const size_t length = strlen(word);
  for (const char *at = mc_session->strings + mc_session->config.interrupted; *at;
       at += strcspn(at, ","), at += *at == ',')
    if (strcspn(at, ",") == length && memcmp(at, word, length) == 0)
      return true;
  return false;
}

static bool is_one_schedule(void) {
  return mc_session->config.replaying || mc_session->config.debugging;
}

static bool takes_process(void) {
  return is_one_schedule() ? is_written("process") : mc_session->process_interrupts;
}

static bool is_known(mc_thread thread) {
  return is_one_schedule()
             ? is_written(mc_session->strings + mc_session->thread[thread].name) || takes_process()
             : mc_session->interrupted[thread / 64] >> thread % 64 & 1;
}

bool mc_handlers_may_run(void) {
  return is_one_schedule() ? mc_session->strings[mc_session->config.interrupted]
                           : mc_session->interrupts;
}

bool mc_is_interrupted(mc_thread thread) {
  return mc_mode == MC_MODE_WORKER && mc_process->thread[thread].doubt != MC_IN_DOUBT &&
         is_known(thread);
}

/// Not on the way from a signal to its handler; nor in what is one transition.
static bool takes_interrupts(const struct mc_operation *operation) {
  return mc_is_interrupted(operation->thread) && !(operation->flags & MC_PROCESS_EXIT) &&
         !mc_process->thread[operation->thread].sections &&
         !(mc_is_of(MC_OF_THREADS, operation) && operation->kind == MC_THREAD_START) &&
         !(mc_is_of(MC_OF_SIGNALS, operation) && operation->kind <= MC_SIGNAL_HANDLE);
}

// A jump out of a handler may have put back a mask that only the kernel knows of.
void mc_signals_look(const struct mc_site *site) {
  if (mc_process->thread[mc_self_].handlers)
    mc_signals_are_blocked(mc_real_signal_mask(), mc_thread_never_blocked(), site);
}

static bool has_left_handler(uintptr_t frame);

void mc_signals_meet(const struct mc_operation *operation, const struct mc_site *site) {
  if (mc_process->thread[operation->thread].handlers &&
      has_left_handler((uintptr_t)__builtin_frame_address(0)))
    mc_warn(MC_WARN_HANDLER_LEFT, site);
  mc_signals_of(operation->thread);
  mc_signals_of_process();
  if (!mc_is_of(MC_OF_SIGNALS, operation) || operation->kind != MC_SIGNAL_MASK)
    mc_signals_look(site);
}

void mc_signals_add(struct mc_operation *operation) {
  if (!takes_interrupts(operation))
    return;
  mc_object *signals = operation->object + mc_first_signals(operation);
  signals[operation->signals++] = mc_object_find(
      mc_primitive_of[MC_OF_SIGNALS], (const volatile void *)((uintptr_t)operation->thread + 1));
  if (takes_process())
    signals[operation->signals++] = mc_object_find(mc_primitive_of[MC_OF_SIGNALS], NULL);
}

uint64_t mc_late_signals(void) {
  return mc_mode != MC_MODE_WORKER || is_one_schedule() ? UINT64_MAX : mc_session->late_signals;
}

static bool is_late(int signal) { return mc_late_signals() >> (signal - 1) & 1; }

// The search begins anew with that known.
void mc_thread_is_interrupted(mc_thread thread, int signal) {
  mc_guard_open();
  mc_needs_turns(thread);
  mc_signals_use();
  if (mc_mode == MC_MODE_WORKER && !is_one_schedule() && !(is_known(thread) && is_late(signal))) {
    mc_session_write();
    mc_session->interrupted[thread / 64] |= (uint64_t)1 << thread % 64;
    mc_session->late_signals |= (uint64_t)1 << (signal - 1);
    mc_session->interrupts = 1;
    mc_begin_anew();
  }
  mc_guard_close();
}

void mc_threads_are_interrupted(int signal) {
  mc_guard_open();
  mc_needs_all_turns();
  mc_signals_use();
  if (mc_mode == MC_MODE_WORKER && !is_one_schedule() && !(takes_process() && is_late(signal))) {
    mc_session_write();
    mc_session->late_signals |= (uint64_t)1 << (signal - 1);
    mc_session->process_interrupts = mc_session->interrupts = 1;
    memset(mc_session->interrupted, 0xff, sizeof mc_session->interrupted);
    mc_begin_anew();
  }
  mc_guard_close();
}

bool mc_process_is_interrupted(void) {
  return mc_mode != MC_MODE_WORKER || is_one_schedule() || takes_process();
}

bool mc_action_is_fixed(int signal) {
  return !(mc_shared->changed_actions >> (signal - 1) & 1);
}

void mc_handlers_change(int signal, const struct sigaction *action, const struct mc_site *site) {
  if (!mc_checking())
    return;
  if (action)
    mc_signals_use();
  if (mc_mode == MC_MODE_WORKER && action && mc_action_is_fixed(signal)) {
    mc_guard_open();
    mc_tables_write();
    mc_shared->changed_actions |= (uint64_t)1 << (signal - 1);
    if (!is_one_schedule())
      mc_begin_anew();
    mc_guard_close();
  }
  if (mc_mode == MC_MODE_WORKER ||
      mc_object_find(mc_primitive_of[MC_OF_SIGNALS], NULL) != MC_NO_OBJECT)
    mc_signal_acts(signal, action, site);
}

//===- What a handler shares with what it interrupts ------------------------------------------===//

enum { MOST_ACCESSES = 64, LEVELS = 4, MOST_SHOWN = 512 };

struct access {
  uint64_t address;
  uint32_t size;
  bool is_write;
};

/// Since the thread's last step, in the program and in each of the handlers that it is in.
struct segment {
  uint32_t count; ///< may be more than there is room for
  bool has_steps; ///< of a handler: it has made some
  uintptr_t frame; ///< of a handler: where the thread was before
  struct access of[MOST_ACCESSES];
};
static struct segment (*segments)[LEVELS]; // [MC_MAX_THREADS]

/// What a handler has interrupted that has made steps, and has ended at `epoch`. Programs with
/// handlers have a process for each trace.
static struct {
  uint32_t count;
  struct shown {
    struct access access;
    mc_thread thread;
    uint32_t epoch;
  } of[MOST_SHOWN];
} shown;

static unsigned level_of(const struct mc_thread_info *info) {
  return info->handlers < LEVELS ? info->handlers : LEVELS - 1;
}

void mc_handlers_start(void) { segments = mc_own_memory(MC_MAX_THREADS * sizeof *segments); }

void mc_handlers_stepped(const struct mc_operation *step) {
  struct segment *own = &segments[step->thread][level_of(&mc_process->thread[step->thread])];
  if (mc_is_of(MC_OF_SIGNALS, step))
    return;
  own->count = 0;
  own->has_steps = true;
}

static bool conflicts(const struct access *a, const struct access *b) {
  return (a->is_write || b->is_write) && a->address < b->address + b->size &&
         b->address < a->address + a->size && !mc_session->config.replaying;
}

static void meet(const struct segment *below, const struct access *a) {
  if (below->count > MOST_ACCESSES)
    mc_record_warning(MC_WARN_HANDLER_ACCESSES, NULL, NULL);
  for (uint32_t i = 0; i < below->count && i < MOST_ACCESSES; i++)
    if (conflicts(a, &below->of[i]))
      mc_make_racy(a->address, a->size);
}

static void show(const struct segment *below) {
  if (below->count > MOST_ACCESSES || below->count > MOST_SHOWN - shown.count)
    mc_record_warning(MC_WARN_HANDLER_ACCESSES, NULL, NULL);
  for (uint32_t i = 0; i < below->count && i < MOST_ACCESSES && shown.count < MOST_SHOWN; i++)
    shown.of[shown.count++] = (struct shown){below->of[i], mc_self_, mc_plain_epoch};
}

// A handler that makes steps lets other threads see what is in between two of the accesses that it
// interrupts: while it runs, and behind it until the thread has told them that it has gone on.
void mc_handlers_look(uint64_t address, uint64_t size, bool is_write) {
  const struct access a = {address, (uint32_t)(size > UINT32_MAX ? UINT32_MAX : size), is_write};
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++)
    for (unsigned level = 0; t != mc_self_ && level < level_of(&mc_process->thread[t]); level++)
      meet(&segments[t][level], &a);
  for (uint32_t i = 0; i < shown.count; i++)
    if (shown.of[i].thread != mc_self_ && conflicts(&a, &shown.of[i].access) &&
        !mc_races_is_before(mc_races, shown.of[i].epoch, mc_self_))
      mc_make_racy(address, a.size);
}

void mc_handlers_note(uint64_t address, uint64_t size, bool is_write) {
  if (size > UINT32_MAX)
    return;
  const bool opened = mc_memory_open();
  const struct mc_thread_info *info = &mc_process->thread[mc_self_];
  struct segment *own = &segments[mc_self_][level_of(info)];
  const struct access a = {address, (uint32_t)size, is_write};
  if (own->count < MOST_ACCESSES)
    own->of[own->count] = a;
  own->count += own->count <= MOST_ACCESSES;
  for (unsigned level = 0; level < level_of(info); level++)
    meet(&segments[mc_self_][level], &a);
  if (opened)
    mc_memory_close();
}

//===- Around a handler -----------------------------------------------------------------------===//

static void count_handler(int more) {
  mc_guard_open();
  mc_process->thread[mc_self_].handlers += (uint32_t)more;
  mc_guard_close();
}

void mc_handler_begins(void) {
  count_handler(1);
  const bool opened = mc_memory_open();
  struct segment *own = &segments[mc_self_][level_of(&mc_process->thread[mc_self_])];
  own->has_steps = false;
  own->frame = (uintptr_t)__builtin_frame_address(0);
  if (opened)
    mc_memory_close();
}

/// A jump leads to a function that has, directly or not, called what the handler has interrupted.
static bool has_left_handler(uintptr_t frame) {
  const uintptr_t begin = segments[mc_self_][level_of(&mc_process->thread[mc_self_])].frame;
  return frame > begin && frame - begin < MC_STACK_SLOT;
}

// What libc writes to errno has no hook.
void mc_handler_ends(bool changes_errno) {
  const bool opened = mc_memory_open();
  const unsigned level = level_of(&mc_process->thread[mc_self_]);
  if (changes_errno && mc_plain_epoch && mc_may_be_interrupted(mc_self_))
    mc_handlers_note((uintptr_t)&errno, sizeof errno, true);
  for (unsigned below = 0; below < level && segments[mc_self_][level].has_steps; below++)
    show(&segments[mc_self_][below]);
  if (opened)
    mc_memory_close();
  count_handler(-1);
}
