// runtime/shared_memory.c - what the program maps: memory shared with processes that it may fork,
// and where a trace's mappings lie.
//
// MAP_SHARED | MAP_ANONYMOUS memory of the trunk is private in a worker, with what the trunk has
// left there, so that no trace finds what another has written. It is shared again, anew, before
// the program forks.
//
// Mappings that a trace makes lie at addresses that depend on their thread alone, and are used
// once: what one thread gives back no other gets, whatever the schedule.
#include "maps.h"
#include "races.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum { MOST = 64, PAGE = 4096 };
static const uint64_t MAPPINGS = 0x100000000000, OF_A_THREAD = (uint64_t)64 << 30;

static struct {
  uint64_t start, bytes;
  int protection;
} range[MOST];
static unsigned ranges;

static bool note(const struct mc_mapping *m) {
  if (!m->shared || !m->is_anonymous || !m->readable || mc_is_own(m->start))
    return true;
  if (ranges == MOST) {
    mc_record_warning(MC_WARN_SHARED_MEMORY, NULL, NULL);
    return false;
  }
  range[ranges].start = m->start;
  range[ranges].bytes = m->end - m->start;
  range[ranges++].protection = PROT_READ | (m->writable ? PROT_WRITE : 0);
  return true;
}

static bool is_zero(const uint64_t *page) {
  for (unsigned i = 0; i < PAGE / sizeof *page; i++)
    if (page[i])
      return false;
  return true;
}

/// Puts a copy in the place of each.
static void replace(int flags) {
  for (unsigned i = 0; i < ranges; i++) {
    const uint64_t bytes = range[i].bytes;
    const long copy = mc_sys(SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE,
                             flags | MAP_ANONYMOUS | MAP_NORESERVE, -1);
    if (copy < 0)
      continue;
    for (uint64_t at = 0; at < bytes; at += PAGE)
      if (!is_zero((const uint64_t *)(range[i].start + at)))
        memcpy((char *)copy + at, (const char *)range[i].start + at, PAGE);
    mc_sys(SYS_mprotect, copy, bytes, range[i].protection);
    mc_sys(SYS_mremap, copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, range[i].start);
  }
}

void mc_shared_memory_worker(void) {
  if (mc_session->observed.unseen_forks ||        // the trunk has forked: others use it, too
      mc_session->warned[MC_WARN_MAPPED_TWICE]) // it is to be the same at both addresses
    return;
  mc_maps_visit(note);
  replace(MAP_PRIVATE);
}

void mc_shared_memory_share(void) { replace(MAP_SHARED); }

//===- Mappings of a trace --------------------------------------------------------------------===//

void *mc_map(void *address, size_t bytes, int protection, int flags, int fd, int64_t offset) {
  static uint64_t used[MC_MAX_THREADS];
  const uint64_t room = (bytes + 2 * PAGE - 1) & ~(uint64_t)(PAGE - 1); // with a page between
  if (mc_mode == MC_MODE_WORKER && mc_checking() && !address && !(flags & MAP_FIXED) &&
      room >= bytes && OF_A_THREAD - used[mc_self_] > room) {
    const uint64_t start = MAPPINGS + OF_A_THREAD * mc_self_ + used[mc_self_];
    used[mc_self_] += room;
    const long at = mc_program_call(SYS_mmap, (long)start, (long)bytes, protection,
                                    flags | MAP_FIXED_NOREPLACE, fd, offset);
    if (at != -EEXIST)
      return (void *)mc_libc_result(at);
  }
  return (void *)mc_libc_result(
      mc_program_call(SYS_mmap, (long)address, (long)bytes, protection, flags, fd, offset));
}
