// runtime/world/aliases.c - a page that is mapped at two addresses: an access at one is not known
// to conflict with one at the other.
#include "aliases.h"
#include "runtime/base/maps.h"
#include "runtime/record/record.h"
#include <sys/mman.h>

enum { MOST_SHARED = 256 };

static struct mc_mapping shared[MOST_SHARED] MC_PER_TRACE_TABLE;
static unsigned shared_count MC_PER_TRACE;

static bool add_shared(const struct mc_mapping *m) {
  if (m->shared && m->writable && !mc_is_own(m->start))
    shared[shared_count++] = *m;
  return shared_count < MOST_SHARED;
}

static bool is_alias(const struct mc_mapping *a, const struct mc_mapping *b) {
  return a->start != b->start && a->device == b->device && a->inode == b->inode &&
         a->offset < b->offset + (b->end - b->start) && b->offset < a->offset + (a->end - a->start);
}

static bool is_no_alias(const struct mc_mapping *m) {
  for (unsigned i = 0; i < shared_count; i++)
    if (is_alias(&shared[i], m))
      return false;
  return true;
}

static bool has_aliases(void) {
  shared_count = 0;
  if (!mc_maps_visit(add_shared))
    return shared_count == MOST_SHARED; // more than are looked at
  return shared_count && !mc_maps_visit(is_no_alias);
}

void mc_aliases_look(void) {
  if (!mc_session->warned[MC_WARN_MAPPED_TWICE] && has_aliases())
    mc_record_warning(MC_WARN_MAPPED_TWICE, NULL, NULL);
}

void *mc_aliases_mapped(void *memory, bool may_alias, const struct mc_site *site) {
  if (memory != MAP_FAILED && may_alias && mc_checking()) {
    mc_guard_open();
    if (!mc_session->warned[MC_WARN_MAPPED_TWICE] && has_aliases())
      mc_record_warning(MC_WARN_MAPPED_TWICE, NULL, site);
    mc_guard_close();
  }
  return memory;
}
