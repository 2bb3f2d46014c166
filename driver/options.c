// driver/options.c - the parser of the command line, made from options.def, on argp.
//
// argp is used without its own messages: they do not name what was probably meant, and its exit
// status is not ours.
#include "options.h"
#include "diagnose.h"
#include "runtime/session.h"
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum option_index {
#define MC_OPTION(type, field, letter, name, argument, standard, help) INDEX_##field,
#include "options.def"
#undef MC_OPTION
  OPTIONS
};
enum { FIRST_KEY = 256 }; // beyond the letters
enum { LONGEST_TRACE = 10000000, RANDOM_TRACES = 10000, LARGEST_PCT_DEPTH = 64 };

static const char *const option_names[OPTIONS] = {
#define MC_OPTION(type, field, letter, name, argument, standard, help) name,
#include "options.def"
#undef MC_OPTION
};
static const char *const option_defaults[OPTIONS] = {
#define MC_OPTION(type, field, letter, name, argument, standard, help) standard,
#include "options.def"
#undef MC_OPTION
};
static const int option_keys[OPTIONS] = {
#define MC_OPTION(type, field, letter, name, argument, standard, help)                             \
  letter ? letter : FIRST_KEY + INDEX_##field,
#include "options.def"
#undef MC_OPTION
};

static const struct choice {
  enum option_index option;
  const char *word;
  uint32_t number;
} choices[] = {
#define MC_CHOICE(option, word, number) {INDEX_##option, word, number},
#include "choices.def"
#undef MC_CHOICE
};
enum { CHOICES = sizeof choices / sizeof *choices };

enum {
  ALGORITHMS = 0
#define MC_CHOICE(option, word, number) +(INDEX_##option == INDEX_algorithm)
#include "choices.def"
#undef MC_CHOICE
};
_Static_assert(ALGORITHMS == MC_ASKED_ALGORITHMS, "each algorithm has a word");

