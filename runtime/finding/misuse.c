// runtime/finding/misuse.c - what a primitive says is wrong: it ends the trace, or is told and the
// trace goes on as libc does (--misuse=report).
#include "finding.h"
#include "runtime/record/record.h"

bool mc_misuse_is_reported(void) { return mc_session && mc_session->config.reports_misuse; }

bool mc_goes_on_behind(const struct mc_finding_details *misuse) {
  const bool goes_on = mc_misuse_is_reported() && mc_mode == MC_MODE_WORKER;
  if (goes_on && !mc_is_after_failure())
    mc_record_finding(misuse);
  if (!mc_misuse_is_reported() && mc_session->config.keep_going)
    mc_record_warning(MC_WARN_BEHIND_MISUSE, NULL, misuse->site);
  return goes_on;
}

static struct mc_finding_details misuse_at(const char *what, const struct mc_site *site) {
  return (struct mc_finding_details){.kind = MC_FINDING_MISUSE,
                                     .message = what,
                                     .thread = mc_self_,
                                     .site = mc_reported_site(site)};
}

_Noreturn void mc_misuse(const char *what, mc_object object, const struct mc_site *site) {
  (void)object;
  mc_guard_open();
  const struct mc_finding_details misuse = misuse_at(what, site);
  mc_end_with(&misuse);
}

void mc_forgiven_misuse(const char *what, const struct mc_site *site) {
  mc_guard_open();
  const struct mc_finding_details misuse = misuse_at(what, site);
  if (!mc_goes_on_behind(&misuse))
    mc_end_with(&misuse);
  mc_guard_close();
}
