// driver/doctor.c - `mcmini doctor`: it runs a program of McMini's own, then one trace of the
// user's, and says what the runtime has met there; each in a process of its own, which may end by
// an error.
#include "doctor.h"
#include "diagnose.h"
#include "installed.h"
#include "interrupts.h"
#include "names.h"
#include "processes.h"
#include "session_check.h"
#include "terminal.h"
#include "text.h"
#include "view_internal.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool has_lost; ///< in this process

//===- Lines ----------------------------------------------------------------------------------===//

enum { INDENT = 8 };

/// "        effect: ...", wrapped.
static void print_text(const char *label, const char *text) {
  if (*text)
    text_wrap(stdout, text, (unsigned)printf("%*s%s: ", INDENT, "", label), INDENT + 2,
              terminal_width(stdout));
}

void doctor_say(enum doctor_mark mark, const char *what, const char *loss, const char *remedy) {
  static const char *const words[] = {"ok", "less", "lost"};
  text_wrap(stdout, what, (unsigned)printf("  %-5s ", words[mark]), INDENT, terminal_width(stdout));
  print_text("effect", loss);
  print_text("what helps", remedy);
  has_lost |= mark == DOCTOR_LOST;
}

//===- The program ----------------------------------------------------------------------------===//

static void say_how_it_is_built(const struct view_observed *observed) {
  if (observed->is_tsan)
    doctor_say(DOCTOR_OK, "compiled with -fsanitize=thread, linked by mcmini-cc --from-tsan", "",
               "");
  else if (observed->is_linked)
    doctor_say(DOCTOR_OK,
               format_text("built with mcmini-cc: %u source file%s", observed->module.count,
                           observed->module.count == 1 ? "" : "s"),
               "", "");
  else
    doctor_say(DOCTOR_LOST, "not built with mcmini-cc: the runtime is preloaded",
               "thread primitives are seen, memory accesses and atomics are not",
               "Build it with mcmini-cc -g, or mcmini-c++ -g");
}

static char *listed(const struct view_texts *texts) {
  char *list = format_text("%s", "");
  for (unsigned i = 0; i < texts->count; i++)
    list = format_text("%s%s%s", list, i ? ", " : "", texts->text[i]);
  return list;
}

struct search {
  const struct program *program;
  struct view_texts without;
};

/// Of the program's own code: nobody asks for the lines of libc.
static void add_own(void *context, const char *path) {
  struct search *search = context;
  const bool is_own = !strcmp(last_part(path), last_part(search->program->path)) ||
                      program_has_unseen(search->program, path) || program_mentions_runtime(path);
  if (is_own)
    view_add_text(&search->without, last_part(path));
}

static void say_debug_information(const struct result *result) {
  struct search search = {.program = result->program};
  symbols_without_lines(result->symbols, add_own, &search);
  if (!search.without.count)
    doctor_say(DOCTOR_OK, "debug information", "", "");
  else
    doctor_say(DOCTOR_LOST, format_text("no debug information in %s", listed(&search.without)),
               "reports have no lines there, no source text, and fewer names",
               "Compile it with -g");
}

static void say_reasons(const struct result_view *view) {
  for (unsigned i = 0; i < view->reasons; i++) {
    const struct view_reason *reason = &view->reason[i];
    if (!reason->is_asked_for)
      doctor_say(DOCTOR_LOST, format_text("%s (mcmini explain %s)", reason->missing, reason->id),
                 "", reason->remedy);
  }
}

void doctor_program(const struct result *result, const struct result_view *view) {
  const struct view_observed *observed = &view->observed;
  say_how_it_is_built(observed);
  if (observed->library.count)
    doctor_say(DOCTOR_LOST, format_text("not instrumented: %s", listed(&observed->library)),
               "of it only calls of thread primitives are seen", "Build it with mcmini-cc, too");
  if (observed->machine.count)
    doctor_say(DOCTOR_LESS, format_text("seen as machine code: %s", listed(&observed->machine)),
               "of it no memory orders and no names of variables are known",
               "Build it with mcmini-cc, too");
  say_debug_information(result);
  if (*observed->kernel_threads)
    doctor_say(DOCTOR_LESS, format_text("kernel threads: %s", observed->kernel_threads),
               "traces are slower", "");
  if (*observed->fork)
    doctor_say(DOCTOR_LESS, format_text("a process for each trace: %s", observed->fork),
               "traces are slower", "");
  if (observed->threads < 2)
    doctor_say(DOCTOR_LOST, "its first trace has one thread",
               "there is one schedule, and nothing to check",
               "Give it arguments or input with which it makes threads");
  else
    doctor_say(DOCTOR_OK, format_text("its first trace has %u threads", observed->threads), "", "");
  say_reasons(view);
}

//===- Running --------------------------------------------------------------------------------===//

typedef void sayer(const struct result *result, const struct result_view *view);

/// What is read of a pipe in a trial is gone for whoever it is meant for.
static void leave_input(void) {
  struct stat info;
  if (!fstat(STDIN_FILENO, &info) && S_ISREG(info.st_mode))
    return;
  const int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, STDIN_FILENO);
  close(nothing);
}

/// In a process of its own.
static _Noreturn void run(struct options *options, char **argv, sayer *say) {
  struct program program;
  struct launch launch = {.pipe_signal = SIG_DFL};
  struct names names;
  leave_input();
  program_find(&program, argv);
  launch_prepare(&launch, options);
  session_keep(&launch);
  launch_start(&launch, &program, options);
  struct result result = {.options = options,
                          .program = &program,
                          .launch = &launch,
                          .session = launch.session,
                          .ended = watch_search(&launch, options)};
  processes_end();
  interrupts_quit();
  result.overwritten = session_check(&launch, &result.ended);
  result_settle(&result);
  result.symbols = symbols_open(launch.maps, launch.maps_size);
  names_init(&names, result.session, result.symbols, program.path);
  result_judge(&result);
  say(&result, view_of(&result, &names));
  exit(!terminal_is_written("the result") ? STATUS_USAGE
       : has_lost                         ? STATUS_INCOMPLETE
                                          : STATUS_OK);
}

static int run_apart(const struct options *options, char **argv, sayer *say) {
  struct options own = *options;
  int status;
  own.stats = own.keep_going = own.quiet = true;
  own.output = OUTPUT_FAILING;
  if (say == doctor_program)
    own.max_traces = own.given.max_traces = 1;
  fflush(stdout);
  const pid_t child = fork();
  if (child == 0)
    run(&own, argv, say);
  if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
    internal_fault("the trial run of %s has no end", argv[0]);
  return WEXITSTATUS(status);
}

int command_doctor(const struct options *options) {
  char *probe[] = {installed_file("lib/mcmini-probe"), NULL};
  puts("This machine:");
  int status = run_apart(options, probe, doctor_machine);
  if (!options->program || status == STATUS_USAGE)
    return status;
  printf("\n%s:\n", options->program[0]);
  const int programs = run_apart(options, options->program, doctor_program);
  return programs ? programs : status;
}
