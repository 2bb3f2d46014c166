// The file that stands for /dev/urandom gets a number as any other: who opens first is a step. Opens depend on
// opens and closes, closes are independent of each other: with two threads 4 orders, and 2 of the mutex.
// RUN: %mcmini-cc -g %s -o %t && %mcmini %t | FileCheck %s
// REQUIRES: dispatch
// RUN: %mcmini %t stream | FileCheck %s
// CHECK: mcmini: ok
// CHECK-NOT: executor
// CHECK: {{^}}8 traces: 8 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add_random(void *is_stream) {
  unsigned char byte = 0;
  if (is_stream) {
    FILE *stream = fopen("/dev/urandom", "r");
    byte = (unsigned char)fgetc(stream);
    fclose(stream);
  } else {
    const int device = open("/dev/urandom", O_RDONLY);
    read(device, &byte, 1);
    close(device);
  }
  pthread_mutex_lock(&mutex);
  sum += byte;
  pthread_mutex_unlock(&mutex);
  return is_stream;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, add_random, argc > 1 ? argv : NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
