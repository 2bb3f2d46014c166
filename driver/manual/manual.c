// driver/manual/manual.c - mcmini-manual TEMPLATE|bash|zsh|fish: made at build time, it writes a
// manual page or a completion. A template is a page in mdoc(7) whose lines @NAME@ stand for what
// the tables say.
#include "tables.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static _Noreturn void fail(const char *what, const char *why) {
  fprintf(stderr, "mcmini-manual: %s: %s\n", what, why);
  exit(2);
}

/// With what mdoc would take for its own in other clothes, and ASCII's minus for what is typed.
/// Gives the number of bytes that it took.
static int print_text(const char *text, size_t size) {
  int bytes = size && (*text == '.' || *text == '\'') ? printf("\\&") : 0;
  for (const char *end = text + size; text < end; text++)
    bytes += *text == '\\' ? printf("\\e") : *text == '-' ? printf("\\-") : printf("%c", *text);
  return bytes;
}

static void print_word(const char *word) { print_text(word, strlen(word)); }

/// In lines of at most 80 bytes; each sentence begins one, as mdoc asks for.
static void print_sentences(const char *text) {
  enum { WIDTH = 80, LONGEST = 2 }; // of a character
  int column = 0;
  while (*text) {
    const size_t length = strcspn(text, " ");
    const bool is_last = text[length - 1] == '.' && text[length];
    if (column && column + LONGEST * (int)length + 1 > WIDTH)
      column = printf("\n") - 1;
    else if (column)
      column += printf(" ");
    column += print_text(text, length);
    text += length + (text[length] == ' ');
    if (is_last)
      column = printf("\n") - 1;
  }
  puts(".");
}

/// "[WORD]": the option may stand without it.
static void print_argument(const struct table_option *option) {
  char *words = table_words(option, "|");
  const char *argument = option->is_choice ? words : option->argument;
  const bool is_optional = *argument == '[';
  printf(" Ns %s= Ns %s", is_optional ? "Op " : "", option->is_choice ? "Cm " : "Ar ");
  if (is_optional)
    print_text(argument + 1, strlen(argument) - 2);
  else
    print_word(argument);
  free(words);
}

static void print_option(const struct table_option *option) {
  fputs(".It ", stdout);
  if (option->letter)
    printf("Fl %c , ", option->letter);
  fputs("Fl Fl ", stdout);
  print_word(option->name);
  if (option->argument)
    print_argument(option);
  putchar('\n');
  print_sentences(option->help);
  if (*option->standard) {
    fputs("The default is\n.Cm ", stdout);
    print_word(option->standard);
    puts(" .");
  }
}

static void print_options(const struct table_option *option, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    print_option(&option[i]);
}

static void print_commands(void) {
  for (unsigned i = 0; i < table_commands; i++) {
    printf(".It Cm %s ", table_command[i].name);
    print_word(table_command[i].usage);
    putchar('\n');
    print_sentences(table_command[i].help);
  }
}

static void print_synopsis(void) {
  for (unsigned i = 0; i < table_commands; i++) {
    printf(".Nm\n.Op Ar options\n.Cm %s\n.Li ", table_command[i].name);
    print_word(table_command[i].usage);
    putchar('\n');
  }
}

void manual_fill_in(const char *name) {
  if (!strcmp(name, "OPTIONS"))
    print_options(table_option, table_options);
  else if (!strcmp(name, "COMMANDS"))
    print_commands();
  else if (!strcmp(name, "SYNOPSIS"))
    print_synopsis();
  else if (!strcmp(name, "WRAPPER"))
    print_options(wrapper_option, wrapper_options);
  else
    fail(name, "no table has that name");
}

static void write_page(const char *path) {
  FILE *template = fopen(path, "r");
  char *line = NULL;
  size_t size = 0;
  if (!template)
    fail(path, "cannot be read");
  while (getline(&line, &size, template) > 0) {
    char *end = *line == '@' ? strchr(line + 1, '@') : NULL;
    if (end)
      *end = '\0';
    if (end)
      manual_fill_in(line + 1);
    else
      fputs(line, stdout);
  }
  free(line);
  fclose(template);
}

int main(int argc, char **argv) {
  if (argc != 2)
    fail("usage", "mcmini-manual TEMPLATE|bash|zsh|fish");
  if (!strcmp(argv[1], "bash"))
    write_bash();
  else if (!strcmp(argv[1], "zsh"))
    write_zsh();
  else if (!strcmp(argv[1], "fish"))
    write_fish();
  else
    write_page(argv[1]);
  return fflush(stdout) || ferror(stdout) ? 2 : 0;
}
