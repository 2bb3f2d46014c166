// runtime/snapshot/pages.c - hot pages: at the snapshot all private writable memory becomes
// read-only. The first write to a page faults: the page is copied and opened, and from then on it
// is hot, and put back after each trace. So once all pages are hot, a trace makes no system call
// for them. Mappings made in a trace are unmapped; but where the heap has grown, it finds them
// again.
//
// What must survive a trace lies in shared memory or in memory of our own (mc_own_memory), as do
// the tables here. What the kernel keeps for the process does not go back: see system_calls.c.
#include "pages.h"
#include "snapshot.h"
#include "runtime/base/maps.h"
#include "runtime/memory/protection.h"
#include "runtime/record/leave.h"
#include <linux/rseq.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/rseq.h>

enum {
  LONGEST_RUN = 16, // pages that are opened together
  PATIENCE = 4,     // traces
  MOST_KEPT = 4096, // hot pages, where mappings are kept
};

struct mc_pages *mc_pages MC_KEPT;

void mc_snapshot_start(void) {
  mc_pages = mc_kept_memory(sizeof *mc_pages);
  mc_levels_start();
}

//===- What there is to protect ---------------------------------------------------------------===//

static bool add_mapping(const struct mc_mapping *m) {
  const bool ours = mc_is_own(m->start) && m->start != (uintptr_t)mc_process;
  if (!m->writable || m->shared || ours)
    return true;
  return !m->executable && mc_protection_add(m); // else: code that writes itself
}

// The kernel writes to it whenever it preempts the thread, and kills the process if it cannot.
static bool unregister_rseq(void) {
  enum { SIGNATURE = 0x53053053, LEAST_SIZE = 32 };
  char *area = (char *)__builtin_thread_pointer() + __rseq_offset;
  if (__rseq_size == 0)
    return true;
  const uint32_t size = __rseq_size > LEAST_SIZE ? __rseq_size : LEAST_SIZE;
  if (mc_sys(SYS_rseq, area, size, RSEQ_FLAG_UNREGISTER, SIGNATURE))
    return false;
  ((struct rseq *)area)->cpu_id = (uint32_t)RSEQ_CPU_ID_REGISTRATION_FAILED;
  return true;
}

const char *mc_snapshot_protect(void) {
  if (!unregister_rseq())
    return "its restartable sequences cannot be given up";
  if (!mc_maps_visit(add_mapping))
    return "its memory cannot be told from /proc/self/maps, or has code that writes itself";
  return NULL;
}

//===- Hidden pages
//----------------------------------------------------------------------------===//

static bool is_hidden(uint64_t page) {
  for (uint32_t i = 0; i < mc_pages->hidings; i++)
    if (page >= mc_pages->hidden[i].start && page < mc_pages->hidden[i].end)
      return true;
  return false;
}

/// What the snapshot puts back, and what nobody could use at all.
bool mc_snapshot_hide(uint64_t start, uint64_t bytes) {
  const uint64_t end = (start + bytes + MC_PAGE - 1) & ~(uint64_t)(MC_PAGE - 1);
  if (!mc_snapshot_is_taken() || start % MC_PAGE || end <= start ||
      mc_pages->hidings == MC_MOST_HIDDEN)
    return false;
  mc_kept_write();
  for (uint64_t at = start, border; at < end; at = border) {
    border = mc_protection_border(at);
    border = border < end ? border : end;
    if (mc_protection_covers(at)) {
      if (!mc_protection_hide(at, border - at))
        return false;
      continue;
    }
    for (uint64_t page = at; page < border; page += MC_PAGE)
      if (mc_may_read((const void *)page, 1))
        return false;
  }
  mc_pages->hidden[mc_pages->hidings++] = (struct mc_page_range){start, end};
  return true;
}

