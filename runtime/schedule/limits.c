// runtime/schedule/limits.c - which steps the search is for: from one to another (--from, --until,
// mc_begin, mc_end), and those on some objects or in some functions (--only).
//
// The steps before the begin are the same in all traces (mc_search_config.root). A step that is
// aside takes part in no reversal, one behind the end neither.
#include "schedule.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <fnmatch.h>
#include <string.h>

enum { LONGEST = 200 };

/// One of the patterns, with commas between, that begin with `kind`.
static bool matches(mc_string list, const char *kind, const char *name) {
  char pattern[LONGEST];
  const size_t prefix = strlen(kind);
  for (const char *at = mc_session->strings + list; *at;) {
    const size_t length = strcspn(at, ",");
    if (strncmp(at, kind, prefix) == 0 && length - prefix < sizeof pattern) {
      memcpy(pattern, at + prefix, length - prefix);
      pattern[length - prefix] = '\0';
      if (fnmatch(pattern, name, 0) == 0)
        return true;
    }
    at += length + (at[length] == ',');
  }
  return false;
}

static bool is_in(mc_string list, const char *kind, const struct mc_site *site) {
  return list && site && !((uintptr_t)site & MC_SITE_IS_CODE) && site->function &&
         matches(list, kind, site->function);
}

static void begin(void) {
  if (mc_session->begun == MC_SEARCH_WAITS) {
    mc_session_write();
    mc_session->begun = mc_mode == MC_MODE_WORKER ? MC_SEARCH_BEGUN : MC_SEARCH_BEGUN_BEFORE;
  }
  if (mc_session->begun == MC_SEARCH_BEGUN)
    mc_search_from(mc_shared->tables.search);
}

static void end(void) {
  if (mc_mode != MC_MODE_WORKER)
    return;
  mc_session_write();
  mc_session->ended = 1;
  mc_search_until(mc_shared->tables.search);
}

void mc_limits_meet(struct mc_operation *operation, const struct mc_site *site) {
  const struct mc_config *c = &mc_session->config;
  if (is_in(c->from, "", site))
    begin();
  if (is_in(c->until, "", site))
    end();
  if (!c->only)
    return;
  operation->is_aside = !is_in(c->only, "fun:", site) &&
                        !(site && !((uintptr_t)site & MC_SITE_IS_CODE) && site->expression &&
                          matches(c->only, "object:", site->expression));
  if (!operation->is_aside && !mc_session->named) {
    mc_session_write();
    mc_session->named = 1;
  }
}

/// The program says so: the first time the search begins anew, with that known.
void mc_limits_begin(void) {
  const bool is_new = !mc_session->from && !mc_session->config.from;
  if (mc_session->config.replaying ||
      (mc_session->config.jobs > 1 && !mc_session->config.divides_itself))
    return;
  mc_guard_open();
  if (is_new && mc_mode == MC_MODE_WORKER) {
    mc_session_write();
    mc_session->from = 1;
    mc_restart_search();
  }
  begin();
  mc_guard_close();
}

void mc_limits_end(void) {
  mc_guard_open();
  end();
  mc_guard_close();
}
