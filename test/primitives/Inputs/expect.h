// expect.h - what a call of an interposed function should return, and what misuse it should be.
#ifndef EXPECT_H
#define EXPECT_H

#include "stub.h"
#include <stdio.h>
#include <string.h>
#include <time.h>

static int checks, failed;

static void expect(int line, const char *what, int got, int expected) {
  checks++;
  if (got == expected)
    return;
  failed++;
  printf("line %d: %s: expected %d, got %d%s%s\n", line, what, expected, got,
         stub_misuse ? ", misuse: " : "", stub_misuse ? stub_misuse : "");
}
#define EXPECT(expected, expression) expect(__LINE__, #expression, expression, expected)

static void expect_text(int line, const char *got, const char *expected) {
  checks++;
  if (got && strcmp(got, expected) == 0)
    return;
  failed++;
  printf("line %d: expected \"%s\", got \"%s\"\n", line, expected, got ? got : "");
}
#define EXPECT_TEXT(expected, got) expect_text(__LINE__, got, expected)

#define EXPECT_MISUSE(text, thread, call)                                                          \
  do {                                                                                             \
    EXPECT(MISUSE, BY(thread, call));                                                              \
    EXPECT_TEXT(text, stub_misuse);                                                                \
  } while (0)

/// A call that would wait: the timeout where there is one.
static const struct timespec deadline = {5, 0}, invalid = {0, 1000000000};

static void print_checks(void) { printf("%d checks, %d failed\n", checks, failed); }

#endif // EXPECT_H
