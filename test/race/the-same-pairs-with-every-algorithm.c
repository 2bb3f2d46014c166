// dfs, optimal, pop, source, dpor, and dpor without sleep sets report the same data races: the same pairs
// of places. Two of them need a branch that only some traces take; what the mutex orders is none.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q -k --algorithm=dfs --json=dfs.json %t > dfs.txt
// RUN: not %mcmini -k --json=optimal.json %t > optimal.txt
// RUN: not %mcmini -k --algorithm=pop --json=pop.json %t > pop.txt
// RUN: not %mcmini -k --algorithm=source --json=source.json %t > source.txt
// RUN: not %mcmini -k --algorithm=dpor --json=dpor.json %t > dpor.txt
// RUN: not %mcmini -k --algorithm=dpor --sleep-sets=none --json=none.json %t > none.txt
// RUN: python3 %S/Inputs/races.py dfs.json optimal.json pop.json source.json dpor.json none.json | FileCheck %s
// CHECK: 3 data races, the same in all 6
#include <mcmini/mcmini.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int always, first, other, guarded;

static void *worker(void *argument) {
  int main_was_there;
  MC_WRITE(always, 1);
  pthread_mutex_lock(&lock);
  main_was_there = MC_READ(guarded);
  pthread_mutex_unlock(&lock);
  if (main_was_there)
    MC_WRITE(other, 1);
  else
    MC_WRITE(first, 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  MC_WRITE(always, 2);
  MC_WRITE(first, 2);
  pthread_mutex_lock(&lock);
  MC_WRITE(guarded, 1);
  pthread_mutex_unlock(&lock);
  MC_WRITE(other, 2);
  pthread_join(thread, NULL);
  return 0;
}
