// Two reads of a page that is gone are two crashes, also where the runtime has looked at what is read before
// the program does.
//
// RUN: %mcmini-cc -g -O1 %s -o crashes-at-two-places
// RUN: not %mcmini -q -k ./crashes-at-two-places | FileCheck %s
// CHECK: Finding 1: crash: SIGSEGV at address
// CHECK: Finding 2: crash: SIGSEGV at address
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <sys/mman.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static const int *page;

__attribute__((noinline)) static int one(const int *at) { return *at; }
__attribute__((noinline)) static int other(const int *at) { return *at + 1; }

static void *body(void *first) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  const int n = first ? one(page) : other(page);
  pthread_mutex_unlock(&mutex);
  return n ? first : NULL;
}

int main(void) {
  page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  munmap((void *)page, 4096);
  pthread_t thread;
  pthread_create(&thread, NULL, body, mc_choose(2) ? &thread : NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
