// driver/resume.c - goes on with a search that a journal has, or takes part in one.
#include "commands.h"
#include "diagnose.h"
#include "journal.h"
#include "sent_program.h"
#include "store.h"
#include "trials.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The options of who goes on: the command line without `resume FILE`, and without the program.
static void add_own_words(struct words *words, const struct options *options) {
  bool is_command_there = false;
  for (char **word = options->words + 1; *word && word != options->program; word++)
    if (!is_command_there && !strcmp(*word, options->command->name))
      is_command_there = true;
    else if (*word != options->word && strcmp(*word, "--") && strcmp(*word, "--allow-program"))
      words_add(words, *word);
}

static bool is_option(const char *word, const char *name) {
  const size_t length = strlen(name);
  return !strncmp(word, "--", 2) && !strncmp(word + 2, name, length) &&
         (!word[2 + length] || word[2 + length] == '=');
}

/// Options that a database may give, which others can write: they say what is explored, and neither
/// write files nor load code.
static bool is_of_search(const char *word) {
#define OF_SESSION(name) is_option(word, name) ||
#define OF_COMMAND(name)
#define MC_OPTION(to, of, type, field, letter, name, ...) OF_##to(name)
  return
#include "options.def"
      is_option(word, "ignore") || is_option(word, "focus");
#undef MC_OPTION
}

/// The command begins again, with the words of the search: it finds the journal there.
static _Noreturn void begin_with(const struct options *options, const struct journal_words *kept,
                                 const char *program) {
  char *path = store_is_url(options->word) ? NULL : realpath(options->word, NULL);
  struct words words = {0};
  words_add(&words, "mcmini");
  words_add(&words, "--no-project");
  for (char **word = kept->option; *word; word++)
    if (store_is_url(options->word) && !is_of_search(*word))
      usage_error("%s: '%s': no option that a database may give", store_name(options->word), *word);
    else
      words_add(&words, *word);
  add_own_words(&words, options);
  words_add(&words, format_text("--journal=%s", path ? path : options->word));
  words_add(&words, "--");
  words_add(&words, program);
  for (char **word = kept->program + 1; *word; word++)
    words_add(&words, *word);
  if (options->command->run == command_resume && chdir(kept->folder))
    usage_error("%s: %s: %s", store_name(options->word), kept->folder, strerror(errno));
  unsetenv("MCMINI_OPTIONS");
  execv("/proc/self/exe", words.word);
  internal_fault("/proc/self/exe: %s", strerror(errno));
}

int command_resume(const struct options *options) {
  const struct journal_words kept = journal_words(options->word);
  begin_with(options, &kept, kept.program[0]);
}

/// As it was named there; else where it was there; or what the run has.
static const char *find_program(const struct options *o, const struct journal_words *kept) {
  const char *named = kept->program[0];
  const char *path = strchr(named, '/') && access(named, X_OK) ? kept->path : named;
  if (o->program)
    return o->program[0];
  if (o->allow_program)
    return sent_program_take(o->word, kept->path, kept->hash);
  if (strchr(path, '/') && access(path, X_OK))
    usage_error("work: %s: %s; give the program behind the URL, or --allow-program to run what the "
                "run has",
                path, strerror(errno));
  return path;
}

int command_work(const struct options *options) {
  if (!store_is_url(options->word))
    usage_error("work: %s: expected postgresql://HOST/DATABASE/RUN; a file has one user",
                options->word);
  const struct journal_words kept = journal_words(options->word);
  if (options->program && options->program[1])
    usage_error("work: '%s': the program's arguments are those of the run", options->program[1]);
  begin_with(options, &kept, find_program(options, &kept));
}
