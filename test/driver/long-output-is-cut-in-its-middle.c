// What the failing trace has written, 2 MB of lines: its first and last lines are there, the last ones uncut. Of a line of
// 2 MB there are the first 1000 and the last 4000 bytes, in whole characters. What is no character is "?". All of it
// is in the file of the full report.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q %t lines > report
// RUN: FileCheck %s --check-prefix=LINES --input-file=report
// RUN: grep -c '^  | line' %name.assertion-0001.txt | FileCheck %s --check-prefix=ALL
// LINES: Output of the program in this trace:
// LINES-NEXT: {{^}}  | line 0 of the output
// LINES: {{^}}  | line 5 of the output
// LINES-NEXT: {{^}}  ... 1[[#]] bytes are left out here
// LINES-NEXT: {{^}}  | line 79997 of the output
// LINES-NEXT: {{^}}  | line 79998 of the output
// LINES-NEXT: {{^}}  | line 79999 of the output
// LINES-NEXT: {{^}}  | bell ?, half of a character ??, 並行処理{{$}}
// LINES-NEXT: {{^}}  | a last line that is long, {{(and longer, ){60}()}}and has its end
// LINES-NEXT: {{^}}  | {{.*}}Assertion `x == 1' failed.
// ALL: 80000

// RUN: not %mcmini -q %t > report
// RUN: FileCheck %s --check-prefix=LINE --input-file=report
// LINE: Output of the program in this trace:
// LINE-NEXT: {{^}}  | {{(二二){167}()}}{{$}}
// LINE-NEXT: {{^}}  ... [[#]] bytes are left out here
// LINE-NEXT: {{^}}  | {{(二)+}} the end
// LINE-NEXT: {{^}}  | {{.*}}Assertion `x == 1' failed.
// RUN: sh -c 'test $(wc -c <report) -lt 10000'
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *unused) {
  pthread_mutex_lock(&m);
  x = 1;
  pthread_mutex_unlock(&m);
  return unused;
}

static void print_lines(void) {
  for (int i = 0; i < 80000; i++)
    printf("line %d of the output\n", i);
  printf("bell \a, half of a character \xe4\xba, 並行処理\na last line that is long, ");
  for (int i = 0; i < 60; i++)
    printf("and longer, ");
  printf("and has its end\n");
}

static void print_line(void) {
  for (int i = 0; i < 700000; i++)
    fputs("二", stdout);
  puts(" the end");
}

int main(int argc, char **argv) {
  static char buffer[1 << 22]; // one write
  pthread_t thread;
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  pthread_create(&thread, NULL, writes, NULL);
  pthread_mutex_lock(&m);
  (argc > 1 ? print_lines : print_line)();
  fflush(stdout);
  assert(x == 1);
  pthread_mutex_unlock(&m);
  pthread_join(thread, NULL);
  return 0;
}
