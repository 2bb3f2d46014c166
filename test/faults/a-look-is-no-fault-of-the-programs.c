// The program handles SIGSEGV. Where it gives a function a pointer that leads nowhere, the kernel says EFAULT, and
// nothing comes to its handler: McMini looks at the memory itself.
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini --require-complete %t | FileCheck %s
// RUN: %mcmini --require-complete --threads=kernel --isolation=fork %t | FileCheck %s
// CHECK: ok: nothing found
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static void handle(int signal) { _exit(signal); }

static void *worker(void *unused) {
  int ends[2];
  assert(pipe(ends) == 0 && write(ends[1], "a", 1) == 1);
  assert(read(ends[0], (void *)16, 1) == -1 && errno == EFAULT);
  assert(write(ends[1], (void *)16, 1) == -1 && errno == EFAULT);
  assert(access((const char *)16, R_OK) == -1 && errno == EFAULT);
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGSEGV, handle);
  signal(SIGBUS, handle);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
}
