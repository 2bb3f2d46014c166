// driver/report_observed.c - what was seen of the program, for people.
#include "diagnose.h"
#include "options.h"
#include "report.h"
#include "terminal.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 8, LABEL_WIDTH = 14 };

static void print_label(FILE *out, const char *label) {
  fprintf(out, "  %-*s", LABEL_WIDTH, label);
}

/// A sentence behind a label [own: `text` is freed].
static void print_fact(FILE *out, const char *label, char *text) {
  print_label(out, label);
  report_sentences(out, text, 2 + LABEL_WIDTH, 2 + LABEL_WIDTH);
  free(text);
}

//===- Threads, objects, transitions ----------------------------------------------------------===//

static void print_threads(FILE *out, const struct view_observed *observed) {
  print_label(out, "threads");
  int column = LABEL_WIDTH + fprintf(out, "%" PRIu32, observed->threads);
  for (unsigned t = 1; t < observed->thread.count; t++) {
    if (column > (int)terminal_width(out) - 30) {
      fputs(", ...", out);
      break;
    }
    column += fprintf(out, "%s%s", t == 1 ? ": 0, " : ", ", observed->thread.text[t]);
  }
  fputc('\n', out);
}

static void print_objects(FILE *out, const struct view_observed *observed) {
  print_label(out, "objects");
  for (unsigned i = 0; i < observed->kinds; i++)
    fprintf(out, "%s%s %u", i ? ", " : "", observed->kind[i].primitive, observed->kind[i].objects);
  fputc('\n', out);
}

static void print_transitions(FILE *out, const struct result_view *view) {
  const struct view_observed *o = &view->observed;
  print_fact(out, "transitions",
             format_text("%" PRIu64 " and %" PRIu64 " repeated, at most %" PRIu32 " in a trace",
                         view->counts.transitions, view->counts.replayed, view->counts.max_depth));
  unsigned column = terminal_width(out);
  for (unsigned i = 0; i < o->operations; i++) {
    char *text = format_text("%s %s %" PRIu64, o->operation[i].primitive, o->operation[i].operation,
                             o->operation[i].transitions);
    unsigned length = (unsigned)strlen(text);
    bool fits = column + strlen(", ,") + length <= terminal_width(out);
    fputs(i == 0 ? "" : fits ? ", " : ",\n", out);
    if (!fits)
      print_label(out, "");
    column = fits ? column + 2 + length : 2 + LABEL_WIDTH + length;
    fputs(text, out);
    free(text);
  }
  fputs(o->operations ? "\n" : "", out);
}

//===- Code -----------------------------------------------------------------------------------===//

/// The first few.
static void print_names(FILE *out, const struct view_texts *names) {
  for (unsigned i = 0; i < names->count && i < MOST_NAMES; i++)
    fprintf(out, "%s%s", i ? ", " : "", names->text[i]);
  if (names->count > MOST_NAMES)
    fprintf(out, " and %u more", names->count - MOST_NAMES);
}

static void print_tsan(FILE *out, const struct view_observed *observed) {
  print_label(out, "instrumented");
  print_names(out, &observed->tsan);
  fprintf(out, "%s by -fsanitize=thread\n",
          observed->tsan.count ? "," : "files without debug information,");
}

static void print_machine(FILE *out, const struct view_observed *observed) {
  if (!observed->machine.count)
    return;
  print_label(out, "machine code");
  print_names(out, &observed->machine);
  fputc('\n', out);
}

static void print_instrumented(FILE *out, const struct view_observed *observed) {
  if (observed->is_tsan)
    print_tsan(out, observed);
  if (observed->is_tsan && !observed->module.count)
    return;
  if (!observed->module.count) {
    print_fact(out, "instrumented",
               format_text("nothing: %s",
                           observed->is_linked ? "McMini's runtime is linked in, but no file was "
                                                 "built with mcmini-cc"
                           : observed->machine.count
                               ? "thread primitives are seen by preloading, some memory "
                                 "accesses as machine code"
                               : "thread primitives are seen by preloading, memory accesses are "
                                 "not"));
    return;
  }
  print_label(out, "instrumented");
  print_names(out, &observed->module);
  fputc('\n', out);
}

static void print_libraries(FILE *out, const struct view_observed *observed) {
  const struct view_texts *library = &observed->library;
  if (!library->count)
    return;
  char *names = format_text("%s", library->text[0]);
  for (unsigned i = 1; i < library->count; i++) {
    char *longer = format_text("%s, %s", names, library->text[i]);
    free(names);
    names = longer;
  }
  print_fact(out, "not seen",
             format_text("%s: not instrumented; only the thread primitives that they call are seen",
                         names));
  free(names);
}

/// What the program does not allow the fast executor to do.
static void print_executor(FILE *out, const struct result_view *view) {
  enum { MANY = 10 }; // a tenth
  const struct view_observed *observed = &view->observed;
  const bool verbose = view->options->verbose;
  if (observed->is_source)
    print_fact(out, "search",
               format_text("source: optimal would leave out what was to come by way of a step that "
                           "fails"));
  else if (observed->is_optimal)
    print_fact(out, "search",
               format_text("optimal: pop cannot follow a value that plain code changes"));
  else if (view->before_pop)
    print_fact(out, "search",
               format_text("optimal for %" PRIu64 " traces, then pop, which needs less memory",
                           view->before_pop));
  if (observed->breakpoints > observed->hooks / MANY)
    print_fact(out, "machine code",
               format_text("%u of %u hooks are breakpoints, which take some 2 us each time: jumps "
                           "have no room",
                           observed->breakpoints, observed->hooks));
  if (*observed->kernel_threads)
    print_fact(out, "executor", format_text("kernel threads: %s", observed->kernel_threads));
  if (*observed->fork)
    print_fact(out, "executor", format_text("a process for each trace: %s", observed->fork));
  if (*observed->guard && (verbose || !observed->guard_is_usual))
    print_fact(
        out, "executor",
        format_text("McMini's memory is read-only while the program runs: %s", observed->guard));
}

