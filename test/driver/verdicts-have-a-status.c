// Each verdict has its exit status and its sentence.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini %t ok | FileCheck %s --check-prefix=OK
// OK: mcmini: ok: nothing found
// OK: 6 traces: 6 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, {{[0-9]+}} sleep-set blocked
// OK-NEXT: Every schedule of the program was explored.{{$}}
//
// RUN: sh -c '%mcmini %t abort; echo status $?' | FileCheck %s --check-prefix=ABORT
// ABORT: mcmini: assertion failed
// ABORT: status 1
//
// What the others could still do when one fails is not explored, and the sentence says so. With a limit on each thread
// all traces fail as well, but main has not made all threads.
// RUN: not %mcmini -k %t abort | FileCheck %s --check-prefix=ALL
// ALL: {{^}}Every schedule of the program was explored. A schedule ends where a thread fails, whatever the others could still do.{{$}}
// RUN: not %mcmini -k --json=part.json --max-depth-per-thread=2 %t abort | FileCheck %s --check-prefix=PART
// PART: traces: 0 completed, 0 deadlocked, {{[0-9]+}} failed, 0 bounded
// PART-NEXT: {{^}}Every schedule of the program was explored in which no thread takes more than 2 transitions. A schedule ends where a thread fails, whatever the others could still do.{{$}}
// RUN: grep '"id": "max-depth-per-thread"' part.json
//
// RUN: %mcmini --max-traces=2 %t ok | FileCheck %s --check-prefix=LIMIT
// LIMIT: mcmini: incomplete: nothing found, but the limit of --max-traces was reached
// LIMIT: 2 traces: 2 completed
// LIMIT-NEXT: The first 2 traces were explored; a higher --max-traces goes on.
//
// RUN: sh -c '%mcmini --require-complete --max-traces=2 %t ok; echo status $?' | FileCheck %s --check-prefix=REQUIRED
// REQUIRED: status 3
//
// RUN: %mcmini --max-depth-per-thread=2 %t ok | FileCheck %s --check-prefix=DEPTH
// DEPTH: mcmini: incomplete: nothing found, but traces were cut by --max-depth-per-thread
// DEPTH: Every schedule of the program was explored in which no thread takes more than 2 transitions.
//
// RUN: %mcmini %t alone | FileCheck %s --check-prefix=ALONE
// ALONE: WARNING: only one thread was ever seen
// ALONE: 1 traces: 1 completed
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *what;

static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  if (!strcmp(what, "abort"))
    abort();
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[3];
  what = argv[argc - 1];
  if (!strcmp(what, "alone"))
    return 0;
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
