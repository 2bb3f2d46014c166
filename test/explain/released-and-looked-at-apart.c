// A reference is given back in one atomic operation, and whether it was the last is read in another.
// Bug: use after free
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini use-after-free %t | FileCheck %s
// CHECK: why: Thread 0.2 has freed the memory (released-and-looked-at-apart.c:20), and thread 0.1 still uses it (released-and-looked-at-apart.c:19): the use has to come first, and the free has to wait for it.
// CHECK-NEXT: why: Thread 0.1 was interrupted after step 5 (released-and-looked-at-apart.c:18) and went on at step 12 (released-and-looked-at-apart.c:19); in between thread 0.2 ran.
// CHECK: shown: 12 steps, 1 preemption
// CHECK: decides: none
#include "threads.h"
#include <stdatomic.h>
#include <stdlib.h>

static struct image {
  _Atomic int references, width;
} *image;

static void release(void) {
  atomic_fetch_sub(&image->references, 1);
  if (atomic_load(&image->references) == 0)
    free(image);
}

static void *draw(void *argument) {
  atomic_fetch_add(&image->width, 1);
  release();
  return argument;
}

int main(void) {
  image = malloc(sizeof *image);
  atomic_init(&image->references, 2);
  atomic_init(&image->width, 1);
  many_threads(2, draw);
  return 0;
}

// CHECK-NEXT: or: the data race at released-and-looked-at-apart.c:20 and released-and-looked-at-apart.c:19 (finding 1)
// CHECK-NEXT: or: the data race at released-and-looked-at-apart.c:20 and released-and-looked-at-apart.c:20
// CHECK-NEXT: or: the double free at released-and-looked-at-apart.c:20
