// Who reads what another thread has written plainly over a release store takes nothing from that store.
// The flag itself is racy then, and, as the race is explored, so is what it seemed to hand over.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k -q %t | FileCheck %s
// CHECK-DAG: data race: flag: write at {{.*}}.c:19 and atomic read at {{.*}}.c:24,
// CHECK-DAG: data race: data: write at {{.*}}.c:12 and read at {{.*}}.c:25,
#include <pthread.h>
#include <stddef.h>

static int flag, data;

static void *writer(void *argument) {
  data = 1;
  __atomic_store_n(&flag, 1, __ATOMIC_RELEASE);
  return argument;
}

static void *overwriter(void *argument) {
  if (__atomic_load_n(&flag, __ATOMIC_RELAXED) == 1)
    flag = 2;
  return argument;
}

static void *reader(void *argument) {
  if (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) == 2)
    *(int *)argument = data;
  return argument;
}

int main(void) {
  pthread_t thread[3];
  int result = 0;
  pthread_create(&thread[0], NULL, writer, NULL);
  pthread_create(&thread[1], NULL, overwriter, NULL);
  pthread_create(&thread[2], NULL, reader, &result);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