static void show_hidden(void) {
  for (uint32_t i = 0; i < mc_pages->hidings; i++) {
    const struct mc_page_range *h = &mc_pages->hidden[i];
    for (uint64_t at = h->start, border; at < h->end; at = border) {
      border = mc_protection_border(at);
      border = border < h->end ? border : h->end;
      if (mc_protection_covers(at))
        mc_protection_show(at, border - at);
    }
  }
  for (uint32_t i = 0; mc_pages->hidings && i < mc_pages->hot; i++)
    if (is_hidden(mc_pages->hot_page[i]))
      mc_protection_open_pages(mc_pages->hot_page[i], 1);
  mc_pages->hidings = 0;
}

//===- Hot pages ------------------------------------------------------------------------------===//

static uint64_t home_of(uint64_t page) {
  return (page / MC_PAGE * 0x9e3779b97f4a7c15ull >> 40) % MC_HOT_SLOTS;
}

/// The page's place in the table of hot pages: its own, or an empty one.
static uint64_t *slot_of(uint64_t page) {
  uint64_t i = home_of(page);
  while (mc_pages->slot[i] && mc_pages->slot[i] != page)
    i = (i + 1) % MC_HOT_SLOTS;
  return &mc_pages->slot[i];
}

/// Takes the page out, and closes the gap.
static void empty_slot(uint64_t page) {
  uint64_t gap = (uint64_t)(slot_of(page) - mc_pages->slot);
  for (uint64_t i = (gap + 1) % MC_HOT_SLOTS; mc_pages->slot[i]; i = (i + 1) % MC_HOT_SLOTS) {
    const uint64_t way = (i - home_of(mc_pages->slot[i])) % MC_HOT_SLOTS;
    if (way < (i - gap) % MC_HOT_SLOTS)
      continue;
    mc_pages->slot[gap] = mc_pages->slot[i];
    gap = i;
  }
  mc_pages->slot[gap] = 0;
}

static bool is_state(uint64_t page) { return page - (uintptr_t)mc_process < MC_PROCESS_BYTES; }

void mc_snapshot_in_runs(uint64_t start, uint64_t bytes) {
  mc_kept_write();
  mc_pages->in_runs = (struct mc_page_range){start, start + bytes};
}

/// How many pages to open from there on. A big program that goes on from page to page gets twice as
/// many each time.
static uint32_t run_from(uint64_t page) {
  const struct mc_page_range *in_runs = &mc_pages->in_runs;
  if (page < in_runs->start || page >= in_runs->end)
    return 1;
  const bool goes_on = page == mc_pages->run_end && mc_pages->hot >= MC_OFTEN;
  const uint32_t most = !goes_on                          ? 1
                        : mc_pages->run < LONGEST_RUN / 2 ? 2 * mc_pages->run
                                                          : LONGEST_RUN;
  uint32_t pages = 1;
  while (pages < most && page + pages * MC_PAGE < in_runs->end &&
         !*slot_of(page + pages * MC_PAGE))
    pages++;
  mc_pages->run = pages;
  mc_pages->run_end = page + pages * MC_PAGE;
  return pages;
}

static void make_hot(uint64_t page) {
  if (mc_pages->hot == MC_MOST_HOT)
    mc_use_fork("a trace writes more than 128 MB");
  char *original = mc_pages->original[mc_pages->hot];
  if (memcmp(original, (const void *)page, MC_PAGE)) // most new memory is zero: both untouched
    memcpy(original, (const void *)page, MC_PAGE);
  if (is_state(page) && !mc_guard_add_page(page))
    mc_use_fork("its memory is in too many pieces");
  mc_pages->hot_page[mc_pages->hot++] = page;
  *slot_of(page) = page;
}

bool mc_snapshot_open(uint64_t address) {
  const uint64_t page = address & ~(uint64_t)(MC_PAGE - 1);
  if (!mc_snapshot_is_taken() || !mc_protection_covers(page) || *slot_of(page) || is_hidden(page))
    return false;
  mc_kept_write();
  const uint32_t pages = run_from(page);
  for (uint32_t i = 0; i < pages; i++)
    make_hot(page + i * MC_PAGE);
  if (!mc_protection_open_pages(page, pages))
    mc_use_fork("its memory is in too many pieces");
  mc_shared->search.stats.faults++;
  return true;
}

