// driver/journal_facts.c - see journal_facts.h.
#include "journal_facts.h"
#include "diagnose.h"
#include "options_internal.h"
#include "trials.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// One word a line.
static char *join(char *const *words) {
  char *text = format_text("%s", "");
  for (; *words; words++) {
    char *longer = format_text("%s%s\n", text, *words);
    free(text);
    text = longer;
  }
  return text;
}

static void add_number(struct words *words, const char *name, bool is_given, uint64_t value) {
  if (is_given)
    words_add(words, format_text("--%s=%" PRIu64, name, value));
}

/// The options that say what is explored.
static char *options_of(const struct options *o) {
  struct words kept = words_of_options(o, &(struct candidate){.kind = BY_ARGUMENT});
  if (options_are_bounded(o) && o->given.algorithm)
    words_add(&kept, format_text("--algorithm=%s", options_algorithm(o)));
  if (o->given.estimates)
    words_add(&kept, format_text("--estimate=%s", options_word(INDEX_estimates, o->estimates)));
  add_number(&kept, "preemptions", o->given.preemptions, o->preemptions);
  add_number(&kept, "delays", o->given.delays, o->delays);
  add_number(&kept, "pct-depth", o->given.pct_depth, o->pct_depth);
  add_number(&kept, "seed", o->given.seed, o->seed);
  add_number(&kept, "max-traces", o->given.max_traces, o->max_traces);
  return kept.count ? join(kept.word) : format_text("%s", "");
}

/// What standard input has, if it is a file: "12 bytes, hash ..."; else "". NULL: a pipe, which is
/// a file when the program has read it and the command begins again.
static char *describe_input(void) {
  struct stat info;
  unsigned char bytes[1 << 16];
  uint64_t hash = 0xcbf29ce484222325ull; // FNV-1a
  const bool is_there = !fstat(STDIN_FILENO, &info);
  if (is_there && (S_ISFIFO(info.st_mode) || S_ISSOCK(info.st_mode)))
    return NULL;
  if (!is_there || !S_ISREG(info.st_mode))
    return format_text("%s", "");
  off_t at = 0;
  for (ssize_t got; (got = pread(STDIN_FILENO, bytes, sizeof bytes, at)) > 0; at += got)
    for (ssize_t i = 0; i < got; i++)
      hash = (hash ^ bytes[i]) * 0x100000001b3ull;
  return format_text("%" PRId64 " bytes, hash %016" PRIx64, (int64_t)at, hash);
}

void facts_collect(struct fact facts[FACTS], const struct options *o, const struct program *p) {
  char *path = realpath(p->path, NULL), *folder = getcwd(NULL, 0);
  const struct fact made[FACTS] = {
      {"version", "McMini's version", format_text("%s", MC_VERSION), false},
      {"path", "the program", path ? path : format_text("%s", p->path), true},
      {"hash", "the program's content, hash", format_text("%016" PRIx64, program_identity(p)),
       false},
      {"words", "the program's arguments", join(p->argv), true},
      {"arguments", "the program's arguments", join(p->argv + 1), false},
      {"options", "the options that say what is explored", options_of(o), false},
      {"folder", "the folder", folder ? folder : format_text("%s", ""), true},
      {"input", "standard input", describe_input(), false},
  };
  memcpy(facts, made, sizeof made);
}

/// One line, for a message.
char *facts_on_one_line(const char *value) {
  char *line = format_text("%s", *value ? value : "none");
  for (char *c = line; *c; c++)
    *c = *c == '\n' ? (c[1] ? ' ' : 0) : (unsigned char)*c < ' ' || *c == 127 ? '?' : *c;
  return line;
}
