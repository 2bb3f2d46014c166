// A request is made in one critical section and answered in another; a thread that looks between the
// two finds no answer. It takes two delays among 100 threads: the reader, which is the lowest, is
// passed over, and then the first writer after its request. With one delay there is nothing to find.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini --delays=1 %t | FileCheck %s --check-prefix=ONE
// ONE: mcmini: incomplete: nothing found, but delays were bounded by --delays
// ONE: Every schedule of the program with at most 1 delay was explored.
// RUN: not %mcmini --algorithm=pos %t | FileCheck %s --check-prefix=POS
// POS: mcmini: assertion failed
//
// The writers answer in one critical section: nothing fails.
// RUN: %mcmini --delays=1 %t right | FileCheck %s --check-prefix=ONE
// RUN: %mcmini --algorithm=pos --max-traces=200 %t right | FileCheck %s --check-prefix=RIGHT
// RIGHT: mcmini: incomplete: nothing found, but only 200 random schedules were run
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

enum { THREADS = 100 };

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int request, answer;
static bool is_right;

static void *read_both(void *argument) {
  pthread_mutex_lock(&first);
  const int seen = request;
  pthread_mutex_unlock(&first);
  if (!seen)
    return argument;
  pthread_mutex_lock(&second);
  const int got = answer;
  pthread_mutex_unlock(&second);
  assert(got == seen + 1);
  return argument;
}

static void *write_both(void *argument) {
  pthread_mutex_lock(&first);
  request = 1;
  if (!is_right)
    pthread_mutex_unlock(&first);
  pthread_mutex_lock(&second);
  answer = 2;
  pthread_mutex_unlock(&second);
  if (is_right)
    pthread_mutex_unlock(&first);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[THREADS];
  (void)argv;
  is_right = argc > 1;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, i ? write_both : read_both, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
