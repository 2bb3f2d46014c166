// runtime/executor/recovery.c - see recovery.h.
//
// Something is broken if a canary is, if a field has a value that it cannot have, if an internal
// check fails, if the runtime crashes, in the trunk or in a worker, or if a write hits what is
// read-only. Then nothing is believed but the tables as they were when the search began.
//
// A step that is not repeated is most often the program's own nondeterminism. Whether a stray write
// was the reason shows when the traces run again, guarded: all those of a short search; in a long
// one, those since its last checkpoint.
#include "executor.h"
#include "recovery.h"
#include "runtime/base/maps.h"
#include "runtime/record/record.h"
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>

// As the search began.
static struct {
  struct mc_shared *shared;
  uint32_t threads, objects, sites, warnings, racy;
  uint8_t warned[MC_WARNINGS];
} first MC_KEPT;

static struct {
  bool is_open;
  uint64_t traces; ///< so many run until it is known
  struct mc_divergence divergence;
  struct named {
    struct mc_place site;
    struct mc_object_record object[2];
    struct mc_place object_site[2];
  } recorded, met; ///< what the divergence names: its numbers mean something else afterwards
} doubt MC_KEPT;

static void copy_object_tables(struct mc_shared *to, const struct mc_shared *from) {
  const uint32_t names = from->tables.names;
  memcpy(to->objects.name, from->objects.name, names * sizeof *from->objects.name);
  memcpy(to->objects.seen, from->objects.seen, names * sizeof *from->objects.seen);
  memcpy(to->objects.roles, from->objects.roles, names * sizeof *from->objects.roles);
}

void mc_recovery_start(void) { first.shared = mc_seldom_memory(sizeof *first.shared); }

void mc_recovery_note(void) {
  mc_seldom_write();
  first.shared->learned = mc_shared->learned;
  mc_copy_touched_pages((char *)&first.shared->tables, (const char *)&mc_shared->tables,
                        sizeof first.shared->tables);
  copy_object_tables(first.shared, mc_shared);
  first.threads = mc_session->thread_count;
  first.objects = mc_session->object_count;
  first.sites = mc_session->site_count;
  first.warnings = mc_session->warning_count;
  first.racy = mc_session->racy_count;
  memcpy(first.warned, mc_session->warned, sizeof first.warned);
}

bool mc_recovery_is_needed(int status) {
  if (mc_guard_is_up())
    return false;
  const bool killed = WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL;
  return mc_shared_is_broken() || mc_session->fault ||
         (mc_shared->trace.is_open && mc_shared->trace.in_runtime && !killed &&
          !mc_shared->search.ended && !mc_shared->search.restart && !mc_shared->trace.again);
}

static void put_tables_back(void) {
  mc_session_write();
  mc_session->fault = mc_session->fault_machine = 0;
  memset(&mc_session->divergence, 0, sizeof mc_session->divergence);
  mc_session->thread_count = first.threads;
  mc_session->object_count = first.objects;
  mc_session->site_count = first.sites;
  mc_session->warning_count = first.warnings;
  memcpy(mc_session->warned, first.warned, sizeof first.warned);
  // What was found names objects and places by their numbers; it is found again.
  mc_session->finding_count = mc_session->before_count = 0;
  mc_session->step_count = mc_session->machine_count = 0;
  mc_session->racy_count = first.racy;
  mc_tables_write();
  mc_shared_reset();
  mc_shared->learned = first.shared->learned;
  mc_shared->tables = first.shared->tables;
  copy_object_tables(mc_shared, first.shared);
}

static void raise_guard(const char *why) {
  mc_guard_raise();
  mc_session_write();
  mc_session->observed.guard = mc_record_string(why);
}

void mc_recovery_begin(void) {
  char text[400];
  mc_format(text, sizeof text, "something in it was broken (%s), so the search restarted",
            mc_session->fault       ? mc_session->strings + mc_session->fault
            : mc_shared_is_broken() ? "a field of its head"
                                    : "a worker died in it");
  put_tables_back();
  raise_guard(text);
}

static uint64_t traces(void) {
  const struct mc_search_counts *counts = mc_search_counts(mc_shared->tables.search);
  return counts->sampled + mc_traces_of(counts) + counts->traces[MC_SLEEP_SET_BLOCKED];
}

/// The linter has found a primitive that is not what it says: that is the reason.
static bool has_wrong_primitive(void) {
  for (uint32_t i = 0; i < mc_session->finding_count; i++)
    if (mc_session->finding[i].kind == MC_FINDING_PRIMITIVE)
      return true;
  return false;
}

static struct mc_place site_of(uint32_t site) {
  return site < mc_session->site_count ? mc_session->site[site] : (struct mc_place){0};
}

static struct named names_of(const struct mc_step_record *step) {
  struct named named = {.site = site_of(step->site)};
  for (int i = 0; i < 2; i++)
    if (step->object[i] < mc_session->object_count) {
      named.object[i] = mc_session->object[step->object[i]];
      named.object_site[i] = site_of(named.object[i].site);
    }
  return named;
}

static uint32_t number_of_site(const struct mc_place *site) {
  uint32_t i = 0;
  while (i < mc_session->site_count && memcmp(&mc_session->site[i], site, sizeof *site) != 0)
    i++;
  if (i == MC_SESSION_MAX_SITES)
    return MC_NONE;
  if (i == mc_session->site_count)
    mc_session->site[mc_session->site_count++] = *site;
  return i;
}

static uint32_t number_of_object(struct mc_object_record object, const struct mc_place *site) {
  uint32_t i = 0;
  while (i < mc_session->object_count && (mc_session->object[i].primitive != object.primitive ||
                                          mc_session->object[i].address != object.address))
    i++;
  if (i == MC_SESSION_MAX_OBJECTS)
    return MC_NONE;
  if (i == mc_session->object_count) {
    object.site = object.site == MC_NONE ? object.site : number_of_site(site);
    mc_session->object[mc_session->object_count++] = object;
  }
  return i;
}

/// Gives the site and the objects of the step the numbers that they have now.
static void number_again(struct mc_step_record *step, const struct named *named) {
  if (step->site != MC_NONE)
    step->site = number_of_site(&named->site);
  for (int i = 0; i < 2; i++)
    if (step->object[i] != MC_NONE)
      step->object[i] = number_of_object(named->object[i], &named->object_site[i]);
}

bool mc_recovery_doubts(bool *anew) {
  enum { FEW = 1000 };
  if (mc_shared->search.ended != 1 + MC_END_NONDETERMINISTIC || mc_guard_is_up() ||
      mc_session->config.replaying || has_wrong_primitive())
    return false;
  doubt.is_open = true;
  doubt.traces = traces();
  doubt.divergence = mc_session->divergence;
  doubt.recorded = names_of(&doubt.divergence.recorded);
  doubt.met = names_of(&doubt.divergence.met);
  *anew = doubt.traces < FEW;
  if (*anew) {
    put_tables_back();
  } else {
    mc_checkpoint_go_back();
    mc_session->finding_count = mc_checkpoint_findings();
    mc_shared->search.ended = mc_shared->trace.is_open = 0;
  }
  raise_guard("a step was not repeated, and a stray write could have been the reason");
  return true;
}

bool mc_recovery_is_over(void) {
  if (!doubt.is_open || mc_shared->search.stray ||
      (traces() <= doubt.traces && !mc_search_done(mc_shared->tables.search)))
    return false;
  mc_session_write();
  mc_session->divergence = doubt.divergence;
  number_again(&mc_session->divergence.recorded, &doubt.recorded);
  number_again(&mc_session->divergence.met, &doubt.met);
  return true;
}
