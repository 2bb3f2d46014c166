// driver/report_finding.c - one finding, for people.
#include "diagnose.h"
#include "options.h"
#include "quote.h"
#include "report.h"
#include "schedule.h"
#include "terminal.h"
#include "text.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { FUNCTION_WIDTH = 24, INDENT = 6, HANGING = 8 };

void report_position(FILE *out, const struct place *place) {
  if (!place->line && !*place->function)
    return;
  fputs("      at ", out);
  place_print(out, place, terminal_width(out) - 9);
  fputc('\n', out);
}

void report_sentences(FILE *out, const char *text, unsigned column, unsigned indent) {
  const unsigned width = terminal_columns(out) ? terminal_width(out) : UINT_MAX;
  for (; *text; text += *text == '\n') {
    const size_t length = strcspn(text, "\n");
    char *sentence = format_text("%.*s", (int)length, text);
    if (*sentence == ' ')
      fprintf(out, "%s\n", sentence);
    else
      text_wrap(out, sentence, column, indent, width);
    free(sentence);
    text += length;
  }
}

//===- Where and why --------------------------------------------------------------------------===//

/// As compilers write it: editors jump there.
static void print_first_lines(FILE *out, const struct finding_view *finding) {
  if (finding->at)
    fprintf(out, "%s:%u: error: %s\n", finding->at->path, finding->at->line, finding->title);
  else
    fprintf(out, "mcmini: error: %s\n", finding->title);
  for (unsigned i = 0; i < finding->notes; i++) {
    const struct view_note *note = &finding->note[i];
    if (note->kind != NOTE_STEP) // who waits for it says that it is held, and where
      fprintf(out, "%s:%u: note: %s\n", note->place->path, note->place->line, note->text);
  }
}

static void print_places(FILE *out, const struct finding_view *finding) {
  if (finding->to_mend) {
    fprintf(out, "  mend %s\n", finding->to_mend->function);
    report_position(out, finding->to_mend);
  }
  if (finding->place) {
    fprintf(out, "  by thread %s\n", finding->thread_long);
    report_position(out, finding->place);
  }
}

static void print_frames(FILE *out, const struct view_frames *frames) {
  for (unsigned i = 0; i < frames->count; i++) {
    const struct place *place = frames->place[i];
    fprintf(out, "  %-*s ", FUNCTION_WIDTH, place->line ? place->function : "");
    place_print(out, place, terminal_width(out) - FUNCTION_WIDTH - 3);
    fputc('\n', out);
  }
}

static void print_backtrace(FILE *out, const struct finding_view *finding) {
  if (!finding->has_backtrace)
    return;
  fprintf(out, "\nBacktrace of thread %s:\n", finding->thread);
  print_frames(out, &finding->backtrace);
}

static void print_call(FILE *out, const char *what, const struct view_call *call) {
  if (!call->is_there)
    return;
  fprintf(out, "\n%s by thread %s:\n", what, call->thread_long);
  print_frames(out, &call->frames);
  if (!call->frames.count)
    fputs("  unknown where: one of many calls before the search\n", out);
}

//===- The state at the end -------------------------------------------------------------------===//

/// With colours the thread has its own, and who waits in a circle is red.
static void print_end(FILE *out, const struct finding_view *finding, const struct view_end *end,
                      bool has_colour) {
  const char *of_thread = has_colour ? schedule_colour(finding, end->thread_name) : "",
             *of_circle = has_colour && end->is_in_circle ? "\033[1;31m" : "";
  char *state = format_text("%s%s", end->state, *of_circle ? COLOUR_END : "");
  fprintf(out, "  %sthread %s%s %s", of_thread, end->thread, *of_thread ? COLOUR_END : "",
          of_circle);
  report_sentences(out, state, (unsigned)strlen("  thread  ") + text_width(end->thread), HANGING);
  report_position(out, end->place);
  for (unsigned k = 0; k < end->awaited.count; k++) {
    fprintf(out, "%*s", INDENT, "");
    report_sentences(out, end->awaited.text[k], INDENT, HANGING);
  }
  free(state);
}

static void print_ends(FILE *out, const struct finding_view *finding, bool has_colour) {
  if (!finding->ends)
    return;
  fputs("\nAt the end:\n", out);
  for (unsigned i = 0; i < finding->ends; i++)
    print_end(out, finding, &finding->end[i], has_colour);
  if (finding->finished)
    fprintf(out, "  %u thread%s finished\n", finding->finished,
            finding->finished == 1 ? " has" : "s have");
}

//===- Output ---------------------------------------------------------------------------------===//

