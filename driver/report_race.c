// driver/report_race.c - a data race, for people: the two accesses, the lock that one of them
// lacks, and what it can do.
#include "finding.h"
#include "report.h"
#include "schedule.h"
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { NOBODY = UINT32_MAX, MOST_FRAMES = MC_SESSION_MAX_FRAMES };

static void print_access(FILE *out, struct names *names, const struct mc_finding *finding,
                         const struct mc_race_record *access) {
  const struct place *place = names_place(names, access->site);
  int64_t value;
  fprintf(out, "  thread %s, ", names_thread_long(names, access->thread));
  if (access->is_pending)
    fputs("pending at the end", out);
  else if (!access->step)
    fputs("before its first step", out);
  else
    fprintf(out, "%sstep %u", access->is_visible ? "" : "after ", access->step);
  if (access->is_visible && access->step <= finding->steps) {
    char *text =
        names_step(names, &names->session->step[finding->first_step + access->step - 1], false);
    fprintf(out, ": %s", text);
    free(text);
  } else {
    fprintf(out, ": %s%s%s", finding_access(access), *place->expression ? " " : "",
            place->expression);
    if (finding_access_value(names->session, finding, access, &value))
      fprintf(out, ": %" PRId64, value);
  }
  for (uint32_t i = 0; i < access->locks; i++)
    fprintf(out, "%s%s", i ? ", " : ", holding ", names_object(names, access->lock[i]));
  report_position(out, names, access->site);
  struct code_place frame[MOST_FRAMES];
  unsigned count = finding_frames(names, access->machine, frame, MOST_FRAMES);
  for (unsigned i = 1; i < count; i++) { // the first is the access's own
    struct place *caller = names_code(names, &frame[i]);
    if (caller->line && !strstr(caller->file, "/c++/")) { // the C++ library calls what it was given
      fputs("      from ", out);
      place_print(out, caller, REPORT_WIDTH - 11);
      fputc('\n', out);
    }
    free(caller);
  }
}

static void print_guard(FILE *out, struct names *names, const struct mc_race_guard *guard) {
  if (!guard->lock)
    return;
  char *position = names_position(names_place(names, guard->site));
  const char *lock = names_object(names, guard->lock - 1);
  fprintf(out, "  %s is not held at %s, but at ", lock, position);
  if (guard->held < guard->others)
    fprintf(out, "%u of the %u other places\n", guard->held, guard->others);
  else
    fputs(guard->others == 1 ? "the other place\n" : "all other places\n", out);
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
static void find_difference(const char *bytes, const struct mc_output *a, const struct mc_output *b,
                            struct line line[2]) {
  const char *at[2] = {bytes + a->start, bytes + b->start};
  const char *const end[2] = {at[0] + a->size, at[1] + b->size};
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

static void print_outputs(FILE *out, const struct result *result,
                          const struct mc_finding *finding) {
  const struct mc_output *example[2] = {NULL};
  size_t size = 0;
  char *bytes = report_map_output(result, &size);
  unsigned examples = 0;
  for (unsigned i = 0; i < result->session->output_count && examples < 2; i++) {
    const struct mc_output *output = &result->session->output[i];
    if (finding->outputs >> i & 1 && output->is_kept && output->start + output->size <= size)
      example[examples++] = output;
  }
  fputs("different output", out);
  if (examples == 2) {
    struct line line[2];
    find_difference(bytes, example[0], example[1], line);
    fputs(": ", out);
    print_line(out, &line[0]);
    fputs(" in one schedule with it, ", out);
    print_line(out, &line[1]);
    fputs(" in another", out);
  }
  fputc('\n', out);
  if (bytes)
    munmap(bytes, size);
}

static bool is_explored(const struct mc_session *session, const struct mc_finding *finding) {
  if (session->config.races != MC_RACES_EXPLORE || session->config.replaying || !finding->traces)
    return false;
  for (uint32_t i = 0; i < session->racy_visible; i++)
    if (finding->raced.address - session->racy[i].address < session->racy[i].size)
      return true;
  return false;
}

static void print_consequence(FILE *out, const struct result *result, struct names *names,
                              const struct mc_finding *finding) {
  const struct mc_session *session = result->session;
  if (!finding->followed_by && !is_explored(session, finding))
    return;
  fputs("  What it can do: ", out);
  if (finding->followed_by) {
    const struct mc_finding *failure = &session->finding[finding->followed_by - 1];
    char *message = finding_message(names, failure);
    fprintf(out, "%s%s%s (finding %u)\n", finding_headline(failure), *message ? ": " : "", message,
            finding->followed_by);
    free(message);
  } else if (finding->outputs & (finding->outputs - 1)) {
    print_outputs(out, result, finding);
  } else {
    fprintf(out, "nothing seen%s\n",
            finding->outputs ? ": no failure, the same output" : ": no failure");
  }
}

void report_race(FILE *out, const struct result *result, struct names *names,
                 const struct mc_finding *finding) {
  if (finding->race[0].site == NOBODY)
    return;
  fputc('\n', out);
  print_access(out, names, finding, &finding->race[0]);
  print_access(out, names, finding, &finding->race[1]);
  print_guard(out, names, &finding->guard);
  print_consequence(out, result, names, finding);
  if (result->unseen)
    fprintf(out, "  It is none if %s orders the two: its atomics are not seen\n", result->unseen);
}
