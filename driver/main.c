// driver/main.c - the command `mcmini`: options, program, session, run, verdict, report.
#include "diagnose.h"
#include "simplest.h"
#include "finding.h"
#include "input.h"
#include "interrupts.h"
#include "json.h"
#include "launch.h"
#include "names.h"
#include "options.h"
#include "output_file.h"
#include "processes.h"
#include "program.h"
#include "report.h"
#include "result.h"
#include "rules.h"
#include "session_check.h"
#include "trace_file.h"
#include "variables.h"
#include "watch.h"
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

extern char **environ;

static void check_outputs(const struct options *options) {
  if (options->json)
    json_check(options->json);
  struct stat info;
  if (options->given.trace_dir && !stat(options->trace_dir, &info) && !S_ISDIR(info.st_mode))
    usage_error("--trace-dir=%s: is no directory", options->trace_dir);
  if (options->given.trace_dir && access(options->trace_dir, W_OK | X_OK))
    usage_error("--trace-dir=%s: %s", options->trace_dir, strerror(errno));
}

/// The number of the finding among those of its kind, from 1.
static unsigned number_of_kind(const struct mc_session *session, uint32_t index) {
  unsigned number = 1;
  for (uint32_t i = 0; i < index; i++)
    number += session->finding[i].kind == session->finding[index].kind;
  return number;
}

static char *path_of(const struct options *options, const char *name) {
  const bool here = !strcmp(options->trace_dir, ".");
  return format_text("%s%s%s", here ? "" : options->trace_dir, here ? "" : "/", name);
}

static const struct mc_finding *finding_of_trace(const struct mc_session *session,
                                                 uint64_t number) {
  for (uint32_t i = 0; i < session->finding_count; i++)
    if (session->finding[i].first_trace == number || session->finding[i].last_trace == number)
      return &session->finding[i];
  return NULL;
}

/// For --save-trace.
static void write_saved_trace(const struct result *result, struct names *names) {
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
  const char *path = path_of(result->options, format_text("trace-%04" PRIu64 ".trace", wanted));
  if (!trace_file_write(path, result->program, names, &trace))
    warn("%s: %s", path, output_file_error());
}

/// The schedule that is shown.
static bool write_trace(const char *path, const struct result *result, struct names *names,
                        uint32_t index) {
  struct explanation *e = result->explanation[index];
  const struct trace trace =
      e ? finding_trace(&e->result, &e->names, e->finding) : finding_trace(result, names, index);
  return trace_file_write(path, result->program, e ? &e->names : names, &trace);
}

static void write_traces(struct result *result, struct names *names) {
  const struct mc_session *session = result->session;
  result->trace_file = allocate(session->finding_count * sizeof *result->trace_file);
  for (uint32_t i = 0; i < session->finding_count; i++) {
    if (result->options->trace) { // that file is the finding's
      result->trace_file[i] = (char *)result->options->trace;
      continue;
    }
    char *path = path_of(result->options, format_text("%s-%04u.trace", finding_name(&session->finding[i]),
                                                      number_of_kind(session, i)));
    if (write_trace(path, result, names, i))
      result->trace_file[i] = path;
    else
      warn("%s: %s", path, output_file_error());
  }
}

static void *tell(void *argument) {
  struct result *result = argument;
  const char *json = result->options->json;
  struct names names;
  result->symbols = symbols_open(result->launch->maps, result->launch->maps_size);
  names_init(&names, result->session, result->symbols, result->program->path);
  rules_suppress(result->session, &names);
  result_judge(result);
  explain_findings(result, &names);
  write_traces(result, &names);
  write_saved_trace(result, &names);
  const struct result_view *view = view_of(result, &names);
  if ((!json || strcmp(json, "-")) && !report_print(view))
    result->status = STATUS_USAGE;
  if (json && !json_write(json, view)) // last: it may have to wait for a reader
    result->status = STATUS_USAGE;
  return NULL;
}

/// On a stack of its own: libdw needs more than a small limit (ulimit -s) leaves to the main one.
static void tell_on_own_stack(struct result *result) {
  enum { STACK = 8 << 20 };
  pthread_attr_t attr;
  pthread_t thread;
  pthread_attr_init(&attr);
  pthread_attr_setstacksize(&attr, STACK);
  if (pthread_create(&thread, &attr, tell, result))
    tell(result);
  else
    pthread_join(thread, NULL);
  pthread_attr_destroy(&attr);
}

/// The runtime waits there by a trap; but all traps are the debugger's.
static void check_busy_places(const struct result *result) {
  const struct mc_session *session = result->session;
  for (uint32_t i = 0; i < session->place_count; i++)
    if (session->place[i].code)
      usage_error(
          "%s: waits busily in code that was not built with mcmini-cc, which cannot be done "
          "in a debugger; mcmini replay shows the trace",
          result->program->path);
}

/// Else what the command opens would take their numbers, and get what it prints.
static void open_standard_files(void) {
  while (1) {
    const int fd = open("/dev/null", O_RDONLY);
    if (fd > STDERR_FILENO)
      close(fd);
    if (fd < 0 || fd > STDERR_FILENO)
      return;
  }
}

/// The program reads a pipe: from now on standard input is a file with what comes in that.
static _Noreturn void begin_again(const struct launch *launch, const struct options *options,
                                  char **argv) {
  processes_end();
  interrupts_end("mcmini: ended before the search began\n", STATUS_INCOMPLETE);
  interrupts_after(options->given.timeout ? options->timeout + 1 : 0);
  input_take();
  interrupts_after(0);
  signal(SIGXFSZ, launch->size_signal);
  signal(SIGPIPE, launch->pipe_signal);
  execv("/proc/self/exe", argv);
  internal_fault("/proc/self/exe: %s", strerror(errno));
}

int main(int argc, char **argv) {
  struct options options;
  struct program program;
  struct launch launch = {.pipe_signal = signal(SIGPIPE, SIG_IGN)}; // what cannot be written is told
  open_standard_files();
  interrupts_end("mcmini: ended before the search began\n", STATUS_INCOMPLETE);
  options_parse(&options, argc, argv);
  if (options.command && options.command->run)
    return options.command->run(&options);
  if (options.given.timeout) // a trace file may be a pipe
    interrupts_after(options.timeout + 1);
  variables_check(environ);
  program_find(&program, options.program);
  check_outputs(&options);
  launch_prepare(&launch, &options);
  const char *recorded = NULL;
  if (options.trace)
    recorded = trace_file_read(options.trace, &program, launch.session);
  session_keep(&launch);
  launch_start(&launch, &program, &options);
  struct result result = {.options = &options,
                          .program = &program,
                          .launch = &launch,
                          .session = launch.session,
                          .recorded = recorded,
                          .ended = watch_search(&launch, &options)};
  if (input_is_missed())
    begin_again(&launch, &options, argv);
  interrupts_end("mcmini: ended before the result was written\n", STATUS_USAGE);
  processes_end(); // before anything is printed: the reader of a pipe may be gone
  interrupts_quit();
  input_tell();
  result.overwritten = session_check(&launch, &result.ended);
  result_settle(&result);
  if (options.debug_session && result.session->end != MC_END_NONDETERMINISTIC) {
    result_judge(&result);
    check_busy_places(&result);
    launch_write_debug_session(&launch, options.debug_session);
  } else {
    tell_on_own_stack(&result);
  }
  return result.status;
}
