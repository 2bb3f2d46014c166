// mcmini/test_explore.h - mc_check of <mcmini/test.h>, in a program that was built with mcmini-cc.
//
// The n-th call runs mcmini on this program with the same arguments; MC_CHECK_CALL says n, the
// call's place and a folder with what the calls before have given. There these return that at once,
// the n-th calls the function and ends the process.
#ifndef MCMINI_TEST_EXPLORE_H
#define MCMINI_TEST_EXPLORE_H

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct mc_check_text {
  struct mc_check_text *next;
  char bytes[1];
};

/// One for all files of the program.
struct mc_check_state {
  bool started, is_child, is_running, is_explored;
  unsigned calls, chosen;
  pid_t owner;
  char folder[PATH_MAX / 2], place[PATH_MAX];
  struct mc_check_text *texts;
};
__attribute__((weak)) struct mc_check_state mc_check_state_;

#include <mcmini/test_json.h>

static const char mc_check_elsewhere[] =
    "when the program was run again, it did not come to this call of mc_check";

//===- The processes --------------------------------------------------------------------------===//

MCMINI_NO_CHECK static inline void mc_check_file_(char path[PATH_MAX], unsigned call,
                                                  const char *ending) {
  snprintf(path, PATH_MAX, "%s/%u%s", mc_check_state_.folder, call, ending);
}

static inline void mc_check_clean_(void) {
  static const char *const endings[] = {".json", ".out", ".err", ".status"};
  if (getpid() != mc_check_state_.owner)
    return;
  for (unsigned call = 1; call <= mc_check_state_.calls; call++)
    for (unsigned i = 0; i < sizeof endings / sizeof *endings; i++) {
      char path[PATH_MAX];
      mc_check_file_(path, call, endings[i]);
      unlink(path);
    }
  rmdir(mc_check_state_.folder);
}

/// Whether mcmini runs this program: the runtime takes the variable from environ only.
MCMINI_NO_CHECK static inline bool mc_check_is_explored_(void) {
  size_t size;
  char *all = mc_check_read_("/proc/self/environ", &size);
  bool found = false;
  for (size_t at = 0; at < size; at += strlen(all + at) + 1)
    found |= !strncmp(all + at, "MCMINI_SESSION=", 15);
  return found;
}

static inline void mc_check_exit_(void) {
  if (!mc_check_state_.is_running)
    mc_fail(mc_check_elsewhere);
}

/// Before main: what the program does must not decide whether its end is looked at.
__attribute__((constructor)) MCMINI_NO_CHECK static inline void mc_check_start_(void) {
  struct mc_check_state *s = &mc_check_state_;
  if (s->started)
    return;
  s->started = true;
  s->is_explored = mc_check_is_explored_();
  const char *chosen = getenv("MC_CHECK_CALL");
  if (!s->is_explored || !chosen)
    return;
  s->is_child = sscanf(chosen, "%u %2047[^ \n] %4095[^\n]", &s->chosen, s->folder, s->place) >= 1;
  unsetenv("MC_CHECK_CALL");
  if (!s->is_child)
    return;
  atexit(mc_check_exit_);
}

MCMINI_NO_CHECK static inline unsigned mc_check_threads_(void) {
  unsigned threads = 0;
  DIR *folder = opendir("/proc/self/task");
  if (!folder)
    return 1;
  for (struct dirent *entry; (entry = readdir(folder));)
    threads += entry->d_name[0] != '.';
  closedir(folder);
  return threads;
}

static inline bool mc_check_is_command_(const char *path) { return !access(path, X_OK); }

/// "": it cannot be known.
MCMINI_NO_CHECK static inline const char *mc_check_program_(void) {
  char path[PATH_MAX];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof path);
  return mc_check_keep_(path, length < 0 || length == PATH_MAX ? 0 : (size_t)length);
}

