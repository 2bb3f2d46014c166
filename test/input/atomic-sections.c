// Between mc_atomic_begin and mc_atomic_end no other thread does anything that has an object, and the
// order with all that others do matters. The worker starts, is in a section, and exits; main's section
// comes before, between or after these three: 4 traces, however many operations there are inside.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini --require-complete %t | FileCheck %s
// RUN: %mcmini --require-complete --algorithm=source %t | FileCheck %s
// RUN: %mcmini --require-complete --isolation=fork --threads=kernel %t | FileCheck %s
// CHECK: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set
//
// A choice inside has all its values: 4 times 3.
// RUN: %mcmini --require-complete %t choose | FileCheck %s --check-prefix=CHOOSE
// CHOOSE: {{^}}12 traces: 12 completed
//
// No interleaving breaks a section up; without them an increment is lost.
// RUN: %mcmini --require-complete --algorithm=dfs %t | FileCheck %s --check-prefix=DFS
// DFS: mcmini: ok: nothing found
// RUN: not %mcmini -k %t bare | FileCheck %s --check-prefix=BARE
// BARE: assertion failed: {{.*}}counter == 4
//
// What would have to wait inside is a misuse, at its line; so are an end without a beginning and a
// thread that ends inside.
// RUN: not %mcmini %t wait | FileCheck %s --check-prefix=WAIT
// WAIT: misuse of a primitive: what would have to wait, between mc_atomic_begin and mc_atomic_end
// WAIT: atomic-sections.c:[[#@LINE+29]]
// WAIT: waits to lock mutex: held by thread 0
// RUN: not %mcmini %t end | FileCheck %s --check-prefix=END
// END: misuse of a primitive: mc_atomic_end without mc_atomic_begin
// RUN: not %mcmini %t leave | FileCheck %s --check-prefix=LEAVE
// LEAVE: misuse of a primitive: a thread ends between mc_atomic_begin and mc_atomic_end
#include <assert.h>
#include <mcmini/mcmini.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;
static char how;

static void add_two(void) {
  for (int i = 0; i < 2; i++) {
    const int value = MC_READ(counter);
    MC_WRITE(counter, value + 1);
  }
}

static void *worker(void *argument) {
  if (how == 'e')
    mc_atomic_end();
  if (how != 'b') {
    mc_atomic_begin();
    mc_atomic_begin();
  }
  if (how == 'w')
    pthread_mutex_lock(&mutex);
  if (how == 'l')
    pthread_exit(NULL);
  add_two();
  if (how != 'b') {
    mc_atomic_end();
    mc_atomic_end();
  }
  return argument;
}

int main(int count, char **argument) {
  pthread_t thread;
  how = count > 1 ? argument[1][0] : 0;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, worker, NULL);
  if (how != 'b')
    mc_atomic_begin();
  if (how == 'c')
    assert(mc_choose(3) < 3);
  add_two();
  if (how != 'b')
    mc_atomic_end();
  pthread_join(thread, NULL);
  assert(counter == 4);
  return 0;
}
