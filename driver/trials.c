// driver/trials.c - see trials.h. A trial that goes wrong is left out.
#include "trials.h"
#include "diagnose.h"
#include "formats.h"
#include "interrupts.h"
#include "processes.h"
#include "quote.h"
#include "view_read.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
  RANDOM_TRACES = 10000,   ///< of --algorithm=pos, without a limit
  RANDOM_TRIAL = 1000,     ///< so many of them say what they cost
  SHORT = 5,               ///< seconds: after a shorter search there are no trials
  LEAST_SECONDS = 1,       ///< of all trials, ...
  MOST_SECONDS = 2,        ///< ... and in between a part of the search's own
  SECONDS_IF_ASKED = 60,   ///< of one, if --trials is given
  LARGEST_ARGUMENT = 1024, ///< that may be a number of threads or items
  MOST_TRIALS = 8,
};

static const double part_of_search = 0.05;

/// What the trials may still take.
struct trials {
  struct result *result;
  double seconds; ///< of all that are left
  unsigned left;  ///< at least so many are to come
  char folder[32];
};

//===- One run --------------------------------------------------------------------------------===//

/// In the child: the command itself, without a word.
static _Noreturn void become(const struct launch *launch, char **words, pid_t driver) {
  signal(SIGXFSZ, launch->size_signal);
  signal(SIGPIPE, launch->pipe_signal);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (getppid() != driver || nothing < 0)
    _exit(STATUS_INTERNAL);
  dup2(nothing, STDOUT_FILENO);
  dup2(nothing, STDERR_FILENO);
  execv("/proc/self/exe", words);
  _exit(STATUS_INTERNAL);
}

