// The program's output is shown for the failing trace only, unless --output says otherwise: of the one that is shown,
// also where that is a simpler one than the first.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini %t | FileCheck %s --check-prefix=QUIET
// QUIET-NOT: a line
// RUN: %mcmini --output=all %t | FileCheck %s --check-prefix=ALL
// ALL: a line
// ALL: a line
// RUN: not %mcmini %t fail | FileCheck %s --check-prefix=FAILING
// RUN: env MCMINI_OPTIONS= not %mcmini %t fail | FileCheck %s --check-prefix=FAILING
// FAILING: Output of the program in this trace:
// FAILING-NEXT: | a line{{$}}
// FAILING-NEXT: | a line{{$}}
// FAILING-NOT: a line
// RUN: not %mcmini --output=none %t fail | FileCheck %s --check-prefix=NONE
// NONE-NOT: a line
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turn, must_fail;

static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  if (write(1, "a line\n", 7) != 7)
    _exit(9);
  if (turn++ == 1 && must_fail && argument == (void *)0)
    abort();
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  (void)argv;
  must_fail = argc > 1;
  for (long i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, (void *)i);
  for (long i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
