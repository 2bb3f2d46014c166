// A misuse that is only reported happens at the beginning of all traces (5! of them), and most of them
// begin at a state that is kept behind it: it has happened in them as well (17 had been counted).
// RUN: rm -rf %t.dir && mkdir %t.dir && %mcmini-cc -g -O1 %s -o %t
// RUN: not %mcmini -q -k --misuse=report --output-dir=%t.dir --json=%t.dir/kept %t
// RUN: FileCheck %s --input-file=%t.dir/kept
// RUN: not %mcmini -q -k --misuse=report --isolation=fork --output-dir=%t.dir --json=%t.dir/forked %t
// RUN: FileCheck %s --input-file=%t.dir/forked
// CHECK: "findings":
// CHECK: "kind": "misuse"
// CHECK: "traces": 120,
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, unlocked;

static void *lock_and_unlock(void *nothing) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return nothing;
}

int main(void) {
  enum { THREADS = 5 };
  pthread_t thread[THREADS];
  pthread_mutex_init(&unlocked, NULL);
  pthread_create(&thread[0], NULL, lock_and_unlock, NULL);
  pthread_mutex_unlock(&unlocked);
  for (int i = 1; i < THREADS; i++)
    pthread_create(&thread[i], NULL, lock_and_unlock, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
}
