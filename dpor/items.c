// dpor/items.c - items as bytes, of whatever kind: what one search owes, another one of the same
// program can run.
#include "items.h"
#include "pop.h"
#include "dpor/sampling/strategy.h"

#include <string.h>

/// NULL: what the search owes is not told.
static const struct mc_item_kind *kind_of(const struct mc_search *search) {
  return search->pop        ? &mc_pop_items
         : search->dfs      ? &mc_dfs_items
         : search->strategy ? &mc_sample_items
                            : NULL;
}

bool mc_search_tell(const struct mc_search *search, void *room, size_t bytes, size_t *used) {
  return kind_of(search)->tell(search, room, bytes, used);
}

bool mc_search_give(struct mc_search *search, uint32_t most, void *room, size_t bytes,
                    size_t *used) {
  return kind_of(search)->give(search, most, room, bytes, used);
}

size_t mc_search_tell_trace(const struct mc_search *search, void *room, size_t bytes) {
  return kind_of(search)->tell_trace(search, room, bytes);
}

size_t mc_item_bytes(const void *item, size_t bytes) {
  struct mc_item_head head;
  if (bytes < sizeof head)
    return 0;
  memcpy(&head, item, sizeof head);
  return head.bytes <= bytes && head.length <= head.told &&
                 head.bytes == mc_bytes_of_item(head.told, head.records, head.keys)
             ? head.bytes
             : 0;
}

bool mc_search_take(struct mc_search *search, const void *item, size_t bytes) {
  struct mc_item_head head;
  if (mc_item_bytes(item, bytes) != bytes)
    return false;
  memcpy(&head, item, sizeof head);
  return kind_of(search)->take(search, (const char *)item + sizeof head, &head);
}

bool mc_search_take_trace(struct mc_search *search, const void *item, size_t bytes) {
  return search->is_alone = mc_search_take(search, item, bytes);
}

bool mc_search_runs_again(const struct mc_search *search) {
  const struct mc_item_kind *kind = kind_of(search);
  return kind && kind->runs_again(search);
}

uint32_t mc_search_place(const struct mc_search *search, uint32_t place[], uint32_t most) {
  return kind_of(search)->place(search, place, most);
}

uint64_t mc_search_take_class(struct mc_search *search) {
  const struct mc_search *samples = search->strategy ? search : search->aside;
  return samples ? mc_coverage_take_new(samples->strategy->coverage) : 0;
}

uint32_t mc_search_classes(const struct mc_search *search, uint64_t *to, uint32_t most) {
  return search->strategy ? mc_coverage_list(search->strategy->coverage, to, most) : 0;
}

//===- Division -------------------------------------------------------------------------------===//

void mc_search_fix(struct mc_search *search) {
  if (search->has_local && !search->is_fixed)
    mc_keep_local(search);
  search->is_fixed = true;
}

void mc_search_drop(struct mc_search *search) { kind_of(search)->drop(search); }

void mc_search_divide(struct mc_search *search) {
  mc_search_fix(search);
  search->estimate = NULL; // random traces of one would be news to others
  mc_search_drop(search);
  search->is_divided = true;
  mc_search_take_counts(search);
}

uint32_t mc_search_signs(const struct mc_search *search) {
  const struct mc_pop *pop = search->pop;
  if (search->dfs)
    return (search->tree->has_failed ? MC_SIGN_FAILED : 0) |
           (search->dfs->is_doubtful ? MC_SIGN_POSTPONED : 0);
  return !pop ? 0
              : (pop->has_failed ? MC_SIGN_FAILED : 0) |
                    (pop->has_postponed || pop->is_doubtful ? MC_SIGN_POSTPONED : 0);
}

void mc_search_note_failure(struct mc_search *search) {
  if (search->pop)
    search->pop->has_failed = true;
}

struct mc_search_counts mc_search_take_counts(struct mc_search *search) {
  const struct mc_search_counts counts = search->tree->counts;
  search->taken.traces += mc_traces_of(&counts);
  search->taken.transitions += counts.transitions;
  search->taken.between += counts.between;
  search->tree->counts = (struct mc_search_counts){0};
  return counts;
}
