// driver/report_observed.c - what was seen of the program, so that nobody takes a result for more
// than it is.
#include "diagnose.h"
#include "report.h"
#include "rules.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_KINDS = 64, MOST_NAMES = 8, LABEL_WIDTH = 14, REPORT_COLUMNS = 100 };

static void print_label(FILE *out, const char *label) {
  fprintf(out, "  %-*s", LABEL_WIDTH, label);
}

//===- Threads, objects, transitions ----------------------------------------------------------===//

static void print_threads(FILE *out, const struct result *result, struct names *names) {
  uint32_t count = result->session->counts.threads;
  if (!count) // no trace came to its end
    count = result->session->thread_count;
  print_label(out, "threads");
  int column = LABEL_WIDTH + fprintf(out, "%" PRIu32, count);
  for (uint32_t t = 1; t < result->session->thread_count; t++) {
    if (column > REPORT_COLUMNS - 30) {
      fputs(", ...", out);
      break;
    }
    column += fprintf(out, "%s%s", t == 1 ? ": 0, " : ", ", names_thread_long(names, t));
  }
  fputc('\n', out);
}

/// A transition of the search was an operation of the primitive.
static bool is_used(const struct mc_session *session, const char *primitive) {
  const struct mc_observed *o = &session->observed;
  for (uint32_t i = 0; i < o->operation_kinds && i < sizeof o->operation / sizeof *o->operation;
       i++)
    if (!strcmp(session_text(session, o->operation[i].primitive), primitive))
      return true;
  return !o->operation_kinds;
}

static void print_objects(FILE *out, const struct mc_session *session) {
  const char *kind[MOST_KINDS];
  unsigned number[MOST_KINDS], kinds = 0;
  for (uint32_t i = 0; i < session->object_count && i < MC_SESSION_MAX_OBJECTS; i++) {
    const char *primitive = session_text(session, session->object[i].primitive);
    unsigned k = 0;
    while (k < kinds && strcmp(kind[k], primitive))
      k++;
    if (k == MOST_KINDS)
      continue;
    if (k == kinds) {
      kind[kinds] = primitive;
      number[kinds++] = 0;
    }
    number[k]++;
  }
  print_label(out, "objects");
  for (unsigned k = 0, shown = 0; k < kinds; k++)
    if (strcmp(kind[k], "thread") && is_used(session, kind[k]))
      fprintf(out, "%s%s %u", shown++ ? ", " : "", kind[k], number[k]);
  fputc('\n', out);
}

static void print_transitions(FILE *out, const struct mc_session *session) {
  const struct mc_observed *o = &session->observed;
  print_label(out, "transitions");
  fprintf(out, "%" PRIu64 " and %" PRIu64 " repeated, at most %" PRIu32 " in a trace\n",
          session->counts.transitions, session->counts.replayed, session->counts.max_depth);
  unsigned column = REPORT_COLUMNS;
  for (uint32_t i = 0; i < o->operation_kinds && i < sizeof o->operation / sizeof *o->operation;
       i++) {
    char *text =
        format_text("%s %s %" PRIu64, session_text(session, o->operation[i].primitive),
                    session_text(session, o->operation[i].operation), o->operation[i].transitions);
    unsigned length = (unsigned)strlen(text);
    bool fits = column + strlen(", ,") + length <= REPORT_COLUMNS;
    fputs(i == 0 ? "" : fits ? ", " : ",\n", out);
    if (!fits)
      print_label(out, "");
    column = fits ? column + 2 + length : 2 + LABEL_WIDTH + length;
    fputs(text, out);
    free(text);
  }
  fputs(o->operation_kinds ? "\n" : "", out);
}

//===- Code -----------------------------------------------------------------------------------===//

/// What files the report names, and how many there are.
struct files {
  FILE *out;
  unsigned count;
};

static void show_file(void *context, const char *file) {
  struct files *files = context;
  if (files->count < MOST_NAMES)
    fprintf(files->out, "%s%s", files->count ? ", " : "", file);
  files->count++;
}

static void print_tsan(FILE *out, const struct result *result) {
  struct files files = {out, 0};
  print_label(out, "instrumented");
  symbols_compiled_with(result->symbols, "sanitize=thread", show_file, &files);
  if (files.count > MOST_NAMES)
    fprintf(out, " and %u more", files.count - MOST_NAMES);
  fprintf(out, "%s by -fsanitize=thread\n", files.count ? "," : "files without debug information,");
}

static void print_instrumented(FILE *out, const struct result *result) {
  const struct mc_observed *o = &result->session->observed;
  if (o->is_tsan)
    print_tsan(out, result);
  if (o->is_tsan && !o->modules)
    return;
  print_label(out, "instrumented");
  if (!o->modules)
    fputs(result->program->instrumented
              ? "nothing: McMini's runtime is linked in, but no file was built with mcmini-cc"
              : "nothing: thread primitives are seen by preloading, memory accesses are not",
          out);
  for (uint32_t i = 0; i < o->modules && i < MOST_NAMES; i++)
    fprintf(out, "%s%s", i ? ", " : "", session_text(result->session, o->module[i]));
  if (o->modules > MOST_NAMES)
    fprintf(out, " and %" PRIu32 " more", o->modules - MOST_NAMES);
  fputc('\n', out);
}

struct libraries {
  FILE *out;
  const struct program *program;
  unsigned shown;
};

static void show_library(void *context, const char *path) {
  struct libraries *libraries = context;
  if (!program_has_unseen(libraries->program, path))
    return;
  if (!libraries->shown++)
    print_label(libraries->out, "not seen");
  fprintf(libraries->out, "%s%s", libraries->shown > 1 ? ", " : "", last_part(path));
}

