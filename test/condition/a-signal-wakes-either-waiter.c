// Two threads wait, main signals twice, as often as both wait: either may be first, in either order of
// arrival. A broadcast wakes both, a single signal one: then the other waits for ever.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k --output=all %t twice | sort -u | FileCheck %s --check-prefix=TWICE
// RUN: %mcmini -k --output=all %t.gcc twice | sort -u | FileCheck %s --check-prefix=TWICE
// TWICE: 0 deadlocked, 0 failed
// TWICE: first 0
// TWICE-NEXT: first 1
// TWICE-NOT: first
// RUN: %mcmini -k --output=all %t broadcast | sort -u | FileCheck %s --check-prefix=TWICE
// RUN: %mcmini -k --output=all %t.gcc broadcast | sort -u | FileCheck %s --check-prefix=TWICE
// RUN: not %mcmini -k %t once | FileCheck %s --check-prefix=ONCE
// RUN: not %mcmini -k %t.gcc once | FileCheck %s --check-prefix=ONCE
// ONCE: deadlock: 2 threads wait
// ONCE: thread 0.{{[12]}} (waiter) waits to be woken at changed: nobody has woken it
// ONCE: 0 completed, {{[0-9]+}} deadlocked, 0 failed
#include "threads.h"
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER, arrived = PTHREAD_COND_INITIALIZER;
static int waiting;
static long first = -1;

static void *waiter(void *argument) {
  pthread_mutex_lock(&lock);
  if (++waiting == 2)
    pthread_cond_signal(&arrived);
  pthread_cond_wait(&changed, &lock);
  if (first < 0)
    first = (long)argument;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  const char how = argv[argc - 1][0];
  for (long i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, waiter, (void *)i);
  pthread_mutex_lock(&lock);
  while (waiting < 2)
    pthread_cond_wait(&arrived, &lock);
  if (how == 'b')
    pthread_cond_broadcast(&changed);
  else
    pthread_cond_signal(&changed);
  if (how == 't')
    pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  printf("first %ld\n", first);
  return 0;
}
