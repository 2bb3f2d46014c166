// A function is left without its return, by pthread_exit and thrd_exit of another one that it calls: its variable ends
// all the same. A thread that reads it meanwhile reads it in time (the assertion fails), when the function has been
// left, or when the thread has ended; a lock that lies there is taken or not there. Where a cleanup handler waits for
// the reader nothing is wrong.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t value | FileCheck --check-prefix=VALUE %s
// RUN: not %mcmini -k %t value c11 | FileCheck --check-prefix=VALUE %s
// RUN: not %mcmini -k --threads=kernel %t value | FileCheck --check-prefix=VALUE %s
// RUN: not %mcmini -k %t lock | FileCheck --check-prefix=LOCK %s
// RUN: %mcmini %t handler | FileCheck --check-prefix=HANDLER %s
// VALUE-DAG: data race: *p: write at {{.*}}a-function-is-left.c:[[#EXIT:]]{{.*}} and atomic read at
// VALUE-DAG: assertion `!p || given || atomic_load(p) != 5' failed
// VALUE-DAG: a variable is used that was on the stack of a thread which has ended
// VALUE: Every schedule of the program was explored.
// LOCK-DAG: data race: *p: {{.*}} nothing orders
// LOCK-DAG: assertion `!p || pthread_mutex_trylock(p)' failed
// LOCK-DAG: a variable is used
// LOCK: Every schedule of the program was explored.
// HANDLER: mcmini: ok
// HANDLER: Every schedule of the program was explored.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <threads.h>

static pthread_t thread[2];
static char kind;
static int is_c11;
static _Atomic(atomic_int *) place;
static _Atomic(pthread_mutex_t *) lock;

static __attribute__((noinline)) void leave(void) {
  if (is_c11)
    thrd_exit(0);
  pthread_exit(NULL);
}

static void *reader(void *given) {
  atomic_int *p = given ? given : atomic_load(&place);
  assert(!p || given || atomic_load(p) != 5);
  return given && atomic_load(p) == 5 ? given : NULL;
}

static void *locker(void *unused) {
  pthread_mutex_t *p = atomic_load(&lock);
  assert(!p || pthread_mutex_trylock(p));
  return unused;
}

static void wait(void *unused) {
  (void)unused;
  pthread_join(thread[1], NULL);
}

static void *owner(void *unused) {
  atomic_int local = 5;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  if (kind == 'v')
    atomic_store(&place, &local);
  if (kind == 'l')
    atomic_store(&lock, &mutex);
  if (kind != 'h')
    leave();
  pthread_create(&thread[1], NULL, reader, &local);
  pthread_cleanup_push(wait, NULL);
  leave();
  pthread_cleanup_pop(0);
  return unused;
}

int main(int count, char **argument) {
  kind = argument[1][0];
  is_c11 = count > 2;
  pthread_create(&thread[0], NULL, owner, NULL);
  if (kind != 'h')
    pthread_create(&thread[1], NULL, kind == 'l' ? locker : reader, NULL);
  pthread_join(thread[0], NULL);
  if (kind != 'h')
    pthread_join(thread[1], NULL);
  return 0;
}