bool mc_snapshot_is_hot(uint64_t address) { return *slot_of(address & ~(uint64_t)(MC_PAGE - 1)); }

void mc_snapshot_visit_hot(void (*visit)(uint64_t page, void *context), void *context) {
  for (uint32_t i = 0; i < mc_pages->hot; i++)
    if (!is_hidden(mc_pages->hot_page[i]))
      visit(mc_pages->hot_page[i], context);
}

//===- Is memory as it was? -------------------------------------------------------------------===//

static uint64_t hash_of_page(uint64_t hash, uint64_t page) {
  const uint64_t *word = (const uint64_t *)page;
  for (unsigned i = 0; i < MC_PAGE / sizeof *word; i++)
    hash = ((hash << 29 | hash >> 35) ^ word[i]) * 0x9e3779b97f4a7c15ull;
  return hash;
}

static uint64_t hash_of_hot(uint32_t pages) {
  uint64_t hash = mc_pages->hidings;
  for (uint32_t i = 0; i < pages; i++)
    if (!is_hidden(mc_pages->hot_page[i]))
      hash = hash_of_page(hash, mc_pages->hot_page[i]);
  return hash;
}

void mc_snapshot_note(void) {
  mc_kept_write();
  mc_pages->noted.hot = mc_pages->hot;
  mc_pages->noted.hash = hash_of_hot(mc_pages->hot);
}

bool mc_snapshot_is_as_noted(void) {
  for (uint32_t i = mc_pages->noted.hot; i < mc_pages->hot; i++)
    if (!is_hidden(mc_pages->hot_page[i]) &&
        memcmp((const void *)mc_pages->hot_page[i], mc_pages->original[i], MC_PAGE))
      return false;
  return hash_of_hot(mc_pages->noted.hot) == mc_pages->noted.hash;
}

/// A gap covers all of the word.
static bool is_in_gap(uint64_t address, const struct mc_gap gap[], unsigned gaps) {
  for (unsigned i = 0; i < gaps; i++)
    if (address >= gap[i].start && address < gap[i].end)
      return true;
  return false;
}

static bool meets_gap(uint64_t page, const struct mc_gap gap[], unsigned gaps) {
  for (unsigned i = 0; i < gaps; i++)
    if (page < gap[i].end && gap[i].start < page + MC_PAGE)
      return true;
  return false;
}

// Which pages are hot, and in what order, does not matter.
uint64_t mc_snapshot_hash(const struct mc_gap gap[], unsigned gaps) {
  uint64_t sum = mc_pages->hidings;
  for (uint32_t i = 0; i < mc_pages->hot; i++) {
    const uint64_t page = mc_pages->hot_page[i];
    const uint64_t *word = (const uint64_t *)page;
    if (is_state(page) || is_hidden(page) || memcmp(word, mc_pages->original[i], MC_PAGE) == 0)
      continue;
    if (!meets_gap(page, gap, gaps)) {
      sum += hash_of_page(page, page);
      continue;
    }
    uint64_t hash = page;
    for (unsigned k = 0; k < MC_PAGE / sizeof *word; k++)
      if (!is_in_gap((uintptr_t)&word[k], gap, gaps))
        hash = ((hash << 29 | hash >> 35) ^ word[k]) * 0x9e3779b97f4a7c15ull;
    sum += hash;
  }
  return sum;
}

//===- Mappings -------------------------------------------------------------------------------===//

static void add_made(uint64_t start, uint64_t bytes, bool is_to_stay) {
  if (!mc_snapshot_is_taken())
    return;
  const bool opened = mc_memory_open();
  mc_kept_write();
  if (mc_pages->mappings == MC_MOST_MAPPINGS)
    mc_use_fork("a trace makes too many mappings");
  mc_pages->stays[mc_pages->mappings] = is_to_stay;
  mc_pages->mapping[mc_pages->mappings++] = (struct mc_page_range){start, start + bytes};
  if (opened)
    mc_memory_close();
}

