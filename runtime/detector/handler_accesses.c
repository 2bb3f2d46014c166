// runtime/detector/handler_accesses.c - what a handler of the program's shares with what it
// interrupts.
//
// A handler can begin before any visible operation of its thread, and while one waits. What lies
// between two of them is invisible to other threads, but not to the handler: plain memory that both
// use is made visible, as if it were racy.
#include "races.h"
#include "runtime/memory/chunk.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"
#include <errno.h>

enum { MOST_ACCESSES = 64, LEVELS = 4, MOST_SHOWN = 512 };

struct access {
  uint64_t address;
  uint32_t size;
  bool is_write;
};

/// Since the thread's last step, in the program and in each of the handlers that it is in.
struct segment {
  uint32_t count;  ///< may be more than there is room for
  bool has_steps;  ///< of a handler: it has made some
  uintptr_t frame; ///< of a handler: where the thread was before
  struct access of[MOST_ACCESSES];
};
static struct segment segments[MC_MAX_THREADS][LEVELS] MC_PER_TRACE_TABLE;

/// What was interrupted by a handler that has made steps and has ended at `epoch`.
static struct {
  uint32_t count;
  struct shown {
    struct access access;
    mc_thread thread;
    uint32_t epoch;
  } of[MOST_SHOWN];
} shown MC_PER_TRACE_TABLE;

static unsigned level_of(const struct mc_thread_info *info) {
  return info->handlers < LEVELS ? info->handlers : LEVELS - 1;
}

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

// A handler that makes steps lets other threads see the state between two of the accesses that it
// interrupts. They see it while the handler runs, and then until the thread has told them that it
// has gone on.
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

void mc_handlers_meet(uint64_t address, uint64_t size, bool is_write) {
  const struct access a = {address, (uint32_t)size, is_write};
  for (unsigned level = 0; level < level_of(&mc_process->thread[mc_self_]); level++)
    meet(&segments[mc_self_][level], &a);
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
  mc_handlers_meet(address, size, is_write);
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

/// A jump out of a handler leads to a function that has called, directly or not, what the handler
/// has interrupted.
bool mc_has_left_handler(uintptr_t frame) {
  const uintptr_t begin = segments[mc_self_][level_of(&mc_process->thread[mc_self_])].frame;
  return frame > begin && frame - begin < MC_STACK_SLOT;
}

// libc's writes to errno have no hook, so they are noted here.
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
