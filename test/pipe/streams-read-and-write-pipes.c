// fdopen'ed pipes: lines that a thread prints are those that another gets, and the end of the pipe
// ends the loop. One thread fills, one empties: what can differ is how many of the writes come before
// each read. Three lines, flushed one by one; the reader's reads of 4096 bytes see what is there:
// the same program with write and read has as many traces.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini %t stream | grep traces: >stream && %mcmini %t.gcc stream | grep traces: >preloaded
// RUN: %mcmini %t plain | grep traces: >plain && diff stream plain && diff stream preloaded
// RUN: %mcmini --threads=kernel --isolation=fork %t stream | grep traces: >portable && diff stream portable
// RUN: FileCheck %s <stream
// The reads between the 3 writes and the close: each write is read together with the next ones or
// not: 2^2 = 4 ways; and the read that finds nothing is the last.
// CHECK: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int ends[2], is_plain;
static const char *const lines[] = {"one\n", "two\n", "three\n"};

static void *writer(void *argument) {
  FILE *out = is_plain ? NULL : fdopen(ends[1], "w");
  for (int i = 0; i < 3; i++)
    if (is_plain)
      assert(write(ends[1], lines[i], strlen(lines[i])) == (ssize_t)strlen(lines[i]));
    else
      assert(fprintf(out, "%s", lines[i]) > 0 && fflush(out) == 0);
  if (is_plain)
    close(ends[1]);
  else
    assert(fileno(out) == ends[1] && fclose(out) == 0);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  char text[4096], all[64] = "";
  is_plain = strcmp(argv[argc - 1], "plain") == 0;
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, writer, NULL);
  if (is_plain) {
    for (ssize_t got; (got = read(ends[0], text, sizeof text)) > 0;)
      strncat(all, text, (size_t)got);
  } else {
    FILE *in = fdopen(ends[0], "r");
    while (fgets(text, sizeof text, in))
      strcat(all, text);
  }
  assert(strcmp(all, "one\ntwo\nthree\n") == 0);
  pthread_join(thread, NULL);
}
