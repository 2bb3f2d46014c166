// A thread that takes one token after another does not poll: the process does not end before it.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini --semaphore-dependence=numbered %t try | FileCheck %s
// RUN: not %mcmini --semaphore-dependence=numbered %t timed | FileCheck %s
// RUN: not %mcmini --semaphore-dependence=plain %t timed | FileCheck %s
// CHECK: assertion failed: assertion `taken < 5
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t tokens;
static char how;
static int taken;

static void *taker(void *argument) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  while ((how == 'i' ? sem_timedwait(&tokens, &deadline) : sem_trywait(&tokens)) == 0)
    taken++;
  assert(taken < 5);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  how = argv[argc - 1][1];
  sem_init(&tokens, 0, 0);
  for (int i = 0; i < 5; i++)
    sem_post(&tokens);
  pthread_create(&thread, NULL, taker, NULL);
  pthread_detach(thread);
  return 0;
}
