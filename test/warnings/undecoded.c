// Code of a library that no table of functions speaks of, or whose jumps lead into the middle of what would be
// instructions, may have atomics that are not seen. It does what it does without McMini. So it is with a segment that
// has constants, too.
// RUN: mkdir -p %t.dir && %gcc -g -shared -fPIC -DLIBRARY %s -o %t.dir/libbare.so
// RUN: %gcc -g -shared -fPIC -DLIBRARY -DHIDES %s -o %t.dir/libhides.so
// RUN: %mcmini-cc -g %s -o %t -L%t.dir -lbare -Wl,-rpath,%t.dir && not %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g %s -o %t -L%t.dir -lhides -Wl,-rpath,%t.dir && not %mcmini %t | FileCheck %s
// RUN: %gcc -g -shared -fPIC -DLIBRARY -Wl,-z,noseparate-code %s -o %t.dir/libbare.so
// RUN: %mcmini-cc -g %s -o %t -L%t.dir -lbare -Wl,-rpath,%t.dir && not %mcmini %t | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but atomics in code of lib{{bare|hides}}.so that could not be decoded
// CHECK: warning: some code of lib{{bare|hides}}.so could not be decoded: atomics in it would not be seen
// CHECK-NOT: Every schedule
#ifdef LIBRARY
__asm__(".globl add\n.type add, @function\nadd:\n"
#ifdef HIDES
        ".cfi_startproc; jmp 1f; .byte 0x48, 0xb8\n1: lock incl (%rdi); ret; nop; nop; nop; nop; nop; nop\n"
        ".cfi_endproc\n"
#else
        "lock incl (%rdi); ret\n"
#endif
        ".size add, . - add\n");
#else
#include <assert.h>
#include <pthread.h>

void add(int *number);
static int sum;

static void *adds(void *argument) {
  add(&sum);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, adds, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return sum != 2;
}
#endif
