// With more than four threads the schedule has a column with the thread's name instead of one for
// each; the table stays within 100 characters.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini %t > report; FileCheck %s --input-file=report
// RUN: grep -v -e '^To see it again' -e ': error: ' -e ': note: ' report > rows; not grep -E '^.{101}' rows
// CHECK: step  thread  operation {{ *}}line of many-threads-share-a-column.c
// CHECK: 1  0 {{ *}}create 0.1
// CHECK: 0.5 {{ *}}lock 'lock'
#include <pthread.h>
#include <stdlib.h>

enum { THREADS = 5 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker_number(void *number) {
  pthread_mutex_lock(&lock);
  if (number == (void *)(THREADS - 1))
    abort(); // the last one, so that all of them are in the schedule of the first trace
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, worker_number, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
