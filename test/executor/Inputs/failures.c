// Fails in six ways, each in some schedules only: by assertion, crash, exit status, deadlock,
// misuse and data race. Prints much, to stdout and stderr.
#include <assert.h>
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static int order[3], arrived, plain;

static int arrive(int number) {
  pthread_mutex_lock(&lock);
  order[arrived++] = number;
  for (int i = 0; i < 200; i++)
    printf("thread %d arrives as number %d, line %d\n", number, arrived, i);
  fprintf(stderr, "%d", number);
  pthread_mutex_unlock(&lock);
  return order[0];
}

static void *first(void *unused) {
  const int winner = arrive(1);
  if (winner == 2)
    MC_WRITE(plain, 1);
  pthread_mutex_lock(&lock);
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void *second(void *unused) {
  arrive(2);
  if (order[0] == 2)
    MC_WRITE(plain, 2);
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_unlock(&other);
  return unused;
}

static void *third(void *unused) {
  arrive(3);
  assert(!(order[0] == 3 && order[1] == 2));
  if (order[0] == 1 && order[1] == 2)
    *(volatile int *)8 = 1;
  if (order[0] == 2 && order[1] == 3)
    exit(order[1]);
  if (order[0] == 3)
    pthread_mutex_unlock(&other);
  return unused;
}

int main(void) {
  void *(*const body[3])(void *) = {first, second, third};
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, body[i], NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
