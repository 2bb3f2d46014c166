// test/cancellation/Inputs/script.c - a program with cancellations that its arguments say: to be checked by mcmini.
//
//   script THREAD...    prints, at the end of each execution, what came of it
//
// Of each thread the letters are its operations, t a thread as a digit:
//   e  exchanges the variable    kt  pthread_cancel    t  pthread_testcancel     w, p  waits for, posts the semaphore
//   l, n  lock, unlock           c   lock, pthread_cond_wait, unlock; the unlock as a cleanup handler
//   s, b  signal, broadcast      z   sleep             d, a  disables, enables   A, D  asynchronous, deferred
// Each thread has a cleanup handler that exchanges the variable. The first thread is main.
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS = 4, MOST = 16 };
static atomic_int variable;
static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_t thread[THREADS];
static char **script;
static int threads;
static struct {
  int count, of[MOST], cleanup;
} result[THREADS];

static void unlock(void *nothing) {
  (void)nothing;
  pthread_mutex_unlock(&mutex);
}

static void clean(void *number) {
  const int self = *(int *)number;
  result[self].cleanup = atomic_exchange(&variable, 100 * (self + 1)) + 1;
}

static int run(const char *at, int self) {
  int old;
  switch (*at) {
  case 'e':
    return atomic_exchange(&variable, 10 * (self + 1) + (int)(at - script[self]) % 10);
  case 'k':
    return pthread_cancel(thread[at[1] - '0']);
  case 't':
    pthread_testcancel();
    return 0;
  case 'w':
    return sem_wait(&semaphore);
  case 'p':
    return sem_post(&semaphore);
  case 'l':
    return pthread_mutex_lock(&mutex);
  case 'n':
    return pthread_mutex_unlock(&mutex);
  case 'c':
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, NULL);
    pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(1);
    return 0;
  case 's':
    return pthread_cond_signal(&condition);
  case 'b':
    return pthread_cond_broadcast(&condition);
  case 'z':
    return (int)sleep(1);
  case 'd':
  case 'a':
    return pthread_setcancelstate(*at == 'd' ? PTHREAD_CANCEL_DISABLE : PTHREAD_CANCEL_ENABLE, &old);
  case 'A':
  case 'D':
    return pthread_setcanceltype(*at == 'A' ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED, &old);
  default:
    abort();
  }
}

static void *work(void *argument) {
  const int self = *(int *)argument;
  pthread_cleanup_push(clean, argument);
  if (self && threads > 2) { // all threads are there
    pthread_mutex_lock(&gate);
    pthread_mutex_unlock(&gate);
  }
  for (const char *at = script[self]; *at; at++) {
    const int it = run(at, self);
    result[self].of[result[self].count++] = it;
    while (at[1] >= '0' && at[1] <= '9')
      at++;
  }
  pthread_cleanup_pop(0);
  return NULL;
}

int main(int count, char **argument) {
  static int numbers[THREADS] = {0, 1, 2, 3};
  char text[2000];
  void *how[THREADS] = {NULL};
  size_t length = 0;
  threads = count - 1;
  script = argument + 1;
  sem_init(&semaphore, 0, 0);
  thread[0] = pthread_self();
  if (threads > 2)
    pthread_mutex_lock(&gate);
  for (int t = 1; t < threads; t++)
    pthread_create(&thread[t], NULL, work, &numbers[t]);
  if (threads > 2)
    pthread_mutex_unlock(&gate);
  work(&numbers[0]);
  for (int t = 1; t < threads; t++)
    pthread_join(thread[t], &how[t]);
  length += (size_t)sprintf(text + length, "outcome %d", variable);
  for (int t = 0; t < threads; t++) {
    length += (size_t)sprintf(text + length, " t");
    for (int i = 0; i < result[t].count; i++)
      length += (size_t)sprintf(text + length, ",%d", result[t].of[i]);
    if (how[t] == PTHREAD_CANCELED)
      length += (size_t)sprintf(text + length, " cancelled,%d", result[t].cleanup - 1);
  }
  text[length++] = '\n';
  if (write(STDOUT_FILENO, text, length) != (ssize_t)length)
    abort();
}
