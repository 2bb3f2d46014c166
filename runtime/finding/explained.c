// runtime/finding/explained.c - a run that explains a finding (executor/explaining.c): which one
// that is, and which others make a trace one that fails.
#include "finding.h"
#include <string.h>

static const char *text_of(mc_string string) { return mc_session->strings + string; }

static bool is_place(uint32_t site, const struct mc_asked_place *asked) {
  const struct mc_place *place = &mc_session->site[site];
  return asked->line ? place->line == asked->line && place->column == asked->column &&
                           !strcmp(text_of(place->file), text_of(asked->file))
                     : place->code == asked->code;
}

static bool is_race(const struct mc_finding *f, const struct mc_asked_place asked[2]) {
  const uint32_t a = f->race[0].site, b = f->race[1].site;
  return (is_place(a, &asked[0]) && is_place(b, &asked[1])) ||
         (is_place(a, &asked[1]) && is_place(b, &asked[0]));
}

/// There may be several in a trace, which goes on behind them (--misuse=report).
static bool is_misuse(const struct mc_finding *f) {
  const struct mc_asked_place *asked = &mc_session->config.target_place[0];
  return !strcmp(text_of(f->message), text_of(mc_session->config.target_message)) &&
         (!asked->line || (f->site != MC_NONE && is_place(f->site, asked)));
}

bool mc_is_explained(const struct mc_finding *f) {
  if (f->kind != mc_session->config.target)
    return false;
  return f->kind == MC_FINDING_DATA_RACE ? is_race(f, mc_session->config.target_place)
                                         : f->kind != MC_FINDING_MISUSE || is_misuse(f);
}

static enum mc_failure failure_by(const struct mc_finding *f) {
  const struct mc_config *c = &mc_session->config;
  if (f->kind != MC_FINDING_DATA_RACE || !c->races_go_on)
    return MC_FAILS;
  for (uint32_t i = 0; i < c->known_races; i++)
    if (is_race(f, c->known_race[i].place))
      return c->known_race[i].is_suppressed ? MC_SUCCEEDS : MC_FAILS;
  return MC_MAY_FAIL;
}

//===- Others ---------------------------------------------------------------------------------===//

/// Where threads wait, first those that wait for more than the end of another.
static void find_waiting(const struct mc_finding *f, uint32_t site[2]) {
  unsigned found = 0;
  for (int joins = 0; joins < 2; joins++)
    for (unsigned t = 0; t < MC_SESSION_MAX_THREADS && found < 2; t++) {
      const struct mc_thread_end *end = &f->end[t];
      const bool is_join = !strcmp(text_of(end->pending.primitive), "thread");
      if ((end->status == MC_THREAD_BLOCKED || end->status == MC_THREAD_WAITING) &&
          is_join == joins)
        site[found++] = end->pending.site;
    }
}

static void find_places(const struct mc_finding *f, uint32_t site[2]) {
  site[0] = f->kind == MC_FINDING_DATA_RACE ? f->race[0].site : f->site;
  site[1] = f->kind == MC_FINDING_DATA_RACE ? f->race[1].site : MC_NONE;
  if (f->kind == MC_FINDING_DEADLOCK || f->kind == MC_FINDING_LIVELOCK)
    find_waiting(f, site);
}

/// Its bit. The last one is that of all that there is no room for.
static uint32_t other_finding(const struct mc_finding *f) {
  struct mc_explained *e = &mc_session->explained;
  uint32_t i = 0;
  while (i < e->other_count && e->other[i].signature != f->signature)
    i++;
  if (i == e->other_count && i < MC_SESSION_MOST_OTHERS) {
    mc_session_write();
    e->other[i] = (struct mc_other_finding){f->signature, f->kind, {MC_NONE, MC_NONE}};
    find_places(f, e->other[i].site);
    e->other_count++;
  }
  return 1u << i;
}

//===- A trace --------------------------------------------------------------------------------===//

// As in mc_shared->explaining, but put back with the trace's memory.
static uint8_t failure MC_PER_TRACE;
static uint32_t met_target MC_PER_TRACE;
static uint32_t others MC_PER_TRACE;

void mc_note_explained(const struct mc_finding *f) {
  struct mc_explaining *e = &mc_shared->explaining;
  const enum mc_failure now = failure_by(f);
  e->failure = now > e->failure ? now : e->failure;
  if (f->signature == e->target && !e->met)
    e->met = 1 + mc_shared->trace.steps;
  if (e->explain.stage == MC_EXPLAIN_CRITICAL && now == MC_FAILS && f->signature != e->target)
    e->others |= other_finding(f);
  if (mc_mode != MC_MODE_WORKER) // in place of one that has died
    return;
  failure = e->failure;
  met_target = e->met;
  others = e->others;
}

void mc_explained_of_prefix(void) {
  mc_shared->explaining.failure = failure;
  mc_shared->explaining.met = met_target;
  mc_shared->explaining.others = others;
}
