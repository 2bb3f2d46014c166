// What McMini reports of a program, in text and JSON, does not depend on the linker: a data race with its lines and
// its variable, a loop that waits, what --explored notes, and that all of it was seen. gold puts constants into the
// segment of code, as does `ld -z noseparate-code`: their bytes are no atomics that could not be decoded.
// RUN: %mcmini-cc -g -c %s -o %t.dir/program.o
// RUN: python3 %S/Inputs/linkers.py %mcmini-cc %mcmini %t.dir/program.o | FileCheck %s --check-prefix=WAITS
// RUN: python3 %S/Inputs/linkers.py %mcmini-cc %mcmini %t.dir/program.o race | FileCheck %s --check-prefix=RACE
// WAITS: mcmini: ok: nothing found
// WAITS: 1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded
// WAITS-NEXT: Every schedule of the program was explored.
// WAITS: the same by bfd, gold{{(, lld)?(, mold)?}}, noseparate-code
// RACE: error: data race: sum: write at every-linker-does.c:[[#WRITE:]] and read
// RACE: note: read by thread 0.1 (tells)
// RACE: Every schedule of the program was explored.
// RACE: the same by bfd, gold{{(, lld)?(, mold)?}}, noseparate-code
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int ready;
static int sum;

static void *tells(void *is_race) {
  if (is_race)
    sum++;
  atomic_store(&ready, 1);
  return NULL;
}

int main(int count, char **argument) {
  const int is_race = count > 1 && strcmp(argument[1], "race") == 0;
  pthread_t thread;
  pthread_create(&thread, NULL, tells, is_race ? &ready : NULL);
  if (is_race)
    sum++;
  while (!atomic_load(&ready))
    ;
  pthread_join(thread, NULL);
  return 0;
}
