// A random device is a file of McMini's, which is put back with the rest: threads that read it run in
// one process, and find the same in every trace, though each trace opens it anew.
// RUN: %gcc -g -pthread %s -o %t && %mcmini -q %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK-NOT: executor
// CHECK: {{[1-9][0-9]*}} completed, 0 deadlocked
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  unsigned number = 0;
  const int device = open("/dev/urandom", O_RDONLY);
  (void)!read(device, &number, sizeof number);
  close(device);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
