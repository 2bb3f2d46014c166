// driver/explain.c - `mcmini explain`: a page for each kind of finding, and what
// include/mcmini/warnings.def says of each warning and limit.
#include "commands.h"
#include "diagnose.h"
#include "kind_page.h"
#include "terminal.h"
#include "text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, LABEL = 15 }; // at most so wide, as the pages are

static const char *const kinds[] = {
#define MC_FINDING(kind, name, headline) name,
#include "runtime/findings.def"
#undef MC_FINDING
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static const char ours[] = "the result is \"incomplete\" then, and the exit status 3",
                  users[] = "a limit of yours; \"incomplete\", with exit status 0",
                  nobodys[] = "no schedule is lost by it";
#define WHOSE_MC_OURS ours
#define WHOSE_MC_USERS users

static const struct reason {
  const char *name, *sort, *text, *missing, *remedy, *reason;
} reasons[] = {
#define MC_WARNING(id, name, text, missing, remedy) {name, ours, text, missing, remedy, ""},
#define MC_NOTE(id, name, text, reason) {name, nobodys, text, "", "", reason},
#define MC_LIMIT(id, name, whose, missing, remedy) {name, WHOSE_##whose, "", missing, remedy, ""},
#include <mcmini/warnings.def>
};
enum { REASONS = sizeof reasons / sizeof *reasons };

//===- A finding's page -----------------------------------------------------------------------===//

/// Headings are bold, or as they are; the rest is for reading as it stands.
static void print_page(const char *line, bool colour) {
  while (*line) {
    const int length = (int)strcspn(line, "\n"), marks = (int)strspn(line, "#");
    if (marks)
      printf("%s%.*s%s\n", colour ? "\033[1m" : "", length - marks - 1, line + marks + 1,
             colour ? "\033[0m" : "");
    else
      printf("%.*s\n", length, line);
    line += length + (line[length] == '\n');
  }
}

static void print_summary(const char *kind) {
  char *title = kind_page_title(kind_page(kind));
  printf("  %-*s %s\n", LABEL, kind, strchr(title, ':') + 2);
  free(title);
}

//===- Warnings and limits --------------------------------------------------------------------===//

static void print_wrapped(const char *text, unsigned column, unsigned indent) {
  const unsigned width = terminal_width(stdout);
  text_wrap(stdout, text, column, indent, width < WIDTH ? width : WIDTH);
}

/// Behind its label; "..." stands for what a message fills in.
static void print_text(const char *label, const char *text) {
  const char *place = strstr(text, "%s");
  char *shown = place ? format_text("%.*s...%s", (int)(place - text), text, place + 2)
                      : format_text("%s", text);
  if (*shown)
    print_wrapped(shown, (unsigned)printf("%-*s", LABEL, label), LABEL);
  free(shown);
}

static void print_reason(const struct reason *reason, bool colour) {
  printf("%s%s: %s%s\n\n", colour ? "\033[1m" : "", reason->name, reason->sort,
         colour ? "\033[0m" : "");
  print_text("The message:", reason->text);
  print_text("What is lost:", reason->missing);
  print_text("Why not:", reason->reason);
  print_text("What helps:", reason->remedy);
}

//===- Which ----------------------------------------------------------------------------------===//

static void list_all(void) {
  puts("Findings:");
  for (unsigned i = 0; i < KINDS; i++)
    print_summary(kinds[i]);
  puts("\nWarnings, limits and notes, as in \"incomplete\":");
  char *names = format_text("%s", "");
  for (unsigned i = 0; i < REASONS; i++) {
    char *longer = format_text("%s%s%s", names, i ? ", " : "", reasons[i].name);
    free(names);
    names = longer;
  }
  print_wrapped(names, (unsigned)printf("  "), 2);
  free(names);
  puts("\nmcmini explain NAME tells more of each.");
}

static _Noreturn void refuse(const char *word) {
  const char *names[KINDS + REASONS];
  memcpy(names, kinds, sizeof kinds);
  for (unsigned i = 0; i < REASONS; i++)
    names[KINDS + i] = reasons[i].name;
  const char *meant = nearest_word(word, names, KINDS + REASONS);
  if (meant)
    usage_error("explain: '%s' is no kind of finding or warning; did you mean %s?", word, meant);
  usage_error("explain: '%s' is no kind of finding or warning; mcmini explain lists them", word);
}

static void explain(const char *word, bool colour) {
  const char *page = kind_page(word);
  if (page) {
    print_page(page, colour);
    return;
  }
  for (unsigned i = 0; i < REASONS; i++)
    if (!strcmp(word, reasons[i].name)) {
      print_reason(&reasons[i], colour);
      return;
    }
  refuse(word);
}

int command_explain(const struct options *options) {
  if (options->word)
    explain(options->word, terminal_has_colour(options));
  else
    list_all();
  return terminal_is_written("the explanation") ? STATUS_OK : STATUS_USAGE;
}
