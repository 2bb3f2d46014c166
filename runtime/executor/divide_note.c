// runtime/executor/divide_note.c - what a worker's trace has shown, for the report: the trace is
// told, and the first trunk makes it again (divide_review.c).
//
// Of a finding the first trace is wanted, in the order of one search. A worker notes one that is
// earlier than those that it knows of; the command keeps the earliest of all workers. What cannot
// be compared, as a place is long, is noted as well.
#include "divide.h"
#include "executor.h"
#include "runtime/finding/finding.h"
#include <string.h>

/// Of what traces have shown beside findings, and nobody need know for the search.
static uint64_t shown(void) {
  const struct mc_session *s = mc_session;
  uint64_t hash = mc_hash(mc_hash(MC_HASH_START, s->warning_count), s->output_count);
  hash = mc_hash(mc_hash(hash, s->observed.left), mc_shared->search.explored);
  for (uint32_t i = 0; i < s->finding_count; i++)
    if (s->finding[i].outputs)
      hash = mc_hash(mc_hash(hash, i), s->finding[i].outputs);
  return hash;
}

uint32_t mc_note_write_trace(char *at, uint32_t room) {
  const struct mc_search *search = mc_shared->tables.search;
  struct mc_noted_trace *to = (struct mc_noted_trace *)at;
  const uint32_t places = mc_search_place(search, NULL, 0),
                 start = sizeof *to + places * sizeof *to->place;
  const uint64_t item = start < room ? mc_search_tell_trace(search, at + start, room - start) : 0;
  const uint64_t bytes = (start + item + 7) / 8 * 8;
  if (!item || bytes > room)
    return 0;
  *to = (struct mc_noted_trace){.bytes = (uint32_t)bytes, .places = places, .item = (uint32_t)item};
  mc_search_place(search, to->place, places);
  return to->bytes;
}

static bool is_extension(void) {
  return mc_search_part(mc_shared->tables.search) == MC_PART_EXTENSION;
}

/// Which goes on with the trace before: that is made again, and goes on again.
static uint32_t copy_cut_trace(char *to, uint32_t room) {
  const struct mc_noted_trace *cut = (const struct mc_noted_trace *)mc_work_mailbox()->cut;
  if (cut->bytes <= room)
    memcpy(to, cut, cut->bytes);
  return cut->bytes <= room ? cut->bytes : 0;
}

void mc_note_keep_cut_trace(void) {
  struct mc_mailbox *box = mc_work_mailbox();
  if (!mc_note_write_trace(box->cut, sizeof box->cut))
    ((struct mc_noted_trace *)box->cut)->bytes = 0;
}

static void note(enum mc_noted what, uint64_t signature, bool ends) {
  struct mc_mailbox *box = mc_work_mailbox();
  struct mc_noted_trace *to = (struct mc_noted_trace *)(box->traces + box->noted);
  const uint32_t room = MC_NOTED_ROOM - box->noted,
                 bytes = (is_extension() ? copy_cut_trace : mc_note_write_trace)((char *)to, room);
  if (!bytes) {
    mc_shared->division.cannot_tell = 1;
    return;
  }
  to->what = (uint16_t)what;
  to->ends = ends;
  to->signature = signature;
  box->noted += bytes;
}

/// Numbers of the current trace's place. How many there are.
static uint32_t place_of_trace(uint32_t place[MC_KEPT_PLACES]) {
  const struct mc_noted_trace *cut = (const struct mc_noted_trace *)mc_work_mailbox()->cut;
  if (!is_extension())
    return mc_search_place(mc_shared->tables.search, place, MC_KEPT_PLACES);
  if (!cut->bytes)
    return 0;
  memcpy(place, cut->place,
         (cut->places < MC_KEPT_PLACES ? cut->places : MC_KEPT_PLACES) * sizeof *place);
  return cut->places;
}

/// The trace is earlier than those that are known, or it is not known whether it is.
static bool is_earlier(struct mc_known_place *known) {
  uint32_t place[MC_KEPT_PLACES];
  const uint32_t all = place_of_trace(place), places = all < MC_KEPT_PLACES ? all : MC_KEPT_PLACES;
  if (known->is_known) {
    const int order = mc_compare_places(place, places, known->place, known->places);
    if (order > 0 || (order == 0 && all <= MC_KEPT_PLACES))
      return false;
  }
  known->is_known = 1;
  known->places = places;
  memcpy(known->place, place, places * sizeof *place);
  return true;
}

/// A random schedule is not made again.
static void note_between(void) {
  struct mc_division *d = &mc_shared->division;
  const bool is_new = mc_session->finding_count > mc_shared->trace.findings;
  const uint64_t now = shown();
  d->has_found_between = is_new && mc_is_enough_found();
  d->cannot_tell |= !d->has_found_between && (is_new || now != d->shown);
  d->shown = now;
}