/// Its exit status; -1: it has none.
static int run(const struct launch *launch, char **words) {
  int status = 0;
  const pid_t driver = getpid(), child = fork();
  if (child == 0)
    become(launch, words, driver);
  if (child < 0)
    return -1;
  while (waitpid(child, &status, 0) < 0)
    if (errno != EINTR)
      return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// Removes what a trial has written.
static void clear(const char *folder) {
  DIR *all = opendir(folder);
  for (struct dirent *one; all && (one = readdir(all));)
    if (*one->d_name != '.') {
      char *path = format_text("%s/%s", folder, one->d_name);
      unlink(path);
      free(path);
    }
  if (all)
    closedir(all);
}

/// How it is run, beside what the user would type: with limits, and all it writes in the folder.
static void add_limits(struct words *words, const struct trials *t, const struct candidate *c,
                       double seconds) {
  const struct options *o = t->result->options;
  const bool is_enough = c->kind == BY_RANDOM && o->trials > RANDOM_TRIAL;
  words_add(words,
            format_text("--max-traces=%" PRIu64, is_enough ? (uint64_t)RANDOM_TRIAL : o->trials));
  words_add(words, format_text("--timeout=%f", seconds));
  words_add(words, "--jobs=1");
  words_add(words, "--trials=off");
  words_add(words, "--minimise=off");
  words_add(words, "--quiet");
  words_add(words, format_text("--output-dir=%s", t->folder));
  words_add(words, format_text("--json=%s/result", t->folder));
#define MC_FORMAT(name, ...)                                                                       \
  if (o->given.name && strcmp(#name, "json") != 0)                                                 \
    words_add(words, format_text("--" #name "=%s/" #name, t->folder));
#include "formats.def"
#undef MC_FORMAT
  words_add(words, "--");
}

/// NULL: nothing is known of it.
static const struct result_view *try_candidate(const struct trials *t, const struct candidate *c,
                                               double seconds) {
  const struct options *o = t->result->options;
  struct words words = words_of_options(o, c), all = {0};
  words_add(&all, "mcmini");
  for (unsigned i = 0; i < words.count; i++)
    words_add(&all, words.word[i]);
  add_limits(&all, t, c, seconds);
  words_add_program(&all, o, c);
  const int status = run(t->result->launch, all.word);
  processes_end();
  if (status != STATUS_OK && status != STATUS_FAILED && status != STATUS_INCOMPLETE)
    return NULL;
  char *path = format_text("%s/result", t->folder);
  const struct result_view *view = access(path, R_OK) ? NULL : view_read(path, o);
  free(path);
  clear(t->folder);
  return view;
}

//===- What it says ---------------------------------------------------------------------------===//

/// [own: free]
static char *describe_command(const struct options *o, const struct candidate *c) {
  struct words words = {0}, kept = words_of_options(o, c);
  words_add(&words, "mcmini");
  for (unsigned i = 0; i < kept.count; i++)
    words_add(&words, kept.word[i]);
  words_add_program(&words, o, c);
  return quote_words(words.word);
}

static char *describe_cover(const struct result *result, const struct candidate *c,
                            const struct result_view *view) {
  if (c->kind == BY_RANDOM)
    return format_text("nothing is claimed of the other schedules");
  if (c->kind != BY_ARGUMENT)
    return format_text("every schedule with at most %" PRIu32 " %s%s", c->bound,
                       c->kind == BY_DELAYS ? "delay" : "preemption", plural(c->bound));
  return format_text("every schedule with %" PRIu32 " threads, not %" PRIu32
                     ", and at most %" PRIu32 " transitions, not %" PRIu32,
                     view->counts.threads, result->session->counts.threads, view->counts.max_depth,
                     result->session->counts.max_depth);
}

/// No limit has cut it off.
static bool has_ended(const struct result_view *view) {
  static const char *const cut[] = {
      "max-traces", "timeout",   "interrupted",    "exhausted", "killed",
      "random",     "max-depth", "standard-depth", "outside",   "interrupted-kept"};
  for (unsigned i = 0; i < view->reasons; i++)
    for (unsigned k = 0; k < sizeof cut / sizeof *cut; k++)
      if (!strcmp(view->reason[i].id, cut[k]))
        return false;
  return view->verdict != VERDICT_NONDETERMINISTIC;
}

static void note(struct result *result, const struct candidate *c, const struct result_view *view) {
  struct view_trial made = {.command = describe_command(result->options, c),
                            .covers = describe_cover(result, c, view),
                            .is_random = c->kind == BY_RANDOM,
                            .found = ""};
  if (view) {
    const struct view_estimate *estimate = &view->counts.estimate;
    made.has_run = true;
    made.traces = view->counts.traces;
    made.seconds = view->seconds;
    made.found = view->findings ? view->finding[0].headline : "";
    made.has_ended = !view->findings && has_ended(view);
    made.is_least = !made.has_ended && estimate->at_least;
    made.expected = made.has_ended       ? (double)made.traces
                    : made.is_random     ? RANDOM_TRACES
                    : !estimate->probes  ? 0
                    : estimate->at_least ? estimate->low
                                         : estimate->traces;
  }
  result->trial[result->trials++] = made;
}

//===- All of them ----------------------------------------------------------------------------===//

/// True: it has ended, or found something.
static bool add_trial(struct trials *t, const struct candidate *c) {
  struct result *result = t->result;
  const bool is_asked_for = result->options->given.trials;
  const double seconds = is_asked_for ? SECONDS_IF_ASKED : t->seconds / t->left;
  t->left -= t->left > 1;
  if (result->trials == MOST_TRIALS)
    return true;
  if (interrupts()) { // their figures are not waited for
    if (c->kind != BY_ARGUMENT)
      note(result, c, NULL);
    return true;
  }
  const uint64_t begin = wall_time();
  const struct result_view *view = try_candidate(t, c, seconds);
  const double passed = (double)(wall_time() - begin) / 1e9;
  t->seconds = t->seconds > passed ? t->seconds - passed : 0.01;
  const struct mc_session_counts *counts = &result->session->counts;
  if (!view || !view->counts.traces || interrupts() ||
      (c->kind == BY_ARGUMENT && view->counts.threads >= counts->threads &&
       view->counts.max_depth >= counts->max_depth))
    return false;
  note(result, c, view);
  return result->trial[result->trials - 1].has_ended || view->findings;
}

/// The last of the program's arguments that may say how many threads or items there are; 0: none.
static unsigned find_argument(char *const *argv, uint32_t *number) {
  unsigned found = 0;
  for (unsigned i = 1; argv[i]; i++) {
    const size_t length = strlen(argv[i]);
    if (!length || length > 4 || argv[i][strspn(argv[i], "0123456789")])
      continue;
    const unsigned long value = strtoul(argv[i], NULL, 10);
    if (value < 3 || value > LARGEST_ARGUMENT)
      continue;
    found = i;
    *number = (uint32_t)value;
  }
  return found;
}

/// From what covers most; the smaller one only where that does not end.
static void try_arguments(struct trials *t) {
  struct candidate c = {.kind = BY_ARGUMENT};
  uint32_t number = 0;
  c.argument = find_argument(t->result->options->program, &number);
  if (!c.argument)
    return;
  for (c.number = (number + 1) / 2;; c.number = 2)
    if (add_trial(t, &c) || c.number == 2)
      return;
}

/// From 1 down to `least`, below what the user gave.
static void try_bounds(struct trials *t, enum candidate_kind kind, uint32_t least, uint32_t given) {
  struct candidate c = {.kind = kind};
  for (uint32_t below = given < 2 ? given : 2; below > least; below--) {
    c.bound = below - 1;
    if (add_trial(t, &c))
      return;
  }
}

static bool is_cut_off(const struct mc_session *session) {
  return session->end == MC_END_MAX_TRACES || session->end == MC_END_STOPPED ||
         session->end == MC_END_EXHAUSTED;
}

static bool are_wanted(const struct result *result) {
  const struct options *o = result->options;
  if (!o->trials || o->trace || o->lint || o->given.save_trace || options_are_random(o) ||
      !is_cut_off(result->session) || !result_traces(result->session) || o->peers.count)
    return false;
  return o->given.trials ||
         (!o->quiet && !formats_take_stdout(o) && result->ended.seconds >= SHORT);
}

void trials_run(struct result *result) {
  const struct options *o = result->options;
  const double part = part_of_search * result->ended.seconds;
  const double least = part < LEAST_SECONDS ? LEAST_SECONDS : part;
  struct trials t = {.result = result,
                     .seconds = least < MOST_SECONDS ? least : MOST_SECONDS,
                     .left = 5,
                     .folder = "/tmp/mcmini-trial-XXXXXX"};
  if (!are_wanted(result) || !mkdtemp(t.folder))
    return;
  result->trial = allocate(MOST_TRIALS * sizeof *result->trial);
  interrupts_count();
  try_arguments(&t);
  try_bounds(&t, BY_PREEMPTIONS, 0, o->preemptions);
  try_bounds(&t, BY_DELAYS, 1, o->delays); // without a delay there is one schedule
  add_trial(&t, &(struct candidate){.kind = BY_RANDOM});
  interrupts_end("mcmini: ended before the result was written\n", STATUS_USAGE);
  interrupts_quit();
  clear(t.folder);
  rmdir(t.folder);
}
