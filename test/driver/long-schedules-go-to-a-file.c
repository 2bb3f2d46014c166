// Of a long schedule the middle is left out; the whole report is in a file.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WHOLE --input-file=%name.assertion-0001.txt
// RUN: not %mcmini -v %t 2> %t.err | FileCheck %s --check-prefix=WHOLE
// CHECK: ... {{.*}} steps are left out here
// CHECK: The full report is in long-schedules-go-to-a-file.c.tmp.assertion-0001.txt
// WHOLE-NOT: left out here
// WHOLE: 80 {{.*}}lock
// WHOLE-NOT: left out here
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  for (int i = 0; i < 50; i++) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  abort();
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