enum { HEAD_BYTES = 1000, TAIL_BYTES = 4000 }; // of a line that has no end

/// Behind the rest of a character that is cut.
static const char *whole_characters(const char *at, const char *to) {
  for (int rest = 0; rest < 3 && at < to && (*at & 0xc0) == 0x80; rest++)
    at++;
  return at;
}

/// Where the last `lines` lines of [from, to) begin.
static const char *last_lines(const char *from, const char *to, unsigned lines) {
  const char *at = to;
  while (at > from && to - at < TAIL_BYTES) {
    if (at[-1] == '\n' && at != to && lines-- <= 1)
      break;
    at--;
  }
  return at > from ? whole_characters(at, to) : at;
}

/// Where the first `lines` lines of [from, to) end.
static const char *first_lines(const char *from, const char *to, unsigned lines) {
  const char *at = from;
  while (at < to && at - from < HEAD_BYTES && (lines -= *at++ == '\n'))
    ;
  return whole_characters(at, to);
}

static void print_lines(FILE *out, const char *from, const char *to) {
  while (from < to) {
    const char *end = memchr(from, '\n', (size_t)(to - from));
    fputs("  | ", out);
    text_print_bytes(out, from, end ? end : to);
    fputc('\n', out);
    from = end ? end + 1 : to;
  }
}

void report_output(FILE *out, struct view_output output, bool whole) {
  const char *from = output.bytes, *to = from + output.size;
  const char *head = whole ? to : first_lines(from, to, OUTPUT_SHORT / 2);
  const char *tail = last_lines(head, to, OUTPUT_SHORT / 2);
  print_lines(out, from, head);
  if (tail > head)
    fprintf(out, "  ... %td bytes are left out here\n", tail - head);
  print_lines(out, tail, to);
}

static void print_output(FILE *out, const struct result_view *view,
                         const struct finding_view *finding, bool whole) {
  const size_t trunk = finding->has_trunk_output ? view->trunk_output.size : 0;
  if (view->options->output != OUTPUT_FAILING || !(trunk + finding->output.size))
    return;
  fputs("\nOutput of the program in this trace:\n", out);
  if (trunk)
    report_output(out, view->trunk_output, whole);
  report_output(out, finding->output, whole);
}

//===- All of it ------------------------------------------------------------------------------===//

bool report_is_long(const struct result_view *view, const struct finding_view *finding) {
  enum { OUTPUT_BYTES = 1000 };
  return finding->steps > SCHEDULE_SHORT ||
         view->trunk_output.size + finding->output.size > OUTPUT_BYTES;
}

static void print_replay_command(FILE *out, const struct result_view *view,
                                 const struct finding_view *finding) {
  if (!*finding->trace_file)
    return;
  char *words[] = {(char *)finding->trace_file, NULL};
  char *trace_file = quote_words(words), *program = quote_words(view->argv),
       *call = quote_check_call(view->check_call);
  fprintf(out, "\nTo see it again: %smcmini replay ", call);
  if (finding->is_of_primitive)
    fputs("--lint ", out);
  for (unsigned i = 0; i < view->options->primitives.count; i++) {
    char *option[] = {format_text("--primitives=%s", view->options->primitives.item[i]), NULL};
    char *quoted = quote_words(option);
    fprintf(out, "%s ", quoted);
    free(quoted);
    free(option[0]);
  }
  fprintf(out, "%s -- %s\n", trace_file, program);
  if (finding->explained.critical)
    fprintf(out, "In GDB, from the step that decides: %smcmini-gdb --at=critical %s %s\n", call,
            trace_file, program);
  free(call);
  free(trace_file);
  free(program);
}

void report_finding(FILE *out, const struct result_view *view, const struct finding_view *finding,
                    bool whole) {
  const bool has_colour = out == stdout && terminal_has_colour(view->options);
  print_first_lines(out, finding);
  print_places(out, finding);
  report_race(out, view, finding);
  print_backtrace(out, finding);
  if (finding->has_chunk) {
    print_call(out, "Allocated", &finding->allocated);
    print_call(out, "Freed", &finding->freed);
  }
  if (whole || finding->number == 1) {
    report_explained(out, finding);
    schedule_print(out, finding, whole || view->options->schedule == SCHEDULE_IS_FULL, has_colour);
    report_critical(out, finding);
    if (view->options->explain)
      report_steps(out, view, finding, whole);
  }
  if (view->options->contrast)
    report_contrast(out, finding);
  print_ends(out, finding, has_colour);
  print_output(out, view, finding, whole);
  if (view->options->explain && (whole || finding->number == 1))
    report_terms(out, finding);
  print_replay_command(out, view, finding);
}
