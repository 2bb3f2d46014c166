// A timer's signal may come before a wait that it is to end, or end it. An alarm before pause() is a deadlock where it
// comes first; its handler posts the semaphore in time; and who waits for another thread waits for ever.
// Between arm and wait stands no other operation, so that pause has 3 classes: the handler runs before it; the timer
// expires before it, and suspend takes the signal; it comes while the thread waits. The semaphore has 2: the handler runs
// before the call, or ends its wait, which begins again (SA_RESTART). No handler ends a lock's wait: 1.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q -k %t pause | FileCheck %s --check-prefix=PAUSE
// RUN: %mcmini -q -k %t semaphore | FileCheck %s --check-prefix=SEMAPHORE
// RUN: not %mcmini -q -k %t mutex | FileCheck %s --check-prefix=MUTEX
// PAUSE: mcmini: deadlock: 1 thread waits and none can ever go on
// PAUSE: 3 traces: 2 completed, 1 deadlocked
// PAUSE-NEXT: Every schedule
// SEMAPHORE: mcmini: ok: nothing found
// SEMAPHORE: 2 traces: 2 completed
// MUTEX: mcmini: deadlock: 1 thread waits and none can ever go on
// MUTEX: 1 traces: 0 completed, 1 deadlocked
// MUTEX-NEXT: Every schedule
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
