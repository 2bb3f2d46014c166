// driver/terminal.c - see terminal.h.
#include "terminal.h"
#include "diagnose.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_has_colour(const struct options *options) {
  if (options->color != COLOR_AUTO)
    return options->color == COLOR_ALWAYS;
  const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return isatty(STDOUT_FILENO) && !(none && *none) && terminal && strcmp(terminal, "dumb");
}

unsigned terminal_columns(FILE *out) {
  struct winsize size;
  return ioctl(fileno(out), TIOCGWINSZ, &size) ? 0 : size.ws_col;
}

unsigned terminal_width(FILE *out) {
  enum { ELSEWHERE = 100, LEAST = 40 };
  const unsigned columns = terminal_columns(out);
  return !columns ? ELSEWHERE : columns < LEAST ? LEAST : columns;
}

bool terminal_is_written(const char *what) {
  if (!fflush(stdout) && !ferror(stdout))
    return true;
  if (errno != EPIPE) // who reads has seen enough
    say_error("%s cannot be written: %s", what, strerror(errno));
  return false;
}
