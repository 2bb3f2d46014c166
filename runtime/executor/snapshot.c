// runtime/executor/snapshot.c - snapshots: a worker runs trace after trace. At the end of each the
// pages that the trace may have written are put back, and the main thread goes on where the first
// trace began.
//
// The hot set: at the snapshot all private writable memory becomes read-only. The first write to a
// page faults, once: the page is copied, opened, and put back after this trace and all later ones.
// So in the steady state a trace makes no system call for it. Mappings made in a trace are
// unmapped.
//
// Levels: where a trace has repeated what the search keeps of the one before, and is about to leave
// it, the hot pages are copied. The traces that come through the same state begin there. What they
// do not repeat is what a trace costs.
//
// What must survive a trace lies in shared memory or in memory of our own (mc_own_memory), as do
// the tables here. What the kernel keeps for the process does not go back: see system_calls.c.
#include "executor.h"
#include "runtime/arch/switch.h"
#include "runtime/finding/finding.h"
#include "runtime/foreign/code_traps.h"
#include "runtime/memory/protection.h"
#include "runtime/record/record.h"
#include "runtime/threads/threads.h"
#include "runtime/world/world.h"
#include <linux/rseq.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/rseq.h>

enum {
  PAGE = 4096,
  MAX_HOT = 1 << 15, // 128 MB of originals
  HOT_SLOTS = 2 * MAX_HOT,
  MAX_MAPPINGS = 1024,
  MAX_PARTS = 64,
  MANY = 64,
  PATIENCE = 4, // traces
  OFTEN = 256,
  LONGEST_RUN = 16, // pages that are opened together
  LEVELS = 8,
  LEVEL_PAGES = 512,
  LEAST_STEPS = 9,     // that a level must save: it costs a copy of the hot pages ...
  PAGES_OF_A_STEP = 4, // ... some 100 ns each, and few traces come through it
};

struct range {
  uint64_t start, end;
};

/// A state in the middle of a trace: that after the first steps, which the next traces repeat.
struct level {
  uint32_t depth; ///< how many steps
  uint32_t hot;   ///< pages that were: later ones had not been written
  uint64_t output_end;
  uint32_t current;
  _Alignas(PAGE) char page[LEVEL_PAGES][PAGE];
};

static struct snapshot {
  struct mc_stack main;               ///< where each trace begins
  struct range mapping[MAX_MAPPINGS]; ///< made in the trace
  struct range part[MAX_PARTS];       ///< of mc_process: its hot pages
  uint32_t mappings, parts, hot, levels, cooled;
  uint64_t hot_page[MAX_HOT], slot[HOT_SLOTS];
  uint8_t unchanged[MAX_HOT]; ///< for how many traces, where there are MANY
  struct range in_runs;       ///< see mc_snapshot_in_runs
  uint64_t run_end;           ///< of the last run there ...
  uint32_t run;               ///< ... and its pages
  _Alignas(PAGE) char original[MAX_HOT][PAGE];
  struct level level[LEVELS]; ///< [levels] each deeper than the one before
  struct {
    uint32_t hot;
    uint64_t hash;
  } noted; ///< see mc_snapshot_note
} * snapshot;

static bool taken;

void mc_snapshot_start(void) { snapshot = mc_kept_memory(sizeof *snapshot); }

bool mc_snapshot_is_taken(void) { return taken; }

//===- What there is to protect ---------------------------------------------------------------===//

static bool add_mapping(const struct mc_mapping *m) {
  const bool ours = mc_is_own(m->start) && m->start != (uintptr_t)mc_process;
  if (!m->writable || m->shared || ours)
    return true;
  return !m->executable && mc_protection_add(m); // else: code that writes itself
}

// The kernel writes it whenever it preempts the thread, and kills where it cannot.
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

static uint64_t home_of(uint64_t page) {
  return (page / PAGE * 0x9e3779b97f4a7c15ull >> 40) % HOT_SLOTS;
}

/// The page's place in the table of hot pages: its own, or an empty one.
static uint64_t *slot_of(uint64_t page) {
  uint64_t i = home_of(page);
  while (snapshot->slot[i] && snapshot->slot[i] != page)
    i = (i + 1) % HOT_SLOTS;
  return &snapshot->slot[i];
}

