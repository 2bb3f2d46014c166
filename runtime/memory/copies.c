// runtime/memory/copies.c - see copies.h.
#include "copies.h"
#include "memory.h"
#include "runtime/base/maps.h"
#include "runtime/session_work.h"
#include <sys/mman.h>

enum { MOST = 64 };

static struct {
  uint64_t start, bytes;
  int key;
  uint8_t *is_touched; ///< its pages, where they were looked for
} part[MOST] MC_KEPT;
static unsigned parts MC_KEPT;

void mc_copies_note(uint64_t start, uint64_t bytes, int key) {
  MC_CHECK(parts < MOST);
  part[parts].start = start;
  part[parts].bytes = bytes;
  part[parts++].key = key;
}

static bool protect_again(uint64_t start, uint64_t bytes, int key) {
  return !key || !mc_sys(SYS_pkey_mprotect, start, bytes, PROT_READ | PROT_WRITE, key);
}

static bool copy(uint64_t start, uint64_t bytes, int key, const uint8_t *is_touched) {
  const long to = mc_sys(SYS_mmap, 0, bytes, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  if (to < 0)
    return false;
  mc_copy_pages((char *)to, (const char *)start, bytes, is_touched);
  return mc_sys(SYS_mremap, to, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, start) ==
             (long)start &&
         protect_again(start, bytes, key);
}

void mc_copies_look(void) {
  for (unsigned i = 0; i < parts; i++) {
    if (!part[i].is_touched)
      part[i].is_touched = mc_kept_memory(part[i].bytes / 4096 + 1);
    mc_find_touched_pages((const char *)part[i].start, part[i].bytes, part[i].is_touched);
  }
}

bool mc_copies_make(void) {
  bool done = true;
  mc_guard_open_all();
  for (unsigned i = 0; i < parts && done; i++)
    done = copy(part[i].start, part[i].bytes, part[i].key, part[i].is_touched);
  return done;
}

void mc_copies_take_session(uint64_t from) {
  const uint64_t bytes = MC_WHOLE_PAGES(sizeof(struct mc_session));
  mc_sys(SYS_madvise, from, bytes, MADV_REMOVE); // another trunk may have had it
  mc_copy_touched_pages((char *)from, (const char *)mc_session, bytes);
  mc_sys(SYS_mremap, from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, MC_SESSION_ADDRESS);
}
