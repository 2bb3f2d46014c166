// driver/suppress.c - takes races out of the result of which a rule speaks.
//
// A suppression changes what is reported, not what is explored: what the race does is still found.
#include "diagnose.h"
#include "finding.h"
#include "launch.h"
#include "rules.h"
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static bool matches_text(const char *pattern, const char *text) {
  return text && *text && !fnmatch(pattern, text, 0);
}

static bool matches_path(const char *pattern, const char *path) {
  return matches_text(pattern, path) || (path && matches_text(pattern, last_part(path)));
}

static bool matches_frame(const struct mc_rule *rule, const char *pattern,
                          const struct code_place *frame) {
  switch ((enum mc_rule_kind)rule->kind) {
  case MC_RULE_FUNCTION:
    return matches_text(pattern, frame->function);
  case MC_RULE_FILE:
    return matches_path(pattern, frame->file);
  case MC_RULE_LIBRARY:
    return matches_path(pattern, frame->module);
  case MC_RULE_OBJECT:
    break;
  }
  return false;
}

/// The place of the access, and the calls that led there, as far as they are known.
static bool matches_access(const struct mc_rule *rule, struct names *names,
                           const struct mc_race_record *access) {
  const char *pattern = session_text(names->session, rule->pattern);
  const struct place *place = names_place(names, access->site);
  const struct code_place here = {.function = place->function, .file = place->file},
                          code = symbols_code(names->symbols, access->where, false);
  struct code_place frame[MC_SESSION_MAX_FRAMES];
  if (rule->kind == MC_RULE_OBJECT)
    return matches_text(pattern, place->expression);
  if (matches_frame(rule, pattern, &here) ||
      (rule->kind == MC_RULE_LIBRARY && matches_path(pattern, code.module)))
    return true;
  const unsigned count = finding_frames(names, access->machine, frame, MC_SESSION_MAX_FRAMES);
  for (unsigned i = 0; i < count; i++)
    if (matches_frame(rule, pattern, &frame[i]))
      return true;
  return false;
}

static bool matches_race(const struct mc_rule *rule, struct names *names,
                         const struct mc_finding *race) {
  if (matches_access(rule, names, &race->race[0]) || matches_access(rule, names, &race->race[1]))
    return true;
  if (rule->kind != MC_RULE_OBJECT)
    return false;
  char *memory = names_memory(names, &race->raced);
  const bool matched = matches_text(session_text(names->session, rule->pattern), memory);
  free(memory);
  return matched;
}

/// Every rule that matches has done so.
static bool is_suppressed(struct mc_session *session, struct names *names,
                          const struct mc_finding *finding) {
  bool suppressed = false;
  for (uint32_t i = 0; i < session->rule_count && finding->race[0].site != UINT32_MAX; i++)
    if (session->rule[i].list == MC_LIST_SUPPRESSIONS &&
        matches_race(&session->rule[i], names, finding)) {
      session->rule[i].matched++;
      suppressed = true;
    }
  return suppressed;
}

void rules_suppress(struct mc_session *session, struct names *names) {
  uint32_t kept = 0, now[MC_SESSION_MAX_FINDINGS] = {0};
  for (uint32_t i = 0; i < session->finding_count; i++) {
    struct mc_finding *finding = &session->finding[i];
    if (is_suppressed(session, names, finding))
      continue;
    now[i] = kept + 1;
    const struct mc_finding suppressed = session->finding[kept];
    session->finding[kept++] = *finding;
    if (kept <= i)
      *finding = suppressed;
  }
  session->suppressed = session->finding_count - kept;
  session->finding_count = kept;
  for (uint32_t i = 0; i < kept; i++) // what follows from a race is none
    if (session->finding[i].followed_by)
      session->finding[i].followed_by = now[session->finding[i].followed_by - 1];
}
