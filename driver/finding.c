// driver/finding.c - see finding.h.
#include "finding.h"
#include "diagnose.h"
#include "launch.h"
#include <stdlib.h>

static const char *const kind_names[] = {
#define MC_FINDING(kind, name, headline) name,
#include "runtime/findings.def"
#undef MC_FINDING
};

static const char *const headlines[] = {
#define MC_FINDING(kind, name, headline) headline,
#include "runtime/findings.def"
#undef MC_FINDING
};

const char *finding_name(const struct mc_finding *finding) { return kind_names[finding->kind]; }

const char *finding_headline(const struct mc_finding *finding) { return headlines[finding->kind]; }

const struct mc_step_record *finding_access(const struct names *names,
                                            const struct mc_finding *finding, unsigned which) {
  if (finding->race[0] == UINT32_MAX)
    return NULL;
  uint32_t step = finding->race_step[which];
  if (step < finding->steps)
    return &names->session->step[finding->first_step + step];
  if (finding->thread >= MC_SESSION_MAX_THREADS || !finding->end[finding->thread].pending.operation)
    return NULL;
  return &finding->end[finding->thread].pending;
}

static char *describe_race(struct names *names, const struct mc_finding *finding) {
  const struct mc_step_record *first = finding_access(names, finding, 0);
  const struct mc_step_record *second = finding_access(names, finding, 1);
  if (!first || !second)
    return NULL;
  char *one = names_position(names_place(names, finding->race[0]));
  char *other = names_position(names_place(names, finding->race[1]));
  char *text = format_text("%s: %s at %s and %s at %s, which nothing else orders",
                           names_object(names, first->object[0]),
                           session_text(names->session, first->operation), one,
                           session_text(names->session, second->operation), other);
  free(one);
  free(other);
  return text;
}

char *finding_message(struct names *names, const struct mc_finding *finding) {
  char *race = describe_race(names, finding);
  return race ? race
              : names_expand(names, session_text(names->session, finding->message), "thread ");
}
