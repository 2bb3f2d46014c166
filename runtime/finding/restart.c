// runtime/finding/restart.c - a search restarts: which of its findings are left, and with what
// counts.
#include "finding.h"
#include "runtime/record/record.h"
#include <string.h>

/// The new search may be cut off before it meets the finding again.
static void keep_for_the_end(const struct mc_finding *f) {
  for (uint32_t i = 0; i < mc_session->before_count; i++)
    if (mc_session->before[i].signature == f->signature)
      return;
  if (mc_session->before_count == MC_SESSION_MOST_BEFORE)
    return;
  struct mc_finding *kept = &mc_session->before[mc_session->before_count++];
  memcpy(kept, f, sizeof *f);
  kept->is_before = 1;
  kept->traces = kept->samples = kept->outputs = 0;
}

static struct mc_finding *kept_finding(uint32_t i) {
  const uint32_t count = mc_session->finding_count;
  return i < count ? &mc_session->finding[i] : &mc_session->before[i - count];
}

/// The steps of findings that are left move together.
static void compact_steps(void) {
  const uint32_t all = mc_session->finding_count + mc_session->before_count;
  uint32_t from = 0, to = 0;
  for (;;) {
    struct mc_finding *next = NULL;
    for (uint32_t i = 0; i < all; i++) {
      struct mc_finding *f = kept_finding(i);
      if (f->steps && f->first_step >= from && (!next || f->first_step < next->first_step))
        next = f;
    }
    if (!next)
      break;
    memmove(&mc_session->step[to], &mc_session->step[next->first_step],
            next->steps * sizeof *mc_session->step);
    from = next->first_step + next->steps;
    next->first_step = to;
    to += next->steps;
  }
  mc_session->step_count = to;
}

static uint32_t larger(uint32_t a, uint32_t b) { return a > b ? a : b; }

static void compact_machines(void) {
  const uint32_t all = mc_session->finding_count + mc_session->before_count;
  uint32_t machines = 0;
  for (uint32_t i = 0; i < all; i++) {
    const struct mc_finding *f = kept_finding(i);
    machines = larger(machines, larger(f->machine, larger(f->race[0].machine, f->race[1].machine)));
    machines = larger(machines, larger(f->allocated.machine, f->freed.machine));
  }
  mc_session->machine_count = machines;
}

/// Nothing is counted of the traces of a search that restarts.
static void keep(bool samples) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < mc_session->finding_count; i++) {
    struct mc_finding *f = &mc_session->finding[kept];
    if (mc_session->finding[i].kind != MC_FINDING_DATA_RACE &&
        !(samples && mc_session->finding[i].samples)) {
      keep_for_the_end(&mc_session->finding[i]);
      continue;
    }
    memmove(f, &mc_session->finding[i], sizeof *f);
    f->traces = f->samples = samples ? f->samples : 0;
    f->last_trace = 0;
    f->followed_by = 0;
    if (!samples)
      f->outputs = 0;
    kept++;
  }
  mc_session->finding_count = kept;
  compact_steps();
  if (samples)
    return;
  mc_session->output_count = 0;
  compact_machines();
}

/// What was a race or a failure without the order that the library makes may be none with it; and
/// what is one is found again.
static void forget_without_library(void) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < mc_session->racy_count; i++)
    if (mc_session->racy[i].is_of_library)
      mc_session->racy[kept++] = mc_session->racy[i];
  mc_session->racy_count = kept;
  mc_session->finding_count = mc_session->before_count = 0;
  mc_session->has_learned_library = false;
}

/// A loop of machine code has waited for a load that the search knew nothing of.
static void forget_doubt(void) {
  if (!mc_session->warned[MC_WARN_DOUBTFUL_LOOP] || mc_session->warned[MC_WARN_DOUBTFUL_ATTEMPT] ||
      mc_session->warned[MC_WARN_OWN_PAUSE] || mc_session->config.polls ||
      mc_session->racy_visible == mc_session->racy_count || mc_session->observed.modules ||
      mc_session->observed.is_tsan)
    return;
  mc_session->doubtful_iterations = 0;
  mc_forget_warning(MC_WARN_DOUBTFUL_LOOP);
}

void mc_keep_races(void) {
  forget_doubt();
  if (mc_session->has_learned_library)
    forget_without_library();
  keep(false);
}

void mc_keep_samples(void) { keep(true); }
