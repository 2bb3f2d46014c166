// 60 threads are checked; of more than 128 the program is refused the last ones, which is said.
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
// MANY: warning: more than 128 threads: pthread_create fails with EAGAIN
// MANY: 3 traces: 3 completed
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *body(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[130];
  int made = 0;
  while (made < atoi(argv[argc - 1]) && pthread_create(&thread[made], NULL, body, NULL) == 0)
    made++;
  for (int i = 0; i < made; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
