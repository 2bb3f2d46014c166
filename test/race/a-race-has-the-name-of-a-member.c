// A first bit field behind a pointer, an element of a flexible array, a byte of a union.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k --races=report %t | FileCheck %s
// CHECK-DAG: data race: box->open: write at
// CHECK-DAG: data race: box->text[2]: write at
// CHECK-DAG: data race: word.bytes[3]: write at
// CHECK: {{^}}1 traces
#include <pthread.h>
#include <stdlib.h>

static struct box {
  unsigned open : 1, old : 3;
  unsigned size;
  char text[];
} * box;

static union {
  long all;
  char bytes[8];
} word;

static void *fill(void *argument) {
  const int n = 2;
  box->open = 1;
  box->text[n] = 'a';
  word.bytes[3] = 1;
  return argument;
}

int main(void) {
  pthread_t thread[2];
  box = calloc(1, sizeof *box + 4);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, fill, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  free(box);
  return 0;
}
