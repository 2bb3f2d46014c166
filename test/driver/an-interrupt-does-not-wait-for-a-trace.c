// An interrupt lets the trace that runs come to its end, but does not wait for it for ever: the second one, in which
// the other thread is first, has none. What is known of the first one is told.
// RUN: %mcmini-cc -g %s -o %t && rm -f begun
// RUN: sh -c '%mcmini -q --trace-timeout=100000 %t & while [ ! -e begun ]; do sleep 0.1; done; kill $!; wait $!; echo status $?' | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but it was interrupted
// CHECK: 1 traces: 1 completed
// CHECK-NEXT: The first 1 traces were explored; the others are not known.
// CHECK-NEXT: Not every schedule of the program was explored: it was interrupted.
// CHECK-NEXT: status 3
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *first;
static volatile unsigned long turns;

static void *worker(void *name) {
  pthread_mutex_lock(&lock);
  first = first ? first : name;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, worker, "a");
  pthread_create(&thread[1], NULL, worker, "b");
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  if (*first == 'b')
    for (close(open("begun", O_CREAT | O_WRONLY, 0600));;)
      turns++;
  return 0;
}
