// A state is kept in the middle of a trace also where 1,000 pages were written before: without it
// each trace repeats the 500 steps of the thread that has ended. What the traces find is the same,
// 70 orders of 4 sections each.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini --stats %t | FileCheck %s
// CHECK-DAG: {{^}}70 traces: 70 completed, 0 deadlocked, 0 failed
// CHECK-DAG: {{[12][0-9][0-9][0-9]}} hot pages, {{.*}} {{[1-9][0-9]*}} states kept
#include <pthread.h>
#include <stdatomic.h>

enum { PAGES = 1000, PAGE = 4096, STEPS = 500, SECTIONS = 4 };

static char memory[PAGES * PAGE];
static atomic_int count;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *prepare(void *arg) {
  for (int i = 0; i < PAGES; i++)
    memory[i * PAGE] = 1;
  for (int i = 0; i < STEPS; i++)
    atomic_fetch_add(&count, 1);
  return arg;
}

static void *contend(void *arg) {
  for (int i = 0; i < SECTIONS; i++) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
  return arg;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, prepare, NULL);
  pthread_join(thread[0], NULL);
  for (int i = 1; i < 3; i++)
    pthread_create(&thread[i], NULL, contend, NULL);
  for (int i = 1; i < 3; i++)
    pthread_join(thread[i], NULL);
}
