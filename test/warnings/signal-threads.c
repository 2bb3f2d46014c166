// Of eight threads that do not block a signal of the process, one has to take it.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k --max-traces=50 %t | FileCheck %s
// CHECK: incomplete: nothing found, but a signal of the process where there are more than 7 threads
// CHECK-NOT: Every schedule
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <unistd.h>

static sem_t gate;

static void handle(int signal) { (void)signal; }

static void *work(void *unused) {
  sem_wait(&gate);
  return unused;
}

int main(void) {
  pthread_t thread[8];
  signal(SIGUSR1, handle);
  sem_init(&gate, 0, 0);
  for (int i = 0; i < 8; i++)
    pthread_create(&thread[i], NULL, work, NULL);
  kill(getpid(), SIGUSR1);
  for (int i = 0; i < 8; i++)
    sem_post(&gate);
  for (int i = 0; i < 8; i++)
    pthread_join(thread[i], NULL);
}