static void print_libraries(FILE *out, const struct result *result) {
  struct libraries libraries = {out, result->program, 0};
  symbols_modules(result->symbols, show_library, &libraries);
  if (libraries.shown)
    fputs(": not instrumented; only the thread primitives that they call are seen\n", out);
}

//===- What to know of the result -------------------------------------------------------------===//

static void print_busy_waits(FILE *out, const struct mc_session *session, struct names *names) {
  for (uint32_t i = 0; i < session->place_count; i++) {
    const struct mc_busy_place *busy = &session->place[i];
    struct place *made = NULL;
    const struct place *place = names_place(names, busy->site);
    if (busy->code) {
      struct code_place code = symbols_code(names->symbols, busy->code, false);
      place = made = names_code(names, &code);
    }
    char *position = names_position(place);
    print_label(out, "busy wait");
    fprintf(out, "%s%s%.60s, %" PRIu64 " times\n", position, *place->source ? "  " : "",
            place->source, busy->waits);
    print_label(out, "");
    fputs(
        "taken to wait until the other threads have run; what it could see before is not covered\n",
        out);
    free(position);
    free(made);
  }
}

static void print_warnings(FILE *out, const struct mc_session *session, struct names *names) {
  for (uint32_t i = 0; i < session->warning_count; i++) {
    const struct mc_warning_record *warning = &session->warning[i];
    char *text = reason_text(warning->warning, session_text(session, warning->what));
    char *expanded = names_expand(names, text, "thread ");
    char *position = names_position(names_place(names, warning->site));
    if (*text)
      fprintf(out, "  warning: %s%s%s%s\n", expanded, *position ? " (" : "", position,
              *position ? ")" : "");
    free(expanded);
    free(text);
    free(position);
  }
  if (session->counts.threads <= 1 && session->thread_count <= 1 && !session->finding_count)
    fputs("  WARNING: only one thread was ever seen: there was nothing to reorder, and nothing is "
          "proven\n",
          out);
}

/// What the program does not allow the fast executor to do.
static void print_executor(FILE *out, const struct mc_session *session, bool verbose) {
  const bool paranoid = session->config.paranoid;
  const struct mc_observed *o = &session->observed;
  if (session->source) {
    print_label(out, "search");
    fputs("source: optimal would leave out what was to come by way of a step that fails\n", out);
  }
  if (o->kernel_threads) {
    print_label(out, "executor");
    fprintf(out, "kernel threads: %s\n", session_text(session, o->kernel_threads));
  }
  if (o->fork) {
    print_label(out, "executor");
    fprintf(out, "a process for each trace: %s\n", session_text(session, o->fork));
  }
  if (paranoid || o->guard || (verbose && o->protection_key)) {
    print_label(out, "executor");
    fprintf(out, "McMini's memory is read-only while the program runs: %s\n",
            o->protection_key ? "by a protection key"
            : paranoid        ? "by mprotect"
                              : session_text(session, o->guard));
  }
}

/// Of a trace, in microseconds; and counts of the whole search.
static void print_stats(FILE *out, const struct mc_stats *s) {
  if (!s->ticks || !s->traces)
    return;
  const double us = (double)s->nanoseconds / 1000 / (double)s->ticks / (double)s->traces;
  const uint64_t rest = s->ticks - s->restoring - s->switching - s->search;
  print_label(out, "a trace");
  fprintf(out, "%.2f us: search %.2f, restoring %.2f, switching %.2f, the rest %.2f\n",
          us * (double)s->ticks, us * (double)s->search, us * (double)s->restoring,
          us * (double)s->switching, us * (double)rest);
  print_label(out, "");
  fprintf(out,
          "%" PRIu32 " hot pages, %" PRIu64 " first writes%s, %" PRIu64 " system calls, %" PRIu64
          " states kept, %" PRIu64 " processes\n",
          s->hot_pages, s->faults, s->userfaultfd ? " (by userfaultfd)" : "", s->system_calls,
          s->levels, s->processes);
}

static void print_lint(FILE *out, const struct result *result, struct names *names) {
  const struct mc_observed *o = &result->session->observed;
  if (!result->options->lint)
    return;
  print_label(out, "linter");
  fprintf(out, "%" PRIu32 " states\n", o->linted);
  for (uint32_t i = 0; i < o->losses; i++) {
    char *position = names_position(names_place(names, o->lost[i].site));
    print_label(out, i ? "" : "lost");
    fprintf(out,
            "%s are declared dependent, but their order never mattered (met in %" PRIu32 ")%s%s\n",
            session_text(result->session, o->lost[i].pair), o->lost[i].meetings,
            *position ? ": " : "", position);
    free(position);
  }
}

void report_observed(FILE *out, const struct result *result, struct names *names) {
  const struct mc_session *session = result->session;
  fputs("Observed:\n", out);
  print_threads(out, result, names);
  print_objects(out, session);
  print_transitions(out, session);
  print_instrumented(out, result);
  print_executor(out, session, result->options->verbose);
  if (result->options->stats) {
    print_stats(out, &session->observed.stats);
    print_label(out, "not freed");
    fprintf(out,
            "at the end of a trace, by its threads: at most %" PRIu64 " chunks, %" PRIu64
            " bytes\n",
            session->counts.leaked.chunks, session->counts.leaked.bytes);
  }
  print_libraries(out, result);
  rules_print_effect(out, session);
  if (session->observed.unseen_forks) {
    print_label(out, "forked");
    fprintf(out, "%" PRIu64 " processes, which were not checked\n", session->observed.unseen_forks);
  }
  print_lint(out, result, names);
  print_busy_waits(out, session, names);
  print_warnings(out, session, names);
}
