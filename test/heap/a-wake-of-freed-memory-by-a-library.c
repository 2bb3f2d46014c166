// A lock of a library that is not instrumented: who gives it back stores 0, then wakes at its address. Who
// takes it next may free it before that wake, which is no use after free: the kernel does not look at the
// memory. main sleeps, finds the word changed when it would, or does not come to it: 3 traces. In the
// program's own code it is a use after free.
// RUN: mkdir -p %t.dir && %gcc -g -shared -fPIC %s -DLIBRARY -o %t.dir/libgive.so
// RUN: %mcmini-cc -g %s -o %t -L%t.dir -lgive -Wl,-rpath,%t.dir
// RUN: %mcmini -k %t | FileCheck %s --check-prefix=LIBRARY
// LIBRARY: mcmini: ok: nothing found
// LIBRARY: machine code libgive.so
// LIBRARY: {{^}}3 traces: 3 completed
// RUN: %mcmini-cc -g -DLIBRARY -DPROGRAM %s -o %t.own && not %mcmini -k %t.own | FileCheck %s --check-prefix=OWN
// OWN: use after free: wake of a futex in freed memory
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

void wake(atomic_int *word);

#ifdef LIBRARY
void wake(atomic_int *word) { syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0); }
#endif

#if !defined LIBRARY || defined PROGRAM
static void *worker(void *argument) {
  atomic_int *word = argument;
  atomic_store(word, 0);
  wake(word);
  return NULL;
}

int main(void) {
  atomic_int *word = malloc(sizeof *word);
  pthread_t thread;
  atomic_store(word, 1);
  pthread_create(&thread, NULL, worker, word);
  while (atomic_load(word))
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
  free(word);
  pthread_join(thread, NULL);
  return 0;
}
#endif
