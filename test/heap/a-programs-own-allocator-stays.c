// A program that brings its own malloc keeps it, and links.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread -rdynamic %s -o %t.gcc
// RUN: %t && %mcmini -k --races=off --output=all %t | FileCheck %s
// RUN: %mcmini -k --races=off --output=all %t.gcc | FileCheck %s
// CHECK: all of ours
// CHECK: 2 traces: 2 completed
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char memory[16 << 20] __attribute__((aligned(16)));
static size_t used;

void *malloc(size_t size) {
  char *const taken = memory + used + 16;
  *(size_t *)(memory + used) = size;
  used += (size + 31) & ~(size_t)15;
  return used <= sizeof memory ? taken : NULL;
}
void *calloc(size_t count, size_t size) { return malloc(count * size); }
void free(void *unused) { (void)unused; }
void *realloc(void *old, size_t size) {
  void *const moved = malloc(size);
  if (old)
    memcpy(moved, old, ((size_t *)old)[-2] < size ? ((size_t *)old)[-2] : size);
  return moved;
}
static int is_ours(const char *p) { return p >= memory && p < memory + sizeof memory; }

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int ours;

static void *worker(void *argument) {
  char *volatile own = malloc(20), *text = strdup("text");
  own = realloc(own, 40);
  own[39] = 1;
  pthread_mutex_lock(&mutex);
  ours += is_ours(own) && is_ours(text);
  if (ours == 2)
    puts("all of ours");
  pthread_mutex_unlock(&mutex);
  free(own);
  free(text);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
