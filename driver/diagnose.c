// driver/diagnose.c - see diagnose.h.
#include "diagnose.h"
#include "origins.h"
#include "progress.h"
#include "text.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// What it repeats of a file or the command line may be anything.
static void say(const char *kind, const char *format, va_list arguments) {
  char *message = NULL;
  const int length = vasprintf(&message, format, arguments);
  progress_clear();
  fflush(stdout);
  fprintf(stderr, "mcmini: %s", kind);
  for (const char *line = message, *end = line + length; length >= 0 && line <= end; line++) {
    const char *rest = line + strcspn(line, "\n");
    text_print_bytes(stderr, line, rest);
    fputc('\n', stderr);
    line = rest;
  }
  free(message);
}

void usage_error(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char *message = NULL;
  if (vasprintf(&message, format, arguments) < 0)
    internal_fault("out of memory");
  va_end(arguments);
  say_error("%s", origins_tell(message));
  exit(STATUS_USAGE);
}

void internal_fault(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say("internal fault: ", format, arguments);
  va_end(arguments);
  fprintf(stderr, "mcmini: this is an error in McMini " MC_VERSION ", not in your program; please "
                  "report it with this message,\nmcmini: the command line and, if you can, the "
                  "program\n");
  exit(STATUS_INTERNAL);
}

void warn(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say("warning: ", format, arguments);
  va_end(arguments);
}

void say_error(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  say("", format, arguments);
  va_end(arguments);
}

void *allocate(unsigned long bytes) {
  void *memory = calloc(1, bytes ? bytes : 1);
  if (!memory)
    internal_fault("out of memory (%lu bytes)", bytes);
  return memory;
}

char *format_text(const char *format, ...) {
  char *text = NULL;
  va_list arguments;
  va_start(arguments, format);
  int length = vasprintf(&text, format, arguments);
  va_end(arguments);
  if (length < 0)
    internal_fault("out of memory");
  return text;
}
