// Every trace reads the same from a file on stdin.
// RUN: %mcmini-cc -g %s -o %t
// RUN: printf 'a line\n' > input
// RUN: %mcmini %t < input | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: 2 traces: 2 completed
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *body(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  char text[100];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, body, NULL);
  if (read(0, text, sizeof text) != 7 || memcmp(text, "a line\n", 7))
    abort();
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