/// Takes the page out, and closes the gap.
static void empty_slot(uint64_t page) {
  uint64_t gap = (uint64_t)(slot_of(page) - snapshot->slot);
  for (uint64_t i = (gap + 1) % HOT_SLOTS; snapshot->slot[i]; i = (i + 1) % HOT_SLOTS) {
    const uint64_t way = (i - home_of(snapshot->slot[i])) % HOT_SLOTS;
    if (way < (i - gap) % HOT_SLOTS)
      continue;
    snapshot->slot[gap] = snapshot->slot[i];
    gap = i;
  }
  snapshot->slot[gap] = 0;
}

static bool is_state(uint64_t page) { return page - (uintptr_t)mc_process < MC_PROCESS_BYTES; }

/// The guard must know them: see mc_snapshot_protect_state.
static void add_to_parts(uint64_t page) {
  for (uint32_t i = 0; i < snapshot->parts; i++) {
    struct range *part = &snapshot->part[i];
    if (part->end != page && part->start != page + PAGE)
      continue;
    part->start -= part->start == page + PAGE ? PAGE : 0;
    part->end += part->end == page ? PAGE : 0;
    return;
  }
  if (snapshot->parts == MAX_PARTS)
    mc_use_fork("its memory is in too many pieces");
  snapshot->part[snapshot->parts++] = (struct range){page, page + PAGE};
}

void mc_snapshot_protect_state(int protection) {
  for (uint32_t i = 0; i < snapshot->parts; i++)
    mc_sys(SYS_mprotect, snapshot->part[i].start, snapshot->part[i].end - snapshot->part[i].start,
           protection);
}

void mc_snapshot_in_runs(uint64_t start, uint64_t bytes) {
  mc_kept_write();
  snapshot->in_runs = (struct range){start, start + bytes};
}

/// How many pages to open from there on. In a big program, where it goes on from page to page:
/// twice as many each time.
static uint32_t run_from(uint64_t page) {
  const struct range *in_runs = &snapshot->in_runs;
  if (page < in_runs->start || page >= in_runs->end)
    return 1;
  const bool goes_on = page == snapshot->run_end && snapshot->hot >= OFTEN;
  const uint32_t most = !goes_on                          ? 1
                        : snapshot->run < LONGEST_RUN / 2 ? 2 * snapshot->run
                                                          : LONGEST_RUN;
  uint32_t pages = 1;
  while (pages < most && page + pages * PAGE < in_runs->end && !*slot_of(page + pages * PAGE))
    pages++;
  snapshot->run = pages;
  snapshot->run_end = page + pages * PAGE;
  return pages;
}

static void make_hot(uint64_t page) {
  if (snapshot->hot == MAX_HOT)
    mc_use_fork("a trace writes more than 128 MB");
  char *original = snapshot->original[snapshot->hot];
  if (memcmp(original, (const void *)page, PAGE)) // most new memory is zero: both untouched
    memcpy(original, (const void *)page, PAGE);
  if (is_state(page))
    add_to_parts(page);
  snapshot->hot_page[snapshot->hot++] = page;
  *slot_of(page) = page;
}

bool mc_snapshot_open(uint64_t address) {
  const uint64_t page = address & ~(uint64_t)(PAGE - 1);
  if (!taken || !mc_protection_covers(page) || *slot_of(page))
    return false;
  mc_kept_write();
  const uint32_t pages = run_from(page);
  for (uint32_t i = 0; i < pages; i++)
    make_hot(page + i * PAGE);
  if (!mc_protection_open_pages(page, pages))
    mc_use_fork("its memory is in too many pieces");
  mc_shared->stats.faults++;
  return true;
}

void mc_snapshot_visit_hot(void (*visit)(uint64_t page, void *context), void *context) {
  for (uint32_t i = 0; i < snapshot->hot; i++)
    visit(snapshot->hot_page[i], context);
}

//===- Is memory as it was? -------------------------------------------------------------------===//

static uint64_t hash_of_page(uint64_t hash, uint64_t page) {
  const uint64_t *word = (const uint64_t *)page;
  for (unsigned i = 0; i < PAGE / sizeof *word; i++)
    hash = ((hash << 29 | hash >> 35) ^ word[i]) * 0x9e3779b97f4a7c15ull;
  return hash;
}

static uint64_t hash_of_hot(uint32_t pages) {
  uint64_t hash = 0;
  for (uint32_t i = 0; i < pages; i++)
    hash = hash_of_page(hash, snapshot->hot_page[i]);
  return hash;
}

void mc_snapshot_note(void) {
  mc_kept_write();
  snapshot->noted.hot = snapshot->hot;
  snapshot->noted.hash = hash_of_hot(snapshot->hot);
}

