// driver/traces.c - see traces.h.
#include "traces.h"
#include "diagnose.h"
#include "finding.h"
#include "own_file.h"
#include "simplest.h"
#include "trace_file.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

//===- Whose a trace file is ------------------------------------------------------------------===//

/// The lines of a trace file's head (trace_file.h).
enum { VERSION_LINE, PROGRAM_LINE, FINDING_LINE, ARGUMENTS_LINE };

static struct file_text line_of(const struct file_text *text, unsigned number) {
  char *at = text->bytes, *const end = at + text->size;
  for (;; number--) {
    char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    if (!newline)
      return (struct file_text){at, 0};
    if (number == 0)
      return (struct file_text){at, (size_t)(newline - at)};
    at = newline + 1;
  }
}

static bool is_equal(struct file_text a, struct file_text b) {
  return a.size == b.size && !memcmp(a.bytes, b.bytes, a.size);
}

static bool have_same(const struct file_text *a, const struct file_text *b, unsigned line) {
  return is_equal(line_of(a, line), line_of(b, line));
}

/// The line of the program in two parts.
static void cut_program(const struct file_text *text, struct file_text part[2]) {
  const size_t hash = strlen("program 0123456789abcdef");
  const struct file_text line = line_of(text, PROGRAM_LINE);
  const size_t first = line.size < hash ? line.size : hash;
  part[0] = (struct file_text){line.bytes, first};
  part[1] = (struct file_text){line.bytes + first, line.size - first};
}

enum sameness { OTHERS, OF_THIS_BUILD, OF_ANOTHER_BUILD };

/// Whether the trace is of the program: of its code wherever that was, or of what was where it is.
static enum sameness compare_programs(const struct file_text *old, const struct file_text *new) {
  struct file_text was[2], is[2];
  if (!have_same(old, new, VERSION_LINE))
    return OTHERS;
  cut_program(old, was);
  cut_program(new, is);
  if (is_equal(was[0], is[0]))
    return OF_THIS_BUILD;
  return is_equal(was[1], is[1]) ? OF_ANOTHER_BUILD : OTHERS;
}

static bool is_of_program(const struct file_text *old, const struct file_text *new) {
  return compare_programs(old, new) != OTHERS;
}

/// Before it was built again, its findings were others.
static bool is_of_finding(const struct file_text *old, const struct file_text *new) {
  const enum sameness sameness = compare_programs(old, new);
  return sameness == OF_ANOTHER_BUILD ||
         (sameness == OF_THIS_BUILD && have_same(old, new, FINDING_LINE) &&
          have_same(old, new, ARGUMENTS_LINE));
}

//===- Writing --------------------------------------------------------------------------------===//

/// PROGRAM.WHAT, with a number in any case or only where it is needed. NULL: it has said why.
static char *keep(const struct result *result, struct names *names, const char *what,
                  const struct trace *trace, bool is_numbered) {
  struct file_text text = {0};
  FILE *out = open_memstream(&text.bytes, &text.size);
  if (!out)
    internal_fault("out of memory");
  trace_file_print(out, result->program, names, trace);
  if (fclose(out))
    internal_fault("out of memory");
  char *program = own_file_stem(result->options->output_dir, result->program->path);
  char *stem = format_text("%s.%s", program, what);
  const struct own_file file = {stem, ".trace", is_numbered,
                                is_numbered ? is_of_finding : is_of_program};
  char *path = own_file_write(&file, &text);
  free(stem);
  free(program);
  free(text.bytes);
  return path;
}

static const struct mc_finding *finding_of_trace(const struct mc_session *session,
                                                 uint64_t number) {
  for (uint32_t i = 0; i < session->finding_count; i++)
    if (session->finding[i].first_trace == number || session->finding[i].last_trace == number)
      return &session->finding[i];
  return NULL;
}

bool traces_write_saved(const struct result *result, struct names *names) {
  static const char *const ends[] = {"the trace completed", "deadlocked", "failed",
                                     "cut by a limit", "dropped"};
  const struct mc_saved_trace *saved = &result->session->saved;
  const uint64_t wanted = result->options->save_trace;
  if (!wanted)
    return true;
  if (!saved->number) {
    warn("--save-trace=%" PRIu64 ": the search ended with trace %" PRIu64, wanted,
         result_traces(result->session));
    return true;
  }
  const struct mc_finding *finding = finding_of_trace(result->session, wanted);
  const struct trace trace = {
      .kind = finding ? finding_name(finding) : "none",
      .message = finding ? finding_message(names, finding) : ends[saved->kind],
      .first_step = saved->first_step,
      .steps = saved->steps,
      .racy = result->session->racy_visible,
      .polls = result->session->doubtful_iterations,
      .counts = result->session->ordered_counts,
      .order = result->session->order,
      .patched = result->session->observed.is_patched,
  };
  char *what = format_text("trace-%04" PRIu64, wanted);
  char *path = keep(result, names, what, &trace, false);
  const bool is_written = path;
  free(path);
  free(what);
  return is_written;
}

struct trace trace_of_finding(const struct result *result, struct names *names, uint32_t index) {
  const struct mc_finding *finding = &result->session->finding[index];
  return (struct trace){
      .kind = finding_name(finding),
      .message = finding_message(names, finding),
      .first_step = finding->first_step,
      .steps = finding->steps,
      .starved = finding->kind == MC_FINDING_STARVATION ? 1 + finding->thread : 0,
      .racy = finding->racy,
      .polls = finding->polls,
      .counts = finding->counts,
      .order = finding->order,
      .patched = finding->patched,
  };
}

/// The schedule that is shown.
static char *write_trace(const struct result *result, struct names *names, uint32_t index) {
  struct explanation *e = result->explanation[index];
  struct trace trace = e ? trace_of_finding(&e->result, &e->names, e->finding)
                         : trace_of_finding(result, names, index);
  if (e)
    trace.critical = e->launch.session->explained.critical;
  return keep(result, e ? &e->names : names, trace.kind, &trace, true);
}

bool traces_write(struct result *result, struct names *names) {
  bool are_written = true;
  const struct mc_session *session = result->session;
  result->trace_file = allocate(session->finding_count * sizeof *result->trace_file);
  for (uint32_t i = 0; i < session->finding_count; i++) {
    result->trace_file[i] = result->options->trace // that file is the finding's
                                ? (char *)result->options->trace
                                : write_trace(result, names, i);
    are_written &= result->trace_file[i] != NULL;
  }
  return are_written;
}
