// On a terminal the line of progress is written again and again, narrower than the terminal, and is gone when the report
// comes, wherever that goes. A terminal that can do nothing gets plain lines, some seconds apart, as a file does.
// RUN: %mcmini-cc -g %s -o %t
// RUN: env TERM=xterm python3 %S/Inputs/progress_at_width.py 100 %mcmini --timeout=1 %t | FileCheck %s
// RUN: env TERM=xterm NO_COLOR=1 python3 %S/Inputs/progress_at_width.py 40 %mcmini --timeout=1 %t | FileCheck %s
// CHECK: {{^}}mcmini: {{[0-9]+}} trace
// CHECK: {{^}}mcmini: incomplete: nothing found, but
// RUN: env TERM=dumb python3 %S/Inputs/at_width.py 100 %mcmini --timeout=1 %t > dumb
// RUN: FileCheck %s --check-prefix=DUMB --input-file=dumb --implicit-check-not='{{[[:cntrl:]]}}['
// DUMB: {{^}}mcmini: incomplete: nothing found, but
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 10, STEPS = 5 };
static atomic_int x;

static void *changes(void *unused) {
  for (int i = 0; i < STEPS; i++)
    atomic_exchange(&x, i);
  return unused;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, changes, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
