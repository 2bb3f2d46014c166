// runtime/memory/protection.c - which memory is watched for first writes, and how: it is read-only.
//
// By mprotect at first. Each page that is opened or closed alone splits a mapping, and costs some
// 14 us with its signal: nothing where the same pages are written in every trace, much where each
// trace writes other ones of a big heap. There the worker changes to write protection by
// userfaultfd (Linux 6.4: UFFD_FEATURE_WP_UNPOPULATED, for pages that nobody has touched yet): 7
// us, at any size. The write is told by SIGBUS. Memory that is backed by a file keeps mprotect.
//
// Not taken: userfaultfd's asynchronous mode with a scan of the page tables. It does not show a page
// before it is written, so the trunk would have to supply its original; and a scan takes 333 us for
// 1 GB.
#include "protection.h"
#include "memory.h"
#include "runtime/base/maps.h"
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>

enum { PAGE = 4096, MAX_RANGES = 4096, STACK_GROWTH = 8 << 20 }; // what the main stack may grow by

#ifndef UFFD_FEATURE_WP_UNPOPULATED // older headers
#define UFFD_FEATURE_WP_UNPOPULATED (1 << 13)
#endif
#ifndef UFFD_USER_MODE_ONLY
#define UFFD_USER_MODE_ONLY 1
#endif

struct range {
  uint64_t start, end;
  bool grows; ///< the main stack: what it has not yet grown by belongs to it
  bool stays; ///< with mprotect
  bool by_userfaultfd;
};

static struct protection {
  struct range range[MAX_RANGES]; ///< [ranges], ascending
  uint32_t ranges;
  int userfaultfd; ///< 0: none
} * protection MC_KEPT;

void mc_protection_start(void) { protection = mc_guarded_memory(sizeof *protection); }

bool mc_protection_add(const struct mc_mapping *m) {
  if (protection->ranges == MAX_RANGES)
    return false;
  protection->range[protection->ranges++] =
      (struct range){m->start - (m->is_stack ? STACK_GROWTH : 0), m->end, .grows = m->is_stack};
  return true;
}

/// The first that does not end before the address. NULL: none.
static const struct range *range_from(uint64_t address) {
  uint32_t low = 0, high = protection->ranges;
  while (low < high) {
    const uint32_t middle = (low + high) / 2;
    if (protection->range[middle].end <= address)
      low = middle + 1;
    else
      high = middle;
  }
  return low < protection->ranges ? &protection->range[low] : NULL;
}

static const struct range *range_of(uint64_t address) {
  const struct range *r = range_from(address);
  return r && r->start <= address ? r : NULL;
}

bool mc_protection_covers(uint64_t address) { return range_of(address); }

uint64_t mc_protection_border(uint64_t address) {
  const struct range *r = range_from(address);
  return !r ? UINT64_MAX : r->start <= address ? r->end : r->start;
}

static void make_read_only(const struct range *r) {
  // The part into which the main stack has not yet grown is no mapping.
  for (uint64_t start = r->start; start < r->end; start += STACK_GROWTH)
    if (mc_sys(SYS_mprotect, start, r->end - start, PROT_READ) == 0)
      break;
}

bool mc_protection_insert(uint64_t start, uint64_t end) {
  const struct range *next = range_from(start);
  const uint32_t at = next ? (uint32_t)(next - protection->range) : protection->ranges;
  struct range *r = &protection->range[at];
  if (protection->ranges == MAX_RANGES || mc_sys(SYS_mprotect, start, end - start, PROT_READ))
    return false;
  memmove(r + 1, r, (protection->ranges++ - at) * sizeof *r);
  *r = (struct range){.start = start, .end = end};
  return true;
}

void mc_protection_raise(void) {
  for (uint32_t i = 0; i < protection->ranges; i++)
    make_read_only(&protection->range[i]);
}

