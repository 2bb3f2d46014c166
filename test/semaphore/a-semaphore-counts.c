// A semaphore lets as many in as its value says.
// 1: three threads in turn, as with a mutex: 3! = 6 orders.
// 3: nobody ever waits and all posts commute, but with plain `dpor` a wait may depend on each post:
// what is exact is what can be seen: up to 3 threads inside.
// 0: a deadlock of those that wait.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini --races=off --output=all %t 1 | sort -u | FileCheck %s --check-prefix=ONE
// RUN: %mcmini --races=off --output=all %t.gcc 1 | sort -u | FileCheck %s --check-prefix=ONE
// ONE: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
// ONE: most 1
// ONE-NOT: most
// RUN: %mcmini --races=off --output=all %t 2 | sort -u | FileCheck %s --check-prefix=TWO
// RUN: %mcmini --races=off --output=all %t.gcc 2 | sort -u | FileCheck %s --check-prefix=TWO
// TWO: 0 deadlocked, 0 failed
// TWO: most 1
// TWO-NEXT: most 2
// TWO-NOT: most
// RUN: not %mcmini --races=off %t 0 | FileCheck %s --check-prefix=NONE
// RUN: not %mcmini --races=off %t.gcc 0 | FileCheck %s --check-prefix=NONE
// NONE: deadlock: 4 threads wait
// NONE: thread 0.1 (worker) waits to wait free_seats: value 0
// NONE: {{^}}1 traces: 0 completed, 1 deadlocked
#include "threads.h"
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>

static sem_t free_seats;
static int inside, most;

static void *worker(void *argument) {
  sem_wait(&free_seats);
  inside++;
  if (inside > most)
    most = inside;
  sched_yield();
  inside--;
  sem_post(&free_seats);
  return argument;
}

int main(int argc, char **argv) {
  sem_init(&free_seats, 0, (unsigned)atoi(argv[argc - 1]));
  many_threads(3, worker);
  printf("most %d\n", most);
  return 0;
}
