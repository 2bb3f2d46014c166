// runtime/release.c - calls that take pages away from the program: to the threads that still use them a
// write, as free is; mprotect that leaves them readable is a read. Who comes too late faults, and that is
// a finding by itself.
#include "aliases.h"
#include "dpor/mutant.h"
#include "races.h"
#include <stdarg.h>
#include <sys/mman.h>

/// What the call takes.
enum taken { NOTHING, WRITING, ALL };

static void before(const void *memory, size_t size, enum taken taken, const struct mc_site *site) {
  if (taken != NOTHING && mc_checking()) {
    const uint64_t start = (uintptr_t)memory, own = mc_own_in(start, size);
    if (own || (start < MC_RACES_ADDRESS + mc_races_bytes() && MC_RACES_ADDRESS < start + size))
      mc_stray_write(site, own ? own : MC_RACES_ADDRESS);
  }
  if (taken != NOTHING && !mc_is_fault("lost", "munmap"))
    mc_races_release(memory, size, taken == ALL, site);
}

static void behind(const void *memory, size_t size, enum taken taken, bool is_new,
                   const struct mc_site *site) {
  if (taken != NOTHING && !mc_is_fault("lost", "munmap"))
    mc_races_released(memory, size, taken == ALL, is_new, site);
}

/// Nothing can read there any more.
static void are_gone(const void *memory, size_t size) {
  if (mc_checking())
    mc_objects_are_gone((uintptr_t)memory, size);
}

MC_INTERPOSED int munmap(void *memory, size_t size) {
  const struct mc_site *site = MC_CALLER_SITE;
  before(memory, size, ALL, site);
  const int result = ((int (*)(void *, size_t))mc_real("munmap"))(memory, size);
  behind(memory, size, result ? NOTHING : ALL, true, site);
  if (!result)
    are_gone(memory, size);
  return result;
}

MC_INTERPOSED int mprotect(void *memory, size_t size, int protection) {
  const struct mc_site *site = MC_CALLER_SITE;
  const enum taken taken = !(protection & PROT_READ)    ? ALL
                           : !(protection & PROT_WRITE) ? WRITING
                                                        : NOTHING;
  before(memory, size, taken, site);
  const int result = ((int (*)(void *, size_t, int))mc_real("mprotect"))(memory, size, protection);
  behind(memory, size, result ? NOTHING : taken, false, site);
  if (!result && taken == ALL)
    are_gone(memory, size);
  return result;
}

MC_INTERPOSED int madvise(void *memory, size_t size, int advice) {
  const struct mc_site *site = MC_CALLER_SITE;
  const bool discards = advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE;
  before(memory, size, discards ? ALL : NOTHING, site);
  const int result = ((int (*)(void *, size_t, int))mc_real("madvise"))(memory, size, advice);
  behind(memory, size, discards && !result ? ALL : NOTHING, false, site);
  return result;
}

static void *map(void *address, size_t size, int protection, int flags, int fd, int64_t offset,
                 const struct mc_site *site) {
  const enum taken taken = flags & MAP_FIXED ? ALL : NOTHING;
  before(address, size, taken, site);
  void *memory = mc_map(address, size, protection, flags, fd, offset);
  behind(address, size, memory == MAP_FAILED ? NOTHING : taken, true, site);
  return mc_aliases_mapped(memory, flags & MAP_SHARED, site);
}

MC_INTERPOSED void *mmap(void *address, size_t size, int protection, int flags, int fd,
                         off_t offset) {
  return map(address, size, protection, flags, fd, offset, MC_CALLER_SITE);
}

MC_INTERPOSED void *mmap64(void *address, size_t size, int protection, int flags, int fd,
                           off64_t offset) {
  return map(address, size, protection, flags, fd, offset, MC_CALLER_SITE);
}

MC_INTERPOSED void *mremap(void *old, size_t old_size, size_t new_size, int flags, ...) {
  const struct mc_site *site = MC_CALLER_SITE;
  va_list list;
  va_start(list, flags);
  void *address = flags & MREMAP_FIXED ? va_arg(list, void *) : NULL;
  va_end(list);
  before(old, old_size, ALL, site);
  void *memory = ((void *(*)(void *, size_t, size_t, int, ...))mc_real("mremap"))(
      old, old_size, new_size, flags, address);
  if (memory != MAP_FAILED && memory != old) {
    behind(old, old_size, ALL, true, site);
    are_gone(old, old_size);
  }
  return mc_aliases_mapped(memory, old_size == 0, site);
}
