// runtime/executor/checkpoint.c - the search as it was between two traces, a short time ago: for a
// worker that is killed in the middle of a commit. There are two copies in shared memory, one of
// which is whole at any instant.
#include "executor.h"
#include <string.h>

enum { INTERVAL = 100 }; // ms between two checkpoints; more if they are long

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
  uint32_t whole; ///< index
  uint64_t due;   ///< ms: when the next one is
} * checkpoint MC_KEPT;

// Private: a stray write of the program changes these addresses in its worker alone.
static struct {
  struct copy *copy;
  struct mc_logged_step *log;
  char *arena;
} memory[2] MC_KEPT;

void mc_checkpoint_start(void) {
  checkpoint = mc_shared_table_memory(sizeof *checkpoint);
  for (int i = 0; i < 2; i++) {
    memory[i].copy = mc_shared_table_memory(sizeof *memory[i].copy);
    memory[i].log = mc_shared_table_memory(mc_log_length() * sizeof *memory[i].log);
    memory[i].arena = mc_shared_table_memory(mc_shared_bytes());
  }
}

uint64_t mc_checkpoint_due(void) { return checkpoint->due; }

void mc_checkpoint_forget(void) {
  if (checkpoint->due == 0)
    return;
  mc_tables_write();
  checkpoint->due = 0;
}

void mc_checkpoint_save(void) {
  const unsigned other = !(checkpoint->whole & 1);
  struct copy *c = memory[other].copy;
  const uint64_t start = mc_milliseconds();
  mc_tables_write();
  c->used = mc_shared->search.arena.used;
  memcpy(memory[other].arena, mc_shared->search.arena.base, c->used);
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
  checkpoint->whole = !checkpoint->whole;
  const uint64_t now = mc_milliseconds();
  checkpoint->due = now + INTERVAL + 50 * (now - start);
}

uint32_t mc_checkpoint_findings(void) { return memory[checkpoint->whole & 1].copy->findings; }

void mc_checkpoint_go_back(void) {
  const unsigned whole = checkpoint->whole & 1;
  const struct copy *c = memory[whole].copy;
  struct mc_arena *arena = &mc_shared->search.arena;
  if (arena->used > c->used)
    memset(arena->base + c->used, 0, arena->used - c->used);
  memcpy(arena->base, memory[whole].arena, c->used);
  arena->used = c->used;
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