/// The report counts the objects of all traces. Where each trace has others, it counts some.
static bool has_new_objects(void) {
  enum { MOST = 64 };
  struct mc_division *d = &mc_shared->division;
  const bool is_new = mc_session->object_count > d->objects && d->with_objects < MOST;
  d->with_objects += is_new;
  d->objects = mc_session->object_count;
  return is_new;
}

void mc_division_notes(void) {
  struct mc_division *d = &mc_shared->division;
  if (!mc_is_divided() && !d->reviewing)
    return;
  if (mc_search_is_between(mc_shared->tables.search)) {
    d->is_kept = 0;
    note_between();
    return;
  }
  const bool is_strict = mc_has_order_of_optimal();
  const bool runs_again = d->reviewing || mc_search_runs_again(mc_shared->tables.search);
  for (uint32_t i = 0; i < mc_session->finding_count; i++) {
    struct mc_finding *f = &mc_session->finding[i];
    if (f->last_trace != mc_trace_number())
      continue;
    if (runs_again) { // the next trace has the same number
      mc_session_write();
      f->last_trace = 0;
      continue;
    }
    d->cannot_tell |= is_strict;
    const bool ends = mc_session->config.reproducible && mc_ends_search(f);
    if (is_earlier(&d->known[MC_NOTED_FINDING][i]))
      note(MC_NOTED_FINDING, f->signature, ends);
    if (ends)
      d->earlier = MC_NONE;
    if (f->kind == MC_FINDING_DATA_RACE && mc_mode == MC_MODE_WORKER && mc_last_failure() &&
        is_earlier(&d->known[MC_NOTED_FOLLOWER][i]))
      note(MC_NOTED_FOLLOWER, f->signature, false);
  }
  const uint64_t now = shown();
  d->cannot_tell |= is_strict && now != d->shown;
  const bool has_objects = has_new_objects();
  if (mc_is_divided() && !runs_again && (now != d->shown || has_objects))
    note(MC_NOTED_OTHER, 0, false);
  d->shown = now;
  d->is_kept = mc_is_divided() && !runs_again;
  if (d->is_kept && !is_extension())
    mc_note_keep_cut_trace();
  d->has_lesson = d->is_kept && mc_work_learned() != d->learned;
}

static void forget_counts(void) {
  mc_session_write();
  for (uint32_t i = 0; i < mc_session->finding_count; i++)
    mc_session->finding[i].traces = mc_session->finding[i].last_trace = 0;
}

void mc_notes_begin(void) {
  struct mc_division *d = &mc_shared->division;
  forget_counts();
  d->findings = mc_session->finding_count;
  for (uint32_t i = 0; i < d->findings; i++)
    d->known[MC_NOTED_FINDING][i].is_known = d->known[MC_NOTED_FOLLOWER][i].is_known = 1;
  for (uint32_t i = 0; i < d->findings; i++)
    if (!mc_session->finding[i].followed_by)
      d->known[MC_NOTED_FOLLOWER][i].is_known = 0;
  d->shown = d->told = shown();
  d->objects = mc_session->object_count;
  d->went_on = mc_shared->search.went_on;
  mc_work_mailbox()->noted = 0;
}

bool mc_notes_begin_again(void) {
  struct mc_division *d = &mc_shared->division;
  forget_counts();
  for (unsigned what = 0; what < 2; what++)
    memset(d->known[what] + d->findings, 0,
           (MC_SESSION_MAX_FINDINGS - d->findings) * sizeof *d->known[what]);
  d->objects = mc_session->object_count; // what the lost traces had is new again
  d->went_on = mc_shared->search.went_on;
  mc_work_mailbox()->noted = 0;
  return shown() == d->told;
}

bool mc_notes_can_be_told(void) { return !mc_shared->division.cannot_tell; }

bool mc_notes_are_many(void) { return mc_work_mailbox()->noted > MC_NOTED_ROOM / 2; }

void mc_notes_are_taken(void) {
  mc_work_mailbox()->noted = 0;
  mc_shared->division.told = mc_shared->division.shown;
}

void mc_notes_count(struct mc_work_counts *to) {
  struct mc_division *d = &mc_shared->division;
  to->signs = mc_search_signs(mc_shared->tables.search);
  to->went_on = mc_shared->search.went_on - d->went_on;
  d->went_on = mc_shared->search.went_on;
  memcpy(to->warned, mc_session->warned, sizeof to->warned);
  to->findings = mc_session->finding_count;
  for (uint32_t i = 0; i < to->findings; i++) {
    to->found[i].signature = mc_session->finding[i].signature;
    to->found[i].traces = mc_session->finding[i].traces;
  }
  if (mc_is_divided()) // the first trunk tells of its findings, if the search is killed
    forget_counts();
}
