// driver/options.c - the parser of the command line, made from options.def, on argp.
//
// argp is used without its own messages: they do not name what was probably meant, and its exit
// status is not ours.
#include "options.h"
#include "diagnose.h"
#include "options_internal.h"
#include "origins.h"
#include "project.h"
#include "runtime/session.h"
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_KEY = 256 }; // beyond the letters

static const char *const option_names[OPTIONS] = {
#define MC_OPTION(to, of, type, field, letter, name, ...) name,
#include "options.def"
#undef MC_OPTION
};
static const char *const option_defaults[OPTIONS] = {
#define MC_OPTION(to, of, type, field, letter, name, argument, standard, help) standard,
#include "options.def"
#undef MC_OPTION
};
static const int option_keys[OPTIONS] = {
#define MC_OPTION(to, of, type, field, letter, ...) letter ? letter : FIRST_KEY + INDEX_##field,
#include "options.def"
#undef MC_OPTION
};

/// The lowest and the highest value of each.
static const uint64_t ranges[2 * OPTIONS] = {
#define RANGE_flag 0, 0
#define RANGE_choice 0, 0
#define RANGE_text 0, 0
#define RANGE_list 0, 0
#define RANGE_seconds 0, 0
#define RANGE_u64_or_off 1, UINT64_MAX
#define RANGE_u32(lowest, highest) lowest, highest
#define RANGE_u64(lowest, highest) lowest, highest
#define MC_OPTION(to, of, type, ...) RANGE_##type,
#include "options.def"
#undef MC_OPTION
};

