// Where it is not known which steps matter, all are explored, and some traces are redundant. The estimate is of
// classes, 4! * 4! = 576 here: after 1,500 traces, of 2,064, there are at least so many, and no range is shown.
// REQUIRES: deep
// RUN: %mcmini-cc -g %s -o %t && %mcmini --max-traces=1500 %t | FileCheck %s
// CHECK: At {{[0-9]+}} states all steps were explored
// CHECK: There are at least some 1.5e+03 traces, by an estimate
#include <pthread.h>
#include <signal.h>

enum { THREADS = 4 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *ignore(void *unused) {
  signal(SIGPIPE, SIG_IGN);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, ignore, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
