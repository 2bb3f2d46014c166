// driver/fault.c - see fault.h.
#include "fault.h"
#include "diagnose.h"
#include "names.h"
#include "own_file.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

static const char program_line[] = "\nprogram: ";

static void write_command(FILE *out) {
  FILE *self = fopen("/proc/self/cmdline", "re");
  fputs("command:", out);
  for (int c, start = 1; self && (c = fgetc(self)) != EOF; start = !c) {
    if (start)
      fputc(' ', out);
    if (c)
      fputc(c, out);
  }
  if (self)
    fclose(self);
}

static void write_frames(FILE *out, const struct result *result) {
  const struct mc_session *session = result->session;
  struct code_place frame[MC_SESSION_MAX_FRAMES];
  if (!session->fault_machine)
    return;
  struct symbols *symbols = symbols_open(result->launch->maps, result->launch->maps_size);
  const unsigned frames = symbols_unwind(symbols, &session->machine[session->fault_machine - 1],
                                         frame, MC_SESSION_MAX_FRAMES);
  for (unsigned i = 0; i < frames; i++)
    fprintf(out, "#%u %s (%s:%u) %s+0x%" PRIx64 "\n", i,
            frame[i].function ? frame[i].function : "?", frame[i].file ? frame[i].file : "?",
            frame[i].line, frame[i].module ? frame[i].module : "?", frame[i].offset);
}

static void write_session(FILE *out, const struct mc_session *session) {
  static const char *const phases[] = {"start", "trunk", "searching", "done"};
  const struct mc_session_counts *counts = &session->counts;
  fprintf(out,
          "phase: %s\nprogress: %" PRIu64 "\ntrace serial: %" PRIu64
          "\nreason for kernel threads: %s\nreason for forks: %s\nguard: %s%s\n",
          phases[session->phase], session->progress, session->trace_serial,
          session_text(session, session->observed.kernel_threads),
          session_text(session, session->observed.fork),
          session->observed.protection_key ? "key " : "",
          session_text(session, session->observed.guard));
  fprintf(out, "traces:");
  for (unsigned i = 0; i < MC_TRACE_KINDS; i++)
    fprintf(out, " %" PRIu64, counts->traces[i]);
  fprintf(out,
          "\ntransitions: %" PRIu64 "\ndepth: %u\nthreads: %u\nobjects: %u\nfindings: %u\n",
          counts->transitions, counts->max_depth, session->thread_count, session->object_count,
          session->finding_count);
}

static void write_report(FILE *out, const struct result *result, const char *what) {
  struct utsname system;
  fprintf(out, "McMini " MC_VERSION ": internal fault: %s\n", what);
  write_command(out);
  fprintf(out, "%s%s, %s, hash %016" PRIx64 "\n", program_line, result->program->path,
          result->program->instrumented ? "instrumented" : "preloaded",
          program_identity(result->program));
  if (!uname(&system))
    fprintf(out, "system: %s %s %s %s\n", system.sysname, system.release, system.version,
            system.machine);
  fprintf(out, "seconds: %.3f\n", result->ended.seconds);
  write_session(out, result->session);
  fputc('\n', out);
  write_frames(out, result);
  fprintf(out, "\n%.*s", (int)result->launch->maps_size,
          result->launch->maps ? result->launch->maps : "");
}

/// The same fault of the same command and program.
static bool is_ours(const struct file_text *old, const struct file_text *new) {
  const char *line = memmem(new->bytes, new->size, program_line, strlen(program_line));
  const size_t same = (size_t)(strchr(line + 1, '\n') - new->bytes);
  return old->size >= same && !memcmp(old->bytes, new->bytes, same);
}

/// NULL: it has said why.
static char *write_file(const struct result *result, const char *what) {
  struct file_text text = {0};
  FILE *out = open_memstream(&text.bytes, &text.size);
  if (!out)
    internal_fault("out of memory");
  write_report(out, result, what);
  fclose(out);
  char *program = own_file_stem(result->options->output_dir, result->program->path);
  const struct own_file file = {format_text("%s.fault", program), ".txt", true, is_ours};
  return own_file_write(&file, &text);
}

void fault_report(const struct result *result, const char *what) {
  char *path = write_file(result, what);
  if (!path)
    internal_fault("%s", what);
  say_error("internal fault: %s", what);
  say_error("this is an error in McMini " MC_VERSION ", not in your program; please report it with "
            "the file\nmcmini: %s and, if you can, the program",
            path);
  exit(STATUS_INTERNAL);
}
