// --races=report: one trace for a program without other dependences, the race is told; off: nothing.
// A limit of traces may end the search before the race is met again: it is reported all the same.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k --races=report %t | FileCheck %s --check-prefix=REPORT
// REPORT: data race: shared: write at reporting-is-not-exploring.c:24 and write at reporting-is-not-exploring.c:24
// REPORT: {{^}}1 traces: 1 completed
// RUN: %mcmini -k --races=off %t | FileCheck %s --check-prefix=OFF
// OFF: mcmini: ok: nothing found
// OFF: {{^}}1 traces: 1 completed
// RUN: not %mcmini -k %t | FileCheck %s --check-prefix=EXPLORE
// EXPLORE: data race: shared: write
// EXPLORE: {{^}}2 traces: 2 completed
// Each has the race in it; at -O0 as at -O2.
// RUN: %mcmini-cc -g -O2 %s -o %t.2 && not %mcmini -k %t.2 | FileCheck %s --check-prefix=EXPLORE
// RUN: not %mcmini --races=some %t 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: --races=some: expected one of off|report|explore
#include <pthread.h>

static int shared;

static void *writer(void *argument) {
  // Both write the same value: it is a race all the same.
  // (The next line is the one that both places are in.)
  shared = 1;
  return argument;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, writer, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
