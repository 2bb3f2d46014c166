// driver/classes.c - see classes.h. As dpor/sampling/coverage.c: all hashes up to MOST, then those
// that end in more and more zero bits. So the set is that of all hashes, in whatever order they
// came.
#include "classes.h"
#include "diagnose.h"
#include "journal.h"
#include <stdlib.h>
#include <string.h>

enum { SLOTS = MC_CLASS_SLOTS, MOST = SLOTS / 2 };

struct classes {
  uint64_t slot[SLOTS]; ///< 0: empty
  uint32_t used;
  unsigned zeros; ///< hashes that end in so many zero bits are kept
  uint64_t least; ///< so many there were before the search was divided; see mc_strategy_go_on
  bool are_least;
};

struct classes *classes_make(void) {
  return allocate(sizeof(struct classes));
}

void classes_free(struct classes *classes) { free(classes); }

static bool is_kept(const struct classes *classes, uint64_t hash) {
  return hash && (hash & (((uint64_t)1 << classes->zeros) - 1)) == 0;
}

/// false: it is there.
static bool insert(struct classes *classes, uint64_t hash) {
  uint32_t at = (uint32_t)(hash >> 32) & (SLOTS - 1);
  while (classes->slot[at] && classes->slot[at] != hash)
    at = (at + 1) & (SLOTS - 1);
  const bool is_new = !classes->slot[at];
  classes->used += is_new;
  classes->slot[at] = hash;
  return is_new;
}

static void thin(struct classes *classes) {
  struct classes *from = classes_make();
  memcpy(from, classes, sizeof *from);
  memset(classes->slot, 0, sizeof classes->slot);
  classes->used = 0;
  classes->zeros++;
  for (uint32_t i = 0; i < SLOTS; i++)
    if (is_kept(classes, from->slot[i]))
      insert(classes, from->slot[i]);
  classes_free(from);
}

static bool add(struct classes *classes, uint64_t hash) {
  if (!is_kept(classes, hash) || !insert(classes, hash))
    return false;
  if (classes->used > MOST && classes->zeros < 63)
    thin(classes);
  return true;
}

void classes_add(struct classes *classes, const struct mc_mailbox *box, bool is_first,
                 struct journal *journal) {
  const uint32_t count = box->classes <= MC_MOST_CLASSES ? box->classes : MC_MOST_CLASSES;
  uint64_t *hash = allocate(count * sizeof *hash);
  uint32_t added = 0;
  for (uint32_t i = 0; i < count; i++) {
    hash[added] = box->class[i];
    added += add(classes, hash[added]);
  }
  if (added)
    journal_add_classes(journal, hash, added * sizeof *hash);
  free(hash);
  if (is_first)
    classes->least = box->done.counts.classes;
  classes->are_least |= box->done.counts.classes_are_least;
}

static bool take(void *context, int64_t row, const void *hashes, size_t bytes) {
  (void)row;
  for (size_t at = 0; at + sizeof(uint64_t) <= bytes; at += sizeof(uint64_t)) {
    uint64_t hash;
    memcpy(&hash, (const char *)hashes + at, sizeof hash);
    add(context, hash);
  }
  return bytes % sizeof(uint64_t) == 0;
}

bool classes_take(struct classes *classes, struct journal *journal) {
  return journal_classes(journal, take, classes);
}

void classes_count(const struct classes *classes, struct mc_session_counts *counts) {
  const uint64_t all = (uint64_t)classes->used << classes->zeros;
  counts->classes = all < classes->least ? classes->least : all;
  counts->classes_are_estimated = classes->zeros > 0;
  counts->classes_are_least = classes->are_least;
}
