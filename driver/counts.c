// driver/counts.c - see counts.h.
#include "counts.h"

static uint64_t larger(uint64_t a, uint64_t b) { return a > b ? a : b; }

static void add_executed(struct mc_work_counts *to, const struct mc_work_counts *from) {
  enum { MOST = sizeof to->executed / sizeof *to->executed };
  for (uint32_t i = 0; i < from->kinds && i < MOST; i++) {
    uint32_t k = 0;
    while (k < to->kinds && (to->executed[k].primitive != from->executed[i].primitive ||
                             to->executed[k].kind != from->executed[i].kind))
      k++;
    if (k == MOST)
      return;
    if (k == to->kinds) {
      to->executed[k] = from->executed[i];
      to->executed[to->kinds++].transitions = 0;
    }
    to->executed[k].transitions += from->executed[i].transitions;
  }
}

static void add_found(struct mc_work_counts *to, const struct mc_work_counts *from) {
  for (uint32_t i = 0; i < from->findings && i < MC_SESSION_MAX_FINDINGS; i++) {
    uint32_t k = 0;
    while (k < to->findings && to->found[k].signature != from->found[i].signature)
      k++;
    if (k == MC_SESSION_MAX_FINDINGS)
      return;
    if (k == to->findings) {
      to->found[k].signature = from->found[i].signature;
      to->found[to->findings++].traces = 0;
    }
    to->found[k].traces += from->found[i].traces;
  }
}

static void add_stats(struct mc_stats *to, const struct mc_stats *from) {
  to->ticks += from->ticks;
  to->nanoseconds += from->nanoseconds;
  to->restoring += from->restoring;
  to->switching += from->switching;
  to->search += from->search;
  to->traces += from->traces;
  to->processes += from->processes;
  to->faults += from->faults;
  to->system_calls += from->system_calls;
  to->levels += from->levels;
  to->hot_pages = (uint32_t)larger(to->hot_pages, from->hot_pages);
  to->userfaultfd |= from->userfaultfd;
}

void counts_add(struct mc_work_counts *sum, const struct mc_work_counts *from) {
  struct mc_session_counts *to = &sum->counts;
  const struct mc_session_counts *of = &from->counts;
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    to->traces[kind] += of->traces[kind];
  to->transitions += of->transitions;
  to->replayed += of->replayed;
  to->unknown += of->unknown;
  to->sampled += of->sampled;
  to->between += of->between;
  to->wakeup_bytes = larger(to->wakeup_bytes, of->wakeup_bytes);
  to->max_depth = (uint32_t)larger(to->max_depth, of->max_depth);
  to->threads = (uint32_t)larger(to->threads, of->threads);
  to->limited |= of->limited;
  to->leaked.chunks = larger(to->leaked.chunks, of->leaked.chunks);
  to->leaked.bytes = larger(to->leaked.bytes, of->leaked.bytes);
  if (of->estimate.probes) // of the first trunk
    to->estimate = of->estimate;
  add_stats(&sum->stats, &from->stats);
  add_executed(sum, from);
  add_found(sum, from);
  sum->signs |= from->signs;
  sum->went_on += from->went_on;
  for (int i = 0; i < MC_WARNINGS; i++)
    sum->warned[i] |= from->warned[i];
}

void counts_keep_known(struct mc_work_counts *counts, const struct mc_work_counts *known) {
  uint32_t left = 0;
  for (uint32_t i = 0; i < counts->kinds; i++)
    for (uint32_t k = 0; k < known->kinds; k++)
      if (counts->executed[i].primitive == known->executed[k].primitive) {
        counts->executed[left++] = counts->executed[i];
        break;
      }
  counts->kinds = left;
}

static bool is_known(const struct mc_session *session, uint64_t signature) {
  for (uint32_t i = 0; i < session->finding_count && i < MC_SESSION_MAX_FINDINGS; i++)
    if (session->finding[i].signature == signature)
      return true;
  return false;
}

uint32_t counts_missed(const struct mc_work_counts *counts, const struct mc_session *session) {
  uint32_t missed = 0;
  for (uint32_t i = 0; i < counts->findings; i++)
    missed += counts->found[i].traces && !is_known(session, counts->found[i].signature);
  return missed;
}
