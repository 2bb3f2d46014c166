// With a main stack of 160 KB (ulimit -s) program and report are what they are without.
// RUN: %mcmini-cc -g %s -o %t
// RUN: sh -c 'ulimit -s 160; exec %mcmini -q %t' | FileCheck %s
// RUN: sh -c 'ulimit -s 160; exec %mcmini -q --threads=kernel --isolation=fork %t' | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: threads {{ *}}3: 0, 0.1 (work), 0.2 (work)
// CHECK: 2 traces: 2 completed
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *work(void *unused) {
  pthread_mutex_lock(&mutex);
  count++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) { // 2 threads lock one mutex once: 2! orders
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return count != 2;
}
