// A semaphore with a policy, a thread that handlers interrupt, too, and a child that is waited for: a wait that
// cancellation would end goes on. That is no deadlock, and no proof: "incomplete".
// RUN: %mcmini-cc -g %s -o %t
// RUN: sh -c '%mcmini --policy=sem.wait=fifo %t; test $? = 3' | FileCheck %s
// RUN: sh -c '%mcmini %t handler; test $? = 3' | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but
// CHECK-NOT: Every schedule
// RUN: %mcmini --require-complete %t | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: {{^}}2 traces: 2 completed
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t never;

static void handle(int signal) { (void)signal; }

static void *work(void *nothing) {
  sem_wait(&never);
  return nothing;
}

int main(int count, char **argument) {
  pthread_t thread;
  (void)argument;
  sem_init(&never, 0, 0);
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, work, NULL);
  if (count > 1)
    pthread_kill(thread, SIGUSR1);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  return 0;
}
