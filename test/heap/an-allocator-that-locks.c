// A program whose own malloc takes a mutex, as jemalloc's does, keeps it with --heap=libc. As the search begins, McMini
// asks libc for symbols and libraries, and libc asks that malloc for memory: its locks are no operations then.
//
// Two threads allocate once each: two orders of the lock. glibc allocates for neither in a trace.
// RUN: %gcc -w -g -O1 -fno-builtin %s -o program -pthread
// RUN: %mcmini -k --heap=libc ./program | FileCheck %s
// RUN: %mcmini -k --heap=libc --threads=kernel ./program | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}2 traces: 2 completed
#include <pthread.h>
#include <stddef.h>
#include <string.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char memory[1 << 22];
static size_t used;
void *malloc(size_t size) {
  pthread_mutex_lock(&lock);
  char *p = memory + used;
  used += (size + 31) / 16 * 16;
  pthread_mutex_unlock(&lock);
  *(size_t *)p = size;
  return p + 16;
}
void free(void *p) {}
void *calloc(size_t n, size_t size) { return memset(malloc(n * size), 0, n * size); }
void *realloc(void *p, size_t size) {
  void *new = malloc(size);
  return p ? memcpy(new, p, size) : new;
}
static void *allocate(void *nothing) { return malloc(1); }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, allocate, 0);
  malloc(1);
  pthread_join(t, 0);
  return 0;
}
