// A program that prints 10 MB is checked; of the failing trace the report shows the end.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini %t | FileCheck %s --check-prefix=OK
// OK: mcmini: ok: nothing found
// OK: 2 traces: 2 completed
// RUN: not %mcmini %t fail | FileCheck %s --check-prefix=FAIL
// FAIL: mcmini: assertion failed: abort() was called
// FAIL: the last line
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int fails;

static void *body(void *argument) {
  for (int i = 0; i < (10 << 20) / 32; i++)
    puts("one line of thirty-one letters.");
  if (fails) {
    puts("the last line");
    fflush(stdout);
    abort();
  }
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  (void)argv;
  fails = argc > 1;
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, body, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
