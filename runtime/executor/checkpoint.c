// runtime/executor/checkpoint.c - the search as it was between two traces, a short time ago: for a
// worker that is killed in the middle of a commit. There are two copies in shared memory, one of
// which is whole at any instant.
//
// Pages of wakeup trees are not copied with the rest of the arena: they may be many, and few change
// between two checkpoints. The arena's journal keeps those as they were before.
#include "executor.h"
#include <stdatomic.h>
#include <string.h>

enum {
  INTERVAL = 100,      // ms between two checkpoints; more if they are long
  MANY_KEPT = 1 << 11, // pages: then the next one is due
  KEPT_ROOM = 1 << 13,
};

struct copy {
  uint64_t used, order;
  uint32_t logged; ///< steps in `log`: those that the next trace repeats
  uint32_t findings;
  struct mc_executed executed;
  struct {
    uint64_t traces, samples, last_trace;
  } finding[MC_SESSION_MAX_FINDINGS];
};
static struct checkpoint {
  uint32_t whole; ///< number of the last one: its copy has the index `whole & 1`
  uint64_t due;   ///< ms: when the next one is
} * checkpoint MC_KEPT;

// Private: a stray write of the program changes these addresses in its worker alone.
static struct {
  struct copy *copy;
  struct mc_logged_step *log;
  char (*arena)[MC_ARENA_PAGE];
  bool *in_journal; ///< [pages of the arena] it is not in the copy
} memory[2] MC_KEPT;

/// Written in the middle of traces, so it is as safe from stray writes as the search is.
static struct journal {
  struct mc_journal of_arena;
  uint32_t pages;      ///< later ones are in no journal
  uint32_t *kept_last; ///< [of the arena] for which checkpoint
  uint32_t count;
  struct kept {
    uint32_t page, checkpoint;
  } * kept; ///< [count] of the last checkpoint, or for an instant of the one before
  char (*content)[MC_ARENA_PAGE]; ///< [KEPT_ROOM] of the first of them
} * journal MC_KEPT;

static char *page_at(uint32_t page) {
  return mc_shared->search.arena.base + (size_t)page * MC_ARENA_PAGE;
}

static uint32_t pages_of(uint64_t bytes) {
  return (uint32_t)((bytes + MC_ARENA_PAGE - 1) / MC_ARENA_PAGE);
}

/// What does not fit into the journal goes to the page's place in the copy: nothing is there.
static char *kept_content(uint32_t i) {
  return i < KEPT_ROOM ? journal->content[i]
                       : memory[checkpoint->whole & 1].arena[journal->kept[i].page];
}

static bool was_in_journal(uint32_t page) {
  const unsigned whole = checkpoint->whole & 1;
  return page < pages_of(memory[whole].copy->used) && memory[whole].in_journal[page];
}

static void keep(uint32_t page) {
  if (was_in_journal(page) && journal->kept_last[page] != checkpoint->whole) {
    journal->kept[journal->count] = (struct kept){page, checkpoint->whole};
    if (journal->count >= KEPT_ROOM)
      mc_seldom_write();
    memcpy(kept_content(journal->count), page_at(page), MC_ARENA_PAGE);
    atomic_signal_fence(memory_order_seq_cst);
    journal->count++;
    journal->kept_last[page] = checkpoint->whole;
  }
  if (journal->pages <= page)
    journal->pages = page + 1;
  atomic_signal_fence(memory_order_seq_cst);
  journal->of_arena.page[page] = journal->of_arena.checkpoint = checkpoint->whole;
}

void mc_checkpoint_start(void) {
  const uint32_t pages = pages_of(mc_shared_bytes());
  checkpoint = mc_shared_seldom_memory(sizeof *checkpoint);
  checkpoint->whole = 1;
  journal = mc_shared_guarded_memory(sizeof *journal);
  journal->of_arena =
      (struct mc_journal){.checkpoint = checkpoint->whole,
                          .page = mc_shared_guarded_memory(pages * sizeof(uint32_t)),
                          .keep = keep};
  journal->kept_last = mc_shared_guarded_memory(pages * sizeof *journal->kept_last);
  journal->kept = mc_shared_guarded_memory(pages * sizeof *journal->kept);
  journal->content = mc_shared_guarded_memory(KEPT_ROOM * sizeof *journal->content);
  for (int i = 0; i < 2; i++) {
    memory[i].in_journal = mc_shared_seldom_memory(pages * sizeof *memory[i].in_journal);
    memory[i].copy = mc_shared_seldom_memory(sizeof *memory[i].copy);
    memory[i].log = mc_shared_seldom_memory(mc_log_length() * sizeof *memory[i].log);
    memory[i].arena = mc_shared_seldom_memory(mc_shared_bytes());
  }
}

