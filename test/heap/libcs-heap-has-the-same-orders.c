// With --heap=libc the free of a chunk is ordered with accesses to it as with McMini's heap: a race, and both orders.
// Where a lock orders them, there is no race, and both orders are there nevertheless.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k --heap=libc %t read | FileCheck %s --check-prefix=RACE
// RUN: not %mcmini -k --heap=libc %t realloc | FileCheck %s --check-prefix=RACE
// RACE: data race: {{.*}}: write at {{.*}} and read at
// RACE: {{^}}2 traces: 2 completed
// RACE-NEXT: Every schedule of the program was explored.
// RUN: %mcmini -k --heap=libc %t locked | FileCheck %s --check-prefix=LOCKED
// LOCKED: ok: nothing found
// LOCKED: {{^}}2 traces: 2 completed
// RUN: %mcmini -k --heap=libc %t again | FileCheck %s --check-prefix=AGAIN
// AGAIN: ok: nothing found
// AGAIN: {{^}}1 traces: 1 completed
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const char *what;
static int *number;
static volatile int seen;

static void *worker(void *unused) {
  if (!strcmp(what, "locked"))
    pthread_mutex_lock(&mutex);
  if (strcmp(what, "again") && number)
    seen = *number;
  if (!strcmp(what, "locked"))
    pthread_mutex_unlock(&mutex);
  for (int i = 0; i < 3 && !strcmp(what, "again"); i++) { // the same memory, by turns
    int *own = malloc(sizeof *own);
    *own = i;
    free(own);
  }
  return unused;
}

int main(int count, char **argument) {
  pthread_t thread;
  what = argument[count - 1];
  number = calloc(1, sizeof *number);
  pthread_create(&thread, NULL, worker, NULL);
  int *const mine = number;
  if (!strcmp(what, "locked")) {
    pthread_mutex_lock(&mutex);
    number = NULL;
    free(mine);
    pthread_mutex_unlock(&mutex);
  } else if (!strcmp(what, "realloc")) {
    free(realloc(mine, 4000));
  } else if (!strcmp(what, "again")) {
    worker(NULL);
  } else {
    free(mine);
  }
  pthread_join(thread, NULL);
  return 0;
}