static struct argp_option argp_options[] = {
#define MC_OPTION(type, field, letter, name, argument, standard, help)                             \
  {name, letter ? letter : FIRST_KEY + INDEX_##field, argument, 0, help, 0},
#include "options.def"
#undef MC_OPTION
    {0}};

/// "plain|numbered": what --help and messages show of an option that is a choice.
static void list_words(void) {
  for (unsigned i = 0; i < CHOICES; i++) {
    const char **words = &argp_options[choices[i].option].arg;
    *words = format_text("%s%s%s", *words, **words ? "|" : "", choices[i].word);
  }
}

static const char *word_of(enum option_index option, uint32_t number) {
  for (unsigned i = 0; i < CHOICES; i++)
    if (choices[i].option == option && choices[i].number == number)
      return choices[i].word;
  return "";
}

//===- Arguments by type ----------------------------------------------------------------------===//

static uint64_t whole_number(enum option_index option, const char *word, uint64_t lowest,
                             uint64_t highest) {
  char *end;
  errno = 0;
  unsigned long long value = strtoull(word, &end, 10);
  if (*word < '0' || *word > '9' || *end || errno || value < lowest || value > highest)
    usage_error("--%s=%s: expected a whole number from %" PRIu64 " to %" PRIu64,
                option_names[option], word, lowest, highest);
  return value;
}

/// Lengths of traces: the runtime keeps a record for each step.
static void parse_u32(enum option_index option, const char *word, option_u32 *field) {
  *field = (uint32_t)whole_number(option, word, 1, LONGEST_TRACE);
}

static void parse_pct_depth(enum option_index option, const char *word, option_pct_depth *field) {
  *field = (uint32_t)whole_number(option, word, 1, LARGEST_PCT_DEPTH);
}

static void parse_count(enum option_index option, const char *word, option_count *field) {
  *field = (uint32_t)whole_number(option, word, 0, LONGEST_TRACE);
}

static void parse_u64(enum option_index option, const char *word, option_u64 *field) {
  *field = whole_number(option, word, 1, UINT64_MAX);
}

static void parse_seconds(enum option_index option, const char *word, option_seconds *field) {
  char *end;
  *field = strtod(word, &end);
  if (end == word || *end || !isfinite(*field) || *field <= 0 || *field > 1e9)
    usage_error("--%s=%s: expected a number of seconds above 0, at most 1e9", option_names[option],
                word);
}

static void parse_choice(enum option_index option, const char *word, option_choice *field) {
  for (unsigned i = 0; i < CHOICES; i++)
    if (choices[i].option == option && !strcmp(word, choices[i].word)) {
      *field = choices[i].number;
      return;
    }
  usage_error("--%s=%s: expected one of %s", option_names[option], word, argp_options[option].arg);
}

static void parse_text(enum option_index option, const char *word, option_text *field) {
  if (!*word)
    usage_error("--%s: expected %s", option_names[option], argp_options[option].arg);
  *field = word;
}

static void parse_list(enum option_index option, const char *word, option_list *field) {
  const char *item;
  parse_text(option, word, &item);
  field->item = reallocarray(field->item, field->count + 1, sizeof *field->item);
  if (!field->item)
    internal_fault("out of memory");
  field->item[field->count++] = item;
}

static void parse_flag(enum option_index option, const char *word, option_flag *field) {
  (void)option, (void)word;
  *field = true;
}

static void set_defaults(struct options *o) {
  o->sleep_sets = o->rwlock_preference = NOT_CHOSEN;
#define MC_OPTION(type, field, letter, name, argument, standard, help)                             \
  if (*standard)                                                                                   \
    parse_##type(INDEX_##field, standard, &o->field);
#include "options.def"
#undef MC_OPTION
}

//===- argp -----------------------------------------------------------------------------------===//

struct parse {
  struct options *options;
  int next; ///< index of the word after those that were understood
  bool replay;
};

static error_t parse_positional(struct parse *parse, char *word, struct argp_state *state) {
  struct options *o = parse->options;
  parse->next = state->next;
  if (!parse->replay && !state->quoted && !strcmp(word, "replay")) {
    parse->replay = true;
    return 0;
  }
  if (parse->replay && !o->trace) { // options may stand before it
    o->trace = word;
    return 0;
  }
  o->program = state->argv + state->next - 1;
  state->next = state->argc; // all that follows is the program's
  return 0;
}

static error_t parse_key(int key, char *word, struct argp_state *state) {
  struct parse *parse = state->input;
  struct options *o = parse->options;
  if (key == ARGP_KEY_ARG)
    return parse_positional(parse, word, state);
#define MC_OPTION(type, field, letter, name, argument, standard, help)                             \
  if (key == option_keys[INDEX_##field]) {                                                         \
    parse_##type(INDEX_##field, word, &o->field);                                                  \
    o->given.field = true;                                                                         \
    parse->next = state->next;                                                                     \
    return 0;                                                                                      \
  }
#include "options.def"
#undef MC_OPTION
  return ARGP_ERR_UNKNOWN;
}

static char *show_default(int key, const char *text, void *input) {
  (void)input;
  for (unsigned i = 0; i < OPTIONS; i++)
    if (option_keys[i] == key && *option_defaults[i])
      return format_text("%s [%s]", text, option_defaults[i]);
  return (char *)text;
}

static const struct argp parser = {
    .options = argp_options,
    .parser = parse_key,
    .args_doc = "[--] PROGRAM [ARGUMENTS]\nreplay TRACE [--] PROGRAM [ARGUMENTS]",
    .doc = "Runs a multi-threaded program under every schedule that matters, and shows one that "
           "fails or says what it has covered.\v"
           "Examples:\n"
           "  mcmini-cc -g prog.c -o prog && mcmini ./prog\n"
           "  mcmini --keep-going --json=result.json ./prog 3\n"
           "  mcmini replay deadlock-0001.trace -- ./prog\n"
           "\n"
           "Exit status: 0 nothing found, 1 a finding, 2 the command is wrong, 3 not completely "
           "explored, 70 a fault of McMini.\n"
           "A file as standard input is passed to the program, anything else is not.",
    .help_filter = show_default,
};

//===- Words that are not understood ----------------------------------------------------------===//

static _Noreturn void explain_long(const char *word) {
  size_t length = strcspn(word, "=");
  unsigned prefixes = 0;
  for (unsigned i = 0; i < OPTIONS; i++) {
    prefixes += !strncmp(option_names[i], word, length);
    if (strlen(option_names[i]) != length || strncmp(option_names[i], word, length))
      continue;
    if (!argp_options[i].arg)
      usage_error("--%s: takes no argument", word);
    usage_error("--%s: expected %s after it", word, argp_options[i].arg);
  }
  char *name = strndup(word, length);
  const char *meant = nearest_word(name, option_names, OPTIONS);
  if (meant)
    usage_error("unknown option --%s; did you mean --%s?", name, meant);
  if (prefixes > 1)
    usage_error("--%s: more than one option begins so", name);
  usage_error("unknown option --%s; mcmini --help lists them", name);
}

static bool is_letter(char letter) {
  for (unsigned i = 0; i < OPTIONS; i++)
    if (option_keys[i] == letter)
      return true;
  return false;
}

/// Says why argp refuses `word`, or a letter of it.
static _Noreturn void explain(const char *word) {
  if (word[0] == '-' && word[1] == '-')
    explain_long(word + 2);
  for (const char *letter = word + 1; *word == '-' && *letter; letter++)
    if (!is_letter(*letter))
      usage_error("unknown option -%c; mcmini --help lists them", *letter);
  usage_error("%s: not understood; see mcmini --help", word);
}

const char *options_algorithm(const struct options *o) { return word_of(INDEX_algorithm, o->algorithm); }

bool options_are_bounded(const struct options *o) {
  return o->given.preemptions || o->given.delays;
}

/// A reduction skips states, all the more if it believes what is wrong: random schedules come
/// first.
static void settle_lint(struct options *o) {
  if (!o->lint)
    return;
  if (!o->given.races) // what a wrong primitive orders is not known
    o->races = MC_RACES_OFF;
  o->keep_going = true;
  if (!o->given.algorithm && !options_are_bounded(o) && !o->trace)
    o->algorithm = MC_ASKED_AUTO;
}

/// What is asleep, or in no wakeup tree, is explored elsewhere, but at the price of other
/// preemptions: the bound may cut it there and not here.
static void settle_preemptions(struct options *o) {
  if (!o->given.preemptions)
    return;
  if (!o->given.algorithm)
    o->algorithm = MC_ASKED_DPOR;
  if (o->algorithm != MC_ASKED_DPOR && o->algorithm != MC_ASKED_DFS)
    usage_error("--preemptions: not with --algorithm=%s, only with dpor and dfs: what others leave "
                "out as explored elsewhere may be cut by the bound there",
                options_algorithm(o));
  if (o->sleep_sets == NOT_CHOSEN && o->algorithm != MC_ASKED_DFS)
    o->sleep_sets = MC_ASKED_AWAKE;
  else if (o->sleep_sets != NOT_CHOSEN && o->sleep_sets != MC_ASKED_AWAKE)
    usage_error("--preemptions: not with --sleep-sets=%s: what is asleep may be cut by the bound "
                "where it was explored",
                word_of(INDEX_sleep_sets, o->sleep_sets));
}

/// Which schedule of a class has the fewest delays is not known: none is left out.
static void settle_delays(struct options *o) {
  if (!o->given.delays)
    return;
  if (o->given.preemptions)
    usage_error("--delays: not with --preemptions: give one of the two bounds");
  if (!o->given.algorithm)
    o->algorithm = MC_ASKED_DFS;
  if (o->algorithm != MC_ASKED_DFS)
    usage_error("--delays: not with --algorithm=%s, only with dfs: what others leave out as explored "
                "elsewhere may be cut by the bound there",
                options_algorithm(o));
}

bool options_are_random(const struct options *o) {
  return o->algorithm == MC_ASKED_RANDOM || o->algorithm == MC_ASKED_PCT || o->algorithm == MC_ASKED_POS;
}

/// Whether the search makes random choices, if only for the estimate.
static bool has_random_choices(const struct options *o) {
  return options_are_random(o) || o->algorithm == MC_ASKED_AUTO ||
         (o->estimate && !options_are_bounded(o) &&
          (o->algorithm == MC_ASKED_DFS || o->sleep_sets == MC_ASKED_PLAIN));
}

static void settle_random(struct options *o) {
  if (o->given.pct_depth && o->algorithm != MC_ASKED_PCT && o->algorithm != MC_ASKED_AUTO)
    usage_error("--pct-depth: only with --algorithm=pct or auto");
  if (o->given.estimate && options_are_random(o))
    usage_error("--estimate: not with --algorithm=%s, which has no end", options_algorithm(o));
  if (o->given.seed && !has_random_choices(o))
    usage_error("--seed: this search makes no random choice");
  if (options_are_random(o) && !o->given.max_traces && !o->given.timeout)
    o->max_traces = RANDOM_TRACES;
}

static void settle_save_trace(struct options *o) {
  if (o->given.debug_session && !o->trace)
    usage_error("--debug-session: only with replay");
  if (!o->given.save_trace)
    return;
  if (o->trace)
    usage_error("--save-trace: not with replay, which has one trace");
  if (o->given.max_traces && o->max_traces < o->save_trace)
    usage_error("--save-trace=%" PRIu64 ": beyond --max-traces=%" PRIu64, o->save_trace,
                o->max_traces);
  o->max_traces = o->save_trace;
}

static void settle_sleep_sets(struct options *o) {
  const bool none = o->algorithm == MC_ASKED_DFS || options_are_random(o);
  const bool has_trees = o->algorithm == MC_ASKED_OPTIMAL || o->algorithm == MC_ASKED_AUTO;
  if (o->sleep_sets == NOT_CHOSEN)
    o->sleep_sets = none ? MC_ASKED_AWAKE : MC_ASKED_PLAIN;
  else if (o->sleep_sets == MC_ASKED_CONDITIONAL && o->algorithm != MC_ASKED_SOURCE)
    usage_error("--sleep-sets=conditional: only with --algorithm=source");
  else if (none || (has_trees && o->sleep_sets != MC_ASKED_PLAIN))
    usage_error("--sleep-sets=%s: not with --algorithm=%s", word_of(INDEX_sleep_sets, o->sleep_sets),
                options_algorithm(o));
}

/// A replay makes no choice of its own.
static void settle_replay(const struct options *o) {
  const struct {
    bool given;
    enum option_index option;
  } of_a_search[] = {
      {o->given.algorithm, INDEX_algorithm},   {o->given.seed, INDEX_seed},
      {o->given.pct_depth, INDEX_pct_depth},   {o->given.estimate, INDEX_estimate},
      {o->given.sleep_sets, INDEX_sleep_sets}, {o->given.preemptions, INDEX_preemptions},
      {o->given.delays, INDEX_delays},
      {o->given.starvation, INDEX_starvation}, {o->given.keep_going, INDEX_keep_going},
      {o->given.max_traces, INDEX_max_traces}, {o->given.require_complete, INDEX_require_complete},
      {o->given.ignore, INDEX_ignore},         {o->given.focus, INDEX_focus},
  };
  for (unsigned i = 0; o->trace && i < sizeof of_a_search / sizeof *of_a_search; i++)
    if (of_a_search[i].given)
      usage_error("--%s: not with replay, which runs one schedule and does not search",
                  option_names[of_a_search[i].option]);
}

/// Whether the names mean anything, is for the program to say: it may have its own.
static void check_policies(const struct options *o) {
  for (unsigned i = 0; i < o->policy.count; i++)
    for (const char *item = o->policy.item[i]; item;
         item = strchr(item, ',') ? strchr(item, ',') + 1 : NULL) {
      const size_t length = strcspn(item, ","), what = strcspn(item, "=");
      const bool is_all = !o->policy.item[i][length] && item == o->policy.item[i];
      if (what == 0 || what + 1 >= length)
        usage_error("--policy=%s%s%.*s: expected OBJECT[.OPERATION]=POLICY, such as sem.wait=fifo",
                    o->policy.item[i], is_all ? "" : ": ", is_all ? 0 : (int)length, item);
    }
}

static _Noreturn void exit_written(void) {
  if (fflush(stdout) || ferror(stdout))
    usage_error("standard output: %s", strerror(errno));
  exit(STATUS_OK);
}

void options_parse(struct options *options, int argc, char **argv) {
  memset(options, 0, sizeof *options);
  list_words();
  set_defaults(options);
  struct parse parse = {.options = options, .next = 1};
  unsigned flags = ARGP_IN_ORDER | ARGP_NO_ERRS | ARGP_NO_HELP;
  if (argp_parse(&parser, argc, argv, flags, NULL, &parse))
    explain(argv[parse.next]);
  if (options->help) {
    argp_help(&parser, stdout, ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK, (char *)"mcmini");
    exit_written();
  }
  if (options->version) {
    puts("mcmini " MC_VERSION);
    exit_written();
  }
  if (parse.replay && !options->trace)
    usage_error("replay: expected a trace file");
  if (!options->program)
    usage_error("no program given; usage: mcmini [options] PROGRAM [ARGUMENTS]");
  settle_replay(options);
  check_policies(options);
  if (options->starvation && !options->max_depth_per_thread)
    usage_error(
        "--starvation: only with --max-depth-per-thread, which cuts the traces that it goes "
        "on with");
  settle_lint(options);
  settle_preemptions(options);
  settle_delays(options);
  settle_sleep_sets(options);
  settle_random(options);
  settle_save_trace(options);
}

bool options_sample_lint(void) {
  const char *lint = getenv("MCMINI_LINT");
  if (lint && *lint && strcmp(lint, "sampled"))
    usage_error("MCMINI_LINT=%s: expected sampled, or nothing", lint);
  return lint && *lint;
}

void options_check_environment(char **environment) {
  static const char *const known[] = {"MCMINI_CLANG", "MCMINI_LINT", "MCMINI_SESSION"};
  enum { KNOWN = sizeof known / sizeof *known };
  for (; *environment; environment++) {
    if (strncmp(*environment, "MCMINI_", 7))
      continue;
    char *name = strndup(*environment, strcspn(*environment, "="));
    bool is_known = false;
    for (unsigned i = 0; i < KNOWN; i++)
      is_known |= !strcmp(name, known[i]);
    const char *meant = nearest_word(name, known, KNOWN);
    if (!is_known && meant)
      warn("the variable %s means nothing; did you mean %s?", name, meant);
    else if (!is_known)
      warn("the variable %s means nothing", name);
    free(name);
  }
}
