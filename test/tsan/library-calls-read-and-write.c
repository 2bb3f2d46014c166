// What functions of the C library read and write through their arguments is seen, as by the plugin
// (pass/ranges.def): each call races with the other thread's write of the first byte that it touches,
// and with no write of the byte behind its last.
// RUN: %mcmini-cc --from-tsan -O2 %s -o %t && not %mcmini -k --races=report %t >gcc
// RUN: FileCheck %s --input-file=gcc
// RUN: %mcmini-cc --from-tsan=%clang %s -o %t && not %mcmini -k --races=report %t >clang
// RUN: FileCheck %s --input-file=clang
// RUN: %mcmini-cc -g -O2 %s -o %t && not %mcmini -k --races=report %t >plugin
// RUN: FileCheck %s --input-file=plugin
// RUN: FileCheck %s --input-file=gcc --check-prefix=NONE && FileCheck %s --input-file=clang --check-prefix=NONE
// RUN: FileCheck %s --input-file=plugin --check-prefix=NONE
// CHECK-DAG: data race: copied[0]:
// CHECK-DAG: data race: measured[0]:
// CHECK-DAG: data race: compared[0]:
// CHECK-DAG: data race: printed[0]:
// CHECK-DAG: data race: formatted[0]:
// CHECK-DAG: data race: sorted[0]:
// CHECK-DAG: data race: buffer[0]:
// CHECK-DAG: data race: number[0]:
// CHECK-DAG: data race: decimal[0]:
// CHECK-DAG: data race: searched[0]:
// CHECK-DAG: data race: needle[0]:
// CHECK-DAG: data race: span[0]:
// CHECK-DAG: data race: set[0]:
// CHECK-DAG: data race: delimiter[0]:
// CHECK-DAG: data race: folded[0]:
// CHECK-DAG: data race: padded[0]:
// CHECK-DAG: data race: listed[0]:
// CHECK-DAG: data race: date[0]:
// NONE-NOT: data race: {{[a-z]*}}[{{[1-9]}}]
#define _GNU_SOURCE
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

char copied[8], measured[8] = "ab", compared[8] = "x", printed[8], formatted[8] = "abc", buffer[8];
char number[8] = " -12x", decimal[8] = "34", searched[8] = "abcd", needle[8] = "c", span[8] = "aab";
char set[8] = "a", delimiter[8] = ",", folded[8] = "Ab", padded[8], listed[8], date[8];
int sorted[4] = {3, 2, 1, 0}, fd[2];

static int is_less(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void print_list(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vsnprintf(listed, 3, format, list);
  va_end(list);
}

static void *calls(void *argument) {
  char here[32];
  memcpy(here, copied, 4);
  if (strlen(measured) > 5 || !strcmp(compared, "y"))
    abort();
  snprintf(printed, sizeof printed, "%d", 12);
  snprintf(here, sizeof here, "%d %5.1f %Lg %.3s", 1, 2.0, (long double)3, formatted);
  char *place, text[] = "a,b";
  const time_t now = 0;
  struct tm day;
  if (strtol(number, &place, 10) != -12 || atol(decimal) != 34 || !strstr(searched, needle) ||
      strspn(span, set) != 2 || strcasecmp(folded, "aX") >= 0 || !strtok_r(text, delimiter, &place))
    abort();
  stpncpy(padded, "a", 4);
  print_list("%d", 123);
  if (strftime(date, sizeof date, "%y", gmtime_r(&now, &day)) != 2)
    abort();
  qsort(sorted, 3, sizeof *sorted, is_less);
  if (read(fd[0], buffer, 3) != 3)
    abort();
  return argument;
}

static void *stores(void *argument) {
  copied[0] = measured[0] = compared[0] = printed[0] = formatted[0] = buffer[0] = 'a';
  number[0] = decimal[0] = searched[0] = needle[0] = span[0] = set[0] = delimiter[0] = ' ';
  folded[0] = padded[0] = listed[0] = date[0] = ' ';
  number[5] = decimal[3] = searched[4] = needle[2] = span[3] = set[2] = delimiter[2] = 0;
  folded[2] = padded[4] = listed[3] = date[3] = 0;
  copied[4] = measured[7] = compared[2] = printed[3] = formatted[3] = buffer[3] = 0;
  sorted[0] = 1;
  sorted[3] = 1;
  return argument;
}

int main(void) {
  pthread_t thread[2];
  if (pipe(fd) || write(fd[1], "abc", 3) != 3)
    abort();
  pthread_create(&thread[0], NULL, calls, NULL);
  pthread_create(&thread[1], NULL, stores, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
}
