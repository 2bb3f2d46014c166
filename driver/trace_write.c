// driver/trace_write.c - writes trace files; see trace_file.h.
#include "diagnose.h"
#include "launch.h"
#include "quote.h"
#include "trace_file.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_word(FILE *out, const char *word) {
  for (; *word; word++)
    if (*word == ' ')
      fputc('_', out);
    else if (strchr("_%#=\n", *word))
      fprintf(out, "%%%02x", *word);
    else
      fputc(*word, out);
}

/// A symbol needs no blanks and keeps its underscores: nobody reads it back.
static void write_object(FILE *out, struct names *names, uint32_t object) {
  const char *name = names_object_in_trace(names, object);
  fputs(*name ? name : "-", out);
}

/// Newlines in an argument or a message would be another line of the file.
static void write_line(FILE *out, const char *text) {
  for (; *text; text++)
    fputc(*text == '\n' ? ' ' : *text, out);
  fputc('\n', out);
}

static void write_step(FILE *out, struct names *names, uint32_t number,
                       const struct mc_step_record *step) {
  char *alternative = names_alternative(names, step);
  const struct place *place = names_place(names, step->site);
  fprintf(out, "%" PRIu32 " %s ", number, names_thread(names, step->thread));
  write_word(out, session_text(names->session, step->operation));
  fputc(' ', out);
  write_object(out, names, step->object[0]);
  if (*alternative) {
    fputc('=', out);
    write_word(out, alternative);
  }
  free(alternative);
  if (place->line)
    fprintf(out, " # %s:%u %s", place->file, place->line, place->expression);
  else if (*place->function)
    fprintf(out, " # %s", place->function);
  fputc('\n', out);
}

/// A run that explains a finding has them from the schedule that it was given.
static void write_interrupted(FILE *out, struct names *names, const struct mc_session *session) {
  const char *before = "option interrupted ";
  const char *const given = session_text(session, session->config.interrupted);
  if (session->config.explaining && *given)
    fprintf(out, "%s%s\n", before, given);
  if (session->config.explaining)
    return;
  for (uint32_t t = 0; t < session->thread_count && t < MC_SESSION_MAX_THREADS; t++)
    if (session->interrupted[t / 64] >> t % 64 & 1) {
      fprintf(out, "%s%s", before, names_thread(names, t));
      before = ",";
    }
  for (uint32_t t = 0; t < session->thread_count && t < MC_SESSION_MAX_THREADS; t++)
    if (session->cancelled[t / 64] >> t % 64 & 1) {
      fprintf(out, "%scancelled-%s", before, names_thread(names, t));
      before = ",";
    }
  const char *const all = session->process_interrupts               ? "process"
                          : session->cancels == MC_CANCELS_ANYWHERE ? "asynchronous"
                                                                    : NULL;
  if (all)
    fprintf(out, "%s%s", before, all);
  if (*before == ',' || all)
    fprintf(out, "\n");
}

static void write_racy(FILE *out, const struct mc_session *session, uint32_t racy) {
  for (uint32_t i = 0; i < racy; i++)
    fprintf(out, "%s0x%" PRIx64 "+%" PRIu64, i ? "," : "option racy ", session->racy[i].address,
            session->racy[i].size);
  if (racy)
    fputc('\n', out);
  for (unsigned i = 0; racy && session->anchor[0] && i < MC_ANCHORS; i++)
    fprintf(out, "%s0x%" PRIx64 "%s", i ? "," : "option anchors ", session->anchor[i],
            i + 1 < MC_ANCHORS ? "" : "\n");
}

static void write_options(FILE *out, struct names *names, const struct trace *trace) {
  const struct mc_session *session = names->session;
  struct mc_config config = session->config;
  config.starved = trace->starved;
  config.polls = trace->polls;
  config.ordered_counts = trace->counts;
  config.order = trace->order;
  config.patched = trace->patched;
  config.racy = config.interrupted = 0; // of the search, not of what it may have replayed
  config.anchors = 0;
  write_racy(out, session, trace->racy);
  write_interrupted(out, names, session);
#define MC_TRACE_TEXT(name, field)                                                                 \
  if (config.field)                                                                                \
    fprintf(out, "option " name " %s\n", session_text(session, config.field));
#define MC_TRACE_NUMBER(name, field, most)                                                              \
  if (config.field)                                                                                \
    fprintf(out, "option " name " %u\n", (unsigned)config.field);
#include "trace_options.def"
#undef MC_TRACE_TEXT
#undef MC_TRACE_NUMBER
}

/// So that the file is known for this program's wherever it is looked at from.
static char *absolute_path(const struct program *program) {
  char *path = realpath(program->path, NULL);
  return path ? path : format_text("%s", program->path);
}

void trace_file_print(FILE *out, const struct program *program, struct names *names,
                      const struct trace *trace) {
  char *arguments = program_arguments(program), *path = absolute_path(program);
  fprintf(out, "mcmini-trace 1\nprogram %016" PRIx64 " ", program_identity(program));
  write_line(out, path);
  fprintf(out, "finding %s ", trace->kind);
  write_line(out, trace->message);
  fputs("arguments ", out);
  write_line(out, arguments);
  free(arguments);
  free(path);
  write_options(out, names, trace);
  if (trace->critical)
    fprintf(out, "# decides: step %" PRIu32 "\n", trace->critical);
  for (uint32_t i = 0; i < trace->steps; i++)
    write_step(out, names, i + 1, &names->session->step[trace->first_step + i]);
}