/// NULL: there is none.
MCMINI_NO_CHECK static inline const char *mc_check_command_(void) {
  static const char header[] = __FILE__, below[] = "/include/mcmini/test_explore.h";
  char path[PATH_MAX];
  const char *named = getenv("MCMINI"), *end = strstr(header, below);
  if (named && *named)
    return named;
  if (end) {
    snprintf(path, sizeof path, "%.*s/bin/mcmini", (int)(end - header), header);
    if (mc_check_is_command_(path))
      return mc_check_keep_(path, strlen(path));
  }
  const char *folders = getenv("PATH");
  for (size_t length; folders && *folders; folders += length + (folders[length] == ':')) {
    length = strcspn(folders, ":");
    snprintf(path, sizeof path, "%.*s/mcmini", (int)length, folders);
    if (length && mc_check_is_command_(path))
      return mc_check_keep_(path, strlen(path));
  }
  return NULL;
}

/// In the process that becomes mcmini.
MCMINI_NO_CHECK static inline void mc_check_become_(const char *command, unsigned call,
                                                    const char *place, const char *options,
                                                    const char *program) {
  size_t size, words = 0;
  char path[PATH_MAX], json[PATH_MAX + 8] = "--json=", variable[3 * PATH_MAX];
  char *arguments = mc_check_read_("/proc/self/cmdline", &size);
  char *own = strdup(options ? options : "");
  char **argv = (char **)calloc(size + strlen(own) + 8, sizeof *argv);
  mc_check_file_(json + 7, call, ".json");
  snprintf(variable, sizeof variable, "%u %s %s", call, mc_check_state_.folder, place);
  setenv("MC_CHECK_CALL", variable, 1);
  argv[words++] = (char *)command;
  argv[words++] = (char *)"-q";
  for (char *word = strtok(own, " \t\n"); word; word = strtok(NULL, " \t\n"))
    argv[words++] = word;
  argv[words++] = json;
  argv[words++] = (char *)"--";
  argv[words++] = (char *)program;
  for (size_t at = strlen(arguments) + 1; at < size; at += strlen(arguments + at) + 1)
    argv[words++] = arguments + at;
  const int input = open("/dev/null", O_RDONLY);
  mc_check_file_(path, call, ".out");
  const int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  mc_check_file_(path, call, ".err");
  const int err = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(input, 0), dup2(out, 1), dup2(err, 2);
  execv(command, argv);
  fprintf(stderr, "%s: %s\n", command, strerror(errno));
  _exit(2);
}

MCMINI_NO_CHECK static inline struct mc_result mc_check_error_(const char *message) {
  struct mc_result result = {MC_ERROR, false, 0, 0, -1, "", message, "", "", "", "", ""};
  return result;
}

MCMINI_NO_CHECK static inline struct mc_result mc_check_nothing_(const char *why) {
  struct mc_result result = mc_check_error_(why);
  result.verdict = MC_OK;
  return result;
}

MCMINI_NO_CHECK static inline struct mc_result mc_check_once_(void (*function)(void *),
                                                              void *argument, const char *why) {
  function(argument);
  struct mc_result result = mc_check_nothing_(why);
  result.traces = 1;
  return result;
}

//===- The result -----------------------------------------------------------------------------===//

/// What was printed before the first trace is part of a finding that has come there.
MCMINI_NO_CHECK static inline const char *mc_check_output_(const char *json, const char *finding) {
  const char *is_both = mc_json_member_(finding, "has_trunk_output");
  const char *before = is_both && *is_both == 't' ? mc_json_text_(json, "trunk_output") : "";
  const char *own = mc_json_text_(finding, "output");
  const size_t size = strlen(before);
  char *all = mc_check_room_(size + strlen(own));
  strcpy(strcpy(all, before) + size, own);
  return all;
}

