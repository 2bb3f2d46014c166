// driver/view_advice.c - of a search that was cut off: how long it would take, what would end, and
// what most of its traces differ in.
#include "diagnose.h"
#include "text.h"
#include "view_internal.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OBJECTS = 3 };

/// By its estimate, and its own speed.
static void print_whole(FILE *out, const struct result_view *view) {
  const struct view_estimate *e = &view->counts.estimate;
  const double all = e->at_least ? e->low : e->traces, ran = (double)view->counts.traces;
  if (!e->probes || all <= ran)
    return;
  char *duration = text_duration(view->seconds / ran * all);
  fprintf(out, "The search would take %ssome %s.\n", e->at_least ? "at least " : "", duration);
  free(duration);
}

static void print_traces(FILE *out, const struct view_trial *t) {
  const char *what = t->is_random ? "random schedule" : "trace";
  if (!t->has_run)
    fputs("not tried", out);
  else if (*t->found)
    fprintf(out, "finds: %s, after %" PRIu64 " %s%s", t->found, t->traces, what,
            plural(t->traces));
  else if (t->has_ended)
    fprintf(out, "%" PRIu64 " %s%s, ", t->traces, what, plural(t->traces));
  else if (t->expected > 0)
    fprintf(out, t->expected < 1e6 ? "%s%.0f %ss, " : "%s%.3g %ss, ",
            t->is_random  ? ""
            : t->is_least ? "at least some "
                          : "some ",
            t->expected, what);
  else
    fprintf(out, "more than %" PRIu64 " %s%s, more than ", t->traces, what,
            plural(t->traces));
}

static void print_trial(FILE *out, const struct view_trial *t) {
  fprintf(out, "  `%s`: ", t->command);
  print_traces(out, t);
  if (t->has_run && !*t->found) {
    const double part = t->expected > 0 ? t->expected / (double)t->traces : 1;
    char *duration = text_duration(t->seconds * part);
    fprintf(out, "%s%s",
            t->has_ended || t->expected <= 0 ? ""
            : t->is_least                    ? "at least some "
                                             : "some ",
            duration);
    free(duration);
  }
  fprintf(out, " (%s)\n", t->covers);
}

/// Random schedules have an end, as they are so many.
static bool would_end(const struct view_trial *t) {
  return t->has_run && (t->has_ended || t->is_random);
}

enum sort { FINDS, ENDS, GOES_ON, NOT_TRIED };

static enum sort sort_of(const struct view_trial *t) {
  return *t->found ? FINDS : would_end(t) ? ENDS : t->has_run ? GOES_ON : NOT_TRIED;
}

static void print_sort(FILE *out, const struct result_view *view, enum sort sort,
                       const char *head) {
  for (unsigned i = 0, count = 0; i < view->trials; i++) {
    if (sort_of(&view->trial[i]) != sort)
      continue;
    fputs(count++ ? "" : head, out);
    print_trial(out, &view->trial[i]);
  }
}

static void print_differing(FILE *out, const struct view_texts *objects) {
  for (unsigned i = 0; i < objects->count; i++)
    fprintf(out, "%s%s",
            i ? ", " : "Most traces differ from the one before in: ", objects->text[i]);
  fputs(objects->count ? ".\n" : "", out);
}

/// Those with most traces, as far as they have a tenth of all.
static void find_differing(struct result_view *view, const struct mc_session *session,
                           struct names *names) {
  uint64_t below = UINT64_MAX;
  while (view->differing.count < MOST_OBJECTS) {
    uint64_t most = 0;
    for (uint32_t i = 0; i < session->object_count; i++)
      if (session->differing[i] < below && session->differing[i] > most)
        most = session->differing[i];
    if (most == 0 || most * 10 < view->counts.traces)
      return;
    for (uint32_t i = 0; i < session->object_count && view->differing.count < MOST_OBJECTS; i++)
      if (session->differing[i] == most)
        view_add_text(&view->differing, names_object(names, i));
    below = most;
  }
}

void view_advise(struct result_view *view, const struct mc_session *session, struct names *names) {
  char *text = NULL;
  size_t size = 0;
  view->advice = "";
  if (!view->trials)
    return;
  find_differing(view, session, names);
  FILE *out = open_memstream(&text, &size);
  if (!out)
    internal_fault("out of memory");
  print_whole(out, view);
  print_sort(out, view, FINDS, "What finds something, as a trial run shows:\n");
  print_sort(out, view, ENDS, "What would end, as a trial run shows:\n");
  print_sort(out, view, GOES_ON, "What has not ended in a trial run:\n");
  print_sort(out, view, NOT_TRIED, "What may end:\n");
  print_differing(out, &view->differing);
  fclose(out);
  text[size ? size - 1 : 0] = '\0';
  view->advice = text;
}