static bool write_protect(uint64_t start, uint64_t bytes, bool on) {
  const struct uffdio_writeprotect w = {.range = {start, bytes},
                                        .mode = on ? UFFDIO_WRITEPROTECT_MODE_WP : 0};
  return mc_sys(SYS_ioctl, protection->userfaultfd, UFFDIO_WRITEPROTECT, &w) == 0;
}

static bool set_pages(uint64_t start, uint64_t bytes, bool read_only) {
  return range_of(start)->by_userfaultfd
             ? write_protect(start, bytes, read_only)
             : mc_sys(SYS_mprotect, start, bytes, PROT_READ | (read_only ? 0 : PROT_WRITE)) == 0;
}

bool mc_protection_open_pages(uint64_t first, uint32_t pages) {
  const uint64_t end = first + (uint64_t)pages * PAGE;
  uint64_t border = mc_protection_border(first);
  if (border > end)
    border = end;
  return set_pages(first, border - first, false) &&
         (border == end || mc_protection_open_pages(border, (uint32_t)((end - border) / PAGE)));
}

void mc_protection_close_page(uint64_t page) { set_pages(page, PAGE, true); }

bool mc_protection_hide(uint64_t start, uint64_t bytes) {
  return mc_sys(SYS_mprotect, start, bytes, PROT_NONE) == 0;
}

// Userfaultfd's own protection stays.
void mc_protection_show(uint64_t start, uint64_t bytes) {
  mc_sys(SYS_mprotect, start, bytes,
         PROT_READ | (range_of(start)->by_userfaultfd ? PROT_WRITE : 0));
}

static bool open_userfaultfd(void) {
  enum { FIRST_DESCRIPTOR = 1000 }; // programs take the low ones
  struct uffdio_api api = {.api = UFFD_API,
                           .features = UFFD_FEATURE_SIGBUS | UFFD_FEATURE_PAGEFAULT_FLAG_WP |
                                       UFFD_FEATURE_WP_UNPOPULATED};
  const long fd = mc_sys(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY);
  if (fd < 0)
    return false;
  const long high = mc_sys(SYS_fcntl, fd, F_DUPFD_CLOEXEC, FIRST_DESCRIPTOR);
  mc_sys(SYS_close, fd);
  protection->userfaultfd = (int)high;
  return high > 0 && mc_sys(SYS_ioctl, high, UFFDIO_API, &api) == 0;
}

/// Userfaultfd marks each page that nobody has touched yet, which takes 55 ms for the 16 GB that the race detector
/// has. It uses them from their start.
static void split_largest(void) {
  const uint64_t LARGE = (uint64_t)4 << 30, FIRST = (uint64_t)256 << 20;
  for (uint32_t i = 0; i < protection->ranges && protection->ranges < MAX_RANGES; i++) {
    struct range *r = &protection->range[i];
    if (r->grows || r->end - r->start <= LARGE)
      continue;
    memmove(r + 1, r, (protection->ranges++ - i) * sizeof *r);
    r[0].end = r[1].start = r->start + FIRST;
    r[1].stays = true;
  }
}

void mc_protection_by_userfaultfd(const uint64_t *open, uint32_t pages) {
  if (protection->userfaultfd || !open_userfaultfd())
    return;
  split_largest();
  for (uint32_t i = 0; i < protection->ranges; i++) {
    struct range *r = &protection->range[i];
    if (r->grows || r->stays)
      continue;
    const uint64_t bytes = r->end - r->start;
    struct uffdio_register watched = {.range = {r->start, bytes}, .mode = UFFDIO_REGISTER_MODE_WP};
    r->by_userfaultfd =
        mc_sys(SYS_ioctl, protection->userfaultfd, UFFDIO_REGISTER, &watched) == 0 &&
        write_protect(r->start, bytes, true);
    if (r->by_userfaultfd)
      mc_sys(SYS_mprotect, r->start, bytes, PROT_READ | PROT_WRITE);
  }
  for (uint32_t i = 0; i < pages; i++)
    mc_protection_open_pages(open[i], 1);
  mc_shared->search.stats.userfaultfd = 1;
}
