// runtime/world/shared_memory.c - what the program maps: memory shared with processes that it may
// fork, and where a trace's mappings lie.
//
// MAP_SHARED | MAP_ANONYMOUS memory of the trunk is private in a worker, with what the trunk has
// left there, so that no trace finds what another has written. Before the program forks it is
// shared again, as new memory. A file that the trunk has mapped in that way may also be used by its
// descriptors, and a page may be mapped twice: there the memory itself is put back before each
// trace. While a child of the trunk runs, all is shared with the child: traces find what it has
// written, and what other traces have.
//
// Mappings that a trace makes lie at addresses that depend on their thread alone, and are used
// once: what one thread gives back no other gets, whatever the schedule.
#include "world.h"
#include "runtime/base/maps.h"
#include "runtime/record/record.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>

enum { MOST = 64, PAGE = 4096 };
static const uint64_t MOST_BYTES = 64 << 20; // that are put back
static const uint64_t MAPPINGS = 0x100000000000, OF_A_THREAD = (uint64_t)64 << 30;

static struct {
  uint64_t start, bytes;
  int protection;
  bool is_put_back;
  const char *kept; ///< what the trunk has left there; NULL: it is there still
} range[MOST] MC_PER_TRACE_TABLE;
static unsigned ranges MC_PER_TRACE;
static uint64_t bytes_put_back MC_PER_TRACE;

static pid_t child[MOST] MC_PER_TRACE; // of the trunk
static unsigned children MC_PER_TRACE;
static bool with_child MC_PER_TRACE;

static bool note(const struct mc_mapping *m) {
  const bool is_put_back = !m->is_anonymous || mc_session->warned[MC_WARN_MAPPED_TWICE];
  const uint64_t bytes = m->end - m->start;
  if (!m->shared || !m->readable || (is_put_back && !m->writable) || mc_is_own(m->start))
    return true;
  if (ranges == MOST) {
    mc_record_warning(MC_WARN_SHARED_MEMORY, NULL, NULL);
    return false;
  }
  if (is_put_back && bytes > MOST_BYTES - bytes_put_back) {
    mc_record_warning(MC_WARN_FILE_KEPT, "a mapped file", NULL);
    return true;
  }
  bytes_put_back += is_put_back ? bytes : 0;
  range[ranges].start = m->start;
  range[ranges].bytes = bytes;
  range[ranges].is_put_back = is_put_back;
  range[ranges++].protection = PROT_READ | (m->writable ? PROT_WRITE : 0);
  return true;
}

static bool is_zero(const uint64_t *page) {
  for (unsigned i = 0; i < PAGE / sizeof *page; i++)
    if (page[i])
      return false;
  return true;
}

/// Pages of a file's mapping that lie behind the file's end cannot be read.
static void copy_pages(char *to, const char *from, uint64_t bytes) {
  for (uint64_t at = 0; at < bytes; at += PAGE)
    if (mc_may_read(from + at, 1) && !is_zero((const uint64_t *)(from + at)))
      memcpy(to + at, from + at, PAGE);
}

/// A copy of a range. NULL: no memory.
static char *copy_of(unsigned i, int flags) {
  const long copy = mc_sys(SYS_mmap, 0, range[i].bytes, PROT_READ | PROT_WRITE,
                           flags | MAP_ANONYMOUS | MAP_NORESERVE, -1);
  if (copy < 0)
    return NULL;
  copy_pages((char *)copy, range[i].kept ? range[i].kept : (const char *)range[i].start,
             range[i].bytes);
  return (char *)copy;
}

/// Puts a copy in the place of each range.
static void replace(int flags) {
  for (unsigned i = 0; i < ranges; i++) {
    if (range[i].is_put_back)
      continue;
    const uint64_t bytes = range[i].bytes;
    char *copy = copy_of(i, flags);
    range[i].kept = NULL;
    if (!copy)
      continue;
    mc_sys(SYS_mprotect, copy, bytes, range[i].protection);
    mc_sys(SYS_mremap, copy, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, range[i].start);
  }
}

void mc_shared_memory_child(pid_t pid) {
  if (mc_mode == MC_MODE_TRUNK && children < MOST)
    child[children++] = pid;
}

static bool runs(pid_t pid) {
  siginfo_t info = {.si_pid = 0};
  return mc_sys(SYS_waitid, P_PID, pid, &info, WEXITED | WNOHANG | WNOWAIT, NULL) == 0 &&
         info.si_pid == 0;
}

static bool child_runs(void) {
  for (unsigned i = 0; i < children; i++)
    if (runs(child[i]))
      return true;
  return children == MOST;
}

void mc_shared_memory_start(void) {
  if (!mc_maps_visit(note) && ranges < MOST)
    mc_record_warning(MC_WARN_NO_MAPS, NULL, NULL);
  const bool with_children = ranges && child_runs();
  for (unsigned i = 0; i < ranges; i++)
    if (with_children || range[i].is_put_back)
      range[i].kept = copy_of(i, MAP_PRIVATE);
}

bool mc_shared_memory_is_there(void) { return ranges || children; }

bool mc_shared_memory_is_put_back(void) { return bytes_put_back; }

static void put_back(char *to, const char *from, uint64_t bytes) {
  for (uint64_t at = 0; at < bytes; at += PAGE)
    if (mc_may_read(to + at, 1) && memcmp(to + at, from + at, PAGE) != 0)
      memcpy(to + at, from + at, PAGE);
}

void mc_shared_memory_put_back(void) {
  for (unsigned i = 0; i < ranges && !with_child; i++)
    if (range[i].is_put_back && range[i].kept)
      put_back((char *)range[i].start, range[i].kept, range[i].bytes);
}

void mc_shared_memory_ask(void) { with_child = ranges && child_runs(); }

bool mc_shared_memory_is_with_child(void) { return with_child; }

void mc_shared_memory_worker(void) {
  if (!with_child)
    replace(MAP_PRIVATE);
}

void mc_shared_memory_share(void) {
  if (!with_child)
    replace(MAP_SHARED);
}

//===- Mappings of a trace --------------------------------------------------------------------===//

bool mc_map_is_of_trace(uint64_t address) {
  return address - MAPPINGS < OF_A_THREAD * MC_MAX_THREADS;
}

void *mc_map(void *address, size_t bytes, int protection, int flags, int fd, int64_t offset) {
  static uint64_t used[MC_MAX_THREADS] MC_PER_TRACE_TABLE;
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
