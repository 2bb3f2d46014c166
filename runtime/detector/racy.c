// runtime/detector/racy.c - which memory is racy: accesses to it are transitions of the next
// search.
#include "races.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <string.h>

enum {
  MOST_RACY_BYTES = 4096, // each word of it is a transition of many a trace
  MOST_LATER = 256,
};

/// Races of machine code's plain accesses with each other, which may be none once atomic accesses
/// are known that order them.
static struct {
  uint32_t count;
  struct mc_racy racy[MOST_LATER];
} later MC_PER_TRACE_TABLE;

/// False: there is nothing new.
static bool make_racy(uint64_t address, uint64_t size, bool is_of_library) {
  struct mc_racy *before = NULL;
  uint64_t bytes = size;
  for (uint32_t i = 0; i < mc_session->racy_count; i++) {
    struct mc_racy *racy = &mc_session->racy[i];
    if (address - racy->address < racy->size && address + size <= racy->address + racy->size) {
      if (is_of_library && !racy->is_of_library) {
        mc_session_write();
        racy->is_of_library = true;
      }
      return false;
    }
    if (i >= mc_session->racy_visible && address == racy->address + racy->size &&
        racy->is_of_library == is_of_library)
      before = racy;
    bytes += racy->size;
  }
  if (bytes > MOST_RACY_BYTES || (!before && mc_session->racy_count == MC_SESSION_MAX_RACY)) {
    mc_record_warning(MC_WARN_RACY_LIMIT, NULL, NULL);
    return false;
  }
  mc_session_write();
  if (before) {
    before->size += size;
    return true;
  }
  mc_session->racy[mc_session->racy_count++] = (struct mc_racy){address, size, is_of_library};
  return true;
}

void mc_make_racy(uint64_t address, uint64_t size) { make_racy(address, size, false); }

bool mc_racy_is_waited_for(uint64_t address, uint64_t size) {
  const bool is_of_library = !mc_is_all_machine_code();
  const bool opened = mc_memory_open();
  const bool is_new = make_racy(address, size, is_of_library);
  if (is_new && is_of_library)
    mc_session->has_learned_library = true;
  if (opened)
    mc_memory_close();
  return is_new;
}

bool mc_is_all_machine_code(void) {
  return !mc_session->observed.modules && !mc_session->observed.is_tsan;
}

/// A load or store of a library beside instrumented code.
static bool is_of_library(const struct mc_race_access *access) {
  const struct mc_observed *o = &mc_session->observed;
  if (!o->is_patched || !(access->site & MC_SITE_IS_CODE) || access->flags & MC_IS_ATOMIC)
    return false;
  const char *path = mc_module_of(access->site & ~MC_SITE_IS_CODE);
  for (uint32_t i = 0; i < o->code_modules && i < MC_SESSION_MAX_CODE; i++)
    if ((o->code[i].plain == MC_PLAIN_SEEN || o->code[i].plain == MC_PLAIN_PARTLY) &&
        strcmp(mc_session->strings + o->code[i].module, path) == 0)
      return true;
  return false;
}

static bool meets_library(const struct mc_race *race) {
  return is_of_library(&race->access[0]) || is_of_library(&race->access[1]);
}

bool mc_is_of_machine_code(const struct mc_race *race) {
  return mc_is_all_machine_code() || meets_library(race);
}

void mc_racy_learn(const struct mc_race *race) {
  const bool is_atomic = (race->access[0].flags | race->access[1].flags) & MC_IS_ATOMIC;
  const bool is_all = mc_is_all_machine_code(), is_of_library = !is_all && meets_library(race);
  if (is_of_library) { // what it orders is no race
    mc_session_write();
    mc_session->has_learned_library = true;
  }
  if ((is_all || is_of_library) && !is_atomic && later.count < MOST_LATER)
    later.racy[later.count++] = (struct mc_racy){race->address, race->size, is_of_library};
  else
    make_racy(race->address, race->size, is_of_library);
}

/// Beside a library's, the words of instrumented code are learned anew: restart.c.
void mc_racy_learn_later(void) {
  bool nothing_else = true;
  for (uint32_t i = mc_session->racy_visible; i < mc_session->racy_count; i++)
    nothing_else &= !mc_is_all_machine_code() && !mc_session->racy[i].is_of_library;
  for (uint32_t i = 0; i < later.count && nothing_else; i++)
    make_racy(later.racy[i].address, later.racy[i].size, later.racy[i].is_of_library);
}
