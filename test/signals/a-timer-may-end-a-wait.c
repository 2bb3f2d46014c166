// A wait that a timer's signal would end is no deadlock: timers are not modelled, and the result is incomplete. One for
// other threads is.
// RUN: %mcmini-cc -g %s -o %t
// RUN: sh -c '%mcmini -q %t pause; echo status $?' | FileCheck %s
// RUN: sh -c '%mcmini -q %t semaphore; echo status $?' | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but the moments at which the timer's signal may come
// CHECK: status 3
// RUN: sh -c '%mcmini -q %t mutex; echo status $?' | FileCheck %s --check-prefix=MUTEX
// MUTEX: mcmini: deadlock: 1 thread waits and none can ever go on
// MUTEX: status 1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t came;
static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void handler(int number) {
  (void)number;
  came = 1;
  sem_post(&semaphore);
}

static void *hold(void *unused) {
  pthread_mutex_lock(&mutex);
  return unused; // and keeps it
}

int main(int count, char **argument) {
  pthread_t thread;
  assert(count == 2);
  sem_init(&semaphore, 0, 0);
  signal(SIGALRM, handler);
  pthread_create(&thread, NULL, hold, NULL);
  pthread_join(thread, NULL);
  alarm(60);
  if (!strcmp(argument[1], "pause"))
    pause();
  else if (!strcmp(argument[1], "semaphore"))
    sem_wait(&semaphore);
  else
    pthread_mutex_lock(&mutex);
  assert(came);
  return 0;
}
