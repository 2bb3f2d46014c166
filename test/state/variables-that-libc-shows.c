// Variables that libc shows to the program are changed by calls that announce nothing of it: who reads one
// beside such a call has one order here, and the verdict says so; so has what crypt keeps. A program that
// names none of them, or is alone, is complete.
// RUN: %mcmini-cc -g -O1 -w %s -o %t -lm -lcrypt && %mcmini-cc -g -O1 -w -DNAMES_NONE %s -o %t.none -lm -lcrypt
// RUN: not %mcmini %t getopt | FileCheck %s --check-prefix=OPTION
// RUN: not %mcmini %t tzset | FileCheck %s --check-prefix=TIME
// RUN: not %mcmini %t mktime | FileCheck %s --check-prefix=TIME
// RUN: not %mcmini %t setenv | FileCheck %s --check-prefix=ENVIRONMENT
// RUN: not %mcmini %t lgamma | FileCheck %s --check-prefix=SIGN
// RUN: not %mcmini %t.none crypt | FileCheck %s --check-prefix=CRYPT
// RUN: %mcmini-cc --from-tsan -g -O1 -w %s -o %t.tsan -lm -lcrypt
// RUN: not %mcmini %t.tsan getopt | FileCheck %s --check-prefix=OPTION
// RUN: %mcmini --require-complete %t alone
// RUN: %mcmini --require-complete %t.none getopt && %mcmini --require-complete %t.none tzset
// RUN: %mcmini --require-complete %t.none setenv && %mcmini --require-complete %t.none lgamma
// OPTION: Not every schedule of the program was explored: other orders of what threads do by opt{{[a-z]+}}.
// TIME: Not every schedule of the program was explored: other orders of what threads do by {{_*}}{{timezone|tzname|daylight}}.
// ENVIRONMENT: Not every schedule of the program was explored: other orders of what threads do by {{_*}}environ.
// SIGN: Not every schedule of the program was explored: other orders of what threads do by signgam.
// CRYPT: Not every schedule of the program was explored: other orders of what threads do by crypt.
#define _GNU_SOURCE
#include <crypt.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *what;
static volatile long result;

static void change(const char *name) {
  char *words[] = {"program", "-a", "-b", NULL};
  struct tm day = {.tm_year = 100, .tm_mday = 1};
  if (!strcmp(name, "getopt"))
    getopt(3, words, "ab");
  if (!strcmp(name, "tzset"))
    tzset();
  if (!strcmp(name, "mktime"))
    mktime(&day);
  if (!strcmp(name, "setenv"))
    setenv("NEW", "1", 1);
  if (!strcmp(name, "lgamma"))
    lgamma(result - 0.5);
  if (!strcmp(name, "crypt"))
    crypt("key", "aa");
}

static void *changes(void *unused) {
  change(what);
  return unused;
}

static void *looks(void *unused) {
#ifndef NAMES_NONE
  result = optind + timezone + (environ[0] != NULL) + signgam;
#endif
  return unused;
}

int main(int unused, char *argv[]) {
  (void)unused;
  pthread_t thread[2];
  what = argv[1];
  if (!strcmp(what, "alone"))
    change("getopt");
  pthread_create(&thread[0], NULL, changes, NULL);
  pthread_create(&thread[1], NULL, looks, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
}