bool mc_snapshot_is_as_noted(void) {
  for (uint32_t i = snapshot->noted.hot; i < snapshot->hot; i++)
    if (memcmp((const void *)snapshot->hot_page[i], snapshot->original[i], PAGE))
      return false;
  return hash_of_hot(snapshot->noted.hot) == snapshot->noted.hash;
}

/// A gap covers the word, all of it.
static bool is_in_gap(uint64_t address, const struct mc_gap gap[], unsigned gaps) {
  for (unsigned i = 0; i < gaps; i++)
    if (address >= gap[i].start && address < gap[i].end)
      return true;
  return false;
}

static bool meets_gap(uint64_t page, const struct mc_gap gap[], unsigned gaps) {
  for (unsigned i = 0; i < gaps; i++)
    if (page < gap[i].end && gap[i].start < page + PAGE)
      return true;
  return false;
}

// Which pages are hot, and in what order, does not matter.
uint64_t mc_snapshot_hash(const struct mc_gap gap[], unsigned gaps) {
  uint64_t sum = 0;
  for (uint32_t i = 0; i < snapshot->hot; i++) {
    const uint64_t page = snapshot->hot_page[i];
    const uint64_t *word = (const uint64_t *)page;
    if (is_state(page) || memcmp(word, snapshot->original[i], PAGE) == 0)
      continue;
    if (!meets_gap(page, gap, gaps)) {
      sum += hash_of_page(page, page);
      continue;
    }
    uint64_t hash = page;
    for (unsigned k = 0; k < PAGE / sizeof *word; k++)
      if (!is_in_gap((uintptr_t)&word[k], gap, gaps))
        hash = ((hash << 29 | hash >> 35) ^ word[k]) * 0x9e3779b97f4a7c15ull;
    sum += hash;
  }
  return sum;
}

//===- Mappings -------------------------------------------------------------------------------===//

void mc_snapshot_mapped(uint64_t start, uint64_t bytes) {
  if (!taken)
    return;
  const bool opened = mc_memory_open();
  mc_kept_write();
  if (snapshot->mappings == MAX_MAPPINGS)
    mc_use_fork("a trace makes too many mappings");
  snapshot->mapping[snapshot->mappings++] = (struct range){start, start + bytes};
  if (opened)
    mc_memory_close();
}

bool mc_snapshot_has_mapped(uint64_t start, uint64_t bytes) {
  for (uint32_t i = 0; i < snapshot->mappings; i++)
    if (start >= snapshot->mapping[i].start && start + bytes <= snapshot->mapping[i].end)
      return true;
  return false;
}

void mc_snapshot_unmapped(uint64_t start, uint64_t bytes) {
  mc_kept_write();
  for (uint32_t i = 0; i < snapshot->mappings; i++)
    if (start == snapshot->mapping[i].start && start + bytes == snapshot->mapping[i].end)
      snapshot->mapping[i] = snapshot->mapping[--snapshot->mappings];
}

//===- From trace to trace --------------------------------------------------------------------===//

/// What the last traces have left as it was is cold again. Levels have the `kept` first pages.
static void put_back_and_cool(uint32_t kept) {
  for (uint32_t i = snapshot->hot; i-- > kept;) {
    const uint64_t page = snapshot->hot_page[i];
    if (memcmp((void *)page, snapshot->original[i], PAGE)) {
      memcpy((void *)page, snapshot->original[i], PAGE);
      snapshot->unchanged[i] = 0;
    } else if (!is_state(page) && ++snapshot->unchanged[i] == PATIENCE) {
      const uint32_t last = --snapshot->hot;
      mc_protection_close_page(page);
      empty_slot(page);
      snapshot->hot_page[i] = snapshot->hot_page[last];
      snapshot->unchanged[i] = snapshot->unchanged[last];
      memcpy(snapshot->original[i], snapshot->original[last], PAGE);
      snapshot->cooled++;
    }
  }
  if (snapshot->cooled < OFTEN)
    return;
  snapshot->cooled = 0;
  mc_protection_by_userfaultfd(snapshot->hot_page, snapshot->hot);
}

