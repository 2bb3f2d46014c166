// runtime/heap/stack.c - the stacks of threads: which part of one is the runtime's, which is
// nobody's, and where those made in traces lie: at an address that depends only on the thread's
// number. glibc gives the stack of a finished thread to the next one, whichever that is; here
// objects on a stack, thread-local ones and pthread_t have the same address in every trace.
#include "heap.h"
#include "runtime/detector/races.h"
#include "runtime/memory/chunk.h"
#include "runtime/record/record.h"
#include <link.h>
#include <sys/mman.h>

// Slots of 16 MB for the usual sizes, then of 4 GB; below each stack a gap stays unmapped, the
// guard. The top is not aligned to 2 MB, so that it is not in a huge page, to be cleared in every
// trace.
static const uint64_t SLOT = MC_STACK_SLOT, LARGE = 0x1f1000000000,
                      LARGE_SLOT = (uint64_t)4 << 30;
static const uint64_t ABOVE = 1 << 20, GAP = 1 << 20;

static char *map_stack(mc_thread thread, uint64_t size) {
  const bool large = size > SLOT - ABOVE - GAP;
  if (size > LARGE_SLOT - ABOVE - GAP)
    return NULL;
  const uint64_t top = (large ? LARGE + LARGE_SLOT * thread : MC_HEAPS + SLOT * thread) +
                       (large ? LARGE_SLOT : SLOT) - ABOVE;
  const uint64_t start = top - size;
  const long at =
      mc_sys(SYS_mmap, start, size, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK | MAP_FIXED_NOREPLACE, -1);
  return at == (long)start ? (char *)start : NULL;
}

// Attributes keep the end of a stack, which is 0 unless the program has set one.
bool mc_has_stack(const pthread_attr_t *attr) {
  void *start = NULL;
  size_t size = 0;
  return pthread_attr_getstack(attr, &start, &size) == 0 && (uintptr_t)start + size != 0;
}

void mc_stack_set(mc_thread thread, pthread_attr_t *attr) {
  size_t size;
  if (mc_has_stack(attr) || pthread_attr_getstacksize(attr, &size))
    return;
  size = (size + 4095) & ~(size_t)4095;
  char *stack = map_stack(thread, size);
  if (stack) // else glibc finds one, or says why not
    pthread_attr_setstack(attr, stack, size);
}

/// The outermost frame of the runtime's functions, the last ones called, that lies below `end`. All
/// of the runtime is compiled with frame pointers.
static const uint64_t *outermost(const uint64_t *frame, uint64_t end) {
  while (mc_is_runtime(frame[1]) && frame[0] > (uintptr_t)frame && frame[0] < end)
    frame = (const uint64_t *)frame[0];
  return frame;
}

__attribute__((noinline)) const struct mc_site *mc_stack_of_runtime(uint64_t address,
                                                                    uint64_t size) {
  enum { MOST = 16 << 10 };
  const uint64_t *frame = __builtin_frame_address(0);
  const uint64_t start = (uintptr_t)frame;
  if (address + size <= start || address >= start + MOST)
    return NULL;
  frame = outermost(frame, start + MOST);
  return address < (uintptr_t)(frame + 2) ? (const struct mc_site *)(frame[1] | MC_SITE_IS_CODE)
                                          : NULL;
}

//===- Variables of functions that have returned ----------------------------------------------===//

/// So many bytes below the thread pointer are thread-local variables.
static uint64_t locals_size MC_PER_TRACE;

static int measure_locals(struct dl_phdr_info *info, size_t size, void *unused) {
  enum { MOST = 64 << 10 };
  const uint64_t below = (uintptr_t)__builtin_thread_pointer() - (uintptr_t)info->dlpi_tls_data;
  if (info->dlpi_tls_data && below < MOST && below > locals_size)
    locals_size = below;
  (void)size, (void)unused;
  return 0;
}

__attribute__((constructor)) static void start(void) {
  mc_below_main = (uintptr_t)__libc_stack_end;
  dl_iterate_phdr(measure_locals, NULL);
}

void __mcmini_main_begins(void) {
  mc_below_main = (uintptr_t)__builtin_frame_address(0) + 2 * sizeof(void *) - 1;
}

/// The end of the stack that the address lies in, and whose it is. False: not known.
static bool find_stack(uint64_t address, mc_thread *owner, uint64_t *end) {
  const uint64_t main_end = (uintptr_t)__libc_stack_end;
  *owner = (mc_thread)((address - MC_HEAPS) / SLOT);
  *end = MC_HEAPS + SLOT * (*owner + 1u) - ABOVE;
  if (address >= MC_HEAPS + SLOT && address < MC_HEAPS + SLOT * MC_MAX_THREADS)
    return address < *end;
  *owner = 0;
  *end = main_end;
  return address < main_end && main_end - address < SLOT;
}

