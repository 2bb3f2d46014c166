// A library's loads and stores are hooked until a trace has 2^18 of them. Then only its atomics are
// hooks again, the verdict says that the others are not seen, and no report counts what is hooked no more.
//
// RUN: %gcc -O1 -shared -fPIC -DLIBRARY %s -o %t.so
// RUN: %gcc -O1 -pthread %s %t.so -o %t
// RUN: not %mcmini -q --json=- %t | FileCheck %s
// CHECK: "verdict": "incomplete",
// CHECK: "completed": 2,
// CHECK: plain loads and stores of {{.*}}too-many-accesses.c.tmp.so are not seen
// CHECK: "machine_code_hooks": 1,
// CHECK: "machine_code_breakpoints": 0,
void more(int *number, volatile char *byte);
#ifdef LIBRARY
void more(int *number, volatile char *byte) {
  for (int i = 0; i < 1 << 18; i++)
    byte[i % 64] = 1;
  __asm__ volatile("lock incl (%0)\n\tnopl 0(%%rax)" : : "r"(number) : "memory");
}
#else
#include <pthread.h>

static int number;
static char byte[2][64];

static void *body(void *own) {
  more(&number, own);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, body, byte[0]);
  more(&number, byte[1]);
  pthread_join(other, NULL);
}
#endif