void mc_snapshot_mapped(uint64_t start, uint64_t bytes) { add_made(start, bytes, false); }

void mc_snapshot_mapped_to_stay(uint64_t start, uint64_t bytes) { add_made(start, bytes, true); }

bool mc_snapshot_has_mapped(uint64_t start, uint64_t bytes) {
  for (uint32_t i = 0; i < mc_pages->mappings; i++)
    if (start >= mc_pages->mapping[i].start && start + bytes <= mc_pages->mapping[i].end)
      return true;
  return false;
}

static uint32_t find_mapping(uint64_t start, uint64_t bytes) {
  uint32_t i = 0;
  while (i < mc_pages->mappings &&
         (start != mc_pages->mapping[i].start || start + bytes != mc_pages->mapping[i].end))
    i++;
  return i;
}

bool mc_snapshot_mapped_is(uint64_t start, uint64_t bytes) {
  return find_mapping(start, bytes) < mc_pages->mappings;
}

void mc_snapshot_unmapped(uint64_t start, uint64_t bytes) {
  const uint32_t i = find_mapping(start, bytes);
  mc_kept_write();
  if (i == mc_pages->mappings)
    return;
  mc_pages->mapping[i] = mc_pages->mapping[--mc_pages->mappings];
  mc_pages->stays[i] = mc_pages->stays[mc_pages->mappings];
}

/// The mapping stays, as new as it was. What the trace has touched of it is hot from now on, as the
/// next one touches the same. False: it is too large.
static bool keep(const struct mc_page_range *m) {
  enum { MOST_PAGES = 2048 };
  unsigned char is_touched[MOST_PAGES];
  const uint64_t bytes = m->end - m->start;
  const uint32_t pages = (uint32_t)(bytes / MC_PAGE);
  uint32_t touched = 0;
  if (bytes > MOST_PAGES * MC_PAGE || mc_sys(SYS_mincore, m->start, bytes, is_touched))
    return false;
  for (uint32_t i = 0; i < pages; i++)
    touched += is_touched[i] & 1;
  if (mc_pages->hot + touched > MOST_KEPT || mc_sys(SYS_madvise, m->start, bytes, MADV_DONTNEED) ||
      !mc_protection_insert(m->start, m->end))
    return false;
  for (uint32_t i = 0; i < pages; i++)
    if (is_touched[i] & 1)
      mc_snapshot_open(m->start + (uint64_t)i * MC_PAGE);
  return true;
}

void mc_snapshot_undo_mappings(void) {
  show_hidden();
  for (uint32_t i = 0; i < mc_pages->mappings; i++)
    if (!mc_pages->stays[i] || !keep(&mc_pages->mapping[i]))
      mc_sys(SYS_munmap, mc_pages->mapping[i].start,
             mc_pages->mapping[i].end - mc_pages->mapping[i].start);
  mc_pages->mappings = 0;
}

//===- Back -----------------------------------------------------------------------------------===//

void mc_pages_put_back_and_cool(uint32_t kept) {
  for (uint32_t i = mc_pages->hot; i-- > kept;) {
    const uint64_t page = mc_pages->hot_page[i];
    if (memcmp((void *)page, mc_pages->original[i], MC_PAGE)) {
      memcpy((void *)page, mc_pages->original[i], MC_PAGE);
      mc_pages->unchanged[i] = 0;
    } else if (!is_state(page) && ++mc_pages->unchanged[i] == PATIENCE) {
      const uint32_t last = --mc_pages->hot;
      mc_protection_close_page(page);
      empty_slot(page);
      mc_pages->hot_page[i] = mc_pages->hot_page[last];
      mc_pages->unchanged[i] = mc_pages->unchanged[last];
      memcpy(mc_pages->original[i], mc_pages->original[last], MC_PAGE);
      mc_pages->cooled++;
    }
  }
  if (mc_pages->cooled < MC_OFTEN)
    return;
  mc_pages->cooled = 0;
  mc_protection_by_userfaultfd(mc_pages->hot_page, mc_pages->hot);
}
