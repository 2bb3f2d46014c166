// driver/traces.c - see traces.h.
#include "traces.h"
#include "diagnose.h"
#include "finding.h"
#include "simplest.h"
#include "trace_file.h"
#include "trace_keep.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The length of the program's name in that of a file, which may have 255 bytes; a character of
/// more than one byte stays whole.
static int length_of_name(const char *name) {
  enum { MOST = 150 };
  size_t length = strlen(name);
  if (length > MOST)
    for (length = MOST; length && ((unsigned char)name[length] & 0xc0) == 0x80; length--)
      ;
  return (int)length;
}

/// FOLDER/PROGRAM.WHAT [own: free].
static char *stem_of(const struct result *result, const char *what) {
  const char *folder = result->options->output_dir, *name = last_part(result->program->path);
  // A name that begins with - would be taken for an option.
  const bool is_plain = !strcmp(folder, ".") && *name != '-';
  return format_text("%s%s%.*s.%s", is_plain ? "" : folder, is_plain ? "" : "/",
                     length_of_name(name), name, what);
}

/// NULL: what the stem was for could not be written.
static char *keep(char *(*how)(const char *stem, const struct trace_text *text),
                  const struct result *result, struct names *names, const char *what,
                  const struct trace *trace) {
  struct trace_text text = {0};
  FILE *out = open_memstream(&text.bytes, &text.size);
  if (!out)
    internal_fault("out of memory");
  trace_file_print(out, result->program, names, trace);
  if (fclose(out))
    internal_fault("out of memory");
  char *stem = stem_of(result, what), *path = how(stem, &text);
  free(stem);
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

void traces_write_saved(const struct result *result, struct names *names) {
  static const char *const ends[] = {"the trace completed", "deadlocked", "failed",
                                     "cut by a limit", "dropped"};
  const struct mc_saved_trace *saved = &result->session->saved;
  const uint64_t wanted = result->options->save_trace;
  if (!wanted)
    return;
  if (!saved->number) {
    warn("--save-trace=%" PRIu64 ": the search ended with trace %" PRIu64, wanted,
         result_traces(result->session));
    return;
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
  };
  char *what = format_text("trace-%04" PRIu64, wanted);
  free(keep(trace_keep_saved, result, names, what, &trace));
  free(what);
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
  };
}

/// The schedule that is shown.
static char *write_trace(const struct result *result, struct names *names, uint32_t index) {
  struct explanation *e = result->explanation[index];
  struct trace trace = e ? trace_of_finding(&e->result, &e->names, e->finding)
                         : trace_of_finding(result, names, index);
  if (e)
    trace.critical = explanation_critical(e);
  return keep(trace_keep, result, e ? &e->names : names, trace.kind, &trace);
}

void traces_write(struct result *result, struct names *names) {
  const struct mc_session *session = result->session;
  result->trace_file = allocate(session->finding_count * sizeof *result->trace_file);
  for (uint32_t i = 0; i < session->finding_count; i++)
    result->trace_file[i] = result->options->trace // that file is the finding's
                                ? (char *)result->options->trace
                                : write_trace(result, names, i);
}
