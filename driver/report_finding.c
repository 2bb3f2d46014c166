// driver/report_finding.c - one finding, for people.
#include "diagnose.h"
#include "finding.h"
#include "report.h"
#include "schedule.h"
#include "trace_file.h"
#include <ctype.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { NOBODY = UINT32_MAX, MOST_FRAMES = MC_SESSION_MAX_FRAMES, FUNCTION_WIDTH = 24 };

void report_position(FILE *out, struct names *names, uint32_t site) {
  const struct place *place = names_place(names, site);
  if (place->line || *place->function) {
    fputs("\n      at ", out);
    place_print(out, place, REPORT_WIDTH - 9);
  }
  fputc('\n', out);
}

//===- Where and why --------------------------------------------------------------------------===//

static void print_site(FILE *out, struct names *names, const struct mc_finding *finding) {
  if (finding->kind == MC_FINDING_PRIMITIVE && finding->site != NOBODY) {
    fprintf(out, "  mend %s", names_place(names, finding->site)->function);
    report_position(out, names, finding->site);
  }
  if (finding->site == NOBODY || finding->thread == NOBODY)
    return;
  fprintf(out, "  by thread %s", names_thread_long(names, finding->thread));
  report_position(out, names, finding->site);
}

static void print_frame(FILE *out, struct names *names, const struct code_place *frame) {
  struct place *place = names_code(names, frame);
  bool has_line = place->line != 0;
  fprintf(out, "  %-*s ", FUNCTION_WIDTH, has_line ? place->function : "");
  place_print(out, place, REPORT_WIDTH - FUNCTION_WIDTH - 3);
  fputc('\n', out);
  free(place);
}

static void print_frames(FILE *out, struct names *names, uint32_t machine) {
  struct code_place frame[MOST_FRAMES];
  unsigned count = finding_frames(names, machine, frame, MOST_FRAMES);
  for (unsigned i = 0; i < count; i++)
    print_frame(out, names, &frame[i]);
}

static void print_backtrace(FILE *out, struct names *names, const struct mc_finding *finding) {
  if (!finding->machine)
    return;
  fprintf(out, "\nBacktrace of thread %s:\n", names_thread(names, finding->thread));
  print_frames(out, names, finding->machine);
}

static void print_memory_call(FILE *out, struct names *names, const char *what,
                              const struct mc_memory_call *call) {
  if (call->thread == NOBODY)
    return;
  fprintf(out, "\n%s by thread %s:\n", what, names_thread_long(names, call->thread));
  struct code_place caller;
  if (call->machine)
    print_frames(out, names, call->machine);
  else if (call->code)
    caller = symbols_code(names->symbols, call->code, true), print_frame(out, names, &caller);
  else
    fputs("  unknown where: one of many calls before the search\n", out);
}

static void print_memory(FILE *out, struct names *names, const struct mc_finding *finding) {
  if (!finding->has_chunk)
    return;
  print_memory_call(out, names, "Allocated", &finding->allocated);
  print_memory_call(out, names, "Freed", &finding->freed);
}

//===- The state at the end -------------------------------------------------------------------===//

/// ": held by thread 0.2 since step 4 (bank.c:12)"
static void print_reason(FILE *out, struct names *names, const struct mc_finding *finding,
                         const struct mc_thread_end *end) {
  char *state = names_expand(names, session_text(names->session, end->object_state), "thread ");
  if (*state)
    fprintf(out, ": %s", state);
  free(state);
  if (end->holder == NOBODY)
    return;
  if (end->held_since >= finding->steps) {
    fputs(" since before the search", out);
    return;
  }
  const struct mc_step_record *step = &names->session->step[finding->first_step + end->held_since];
  char *position = names_position(names_place(names, step->site));
  fprintf(out, " since step %u%s%s%s", end->held_since + 1, *position ? " (" : "", position,
          *position ? ")" : "");
  free(position);
}

static const char *describe_status(uint32_t status) {
  switch (status) {
  case MC_THREAD_BLOCKED:
    return "waits to";
  case MC_THREAD_WAITING:
    return "waits in a loop:";
  case MC_THREAD_LIMITED:
    return "was stopped by --max-depth-per-thread before";
  case MC_THREAD_BEYOND:
    return "was stopped by McMini's limit of 128 threads before";
  default:
    return "could go on with";
  }
}

/// What a loop waits for, and since when it is as it is.
static void print_awaited(FILE *out, struct names *names, const struct mc_finding *finding,
                          const struct mc_awaited *awaited) {
  fprintf(out, "      %s is %" PRIu64, names_object(names, awaited->object), awaited->value);
  if (awaited->written == MC_PLAINLY_WRITTEN) {
    fputc('\n', out);
    return;
  }
  if (awaited->written >= finding->steps) {
    fputs(", and nobody has changed it\n", out);
    return;
  }
  const struct mc_step_record *step = &names->session->step[finding->first_step + awaited->written];
  char *position = names_position(names_place(names, step->site));
  fprintf(out, " since step %u%s%s%s, by thread %s\n", awaited->written + 1, *position ? " (" : "",
          position, *position ? ")" : "", names_thread(names, step->thread));
  free(position);
}

