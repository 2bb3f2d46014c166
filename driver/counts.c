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

void counts_add(struct mc_work_counts *sum, const struct mc_work_counts *from) {
  struct mc_session_counts *to = &sum->counts;
  const struct mc_session_counts *of = &from->counts;
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    to->traces[kind] += of->traces[kind];
  to->transitions += of->transitions;
  to->replayed += of->replayed;
  to->unknown += of->unknown;
  to->wakeup_bytes = larger(to->wakeup_bytes, of->wakeup_bytes);
  to->max_depth = (uint32_t)larger(to->max_depth, of->max_depth);
  to->threads = (uint32_t)larger(to->threads, of->threads);
  to->limited |= of->limited;
  to->leaked.chunks = larger(to->leaked.chunks, of->leaked.chunks);
  to->leaked.bytes = larger(to->leaked.bytes, of->leaked.bytes);
  add_executed(sum, from);
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
