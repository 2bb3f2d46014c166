// driver/main.c - the command `mcmini`: options, program, session, run, verdict, report.
#include "commands.h"
#include "automatic.h"
#include "diagnose.h"
#include "elsewhere.h"
#include "formats.h"
#include "input.h"
#include "interrupts.h"
#include "locks.h"
#include "journal.h"
#include "launch.h"
#include "names.h"
#include "options.h"
#include "peer.h"
#include "output_file.h"
#include "quote.h"
#include "processes.h"
#include "program.h"
#include "report.h"
#include "result.h"
#include "rules.h"
#include "session_check.h"
#include "simplest.h"
#include "store.h"
#include "trace_file.h"
#include "traces.h"
#include "trials.h"
#include "variables.h"
#include "view_read.h"
#include "watch.h"
#include "work.h"
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
  formats_check(options);
  struct stat info;
  if (!options->given.output_dir)
    return;
  const char *folder = options->output_dir;
  if (!stat(folder, &info) && !S_ISDIR(info.st_mode))
    usage_error("--output-dir=%s: is no directory", folder);
  if (access(folder, W_OK | X_OK))
    usage_error("--output-dir=%s: %s", folder, strerror(errno));
}

static void *tell(void *argument) {
  struct result *result = argument;
  struct names names;
  result->symbols = symbols_open(result->launch->maps, result->launch->maps_size);
  names_init(&names, result->session, result->symbols, result->program->path);
  rules_suppress(result->session, &names);
  result_judge(result);
  explain_findings(result, &names);
  bool is_written = traces_write(result, &names) || !result->options->given.output_dir;
  is_written &= traces_write_saved(result, &names);
  trials_run(result);
  struct result_view *view = view_of(result, &names);
  report_write_long(view);
  if (!formats_take_stdout(result->options) && !report_print(view))
    is_written = false;
  if (!formats_write(result->options, view) || !is_written) // last: it may have to wait for a reader
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

/// What a search has left, in other formats, or for people.
int command_report(const struct options *options) {
  formats_check(options);
  const struct result_view *view = view_read(options->word, options);
  const bool is_printed = formats_are_given(options) || report_print(view);
  return formats_write(options, view) && is_printed ? STATUS_OK : STATUS_USAGE;
}

/// The program reads standard input, which from now on is what it can have of that.
static _Noreturn void begin_again(const struct launch *launch, const struct options *options,
                                  char **argv) {
  processes_end();
  interrupts_end("mcmini: ended before the search began\n", STATUS_INCOMPLETE);
  interrupts_after(options->given.timeout ? options->timeout + 1 : 0);
  input_take();
  interrupts_after(0);
  signal(SIGXFSZ, launch->size_signal);
  signal(SIGPIPE, launch->pipe_signal);
  journal_close(launch->journal);
  execv("/proc/self/exe", argv);
  internal_fault("/proc/self/exe: %s", strerror(errno));
}

/// Of a search that is not complete.
static void tell_how_to_go_on(const struct result *result) {
  struct journal *journal = result->launch->journal;
  if (result->status != STATUS_FAILED && journal_has_rest(journal))
    fprintf(stderr, "mcmini: to go on with this search: mcmini resume %s\n",
            quote_words((char *[]){store_name(result->options->journal), NULL}));
  elsewhere_tell(result);
  journal_close(journal);
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
  automatic_begin(&options);
  if (options.given.timeout) // a trace file may be a pipe
    interrupts_after(options.timeout + 1);
  variables_check(environ);
  program_find(&program, options.program);
  check_outputs(&options);
  launch_prepare(&launch, &options);
  const char *recorded = NULL;
  if (options.trace)
    recorded = trace_file_read(options.trace, &program, launch.session);
  else if (options.peers.count)
    peers_record(launch.session, &options, &program);
  locks_find(launch.session, program.path);
  session_keep(&launch);
  if (options.journal)
    launch.journal = journal_open(options.journal, &options, &program);
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
  if (work_refused())
    usage_error("--journal=%s: %s; %s", store_name(options.journal), work_refused(),
                journal_anew(launch.journal));
  if (work_unwritten() && !result.ended.interrupted && !result.ended.timed_out)
    elsewhere_go_on(&result);
  result.overwritten = session_check(&launch, &result.ended);
  result_settle(&result);
  if (options.debug_session && result.session->end != MC_END_NONDETERMINISTIC) {
    result_judge(&result);
    check_busy_places(&result);
    launch_write_debug_session(&launch, options.debug_session);
  } else {
    tell_on_own_stack(&result);
  }
  tell_how_to_go_on(&result);
  return result.status;
}