/// CMocka's words about its test that has called abort: printed since that began.
MCMINI_NO_CHECK static inline const char *mc_check_cmocka_(const char *output) {
  static const char begins[] = "[ RUN      ] ";
  for (const char *at; (at = strstr(output, begins));)
    output = at + strcspn(at, "\n") + (at[strcspn(at, "\n")] == '\n');
  return output;
}

/// Writes the word as a shell would read it back; returns its end.
MCMINI_NO_CHECK static inline char *mc_check_quote_(char *to, const char *word) {
  const char *at = word;
  while (isalnum((unsigned char)*at) || (*at && strchr("_-+./:=,@%", *at)))
    at++;
  if (*word && !*at)
    return stpcpy(to, word);
  *to++ = '\'';
  for (; *word; word++)
    to = *word == '\'' ? stpcpy(to, "'\\''") : (*to = *word, to + 1);
  return stpcpy(to, "'");
}

/// For a shell: runs the call again by the schedule of a trace file.
MCMINI_NO_CHECK static inline const char *mc_check_replay_(unsigned call, const char *trace_file) {
  enum { MOST = 4 }; // bytes of the command for one of a word, the 0 behind it included
  size_t size;
  const char *words = mc_check_read_("/proc/self/cmdline", &size), *command = mc_check_command_(),
             *program = mc_check_program_();
  if (!command)
    command = "mcmini";
  char *text =
      mc_check_room_(100 + MOST * (size + strlen(command) + strlen(trace_file) + strlen(program)));
  char *to = text + sprintf(text, "MC_CHECK_CALL=%u ", call);
  to = stpcpy(mc_check_quote_(to, command), " replay ");
  to = stpcpy(mc_check_quote_(to, trace_file), " -- ");
  to = mc_check_quote_(to, program);
  for (size_t at = strlen(words) + 1; at < size; at += strlen(words + at) + 1) {
    *to++ = ' ';
    to = mc_check_quote_(to, words + at);
  }
  return text;
}

MCMINI_NO_CHECK static inline void mc_check_read_finding_(struct mc_result *r, unsigned call,
                                                          const char *json) {
  const char *list = mc_json_member_(json, "findings"), *shown = NULL;
  for (const char *f = mc_json_first_(list); f; f = mc_json_next_(f)) {
    const bool is_race = !strcmp(mc_json_text_(f, "kind"), "data-race");
    if (!shown || (!is_race && !strcmp(mc_json_text_(shown, "kind"), "data-race")))
      shown = f;
    r->findings++;
  }
  r->message = mc_json_text_(shown ? shown : json, shown ? "message" : "headline");
  if (!shown)
    return;
  char text[3 * PATH_MAX];
  r->kind = mc_json_text_(shown, "kind");
  if (!*r->message)
    r->message = mc_json_text_(shown, "headline");
  r->output = mc_check_output_(json, shown);
  if (!strcmp(r->message, "abort() was called") && strstr(r->output, "[   LINE   ] ---")) // CMocka's
    r->message = mc_check_cmocka_(r->output);
  r->trace_file = mc_json_text_(shown, "trace_file");
  const char *place = mc_json_member_(shown, "place");
  if (place && *place == '{') {
    snprintf(text, sizeof text, "%s:%llu", mc_json_text_(place, "file"),
             mc_json_number_(place, "line"));
    r->place = mc_check_keep_(text, strlen(text));
  }
  if (*r->trace_file)
    r->replay = mc_check_replay_(call, r->trace_file);
}

