// 60 threads are checked; of more than 128 the last ones are not created, which is said.
// RUN: %mcmini-cc -g %s -o %t.instrumented && %gcc -g -pthread %s -o %t.plain
// RUN: %mcmini --max-traces=3 %t.instrumented 60 | FileCheck %s --check-prefix=SOME
// RUN: %mcmini --max-traces=3 %t.plain 60 | FileCheck %s --check-prefix=SOME
// SOME: threads 61:
// SOME-NOT: warning
// SOME: 3 traces: 3 completed
// RUN: not %mcmini --max-traces=3 %t.instrumented 130 | FileCheck %s --check-prefix=MANY
// RUN: not %mcmini --max-traces=3 %t.plain 130 | FileCheck %s --check-prefix=MANY
// MANY: incomplete: nothing found, but it has more threads than McMini can check, 128
// MANY: threads 128:
// MANY: warning: more than 128 threads: the thread that would create another one is stopped
// MANY: 3 traces: 0 completed, 0 deadlocked, 0 failed, 3 bounded
// Where they do nothing one trace is all, but not of the program.
// RUN: not %mcmini %t.instrumented 130 idle | FileCheck %s --check-prefix=IDLE
// IDLE: {{^}}1 traces: 0 completed, 0 deadlocked, 0 failed, 1 bounded
// IDLE-NEXT: Not every schedule of the program was explored: it has more threads than McMini can check, 128. Where
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *body(void *is_idle) {
  if (is_idle)
    return NULL;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[130];
  int made = 0;
  void *is_idle = argc > 2 ? argv : NULL;
  while (made < atoi(argv[1]) && pthread_create(&thread[made], NULL, body, is_idle) == 0)
    made++;
  for (int i = 0; i < made; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
