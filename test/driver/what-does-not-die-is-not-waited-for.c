// --timeout ends, though the program's process, which is killed, does not: it may wait for a processor, or
// in the kernel for a device. Here the command's kill is a function that does nothing. What is left of the
// program dies with the command, or of its limit of processor time.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %clang -shared -fPIC %S/Inputs/kills_nobody.c -o %t.so
// RUN: sh -c 'ulimit -t 100; LD_PRELOAD=%t.so timeout 60 %mcmini --timeout=1 %t' | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but the time of --timeout has passed
#include <pthread.h>

static void *compute(void *unused) {
  for (volatile unsigned long turn = 0;; turn++)
    ;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, compute, NULL);
  pthread_join(thread, NULL);
  return 0;
}
