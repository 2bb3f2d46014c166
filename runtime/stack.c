// runtime/stack.c - the stacks of threads: which part of one is the runtime's, and where those made
// in traces lie: at an address that depends only on the thread's number. glibc gives the stack of a
// finished thread to the next one, whichever that is; here objects on a stack, thread-local ones
// and pthread_t have the same address in every trace.
#include "state.h"
#include <sys/mman.h>

// Slots of 16 MB for the usual sizes, then of 4 GB; below each stack a gap stays unmapped, the
// guard. The top is not aligned to 2 MB, so that it is not in a huge page, to be cleared in every
// trace.
static const uint64_t SLOT = (uint64_t)16 << 20, LARGE = 0x1f1000000000,
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

// All of the runtime is compiled with frame pointers.
__attribute__((noinline)) const struct mc_site *mc_stack_of_runtime(uint64_t address,
                                                                    uint64_t size) {
  enum { MOST = 16 << 10 };
  const uint64_t *frame = __builtin_frame_address(0);
  const uint64_t start = (uintptr_t)frame;
  if (address + size <= start || address >= start + MOST)
    return NULL;
  while (mc_is_runtime(frame[1]) && frame[0] > (uintptr_t)frame && frame[0] < start + MOST)
    frame = (const uint64_t *)frame[0];
  return address < (uintptr_t)(frame + 2) ? (const struct mc_site *)(frame[1] | MC_SITE_IS_CODE)
                                          : NULL;
}
