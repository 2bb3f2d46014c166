// On a terminal the sentences of a report are cut at its width, also those of the end; elsewhere the last ones are whole, so
// that one finds them. Commands and the lines that editors read are whole everywhere. Nothing of the search changes.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q -k %t | FileCheck %s
// RUN: env TERM=dumb python3 %S/Inputs/at_width.py 50 %mcmini -q -k %t > narrow
// RUN: FileCheck %s --check-prefix=NARROW < narrow
// RUN: grep -vE '^/|^To see|^In GDB|^What that means|instrumented|^mcmini: |^[0-9]+ traces' narrow > prose
// RUN: not grep -E '^.{51}' prose
//
// CHECK: {{^}}  thread 0.1 (waiter) waits to lock 'lock': held by thread 0 since step 2 (sentences-fit-the-terminal.c:[[#]])
// CHECK: {{^}}Every schedule of the program was explored.
// NARROW: {{^}}  thread 0.1 (waiter) waits to lock 'lock': held{{$}}
// NARROW-NEXT: {{^}}        by thread 0 since step 2{{$}}
// NARROW-NEXT: {{^}}        (sentences-fit-the-terminal.c:[[#]]){{$}}
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *waiter(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, waiter, 0);
  pthread_mutex_lock(&lock);
  pthread_join(thread, 0);
  pthread_mutex_unlock(&lock);
  return 0;
}