static void print_stats(FILE *out, const struct result_view *view) {
  const struct view_stats *s = &view->stats;
  if (!view->options->stats)
    return;
  if (s->is_there) {
    print_label(out, "a trace");
    fprintf(out, "%.2f us: search %.2f, restoring %.2f, switching %.2f, the rest %.2f\n", s->all,
            s->search, s->restoring, s->switching, s->rest);
    print_label(out, "");
    fprintf(out,
            "%" PRIu32 " hot pages, %" PRIu64 " first writes%s, %" PRIu64 " system calls, %" PRIu64
            " states kept, %" PRIu64 " processes\n",
            s->hot_pages, s->faults, s->userfaultfd ? " (by userfaultfd)" : "", s->system_calls,
            s->levels, s->processes);
  }
  print_label(out, "not freed");
  fprintf(out,
          "at the end of a trace, by its threads: at most %" PRIu64 " chunks, %" PRIu64 " bytes\n",
          view->leaked.chunks, view->leaked.bytes);
}

//===- What to know of the result -------------------------------------------------------------===//

static void print_ignored(FILE *out, const struct view_observed *o) {
  if (o->ignored_plain)
    print_fact(out, "not looked at",
               format_text("%" PRIu64 " place%s by %s: races there are not seen", o->ignored_plain,
                           plural(o->ignored_plain), o->ignored_by));
  if (o->ignored_atomic)
    print_fact(out, o->ignored_plain ? "" : "not looked at",
               format_text("%" PRIu64 " place%s with atomic accesses by %s: they are not ordered",
                           o->ignored_atomic, plural(o->ignored_atomic), o->ignored_by));
  if (o->invisible)
    print_fact(out, "invisible",
               format_text("%" PRIu64 " place%s of the C++ library's reference counts: their order "
                           "changes nothing",
                           o->invisible, plural(o->invisible)));
}

static void print_suppressed(FILE *out, const struct result_view *view) {
  const uint32_t suppressed = view->observed.suppressed;
  if (suppressed) {
    print_label(out, "suppressed");
    fprintf(out, "%" PRIu32 " data race%s by --suppressions\n", suppressed, plural(suppressed));
  }
  for (unsigned i = 0; i < view->rules; i++) {
    const struct view_rule *rule = &view->rule[i];
    if (rule->is_suppression && rule->matched) {
      print_label(out, "");
      fprintf(out, "%" PRIu64 " by %s: %s\n", rule->matched, rule->origin, rule->text);
    }
  }
}

static void print_lint(FILE *out, const struct result_view *view) {
  const struct view_observed *o = &view->observed;
  if (!view->options->lint)
    return;
  print_label(out, "linter");
  fprintf(out, "%" PRIu32 " states\n", o->linted);
  for (unsigned i = 0; i < o->losses; i++) {
    char *position = place_position(o->loss[i].place);
    print_fact(out, i ? "" : "lost",
               format_text("%s are declared dependent, but their order never mattered (met in "
                           "%" PRIu32 ")%s%s",
                           o->loss[i].pair, o->loss[i].meetings, *position ? ": " : "", position));
    free(position);
  }
}

static void print_busy_waits(FILE *out, const struct view_observed *observed) {
  for (unsigned i = 0; i < observed->busy_waits; i++) {
    const struct place *place = observed->busy_wait[i].place;
    char *position = place_position(place);
    print_label(out, "busy wait");
    fprintf(out, "%s%s%.60s, %" PRIu64 " times\n", position, *place->source ? "  " : "",
            place->source, observed->busy_wait[i].waits);
    print_fact(out, "",
               format_text("taken to wait until the other threads have run; what it could see "
                           "before is not covered"));
    free(position);
  }
}

static void print_warnings(FILE *out, const struct view_observed *observed) {
  for (unsigned i = 0; i < observed->warnings; i++) {
    char *position = place_in_brackets(observed->warning[i].place);
    char *text = format_text("warning: %s%s", observed->warning[i].text, position);
    fputs("  ", out);
    report_sentences(out, text, 2, 4);
    free(position);
    free(text);
  }
  if (!observed->is_single)
    return;
  fputs("  ", out);
  report_sentences(out,
                   "WARNING: only one thread was ever seen: there was nothing to reorder, and "
                   "nothing is proven",
                   2, 4);
}

void report_observed(FILE *out, const struct result_view *view) {
  const struct view_observed *observed = &view->observed;
  fputs("Observed:\n", out);
  print_threads(out, observed);
  print_objects(out, observed);
  print_transitions(out, view);
  print_instrumented(out, observed);
  print_machine(out, observed);
  print_executor(out, view);
  print_stats(out, view);
  print_libraries(out, observed);
  print_ignored(out, observed);
  print_suppressed(out, view);
  if (observed->forks) {
    print_label(out, "forked");
    fprintf(out, "%" PRIu64 " processes, which were not checked\n", observed->forks);
  }
  print_lint(out, view);
  print_busy_waits(out, observed);
  print_warnings(out, observed);
}
