// Two threads that follow a null pointer, and handle the fault, have touched no memory: no race.
// RUN: %mcmini-cc -g %s -o %t && %mcmini -k --require-complete %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}1 traces: 1 completed
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>

struct list {
  struct list *next;
  int value;
};

static __thread sigjmp_buf back;

static void jump(int signal) { siglongjmp(back, signal); }

static void *write_to(void *list) {
  if (sigsetjmp(back, 1) == 0)
    ((volatile struct list *)list)->value = 1;
  return NULL;
}

int main(void) {
  pthread_t thread;
  signal(SIGSEGV, jump);
  pthread_create(&thread, NULL, write_to, NULL);
  write_to(NULL);
  pthread_join(thread, NULL);
}