/// Of a call whose files are there.
MCMINI_NO_CHECK static inline struct mc_result mc_check_result_(unsigned call) {
  static const char *const words[] = {"ok", "failed", "incomplete", "nondeterministic"};
  static const char *const traces[] = {"completed", "deadlocked", "failed", "bounded", "dropped"};
  size_t size;
  char path[PATH_MAX];
  struct mc_result r = mc_check_error_("");
  mc_check_file_(path, call, ".status");
  r.status = atoi(mc_check_read_(path, &size));
  mc_check_file_(path, call, ".out");
  r.report = mc_check_read_(path, &size);
  mc_check_file_(path, call, ".json");
  const char *json = mc_check_read_(path, &size);
  mc_check_file_(path, call, ".err");
  const char *errors = mc_check_read_(path, &size);
  if ((r.status != 0 && r.status != 1 && r.status != 3) || *json != '{') {
    r.message = *errors ? errors : "mcmini ended without a result";
    return r;
  }
  for (unsigned i = 0; i < 4; i++)
    if (!strcmp(mc_json_text_(json, "verdict"), words[i]))
      r.verdict = (enum mc_verdict)i;
  for (unsigned i = 0; i < 5; i++)
    r.traces += mc_json_number_(mc_json_member_(json, "traces"), traces[i]);
  mc_check_read_finding_(&r, call, json);
  if (!strcmp(r.message, mc_check_elsewhere))
    return mc_check_error_(mc_check_elsewhere);
  r.explored = true;
  return r;
}

MCMINI_NO_CHECK static inline struct mc_result
mc_check_explore_(const char *command, const char *place, const char *options) {
  struct mc_check_state *s = &mc_check_state_;
  char path[PATH_MAX];
  const char *program = mc_check_program_();
  if (!*program)
    return mc_check_error_("/proc/self/exe cannot be read");
  if (!s->owner) {
    strcpy(s->folder, "/tmp/mc-check-XXXXXX");
    if (!mkdtemp(s->folder))
      return mc_check_error_("no folder can be made in /tmp");
    s->owner = getpid();
    atexit(mc_check_clean_);
  }
  const unsigned call = s->calls;
  fflush(NULL);
  const pid_t child = fork();
  if (child < 0)
    return mc_check_error_("mcmini cannot be started: fork failed");
  if (child == 0)
    mc_check_become_(command, call, place, options, program);
  int ended = -1;
  while (waitpid(child, &ended, 0) < 0 && errno == EINTR) {
  }
  mc_check_file_(path, call, ".status");
  FILE *file = fopen(path, "w");
  if (file)
    fprintf(file, "%d\n", WIFEXITED(ended) ? WEXITSTATUS(ended) : -1), fclose(file);
  return mc_check_result_(call);
}

/// Explored: the end of the function is that of the process.
MCMINI_NO_CHECK static inline void mc_check_run_(const char *place, void (*function)(void *),
                                                 void *argument) {
  struct mc_check_state *s = &mc_check_state_;
  if (*s->place && strcmp(s->place, place))
    mc_fail(mc_check_elsewhere);
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGSYS, SIGABRT};
  for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++)
    signal(faults[i], SIG_DFL); // CMocka and Catch2 would go on with their next test
  setenv("CMOCKA_TEST_ABORT", "1", 1); // a failed assertion ends the trace
  s->is_running = true;
  mc_check_listen_();
  function(argument);
  _exit(0);
}

MCMINI_NO_CHECK static inline struct mc_result mc_check_at_(const char *place, const char *options,
                                                            void (*function)(void *),
                                                            void *argument) {
  struct mc_check_state *s = &mc_check_state_;
  if (s->is_running)
    return mc_check_once_(function, argument, "called inside a function that is being explored");
  if (s->is_explored && !s->is_child)
    return mc_check_once_(function, argument, "called: the whole program is being explored");
  s->calls++;
  if (s->is_child && s->calls == s->chosen)
    mc_check_run_(place, function, argument);
  if (s->is_child)
    return *s->folder ? mc_check_result_(s->calls) : mc_check_nothing_("left out in a replay");
  if (mc_check_threads_() > 1)
    return mc_check_error_("other threads run: mc_check needs a program with one thread");
  const char *command = mc_check_command_();
  if (!command)
    return mc_check_once_(function, argument,
                          "ran once: mcmini was not found; set MCMINI to its path, or PATH");
  return mc_check_explore_(command, place, options);
}

#endif // MCMINI_TEST_EXPLORE_H
