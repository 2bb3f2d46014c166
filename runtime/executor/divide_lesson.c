// runtime/executor/divide_lesson.c - a worker's trace has shown something of the program that the
// others would have to know: the first trunk makes that trace again, as it makes those of findings
// (divide_review.c), and so learns the same. Then the search begins anew, as it does with one
// worker, and is divided again after its first traces. Each time something more is known.
//
// Not where the report would tell of the trace, or of those before it, that one worker runs until
// it learns that: with --reproducible; and with --keep-going, where something was found. Not for
// random schedules, as one worker does not begin anew with those; and not with a journal.
#include "divide.h"
#include "executor.h"
#include <string.h>

static bool is_told_elsewhere(void) {
  const struct mc_config *c = &mc_session->config;
  return c->reproducible || mc_only_samples() || (c->keep_going && mc_session->finding_count);
}

static struct mc_noted_trace *kept(void) { return (struct mc_noted_trace *)mc_work_mailbox()->cut; }

bool mc_lesson_is_told(void) {
  return mc_shared->division.has_lesson && kept()->bytes && !is_told_elsewhere();
}

void mc_lesson_note_last_trace(void) {
  const struct mc_search *search = mc_shared->tables.search;
  const enum mc_search_part part = mc_search_part(search);
  struct mc_division *d = &mc_shared->division;
  d->has_lesson =
      !mc_shared->trace.is_open ? d->is_kept : part == MC_PART_SEARCH || part == MC_PART_EXTENSION;
  if (mc_shared->trace.is_open && part == MC_PART_SEARCH)
    mc_note_keep_cut_trace();
}

bool mc_lesson_begins(void) {
  const struct mc_noted_trace *lesson = (const struct mc_noted_trace *)mc_work()->lesson;
  const uint64_t room = sizeof mc_work()->lesson - sizeof *lesson;
  struct mc_division *d = &mc_shared->division;
  *d = (struct mc_division){.reviewing = 1 + MC_END_COMPLETE, .is_taught = 1};
  d->learned = mc_work_learned();
  mc_search_end_between(mc_shared->tables.search);
  if (lesson->places * sizeof *lesson->place + lesson->item > room ||
      !mc_search_take_trace(mc_shared->tables.search, lesson->place + lesson->places, lesson->item))
    return false;
  mc_checkpoint_save();
  return true;
}

void mc_lesson_ends(void) {
  if (mc_work_learned() != mc_shared->division.learned)
    mc_search_of_trunk_begins(false);
  else
    mc_review_fails("what a trace has shown of the program was not shown when it was made again");
}
