// What a thread may do with a protection key is its own: user-level threads share the register. (Of
// a processor without keys the test asks nothing but that the calls fail.)
// RUN: %mcmini-cc -g %s -o %t && %mcmini -k --require-complete %t | FileCheck %s
// RUN: %mcmini -k --require-complete %t late | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}2 traces: 2 completed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int key = -1, *page;

static void *worker(void *unused) {
  if (key > 0)
    pkey_set(key, PKEY_DISABLE_WRITE);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  assert(key <= 0 || pkey_get(key) == PKEY_DISABLE_WRITE);
  return unused;
}

static void get_key(void) {
  key = pkey_alloc(0, 0);
  if (key > 0)
    assert(pkey_mprotect(page, 4096, PROT_READ | PROT_WRITE, key) == 0);
}

int main(int count, char **argument) {
  (void)argument;
  pthread_t thread;
  page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (count == 1)
    get_key();
  if (count == 2) { // with the first thread there
    pthread_t first;
    pthread_create(&first, NULL, worker, NULL);
    pthread_join(first, NULL);
    get_key();
  }
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  *page = 1;
  pthread_mutex_unlock(&mutex);
  assert(key <= 0 || pkey_get(key) == 0);
  *page = 2;
  pthread_join(thread, NULL);
  return 0;
}
