// driver/view_notes.c - see view_notes.h. For formats that know one place and more: the lines that
// compilers write, SARIF.
#include "view_notes.h"
#include "diagnose.h"
#include <stdlib.h>
#include <string.h>

static bool has_line(const struct place *place) { return place && place->line; }

/// The C++ library calls what it was given.
static bool is_programs(const struct place *place) {
  return has_line(place) && !strstr(place->file, "/c++/");
}

/// The innermost of the program's own, or of all; NULL: none has a line.
static const struct place *first_of(const struct view_frames *frames) {
  for (unsigned i = 0; i < frames->count; i++)
    if (is_programs(frames->place[i]))
      return frames->place[i];
  for (unsigned i = 0; i < frames->count; i++)
    if (has_line(frames->place[i]))
      return frames->place[i];
  return NULL;
}

/// Of the two the one with a line, or NULL.
static const struct place *either(const struct place *one, const struct place *other) {
  return has_line(one) ? one : has_line(other) ? other : NULL;
}

//===- The place to look at first -------------------------------------------------------------===//

/// The last step that has a part in it is what has brought about that nobody can go on: its thread
/// tells more than one that waits for it.
static const struct place *last_thread(const struct finding_view *finding) {
  const struct place *first = NULL;
  const char *last = "";
  for (uint32_t i = 0; i < finding->steps; i++)
    if (!finding->step[i].is_apart)
      last = finding->step[i].thread_name;
  for (unsigned i = 0; i < finding->ends; i++) {
    const struct view_end *end = &finding->end[i];
    if (!has_line(end->place))
      continue;
    if (!strcmp(end->thread_name, last))
      return end->place;
    first = first ? first : end->place;
  }
  return first;
}

static const struct place *place_of(const struct finding_view *finding) {
  if (finding->race)
    return either(finding->race->access[0].place, finding->race->access[1].place);
  if (has_line(finding->to_mend))
    return finding->to_mend;
  if (is_programs(finding->place))
    return finding->place;
  const struct place *code = either(first_of(&finding->backtrace), finding->place);
  return code ? code : last_thread(finding);
}

//===- The others -----------------------------------------------------------------------------===//

static void add(struct finding_view *finding, int kind, const struct place *place,
                const char *text) {
  struct view_note *notes =
      reallocarray((void *)finding->note, finding->notes + 1, sizeof *finding->note);
  if (!notes)
    internal_fault("out of memory");
  notes[finding->notes++] = (struct view_note){kind, place, text};
  finding->note = notes;
}

static void add_access(struct finding_view *finding) {
  const struct view_access *other = &finding->race->access[1];
  if (has_line(finding->race->access[0].place) && has_line(other->place))
    add(finding, NOTE_ACCESS, other->place,
        format_text("%s by thread %s", other->kind, other->thread_long));
}

static void add_call(struct finding_view *finding, const char *what, const struct view_call *call) {
  const struct place *place = call->is_there ? first_of(&call->frames) : NULL;
  if (place)
    add(finding, NOTE_MEMORY, place, format_text("%s by thread %s", what, call->thread_long));
}

static void add_step(struct finding_view *finding, const struct view_step *step) {
  if (has_line(step->place))
    add(finding, NOTE_STEP, step->place,
        format_text("step %u, thread %s: %s", (unsigned)(step - finding->step) + 1,
                    step->thread_name, step->text));
}

static void add_ends(struct finding_view *finding) {
  for (unsigned i = 0; i < finding->ends; i++) {
    const struct view_end *end = &finding->end[i];
    if (has_line(end->place) && strcmp(end->thread_name, finding->thread)) // that one has failed
      add(finding, NOTE_THREAD, end->place, format_text("thread %s %s", end->thread, end->state));
  }
  for (unsigned i = 0; i < finding->ends; i++)
    if (finding->end[i].since)
      add_step(finding, finding->end[i].since);
}

void view_notes(struct finding_view *finding) {
  finding->at = place_of(finding);
  if (finding->race)
    add_access(finding);
  if (has_line(finding->to_mend) && has_line(finding->place))
    add(finding, NOTE_THREAD, finding->place, format_text("by thread %s", finding->thread_long));
  if (finding->has_chunk) {
    add_call(finding, "allocated", &finding->allocated);
    add_call(finding, "freed", &finding->freed);
  }
  add_ends(finding);
}
