// driver/report_race.c - a data race, for people: the two accesses, the lock that one of them
// lacks, and what it can do.
#include "diagnose.h"
#include "report.h"
#include "schedule.h"
#include "terminal.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { HANGING = 4 };

static void print_access(FILE *out, const struct view_access *access) {
  fprintf(out, "  thread %s, ", access->thread_long);
  if (access->is_pending)
    fputs("pending at the end", out);
  else if (!access->step)
    fputs("before its first step", out);
  else
    fprintf(out, "%sstep %u", access->is_step ? "" : "after ", access->step);
  if (access->made) {
    fprintf(out, ": %s", access->made->text);
  } else {
    const char *expression = access->place->expression;
    fprintf(out, ": %s%s%s", access->kind, *expression ? " " : "", expression);
    if (access->has_value)
      fprintf(out, ": %" PRId64, access->value);
  }
  for (unsigned i = 0; i < access->locks.count; i++)
    fprintf(out, "%s%s", i ? ", " : ", holding ", access->locks.text[i]);
  fputc('\n', out);
  report_position(out, access->place);
  for (unsigned i = 1; i < access->frames.count; i++) { // the first is the access's own
    const struct place *caller = access->frames.place[i];
    if (caller->line && !strstr(caller->file, "/c++/")) { // the C++ library calls what it was given
      fputs("      from ", out);
      place_print(out, caller, terminal_width(out) - 11);
      fputc('\n', out);
    }
  }
}

static void print_sentence(FILE *out, char *text) {
  fputs("  ", out);
  report_sentences(out, text, 2, HANGING);
  free(text);
}

static void print_guard(FILE *out, const struct view_race *race) {
  if (!*race->guard.lock)
    return;
  char *position = place_position(race->guard.place);
  char *others =
      race->guard.held < race->guard.others
          ? format_text("%u of the %u other places", race->guard.held, race->guard.others)
      : race->guard.others == 1 ? format_text("the other place")
                                : format_text("all other places");
  print_sentence(
      out, format_text("%s is not held at %s, but at %s", race->guard.lock, position, others));
  free(others);
  free(position);
}

//===- What it can do -------------------------------------------------------------------------===//

/// A line of text, not with its end.
struct line {
  const char *text;
  size_t size;
};

static struct line first_line(const char *from, const char *to) {
  const char *end = from < to ? memchr(from, '\n', (size_t)(to - from)) : NULL;
  return (struct line){from, (size_t)((end ? end : to) - from)};
}

/// The first lines in which two outputs differ.
static void find_difference(const struct view_output output[2], struct line line[2]) {
  const char *at[2] = {output[0].bytes, output[1].bytes};
  const char *const end[2] = {at[0] + output[0].size, at[1] + output[1].size};
  for (;;) {
    for (int i = 0; i < 2; i++)
      line[i] = first_line(at[i], end[i]);
    const bool same =
        line[0].size == line[1].size && !memcmp(line[0].text, line[1].text, line[0].size);
    for (int i = 0; i < 2; i++)
      at[i] = line[i].text + line[i].size + (line[i].text + line[i].size < end[i]);
    if (!same || (at[0] == end[0] && at[1] == end[1]))
      return;
  }
}

static void print_line(FILE *out, const struct line *line) {
  enum { MOST = 36 };
  if (!line->size) {
    fputs("nothing", out);
    return;
  }
  fputc('"', out);
  for (size_t i = 0; i < line->size && i < MOST; i++) {
    const char c = line->text[i];
    fputc(isprint((unsigned char)c) || c & 0x80 ? c : '?', out);
  }
  fputs(line->size > MOST ? "...\"" : "\"", out);
}

static void print_outputs(FILE *out, const struct view_race *race) {
  fputs("different output", out);
  if (race->has_examples) {
    struct line line[2];
    find_difference(race->example, line);
    fputs(": ", out);
    print_line(out, &line[0]);
    fputs(" in one schedule with it, ", out);
    print_line(out, &line[1]);
    fputs(" in another", out);
  }
  fputc('\n', out);
}

static void print_consequence(FILE *out, const struct result_view *view,
                              const struct view_race *race) {
  if (!race->followed_by && !race->is_explored)
    return;
  if (race->followed_by) {
    print_sentence(out, format_text("What it can do: %s (finding %u)",
                                    view->finding[race->followed_by - 1].title, race->followed_by));
    return;
  }
  fputs("  What it can do: ", out);
  if (race->outputs > 1)
    print_outputs(out, race);
  else
    fprintf(out, "nothing seen%s\n",
            race->outputs ? ": no failure, the same output" : ": no failure");
}

void report_race(FILE *out, const struct result_view *view, const struct finding_view *finding) {
  const struct view_race *race = finding->race;
  if (!race)
    return;
  fputc('\n', out);
  print_access(out, &race->access[0]);
  print_access(out, &race->access[1]);
  print_guard(out, race);
  print_consequence(out, view, race);
  if (*view->unseen)
    print_sentence(out,
                   format_text("It is none if %s orders the two: not all of its accesses are seen",
                               view->unseen));
}
