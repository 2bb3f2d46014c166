// A pipe as standard input is read once, and each trace gets all of it, as of a file. A program that does not
// read leaves the pipe as it is, however long.
// RUN: %mcmini-cc -g %s -o %t
// RUN: printf '3 4' > file
// RUN: %mcmini %t 7 < file | FileCheck %s
// RUN: printf '3 4' | %mcmini %t 7 | FileCheck %s
// RUN: printf '3 4' | %mcmini --output=all %t 7 | FileCheck %s
// RUN: sh -c '(printf 3; sleep 0.3; printf " 4") | %mcmini %t 7' | FileCheck %s
// Two threads take the lock in 2 orders. Which of them reads, is not ordered otherwise.
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed

// An empty pipe is read as an empty file.
// RUN: printf '' | %mcmini %t 0 | FileCheck %s
// RUN: printf '' | not %mcmini %t 7 | FileCheck %s --check-prefix=EMPTY
// EMPTY: assertion failed

// A finding of that input is replayed with the same.
// RUN: printf '3 5' | not %mcmini %t 7 | FileCheck %s --check-prefix=OTHER
// RUN: printf '3 5' | env MCMINI_OPTIONS= not %mcmini --output=all %t 7 | FileCheck %s --check-prefix=SIMPLEST
// SIMPLEST: assertion failed
// SIMPLEST: The simplest schedule
// RUN: printf '3 5' | not %mcmini replay %name.assertion-0001.trace %t 7 | FileCheck %s --check-prefix=OTHER
// OTHER: assertion failed

// What the program does not read, is there for whoever comes next: a shell that has its script from a pipe.
// RUN: %mcmini-cc -g -DREADS_NOTHING %s -o %t.nothing
// RUN: printf '%%s\n' "%mcmini %t.nothing 0" "echo and then" | sh | FileCheck %s --check-prefix=REST
// REST: mcmini: ok: nothing found
// REST: {{^}}and then
// RUN: sh -c 'yes | %mcmini %t.nothing 0' | FileCheck %s

// One without an end is refused.
// RUN: sh -c 'yes 3 | %mcmini %t 7; echo status $?' 2>&1 | FileCheck %s --check-prefix=LONG
// LONG: mcmini: standard input: a pipe with more than 64 MB, of which each trace would get all
// LONG-NEXT: status 2

// Of a terminal the program gets nothing. Who does not read it hears nothing of that.
// RUN: python3 %S/Inputs/on_a_terminal.py %mcmini %t 0 | FileCheck %s --check-prefix=TERMINAL
// TERMINAL: mcmini: warning: the program reads standard input, a terminal, and gets nothing: give it a file
// TERMINAL: mcmini: ok
// RUN: python3 %S/Inputs/on_a_terminal.py %mcmini --save-trace=2 %t 0 > saved
// RUN: %mcmini replay %name.trace-0002.trace %t 0 < /dev/null | FileCheck %s --check-prefix=REPLAYED
// REPLAYED: mcmini: ok: the schedule ended without a finding
// RUN: python3 %S/Inputs/on_a_terminal.py %mcmini %t.nothing 0 | FileCheck %s --check-prefix=UNREAD
// UNREAD-NOT: terminal
// UNREAD: mcmini: ok
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *adds(void *unused) {
  pthread_mutex_lock(&mutex);
#ifndef READS_NOTHING
  int number;
  if (scanf("%d", &number) == 1)
    sum += number;
#endif
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, adds, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  assert(argc == 2 && sum == atoi(argv[1]));
  return 0;
}