/// What lies below this address is not of the program's functions. 0: not known.
static uint64_t program_stack(mc_thread owner, uint64_t end) {
  const uint64_t *frame = owner == mc_self_ ? __builtin_frame_address(0)
                                            : mc_process->thread[owner].frame;
  if (!frame || end - (uintptr_t)frame > SLOT) // it has another stack
    return 0;
  return (uintptr_t)(outermost(frame, end) + 2);
}

/// A function of the runtime's own has it among its variables.
static bool is_ours(const void *address) {
  mc_thread owner;
  uint64_t end;
  return find_stack((uintptr_t)address, &owner, &end) && owner == mc_self_ &&
         (uintptr_t)address < program_stack(owner, end);
}

void mc_gives(const struct mc_site *site, void *to, size_t bytes) {
  if (to && mc_checking() && !is_ours(to))
    __mcmini_write_range(site, to, bytes);
}

/// Where the thread-local variables of a thread with a stack of ours lie: behind its stack.
static uint64_t locals_of(mc_thread thread) {
  return (uintptr_t)mc_process->thread[thread].handle - locals_size;
}

/// A thread-local variable of another thread: it ends with that thread, by a step of it.
static void note_local(uint64_t address) {
  mc_thread owner;
  uint64_t end;
  const struct mc_config *c = &mc_session->config;
  if (mc_mode != MC_MODE_WORKER || c->races != MC_RACES_EXPLORE || c->replaying ||
      !find_stack(address, &owner, &end) || owner == 0 || owner == mc_self_ ||
      owner >= mc_process->model.thread_count || address - locals_of(owner) >= locals_size ||
      mc_is_racy(address, 1))
    return;
  const bool opened = mc_memory_open();
  mc_make_racy(address & ~(uint64_t)(MC_RACY_WORD - 1), MC_RACY_WORD);
  if (opened)
    mc_memory_close();
}

/// Why no function has its variable at that address any more. NULL: some has.
static const char *gone(uint64_t address) {
  mc_thread owner;
  uint64_t end;
  if (mc_mode != MC_MODE_WORKER || !find_stack(address, &owner, &end) ||
      owner >= mc_process->model.thread_count)
    return NULL;
  if (owner && owner != mc_self_) {
    const bool has_ended = mc_process->model.thread[owner].finished;
    if (address - locals_of(owner) < locals_size)
      return has_ended || mc_process->thread[owner].has_no_locals
                 ? "a thread-local variable is used of a thread which has ended"
                 : NULL;
    if (has_ended)
      return "a variable is used that was on the stack of a thread which has ended";
  }
  return address < program_stack(owner, end) ? "a variable is used of a function that has returned"
                                             : NULL;
}

void mc_stack_look(uint64_t address, const struct mc_site *site) {
  const char *why = gone(address);
  note_local(address);
  if (why)
    mc_misuse(why, MC_NO_OBJECT, site);
}

void mc_stack_look_at_new(const volatile void *object) {
  const char *why = mc_may_be_on_stack((uintptr_t)object) ? gone((uintptr_t)object) : NULL;
  if (!why)
    return;
  const uint64_t *frame = outermost(__builtin_frame_address(0), UINT64_MAX);
  const struct mc_site *site = (const struct mc_site *)(frame[1] | MC_SITE_IS_CODE);
  if (mc_is_racy((uintptr_t)object, 1)) // others may come first, in time
    mc_variable_step(site, (volatile void *)object, 1, MC_ACCESS_READ);
  mc_race_access(site, object, 1, false, true);
  mc_misuse(why, MC_NO_OBJECT, site);
}

void mc_stack_look_of(const struct mc_operation *operation, const struct mc_site *site) {
  for (unsigned i = 0; i < operation->objects; i++) {
    const uintptr_t address = (uintptr_t)mc_memory_of(operation, i);
    if (!address || !mc_may_be_on_stack(address))
      continue;
    const char *why = gone(address);
    note_local(address);
    if (!why)
      continue;
    mc_races_misused(operation, site);
    mc_misuse(why, MC_NO_OBJECT, site);
  }
}

/// The stack that the thread leaves without returning from the functions whose variables lie there.
static __thread struct {
  uint64_t start, size;
  const struct mc_site *site;
} left;

void mc_stack_leave_from(const void *frame, const struct mc_site *site) {
  mc_thread owner;
  uint64_t end;
  if (!mc_checking() || !find_stack((uintptr_t)frame, &owner, &end) || !owner)
    return;
  left.start = (uintptr_t)frame;
  left.size = end - left.start;
  left.site = site;
  mc_races_release(frame, left.size, true, site); // behind it the unwinder runs in their memory
}

void mc_stack_ends(void) {
  if (mc_session->racy_visible && mc_self_) {
    mc_races_release((const void *)locals_of(mc_self_), locals_size, true, &mc_nowhere);
    mc_guard_open();
    mc_process->thread[mc_self_].has_no_locals = true;
    mc_guard_close();
  }
  if (!left.start || !mc_plain_epoch)
    return;
  mc_races_release((const void *)left.start, left.size, true, left.site);
  mc_race_note(left.site, left.start, left.size, MC_IS_WRITE, NULL);
}
