// 1,100 locks are more operations than the 1,024 that are noted; that is said.
// RUN: %mcmini-cc -g %s -o %t && %mcmini -q --explored --json=%t.json %t
// RUN: /usr/bin/python3 %S/Inputs/orders.py %t.json | FileCheck %s
// CHECK: full: True
#include <pthread.h>

static pthread_mutex_t lock[1100];

static void *work(void *argument) {
  for (int i = 0; i < 1100; i++) {
    pthread_mutex_init(&lock[i], 0);
    pthread_mutex_lock(&lock[i]);
    pthread_mutex_unlock(&lock[i]);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
