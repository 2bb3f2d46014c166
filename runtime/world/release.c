// runtime/world/release.c - calls that take pages away from the program. To the threads that still
// use the pages such a call is a write, as free is; mprotect that leaves them readable is a read. A
// thread that comes too late faults, and that is a finding by itself.
#include "files.h"
#include "world.h"
#include "aliases.h"
#include "dpor/mutant.h"
#include "runtime/detector/races.h"
#include "runtime/record/record.h"
#include <stdarg.h>
#include <sys/mman.h>

/// What the call takes.
enum taken { NOTHING, WRITING, ALL };

static uint64_t first_common(uint64_t start, uint64_t end, uint64_t own, uint64_t own_end) {
  return start < own_end && own < end ? (start > own ? start : own) : 0;
}

void mc_refuse_own(uint64_t start, size_t size, bool takes_code, const struct mc_site *site) {
  enum { PAGE = 4096 };
  const uint64_t first = start & ~(uint64_t)(PAGE - 1);
  const uint64_t end = (start + size + PAGE - 1) & ~(uint64_t)(PAGE - 1);
  if (!mc_checking() || end <= first)
    return;
  uint64_t own = mc_own_in(first, end - first);
  if (!own)
    own = first_common(first, end, MC_RACES_ADDRESS, MC_RACES_ADDRESS + mc_races_bytes());
  if (!own && takes_code)
    own = first_common(first, end, mc_session->own_code[0], mc_session->own_code[1]);
  if (own)
    mc_stray_write(site, own);
}

static bool discards(long advice) {
  return advice == MADV_DONTNEED || advice == MADV_FREE || advice == MADV_REMOVE;
}

void mc_release_by_system_call(long number, const long a[6], const struct mc_site *site) {
  const bool is_protect = number == SYS_mprotect || number == SYS_pkey_mprotect;
  const uint64_t start = (uint64_t)a[0];
  if (is_protect || (number == SYS_madvise && discards(a[2])))
    mc_refuse_own(start, (size_t)a[1], is_protect && !(a[2] & PROT_EXEC), site);
  else if (number == SYS_munmap || number == SYS_mremap || (number == SYS_mmap && a[3] & MAP_FIXED))
    mc_refuse_own(start, (size_t)a[1], true, site);
  else
    mc_memory_writes_note(number, a, site);
}

static void before(const void *memory, size_t size, enum taken taken, const struct mc_site *site) {
  if (taken != NOTHING && !mc_is_fault("lost", "munmap"))
    mc_races_release(memory, size, taken == ALL, site);
}

/// `is_gone`: nothing can read there any more. `is_new`: nothing that was done there counts.
static void behind(const void *memory, size_t size, enum taken taken, bool is_gone, bool is_new,
                   const struct mc_site *site) {
  if (is_gone && taken == ALL && mc_checking())
    mc_objects_are_gone((uintptr_t)memory, size);
  if (taken != NOTHING && !mc_is_fault("lost", "munmap"))
    mc_races_released(memory, size, taken == ALL, is_new, site);
}

#define REFUSE_OWN(...) mc_release_by_system_call(MC_ARGUMENTS(__VA_ARGS__, 0, 0, 0, 0, 0, 0), site)
#define MC_ARGUMENTS(number, a, b, c, d, e, f, ...)                                                \
  number, (const long[]) { (long)(a), (long)(b), (long)(c), (long)(d), (long)(e), (long)(f) }

/// Whether an address is free depends on the threads that have asked for it, or given it back,
/// before. Only one order of that is explored.
static void note_demand(const void *memory, size_t size, const struct mc_site *site) {
  enum { MOST = 256 };
  static struct {
    uint64_t start, end;
    mc_thread thread;
  } demand[MOST] MC_PER_TRACE_TABLE; // of this trace
  static unsigned demands MC_PER_TRACE;
  const uint64_t start = (uintptr_t)memory, end = start + size;
  bool is_noted = false, is_of_others = false;
  if (mc_mode != MC_MODE_WORKER || !mc_checking() || mc_map_is_of_trace(start))
    return;
  for (unsigned i = 0; i < demands; i++)
    if (demand[i].thread == mc_self_)
      is_noted |= demand[i].start <= start && end <= demand[i].end;
    else
      is_of_others |= start < demand[i].end && demand[i].start < end;
  if (is_of_others || (!is_noted && demands == MOST))
    mc_warn_of(MC_WARN_UNORDERED, "mmap at a fixed address", site);
  if (!is_noted && demands < MOST) {
    demand[demands].start = start;
    demand[demands].end = end;
    demand[demands++].thread = mc_self_;
  }
}

MC_INTERPOSED int munmap(void *memory, size_t size) {
  const struct mc_site *site = MC_CALLER_SITE;
  REFUSE_OWN(SYS_munmap, memory, size);
  note_demand(memory, size, site);
  before(memory, size, ALL, site);
  const int result = ((int (*)(void *, size_t))mc_real("munmap"))(memory, size);
  behind(memory, size, result ? NOTHING : ALL, true, true, site);
  return result;
}

MC_INTERPOSED int mprotect(void *memory, size_t size, int protection) {
  const struct mc_site *site = MC_CALLER_SITE;
  const enum taken taken = !(protection & PROT_READ)    ? ALL
                           : !(protection & PROT_WRITE) ? WRITING
                                                        : NOTHING;
  REFUSE_OWN(SYS_mprotect, memory, size, protection);
  before(memory, size, taken, site);
  const int result = ((int (*)(void *, size_t, int))mc_real("mprotect"))(memory, size, protection);
  behind(memory, size, result ? NOTHING : taken, true, false, site);
  return result;
}

MC_INTERPOSED int madvise(void *memory, size_t size, int advice) {
  const struct mc_site *site = MC_CALLER_SITE;
  const enum taken taken = discards(advice) ? ALL : NOTHING;
  REFUSE_OWN(SYS_madvise, memory, size, advice);
  before(memory, size, taken, site);
  const int result = ((int (*)(void *, size_t, int))mc_real("madvise"))(memory, size, advice);
  behind(memory, size, result ? NOTHING : taken, false, false, site);
  return result;
}

static void *map(void *address, size_t size, int protection, int flags, int fd, int64_t offset,
                 const struct mc_site *site) {
  const enum taken taken = flags & MAP_FIXED ? ALL : NOTHING;
  REFUSE_OWN(SYS_mmap, address, size, protection, flags);
  if (flags & (MAP_FIXED | MAP_FIXED_NOREPLACE))
    note_demand(address, size, site);
  if (!(flags & MAP_ANONYMOUS))
    mc_state_map_file(fd, site);
  before(address, size, taken, site);
  void *memory = mc_map(address, size, protection, flags, fd, offset);
  behind(address, size, memory == MAP_FAILED ? NOTHING : taken, false, true, site);
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
  REFUSE_OWN(SYS_mremap, old, old_size);
  before(old, old_size, ALL, site);
  void *memory = ((void *(*)(void *, size_t, size_t, int, ...))mc_real("mremap"))(
      old, old_size, new_size, flags, address);
  if (memory != MAP_FAILED && memory != old)
    behind(old, old_size, ALL, true, true, site);
  return mc_aliases_mapped(memory, old_size == 0, site);
}
