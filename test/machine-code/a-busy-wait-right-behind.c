// A loop that waits by plain loads begins in the bytes right behind a short atomic instruction, from which a jump may
// have borrowed some: the breakpoint of the busy wait comes there, and the jump gives way to one of its own. The
// thread sees the flag at once, or waits for it: it comes out of the loop in all traces.
// RUN: %gcc -g -O1 %s -o %t -pthread && not %mcmini -k --races=report %t | FileCheck %s
// RUN: not %mcmini -k --races=report --threads=kernel %t | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but
// CHECK: busy wait
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
#include <assert.h>
#include <pthread.h>

static int count, flag;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void add_and_wait(int *to, int *until);

__asm__(".text\n.globl add_and_wait\n.type add_and_wait, @function\nadd_and_wait: .cfi_startproc\n"
        "lock addl $1, (%rdi)\n"
        "1: cmpl $0, (%rsi)\n"
        "je 1b\nret\n.cfi_endproc\n.size add_and_wait, . - add_and_wait\n");

static void *wait(void *argument) {
  add_and_wait(&count, &flag);
  add_and_wait(&count, &flag);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
  *(volatile int *)&flag = 1;
  pthread_join(thread, NULL);
  assert(count == 3);
  return 0;
}
