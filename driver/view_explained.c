// driver/view_explained.c - how the schedule of a finding was made simpler, which of its steps
// decides, and what could have been done there.
#include "diagnose.h"
#include "finding.h"
#include "simplest.h"
#include "view_internal.h"
#include <string.h>

const char *const view_critical_words[VIEW_CRITICALS] = {"unknown", "step", "latest", "none"};

uint32_t view_common_steps(const struct finding_view *finding,
                           const struct view_explained *explained) {
  uint32_t common = 0;
  while (common < finding->steps && common < explained->steps &&
         finding->step[common].thread == explained->step[common].thread &&
         !strcmp(finding->step[common].alternative, explained->step[common].alternative))
    common++;
  return common;
}

//===- What else comes after the step ---------------------------------------------------------===//

/// " (finding 2)" where the report shows it, too.
static const char *describe_number(const struct mc_session *search, uint64_t signature) {
  for (uint32_t i = 0; i < search->finding_count; i++)
    if (search->finding[i].signature == signature)
      return format_text(" (finding %u)", i + 1);
  return "";
}

/// "the data race at a.c:12 and a.c:20 (finding 2)"
static const char *describe_other(struct names *names, const struct mc_other_finding *other,
                                  const struct mc_session *search) {
  const char *position[2] = {place_position(names_place(names, other->site[0])),
                             place_position(names_place(names, other->site[1]))};
  return format_text("the %s%s%s%s%s%s", finding_noun(other->kind), *position[0] ? " at " : "",
                     position[0], *position[1] ? " and " : "", position[1],
                     describe_number(search, other->signature));
}

static void add_others(struct view_explained *made, const struct mc_session *search,
                       struct explanation *e) {
  const struct mc_explained *from = &e->launch.session->explained;
  for (uint32_t i = 0; i < from->other_count; i++)
    if (from->others >> i & 1)
      view_add_text(&made->others, describe_other(&e->names, &from->other[i], search));
  if (from->others >> MC_SESSION_MOST_OTHERS & 1)
    view_add_text(&made->others, "yet another finding");
}

//===- What could have been done instead ------------------------------------------------------===//

static bool is_look(const struct mc_session *session, const struct mc_step_record *step) {
  static const char *const looks[] = {"load", "read", "rdlock", "getvalue"};
  for (unsigned i = 0; i < sizeof looks / sizeof *looks; i++)
    if (!strcmp(session_text(session, step->operation), looks[i]))
      return true;
  return false;
}

/// Their order matters: they are on one object, and do not both only look at it.
static bool are_dependent(const struct mc_session *session, const struct mc_step_record *a,
                          const struct mc_step_record *b) {
  bool is_common = false;
  for (int i = 0; i < 4; i++)
    is_common |= a->object[i / 2] == b->object[i % 2] && a->object[i / 2] != MC_NONE;
  return is_common && !(is_look(session, a) && is_look(session, b));
}

/// The first step, from `first` on, of the thread; or `steps`.
static uint32_t next_of(const struct mc_step_record *step, uint32_t first, uint32_t steps,
                        uint32_t thread) {
  uint32_t i = first;
  while (i < steps && step[i].thread != thread)
    i++;
  return i;
}

/// In the schedule that succeeds, the step that tells most of why it does: the first one before the
/// step that decides on which that depends, or before any that its thread makes behind it; else the
/// one where the two schedules part. As a number, from 1.
static uint32_t find_alternative(const struct mc_session *session,
                                 const struct view_explained *made) {
  const struct mc_finding *finding = &session->finding[session->explained.finding];
  const struct mc_step_record *failing = &session->step[finding->first_step],
                              *good = &session->step[session->explained.first_step];
  const uint32_t decides = made->critical - 1;
  if (!made->critical || made->common >= made->steps)
    return 0;
  if (made->common != decides)
    return made->common + 1;
  const uint32_t thread = failing[decides].thread,
                 own = next_of(good, made->common, made->steps, thread);
  for (uint32_t i = decides; i < finding->steps;
       i = next_of(failing, i + 1, finding->steps, thread))
    for (uint32_t k = made->common; k < own; k++)
      if (are_dependent(session, &failing[i], &good[k]))
        return k + 1;
  return made->common + 1;
}

//===- Values ---------------------------------------------------------------------------------===//

static const struct view_value *make_values(struct names *names, const struct mc_explained *from) {
  struct view_value *made = allocate(from->values * sizeof *made);
  for (uint32_t i = 0; i < from->values; i++) {
    const struct mc_value_record *value = &from->value[i];
    const struct mc_object_record *variable = &from->variable[value->variable];
    made[i] = (struct view_value){.object = names_memory(names, variable),
                                  .thread = names_thread(names, value->thread),
                                  .step = value->step,
                                  .is_write = value->is_write,
                                  .before = names_signed(value->before, variable->size),
                                  .after = names_signed(value->after, variable->size),
                                  .place = names_place(names, value->site)};
  }
  return made;
}

//===- All of it ------------------------------------------------------------------------------===//

struct view_explained view_explained(const struct mc_session *search, struct explanation *e,
                                     const struct finding_view *finding) {
  const struct mc_session *session = e->launch.session;
  const struct mc_explained *from = &session->explained;
  struct view_explained made = {
      .is_there = true,
      .is_least = from->is_least,
      .is_late = from->is_late,
      .found_steps = from->found_steps,
      .found_preemptions = from->found_preemptions,
      .preemptions = from->preemptions,
      .runs = from->runs,
      .critical_is = (enum view_critical)from->critical_is,
      .critical = from->critical,
      .steps = from->steps,
      .step = view_steps(&e->names, from->first_step, from->steps),
      .values = from->values,
      .value = make_values(&e->names, from),
  };
  made.common = view_common_steps(finding, &made);
  made.alternative = find_alternative(session, &made);
  made.reason = view_decides(&e->names, &session->finding[e->finding], &made);
  add_others(&made, search, e);
  return made;
}
