// driver/classes.c - see classes.h. As dpor/sampling/coverage.c: all hashes up to MOST, then those
// that end in more and more zero bits. So the set is that of all hashes, in whatever order they
// came.
#include "classes.h"
#include "diagnose.h"
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

static void insert(struct classes *classes, uint64_t hash) {
  uint32_t at = (uint32_t)(hash >> 32) & (SLOTS - 1);
  while (classes->slot[at] && classes->slot[at] != hash)
    at = (at + 1) & (SLOTS - 1);
  classes->used += !classes->slot[at];
  classes->slot[at] = hash;
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

static void add(struct classes *classes, uint64_t hash) {
  if (!is_kept(classes, hash))
    return;
  insert(classes, hash);
  if (classes->used > MOST && classes->zeros < 63)
    thin(classes);
}

void classes_add(struct classes *classes, const struct mc_mailbox *box, bool is_first) {
  const uint32_t count = box->classes <= MC_MOST_CLASSES ? box->classes : MC_MOST_CLASSES;
  for (uint32_t i = 0; i < count; i++)
    add(classes, box->class[i]);
  if (is_first)
    classes->least = box->done.counts.classes;
  classes->are_least |= box->done.counts.classes_are_least;
}

void classes_count(const struct classes *classes, struct mc_session_counts *counts) {
  const uint64_t all = (uint64_t)classes->used << classes->zeros;
  counts->classes = all < classes->least ? classes->least : all;
  counts->classes_are_estimated = classes->zeros > 0;
  counts->classes_are_least = classes->are_least;
}