uint64_t mc_checkpoint_due(void) {
  return checkpoint->due && journal->count >= MANY_KEPT ? 1 : checkpoint->due;
}

void mc_checkpoint_forget(void) {
  if (checkpoint->due == 0)
    return;
  mc_seldom_write();
  checkpoint->due = 0;
}

void mc_checkpoint_empty_arena(void) {
  struct mc_arena *arena = &mc_shared->search.arena;
  for (uint32_t page = 0; page < journal->pages; page++) {
    if (journal->of_arena.page[page])
      keep(page);
    journal->of_arena.page[page] = 0;
  }
  journal->pages = 0;
  memset(arena->base, 0, arena->used);
  arena->used = 0;
  arena->journal = &journal->of_arena;
}

static void copy_arena(unsigned to) {
  const uint32_t pages = pages_of(memory[to].copy->used);
  for (uint32_t page = 0; page < pages; page++) {
    memory[to].in_journal[page] = journal->of_arena.page[page];
    if (!memory[to].in_journal[page])
      memcpy(memory[to].arena[page], page_at(page), MC_ARENA_PAGE);
  }
}

void mc_checkpoint_save(void) {
  const unsigned other = !(checkpoint->whole & 1);
  struct copy *c = memory[other].copy;
  const uint64_t start = mc_milliseconds();
  mc_seldom_write();
  c->used = mc_shared->search.arena.used;
  copy_arena(other);
  c->logged = mc_search_prefix(mc_shared->tables.search);
  memcpy(memory[other].log, mc_shared->log, c->logged * sizeof *mc_shared->log);
  c->order = mc_shared->search.order;
  c->executed = mc_shared->search.executed;
  c->findings = mc_session->finding_count;
  for (uint32_t i = 0; i < c->findings; i++) {
    c->finding[i].traces = mc_session->finding[i].traces;
    c->finding[i].samples = mc_session->finding[i].samples;
    c->finding[i].last_trace = mc_session->finding[i].last_trace;
  }
  atomic_signal_fence(memory_order_seq_cst);
  checkpoint->whole++;
  atomic_signal_fence(memory_order_seq_cst);
  journal->of_arena.checkpoint = checkpoint->whole;
  journal->count = 0;
  const uint64_t now = mc_milliseconds();
  checkpoint->due = now + INTERVAL + 50 * (now - start);
}

uint32_t mc_checkpoint_findings(void) { return memory[checkpoint->whole & 1].copy->findings; }

static void put_arena_back(void) {
  const unsigned whole = checkpoint->whole & 1;
  const uint64_t used = memory[whole].copy->used;
  struct mc_arena *arena = &mc_shared->search.arena;
  if (arena->used > used)
    memset(arena->base + used, 0, arena->used - used);
  for (uint32_t page = 0; page < pages_of(used); page++)
    if (!memory[whole].in_journal[page]) {
      memcpy(page_at(page), memory[whole].arena[page], MC_ARENA_PAGE);
      journal->of_arena.page[page] = 0;
    }
  for (uint32_t page = pages_of(used); page < journal->pages; page++)
    journal->of_arena.page[page] = 0;
  journal->of_arena.checkpoint = checkpoint->whole;
  journal->pages = pages_of(used);
  MC_CHECK(journal->count <= pages_of(arena->size));
  for (uint32_t i = 0; i < journal->count; i++) {
    const struct kept *kept = &journal->kept[i];
    if (kept->checkpoint != checkpoint->whole)
      continue;
    MC_CHECK(kept->page < pages_of(used));
    memcpy(page_at(kept->page), kept_content(i), MC_ARENA_PAGE);
    journal->of_arena.page[kept->page] = checkpoint->whole;
  }
  arena->used = used;
}

void mc_checkpoint_go_back(void) {
  const unsigned whole = checkpoint->whole & 1;
  const struct copy *c = memory[whole].copy;
  put_arena_back();
  memcpy(mc_shared->log, memory[whole].log, c->logged * sizeof *mc_shared->log);
  mc_shared->search.order = c->order;
  mc_shared->search.executed = c->executed;
  mc_shared->trace.committing = 0;
  for (uint32_t i = 0; i < mc_session->finding_count; i++) { // new ones will be met again
    struct mc_finding *f = &mc_session->finding[i];
    f->traces = i < c->findings ? c->finding[i].traces : 0;
    f->samples = i < c->findings ? c->finding[i].samples : 0;
    f->last_trace = i < c->findings ? c->finding[i].last_trace : 0;
  }
}
