// driver/resume.c - goes on with a search that a journal has, or says how far it has come.
#include "commands.h"
#include "diagnose.h"
#include "journal.h"
#include "trials.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The options of who goes on: the command line without `resume FILE`.
static void add_own_words(struct words *words, const struct options *options) {
  bool is_command_there = false;
  for (char **word = options->words + 1; *word; word++)
    if (!is_command_there && !strcmp(*word, options->command->name))
      is_command_there = true;
    else if (*word != options->word)
      words_add(words, *word);
}

/// The command begins again, with the words of the search: it finds the journal there.
int command_resume(const struct options *options) {
  const struct journal_words kept = journal_words(options->word);
  char *path = realpath(options->word, NULL);
  struct words words = {0};
  words_add(&words, "mcmini");
  words_add(&words, "--no-project");
  for (char **word = kept.option; *word; word++)
    words_add(&words, *word);
  add_own_words(&words, options);
  words_add(&words, format_text("--journal=%s", path ? path : options->word));
  words_add(&words, "--");
  for (char **word = kept.program; *word; word++)
    words_add(&words, *word);
  if (chdir(kept.folder))
    usage_error("%s: %s: %s", options->word, kept.folder, strerror(errno));
  unsetenv("MCMINI_OPTIONS");
  execv("/proc/self/exe", words.word);
  internal_fault("/proc/self/exe: %s", strerror(errno));
}

int command_status(const struct options *options) {
  journal_print(options->word);
  return STATUS_OK;
}