/// What decides where each may stand.
static const struct traits {
  bool is_search, is_of_run, is_list, is_file;
} traits[OPTIONS] = {
#define IS_SEARCH .is_search = true,
#define IS_ANY .is_of_run = true,
#define IS_RESULT
#define IS_flag
#define IS_choice
#define IS_text .is_file = true, // that is written
#define IS_list .is_list = true,
#define IS_seconds
#define IS_u32(lowest, highest)
#define IS_u64(lowest, highest)
#define IS_u64_or_off
#define MC_OPTION(to, of, type, ...) {IS_##of IS_##type},
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

#define MC_CHOICE(option, word, number) +(INDEX_##option == INDEX_algorithm)
_Static_assert(0
#include "choices.def"
                   == MC_PROBE, // from there on the search's own
               "each algorithm has a word");
#undef MC_CHOICE
#define MC_CHOICE(option, word, number) +(INDEX_##option == INDEX_sleep_sets)
_Static_assert(0
#include "choices.def"
                   == MC_SLEEP_CONDITIONAL + 1,
               "each kind of sleep sets has a word");
#undef MC_CHOICE

enum { OLD_NAME = OPTIONS }; ///< behind those of the table

static struct argp_option argp_options[] = {
#define MC_OPTION(to, of, type, field, letter, name, argument, standard, help)                     \
  {name, letter ? letter : FIRST_KEY + INDEX_##field, argument, 0, help, 0},
#include "options.def"
#undef MC_OPTION
    [OLD_NAME] = {"trace-dir", FIRST_KEY + INDEX_output_dir, "DIR", OPTION_HIDDEN, NULL, 0}, {0}};

/// "plain|numbered": what --help and messages show of an option that is a choice.
static void list_words(void) {
  for (unsigned i = 0; i < CHOICES; i++) {
    const char **words = &argp_options[choices[i].option].arg;
    *words = format_text("%s%s%s", *words, **words ? "|" : "", choices[i].word);
  }
}

const char *options_word(enum option_index option, uint32_t number) {
  for (unsigned i = 0; i < CHOICES; i++)
    if (choices[i].option == option && choices[i].number == number)
      return choices[i].word;
  return "";
}

//===- Arguments by type ----------------------------------------------------------------------===//

static uint64_t whole_number(enum option_index option, const char *word) {
  const uint64_t lowest = ranges[2 * option], highest = ranges[2 * option + 1];
  char *end;
  errno = 0;
  unsigned long long value = strtoull(word, &end, 10);
  if (*word < '0' || *word > '9' || *end || errno || value < lowest || value > highest)
    usage_error("--%s=%s: expected a whole number from %" PRIu64 " to %" PRIu64,
                option_names[option], word, lowest, highest);
  return value;
}

static void parse_number_32(enum option_index option, const char *word, uint32_t *field) {
  *field = (uint32_t)whole_number(option, word);
}

static void parse_number_64(enum option_index option, const char *word, uint64_t *field) {
  *field = whole_number(option, word);
}

static void parse_u64_or_off(enum option_index option, const char *word, uint64_t *field) {
  char *end;
  errno = 0;
  *field = strtoull(word, &end, 10);
  if (strcmp(word, "off") && (*word < '0' || *word > '9' || *end || errno || !*field))
    usage_error("--%s=%s: expected a whole number above 0, or off", option_names[option], word);
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

#define parse_u32(lowest, highest) parse_number_32
#define parse_u64(lowest, highest) parse_number_64

static void set_defaults(struct options *o) {
#define MC_OPTION(to, of, type, field, letter, name, argument, standard, help)                     \
  if (*standard)                                                                                   \
    parse_##type(INDEX_##field, standard, &o->field);
#include "options.def"
#undef MC_OPTION
}

//===- argp -----------------------------------------------------------------------------------===//

struct parse {
  struct options *options;
  enum option_source source;
  int next; ///< index of the word after those that were understood
};

/// A foreign folder's project file must not decide which code is loaded and which files are
/// written.
static void check_source(enum option_index option, enum option_source source) {
  if (source == SOURCE_COMMAND_LINE)
    return;
  if (option == INDEX_help || option == INDEX_version)
    usage_error("--%s: only on the command line", option_names[option]);
  if (source == SOURCE_PROJECT && (traits[option].is_file || option == INDEX_primitives))
    usage_error("--%s: not in a project file, which may neither write files nor load code",
                option_names[option]);
  if (source == SOURCE_PROJECT && option == INDEX_no_project)
    usage_error("--%s: not in a project file", option_names[option]);
}

/// What the environment and a project file say of the search is not for a command that does none.
static bool is_of_no_use(const struct parse *parse, enum option_index option) {
  const struct command *command = parse->options->command;
  return parse->source != SOURCE_COMMAND_LINE && command &&
         (traits[option].is_search || (traits[option].is_of_run && !command->program));
}

static error_t parse_positional(struct parse *parse, char *word, struct argp_state *state) {
  struct options *o = parse->options;
  parse->next = state->next;
  if (parse->source != SOURCE_COMMAND_LINE)
    usage_error("'%s': expected an option", word);
  if (!o->command && !state->quoted && (o->command = command_named(word)))
    return 0;
  if (o->command && o->command->word && !o->word) { // options may stand before it
    o->word = word;
    return 0;
  }
  if (o->command && !o->command->program)
    usage_error("%s: '%s': is one word too many", o->command->name, word);
  o->program = state->argv + state->next - 1;
  state->next = state->argc; // all that follows is the program's
  return 0;
}

static error_t parse_key(int key, char *word, struct argp_state *state) {
  struct parse *parse = state->input;
  struct options *o = parse->options;
  if (key == ARGP_KEY_ARG)
    return parse_positional(parse, word, state);
#define MC_OPTION(to, of, type, field, ...)                                                        \
  if (key == option_keys[INDEX_##field]) {                                                         \
    parse->next = state->next;                                                                     \
    check_source(INDEX_##field, parse->source);                                                    \
    if (is_of_no_use(parse, INDEX_##field))                                                        \
      return 0;                                                                                    \
    origins_note(option_names[INDEX_##field], word, traits[INDEX_##field].is_list);                \
    parse_##type(INDEX_##field, word, &o->field);                                                  \
    o->given.field = true;                                                                         \
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
    .args_doc = "[--] PROGRAM [ARGUMENTS]"
#define MC_COMMAND(name, usage, ...) "\n" #name " " usage
#include "commands.def"
#undef MC_COMMAND
    ,
    .doc = "Runs a multi-threaded program under every schedule that matters, and shows one that "
           "fails or says what it has covered.\v"
           "Commands:\n"
#define MC_COMMAND(name, usage, word, program, help) "  " #name ": " help ".\n"
#include "commands.def"
#undef MC_COMMAND
           "\n"
           "Examples:\n"
           "  mcmini-cc -g prog.c -o prog && mcmini ./prog\n"
           "  mcmini --keep-going --json=result.json ./prog 3\n"
           "  mcmini replay prog.deadlock-0001.trace -- ./prog\n"
           "  mcmini report result.json --sarif=result.sarif --junit=result.xml\n"
           "\n"
           "Exit status: 0 nothing found, 1 a finding, 2 the command is wrong, 3 not completely "
           "explored, 70 a fault of McMini.\n"
           "Each trace reads standard input from its start, if that is a file or a pipe; of a "
           "terminal the program gets nothing.",
    .help_filter = show_default,
};

//===- Words that are not understood ----------------------------------------------------------===//

static _Noreturn void explain_long(const char *word) {
  size_t length = strcspn(word, "=");
  unsigned prefixes = 0;
  if (!strcmp(word, argp_options[OLD_NAME].name))
    usage_error("--%s: expected %s after it", word, argp_options[OLD_NAME].arg);
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

//===- All of it ------------------------------------------------------------------------------===//

static _Noreturn void exit_written(void) {
  if (fflush(stdout) || ferror(stdout))
    usage_error("standard output: %s", strerror(errno));
  exit(STATUS_OK);
}

static void check_words(struct options *o) {
  const struct command *command = o->command;
  if (command && command->word == COMMAND_NEEDED && !o->word)
    usage_error("%s: expected %s", command->name, command->usage);
  if (!o->program && (!command || command->program == COMMAND_NEEDED))
    usage_error("no program given; usage: mcmini [options] %s%s%s", command ? command->name : "",
                command ? " " : "", command ? command->usage : "PROGRAM [ARGUMENTS]");
  if (command && !command->run) // replay: of the search's own
    o->trace = o->word;
}

void options_parse_words(struct options *options, enum option_source source, int argc,
                         char **argv) {
  struct parse parse = {.options = options, .source = source, .next = 1};
  unsigned flags = ARGP_IN_ORDER | ARGP_NO_ERRS | ARGP_NO_HELP;
  if (argp_parse(&parser, argc, argv, flags, NULL, &parse))
    explain(argv[parse.next]);
}

/// The defaults, for the command and the program that `line` names.
static void begin(struct options *options, const struct options *line) {
  *options = (struct options){.command = line->command, .program = line->program};
  set_defaults(options);
}

/// Takes the options from elsewhere, then again those of the command line, which come last: it says
/// for which program the others are.
static void parse_all(struct options *options, int argc, char **argv) {
  const struct options line = *options;
  begin(options, &line);
  options_read_environment(options);
  const bool has_project = line.program && !line.no_project && !options->no_project;
  begin(options, &line);
  char *said = has_project ? project_read(options) : NULL;
  const bool quiet =
      options->quiet; // only who calls the command can keep it from telling of the file
  options->quiet = false;
  options_read_environment(options);
  options->command = NULL;
  options_parse_words(options, SOURCE_COMMAND_LINE, argc, argv);
  if (said && !options->quiet)
    say_error("%s", said);
  options->quiet |= quiet;
  free(said);
}

void options_parse(struct options *options, int argc, char **argv) {
  memset(options, 0, sizeof *options);
  list_words();
  set_defaults(options);
  options_parse_words(options, SOURCE_COMMAND_LINE, argc, argv);
  if (options->help) {
    argp_help(&parser, stdout, ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK, (char *)"mcmini");
    exit_written();
  }
  if (options->version) {
    puts("mcmini " MC_VERSION);
    exit_written();
  }
  parse_all(options, argc, argv);
  options->words = argv;
  check_words(options);
  options_settle(options);
}
