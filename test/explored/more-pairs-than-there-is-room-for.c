// 30 threads with eight operations on one lock: 27,840 pairs, of which 20,000 are told; that is said.
// RUN: %mcmini-cc -g %s -o %t && %mcmini -q --explored --max-traces=1 --json=%t.json %t
// RUN: /usr/bin/python3 %S/Inputs/orders.py %t.json > %t.orders && grep -c '^one: ' %t.orders | FileCheck %s
// CHECK: {{^}}19{{...$}}
// RUN: grep 'full: True' %t.orders
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread[30];
  for (int i = 0; i < 30; i++)
    pthread_create(&thread[i], 0, work, 0);
  for (int i = 0; i < 30; i++)
    pthread_join(thread[i], 0);
  return 0;
}
