// 60,000 mutexes are initialised in a moment, before the threads or by one of them: what McMini notes of each
// does not cost the more, the more there are. It was "a trace that does not end". Beyond 65,535 objects
// the result is not complete, and says why.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini %t 60000 0 | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: objects {{.*}}mutex 60000
// Two threads lock the first one.
// CHECK: {{^}}2 traces: 2 completed
// RUN: %mcmini --max-depth=20000 %t 0 9000 | FileCheck %s --check-prefix=LATER
// LATER: mcmini: ok: nothing found
// LATER: {{^}}2 traces: 2 completed
// RUN: not %mcmini %t 66000 0 | FileCheck %s --check-prefix=MANY
// MANY: mcmini: incomplete: nothing found, but
// MANY: warning: the program has more than 65535 objects
#include <pthread.h>
#include <stdlib.h>

static void *locks(void *mutex) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
  return NULL;
}

static pthread_mutex_t *make(int number) {
  pthread_mutex_t *mutex = malloc((size_t)(number + 1) * sizeof *mutex);
  for (int i = 0; i < number; i++)
    pthread_mutex_init(&mutex[i], NULL);
  return mutex;
}

int main(int argc, char **argv) {
  static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
  pthread_t thread[2];
  if (argc != 3)
    return 1;
  pthread_mutex_t *mutex = make(atoi(argv[1]));
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, locks, atoi(argv[1]) ? &mutex[0] : &first);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  make(atoi(argv[2]));
  return 0;
}
