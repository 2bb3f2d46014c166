// runtime/detector/rules.c - the rules of --ignore and --focus: whose accesses are not looked at.
//
// A rule names places: a function, a file, what the place accesses, the module in which it lies.
// All of these belong to a site, so that a site is asked about once, in the first trace that meets
// it.
#include "races.h"
#include "runtime/record/record.h"
#include <fnmatch.h>
#include <string.h>

bool mc_rules_of_plain MC_KEPT;

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static bool matches_path(const char *pattern, const char *path) {
  return fnmatch(pattern, path, 0) == 0 || fnmatch(pattern, last_part(path), 0) == 0;
}

static bool matches(const struct mc_rule *rule, const struct mc_site *site) {
  const char *pattern = mc_session->strings + rule->pattern;
  if (rule->kind == MC_RULE_LIBRARY)
    return matches_path(pattern, mc_module_of((uintptr_t)site & ~MC_SITE_IS_CODE));
  if ((uintptr_t)site & MC_SITE_IS_CODE)
    return false;
  switch ((enum mc_rule_kind)rule->kind) {
  case MC_RULE_FUNCTION:
    return fnmatch(pattern, site->function, 0) == 0;
  case MC_RULE_FILE:
    return matches_path(pattern, site->file);
  case MC_RULE_OBJECT:
    return fnmatch(pattern, site->expression, 0) == 0;
  case MC_RULE_LIBRARY:
    break;
  }
  return false;
}

/// True if the rules for reference counts leave the place out, and none of the user's.
enum { BY_US = 4 };

/// A place in the C++ library is also that from which the program has called the library.
static uint8_t ignored_by(const struct mc_site *site, const struct mc_site *user,
                          uint8_t accesses) {
  bool by_user = false, by_us = false, has_focus = false, in_focus = false;
  for (uint32_t i = 0; i < mc_session->rule_count; i++) {
    struct mc_rule *rule = &mc_session->rule[i];
    if (rule->list == MC_LIST_SUPPRESSIONS || !(rule->accesses & accesses))
      continue;
    const bool here = matches(rule, site) || (user != site && matches(rule, user));
    rule->matched += here;
    has_focus |= rule->list == MC_LIST_FOCUS;
    in_focus |= rule->list == MC_LIST_FOCUS && here;
    by_user |= rule->list == MC_LIST_IGNORE && here;
    by_us |= rule->list == MC_LIST_STANDARD && here;
  }
  by_user |= has_focus && !in_focus;
  mc_session->observed.ignored[accesses == MC_RULE_ATOMIC] += by_user;
  mc_session->observed.invisible += by_us && !by_user;
  return by_user ? accesses : by_us ? accesses | BY_US : 0;
}

/// The site's entry, or a free one; NULL: there is no more room.
static struct mc_ruled_site *find(uintptr_t site, uintptr_t user) {
  for (uint32_t i = (uint32_t)(site >> 3 ^ user >> 3);; i++) {
    struct mc_ruled_site *entry = &mc_shared->tables.ruled_site[i % MC_RULED_SLOTS];
    if (entry->site == site && entry->user == user)
      return entry;
    if (!entry->site)
      return mc_shared->tables.ruled_sites < MC_RULED_SLOTS / 4 * 3 ? entry : NULL;
  }
}

static uint8_t ignored_at(const struct mc_site *site, uint8_t accesses) {
  const struct mc_site *user = mc_program_site(site);
  struct mc_ruled_site *entry = find((uintptr_t)site, (uintptr_t)user);
  if (entry && entry->known & accesses)
    return entry->ignored;
  const bool opened = mc_memory_open();
  mc_session_write();
  mc_tables_write();
  const uint8_t ignored = ignored_by(site, user, accesses);
  if (entry) {
    mc_shared->tables.ruled_sites += !entry->site;
    entry->site = (uintptr_t)site;
    entry->user = (uintptr_t)user;
    entry->known |= accesses;
    entry->ignored |= ignored;
  }
  if (opened)
    mc_memory_close();
  return ignored;
}

bool mc_rules_ignore(const struct mc_site *site, uint8_t accesses) {
  return ignored_at(site, accesses) & accesses;
}

bool mc_site_invisible(const struct mc_site *site) {
  return !mc_checking() || mc_rules_ignore(site, MC_RULE_ATOMIC);
}

bool mc_site_counts_references(const struct mc_site *site) {
  return ignored_at(site, MC_RULE_ATOMIC) & BY_US;
}

void mc_rules_start(void) {
  for (uint32_t i = 0; i < mc_session->rule_count; i++)
    mc_rules_of_plain |= mc_session->rule[i].list != MC_LIST_SUPPRESSIONS &&
                         mc_session->rule[i].accesses & MC_RULE_PLAIN;
}
