// A number that is closed may be another thread's the next moment: what a thread then does with the old number it does to
// that thread's pipe. A second close was one step with the model's closed pipe, whoever had the number by then; the
// schedules in which it closes the other's, in which a write goes to the copy that has got the number, were
// missing, and the verdict was "ok".
//
// Thread 0.2 closes a pipe's end twice. Between the two 0.1 may make a pipe, which gets the number. Then the second
// close succeeds, and the write of 0.1 is before it (1) or behind it, to a pipe without a reader (0).
// RUN: mkdir -p %t.dir && %mcmini-cc -g %s -o %t.dir/a && %mcmini -k --output=all %t.dir/a > %t.dir/out.a
// RUN: grep "^close" %t.dir/out.a | sort -u | FileCheck %s --check-prefix=PIPE --match-full-lines
// PIPE: close -1, write 1
// PIPE-NEXT: close 0, write 0
// PIPE-NEXT: close 0, write 1
// PIPE-NOT: {{.}}
// RUN: FileCheck %s --check-prefix=COMPLETE < %t.dir/out.a
// COMPLETE: {{^}}Every schedule of the program was explored.
//
// The same where the number was that of a file: the close that comes to nothing is then a call of the kernel's.
// RUN: %mcmini-cc -g -DFILE_FIRST %s -o %t.dir/b && %mcmini -k --output=all %t.dir/b > %t.dir/out.b
// RUN: grep "^close" %t.dir/out.b | sort -u | FileCheck %s --check-prefix=PIPE --match-full-lines
// RUN: FileCheck %s --check-prefix=COMPLETE < %t.dir/out.b
//
// Thread 0.2 closes the end of one pipe, and the copy of another one's end gets the number. A write of 0.1 to the number
// goes to the first pipe, fails, or goes to the second pipe.
// RUN: %mcmini-cc -g -DCOPY %s -o %t.dir/c && %mcmini -k --output=all %t.dir/c > %t.dir/out.c
// RUN: grep "^write" %t.dir/out.c | sort -u | FileCheck %s --check-prefix=COPY --match-full-lines
// COPY: write -1, first -1, second -1
// COPY-NEXT: write 1, first -1, second 1
// COPY-NEXT: write 1, first 1, second -1
// COPY-NOT: {{.}}
// RUN: FileCheck %s --check-prefix=COMPLETE < %t.dir/out.c
//
// A number that is handed over by a join is there by no chance: one trace.
// RUN: %mcmini-cc -g -DHANDED %s -o %t.dir/d && %mcmini -k %t.dir/d | FileCheck %s --check-prefix=HANDED
// HANDED: {{^}}1 traces: 1 completed
// HANDED: {{^}}Every schedule of the program was explored.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static int first[2], second[2], written, closed;

#if defined COPY
static void *closes(void *unused) {
  close(first[1]);
  dup(second[1]);
  return unused;
}
static void *writes(void *unused) {
  written = (int)write(first[1], "a", 1);
  return unused;
}
#elif defined HANDED
static void *closes(void *unused) {
  char byte;
  closed = (int)read(first[0], &byte, 1);
  return unused;
}
#else
static void *closes(void *unused) {
  close(first[0]);
  closed = close(first[0]);
  return unused;
}
static void *writes(void *unused) {
  int own[2];
  pipe(own);
  written = (int)write(own[1], "a", 1);
  if (written < 0)
    written = 0;
  return unused;
}
#endif

int main(void) {
  pthread_t thread[2];
  signal(SIGPIPE, SIG_IGN);
#ifdef FILE_FIRST
  first[0] = open("/dev/null", O_RDONLY);
#else
  pipe2(first, O_NONBLOCK);
#endif
#ifdef HANDED
  close(first[0]);
  close(first[1]);
  pipe2(first, O_NONBLOCK);
  write(first[1], "a", 1);
  pthread_create(&thread[0], NULL, closes, NULL);
  pthread_join(thread[0], NULL);
  close(first[0]);
  pipe2(first, O_NONBLOCK);
  write(first[1], "a", 1);
  pthread_create(&thread[1], NULL, closes, NULL);
  pthread_join(thread[1], NULL);
#else
  pipe2(second, O_NONBLOCK);
  pthread_create(&thread[0], NULL, writes, NULL);
  pthread_create(&thread[1], NULL, closes, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
#endif
#ifdef COPY
  char byte;
  const int in_first = (int)read(first[0], &byte, 1), in_second = (int)read(second[0], &byte, 1);
  // The end of a pipe of which nobody has a writer's end is 0.
  printf("write %d, first %d, second %d\n", written, in_first == 1 ? 1 : -1, in_second);
#elif !defined HANDED
  printf("close %d, write %d\n", closed, written);
#endif
}
