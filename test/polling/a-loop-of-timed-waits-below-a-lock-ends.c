// The thread that could end the waiting is blocked whenever the waiting thread has timed out, as that
// holds the lock then.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: incomplete: nothing found, but only fair schedules were explored
// CHECK: traces: {{[0-9]+}} completed, 0 deadlocked, 0 failed, 0 bounded
#include <pthread.h>
#include <stdbool.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool done;

static void *wait(void *argument) {
  pthread_mutex_lock(&lock);
  while (!done) {
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec++;
    pthread_cond_timedwait(&changed, &lock, &deadline);
  }
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  pthread_mutex_lock(&lock);
  done = true;
  pthread_mutex_unlock(&lock);
  pthread_cond_signal(&changed);
  pthread_join(thread, NULL);
  return 0;
}
