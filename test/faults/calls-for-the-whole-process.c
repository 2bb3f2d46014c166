// Calls that glibc passes on to every thread, or that concern all memory, end with user-level
// threads too.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini --threads=user %t | FileCheck %s --check-prefixes=CHECK,USER
// RUN: %mcmini --isolation=fork --threads=kernel %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// USER: executor {{.*}}kernel threads: the program changes its user or group
// CHECK: 2 traces: 2 completed
#include <assert.h>
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  assert(setuid(getuid()) == 0 && setgid(getgid()) == 0);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  mlockall(MCL_FUTURE);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, take, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
