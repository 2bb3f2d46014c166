// driver/explain.c - `mcmini explain`: a page for each kind of finding, and what
// include/mcmini/warnings.def says of each warning and limit.
#include "commands.h"
#include "diagnose.h"
#include "kind_page.h"
#include "terminal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 80, LABEL = 14 };

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
  printf("  %-*s %s\n", LABEL + 1, kind, strchr(title, ':') + 2);
  free(title);
}

//===- Warnings and limits --------------------------------------------------------------------===//

/// Wrapped, behind its label; "..." stands for what a message fills in.
static void print_text(const char *label, const char *text) {
  if (!*text)
    return;
  int column = printf("%-*s", LABEL, label);
  while (*text) {
    const int length = (int)strcspn(text, " ");
    const char *place = strstr(text, "%s");
    if (column + length + 1 > WIDTH)
      column = printf("\n%*s", LABEL, "") - 1;
    if (place && place < text + length)
      column += printf(" %.*s...%.*s", (int)(place - text), text, length - (int)(place - text) - 2,
                       place + 2);
    else
      column += printf(" %.*s", length, text);
    text += length + (text[length] == ' ');
  }
  putchar('\n');
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
  int column = 1;
  printf(" ");
  for (unsigned i = 0; i < REASONS; i++) {
    if (column + (int)strlen(reasons[i].name) + 2 > WIDTH)
      column = printf("\n ") - 1;
    column += printf(" %s%s", reasons[i].name, i + 1 < REASONS ? "," : "\n");
  }
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