static void print_end(FILE *out, struct names *names, const struct mc_finding *finding,
                      uint32_t thread) {
  const struct mc_thread_end *end = &finding->end[thread];
  if (end->status == MC_THREAD_ABSENT || end->status == MC_THREAD_FINISHED)
    return;
  fprintf(out, "  thread %s ", names_thread_long(names, thread));
  if (end->status == MC_THREAD_RUNNING || !end->pending.operation) {
    fputs("was running its own code\n", out);
    return;
  }
  char *text = names_step(names, &end->pending, false);
  fprintf(out, "%s %s", describe_status(end->status), text);
  free(text);
  if (end->until)
    fprintf(out, ", %s", session_text(names->session, end->until));
  if (end->status == MC_THREAD_BLOCKED || (end->until && !end->awaits))
    print_reason(out, names, finding, end);
  report_position(out, names, end->pending.site);
  for (uint32_t i = 0; i < end->awaits; i++)
    print_awaited(out, names, finding, &end->awaited[i]);
}

static void print_ends(FILE *out, struct names *names, const struct mc_finding *finding) {
  unsigned finished = 0, going = 0;
  for (uint32_t t = 0; t < MC_SESSION_MAX_THREADS; t++) {
    const struct mc_thread_end *end = &finding->end[t];
    finished += end->status == MC_THREAD_FINISHED;
    going += end->status != MC_THREAD_FINISHED && end->pending.operation;
  }
  if (!going || finding->kind == MC_FINDING_DATA_RACE) // the trace went on after the race
    return;
  fputs("\nAt the end:\n", out);
  for (uint32_t t = 0; t < MC_SESSION_MAX_THREADS; t++)
    print_end(out, names, finding, t);
  if (finished)
    fprintf(out, "  %u thread%s finished\n", finished, finished == 1 ? " has" : "s have");
}

//===- Output ---------------------------------------------------------------------------------===//

char *report_map_output(const struct result *result, size_t *size) {
  off_t end = result->launch->output_fd < 0 ? 0 : lseek(result->launch->output_fd, 0, SEEK_END);
  if (end <= 0)
    return NULL;
  *size = (size_t)end;
  void *bytes = mmap(NULL, *size, PROT_READ, MAP_SHARED, result->launch->output_fd, 0);
  return bytes == MAP_FAILED ? NULL : bytes;
}

/// Where the last `lines` lines of [from, to) begin.
static const char *last_lines(const char *from, const char *to, unsigned lines) {
  const char *at = to;
  while (at > from) {
    if (at[-1] == '\n' && at != to && lines-- <= 1)
      break;
    at--;
  }
  return at;
}

static void print_lines(FILE *out, const char *from, const char *to) {
  while (from < to) {
    const char *end = memchr(from, '\n', (size_t)(to - from));
    fputs("  | ", out);
    for (; from < (end ? end : to); from++)
      fputc(isprint((unsigned char)*from) || *from == '\t' || *from & 0x80 ? *from : '?', out);
    fputc('\n', out);
    from += end != NULL;
  }
}

void report_output(FILE *out, const struct result *result, uint64_t start, uint64_t size,
                   bool whole) {
  size_t all = 0;
  char *bytes = report_map_output(result, &all);
  if (bytes && start < all) {
    const char *to = bytes + (size < all - start ? start + size : all);
    const char *from = whole ? bytes + start : last_lines(bytes + start, to, OUTPUT_SHORT);
    if (from > bytes + start)
      fprintf(out, "  ... %td bytes are left out here\n", from - (bytes + start));
    print_lines(out, from, to);
  }
  if (bytes)
    munmap(bytes, all);
}

static void print_output(FILE *out, const struct result *result, const struct mc_finding *finding,
                         bool whole) {
  uint64_t trunk = finding->output_start ? result->session->observed.trunk_output : 0;
  if (strcmp(result->options->output, "failing") || !(trunk + finding->output_size))
    return;
  fputs("\nOutput of the program in this trace:\n", out);
  if (trunk)
    report_output(out, result, 0, trunk, whole);
  report_output(out, result, finding->output_start, finding->output_size, whole);
}

//===- All of it ------------------------------------------------------------------------------===//

bool report_is_long(const struct result *result, const struct mc_finding *finding) {
  enum { OUTPUT_BYTES = 1000 };
  return finding->steps > SCHEDULE_SHORT ||
         result->session->observed.trunk_output + finding->output_size > OUTPUT_BYTES;
}

static void print_replay_command(FILE *out, const struct result *result, uint32_t index) {
  if (!result->trace_file[index])
    return;
  char *words[] = {result->trace_file[index], NULL};
  char *trace_file = quote_words(words), *program = quote_words(result->program->argv);
  fputs("\nTo see it again: mcmini replay ", out);
  if (result->session->finding[index].kind == MC_FINDING_PRIMITIVE)
    fputs("--lint ", out);
  for (unsigned i = 0; i < result->options->primitives.count; i++) {
    char *option[] = {format_text("--primitives=%s", result->options->primitives.item[i]), NULL};
    char *quoted = quote_words(option);
    fprintf(out, "%s ", quoted);
    free(quoted);
    free(option[0]);
  }
  fprintf(out, "%s -- %s\n", trace_file, program);
  free(trace_file);
  free(program);
}

void report_finding(FILE *out, const struct result *result, struct names *names, uint32_t index,
                    bool whole) {
  const struct mc_finding *finding = &result->session->finding[index];
  print_site(out, names, finding);
  report_race(out, result, names, finding);
  print_backtrace(out, names, finding);
  print_memory(out, names, finding);
  if (whole || index == 0)
    schedule_print(out, names, finding, whole);
  print_ends(out, names, finding);
  print_output(out, result, finding, whole);
  print_replay_command(out, result, index);
}