static void put_back(const struct level *level) {
  // A trace aside begins at the beginning, whatever levels there are.
  const uint32_t kept = snapshot->levels ? snapshot->level[snapshot->levels - 1].hot : 0;
  for (uint32_t i = 0; i < kept; i++)
    memcpy((void *)snapshot->hot_page[i], level ? level->page[i] : snapshot->original[i], PAGE);
  if (snapshot->hot - kept > MANY) {
    put_back_and_cool(kept);
    return;
  }
  for (uint32_t i = kept; i < snapshot->hot; i++)
    memcpy((void *)snapshot->hot_page[i], snapshot->original[i], PAGE);
}

static void undo_mappings(void) {
  for (uint32_t i = 0; i < snapshot->mappings; i++)
    mc_sys(SYS_munmap, snapshot->mapping[i].start,
           snapshot->mapping[i].end - snapshot->mapping[i].start);
  snapshot->mappings = 0;
}

/// The deepest level that the trace which begins comes through, or NULL.
static struct level *choose_level(void) {
  if (mc_search_part(mc_shared->search) != MC_PART_SEARCH) {
    while (snapshot->levels && // what was written before it is lost
           snapshot->level[snapshot->levels - 1].output_end > mc_shared->output_start)
      snapshot->levels--;
    return NULL;
  }
  const uint32_t prefix = mc_search_prefix(mc_shared->search);
  while (snapshot->levels && snapshot->level[snapshot->levels - 1].depth > prefix)
    snapshot->levels--;
  return snapshot->levels ? &snapshot->level[snapshot->levels - 1] : NULL;
}

/// On the control stack.
_Noreturn static void begin_trace(void) {
  mc_worker_open_trace();
  const uint64_t start = mc_ticks();
  const struct level *level = choose_level();
  put_back(level);
  mc_shared->stats.restoring += mc_ticks() - start;
  mc_shared->stats.hot_pages = snapshot->hot;
  if (!level) {
    mc_worker_go_on(0, 0, mc_shared->output_start);
    mc_stack_resume(&snapshot->main);
  }
  mc_search_skip(mc_shared->search, level->depth);
  mc_worker_go_on(level->depth, level->current, level->output_end);
  mc_stack_call(mc_control_stack(), mc_user_threads_go_on);
}

_Noreturn static void end_trace(void) {
  mc_kept_write();
  undo_mappings();
  mc_system_calls_undo();
  mc_code_traps_undo();
  mc_worker_close_trace();
  begin_trace();
}

void mc_snapshot_forget_levels(void) {
  mc_kept_write();
  snapshot->levels = 0;
}

static void copy_pages(struct level *level) {
  level->hot = snapshot->hot;
  for (uint32_t i = 0; i < level->hot; i++)
    memcpy(level->page[i], (const void *)snapshot->hot_page[i], PAGE);
}

static bool is_worth_a_level(uint32_t depth) {
  const uint32_t deepest = snapshot->levels ? snapshot->level[snapshot->levels - 1].depth : 0;
  return depth >= deepest + LEAST_STEPS && depth >= deepest + snapshot->hot / PAGES_OF_A_STEP &&
         snapshot->levels < LEVELS && snapshot->hot <= LEVEL_PAGES && snapshot->mappings == 0 &&
         !mc_session->fair && !mc_system_calls_touched_files() && !mc_shared_memory_is_put_back();
}

void mc_snapshot_deepen(void) {
  const uint32_t depth = mc_search_depth(mc_shared->search);
  if (!taken || depth == 0 || mc_search_part(mc_shared->search) != MC_PART_SEARCH ||
      depth != mc_search_prefix(mc_shared->search) || !is_worth_a_level(depth))
    return;
  mc_kept_write();
  struct level *level = &snapshot->level[snapshot->levels++];
  mc_shared->stats.levels++;
  level->depth = depth;
  level->current = mc_shared->current;
  level->output_end = mc_output_end();
  copy_pages(level);
}

static const struct mc_stack *take(void) {
  mc_protection_raise();
  begin_trace();
}

const char *mc_snapshot_take(void) {
  if (!unregister_rseq())
    return "its restartable sequences cannot be given up";
  if (!mc_maps_visit(add_mapping))
    return "its memory cannot be told from /proc/self/maps, or has code that writes itself";
  if (!mc_system_calls_watch())
    return "this kernel does not allow Syscall User Dispatch";
  taken = true;
  mc_kept_write();
  snapshot->main.thread_pointer = (uint64_t)__builtin_thread_pointer();
  mc_stack_leave(&snapshot->main, mc_control_stack(), take);
  return NULL;
}

_Noreturn void mc_snapshot_next(void) { mc_stack_call(mc_control_stack(), end_trace); }
