// Functions of assembly in an instrumented file, and naked ones: the pass does not look at them. Which of the
// threads gets 0 from add() has two orders, of which one was seen, and that was "every schedule". Its atomics are
// operations, both orders are explored; without operations of machine code one is. Without an unwind
// table nobody knows where the instructions begin: it is not complete either.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini --atomics=off %t | FileCheck %s --check-prefixes=CHECK,FUNCTION
// RUN: not %mcmini %t | FileCheck %s --check-prefixes=CHECK,HOOKED
// RUN: not %mcmini --isolation=fork %t | FileCheck %s --check-prefixes=CHECK,HOOKED
// RUN: not %mcmini --threads=kernel %t | FileCheck %s --check-prefixes=CHECK,HOOKED
// HOOKED: mcmini: incomplete: nothing found, but plain loads and stores of assembly-of-a-file.c.tmp{{.*}} are not seen
// HOOKED: {{^}}2 traces: 2 completed
// RUN: not %mcmini --atomics=off --isolation=fork %t | FileCheck %s --check-prefixes=CHECK,FUNCTION
// RUN: %mcmini-cc -g -DNAKED %s -o %t.naked && not %mcmini %t.naked | FileCheck %s --check-prefixes=CHECK,HOOKED
// RUN: %mcmini-cc -g -DNO_TABLE %s -o %t.table && not %mcmini %t.table | FileCheck %s --check-prefixes=CHECK,TABLE
// FUNCTION: mcmini: incomplete: nothing found, but add of assembly-of-a-file.c.tmp{{.*}} goes by atomics that are not seen
// RUN: %mcmini-cc --from-tsan -g -DNO_TABLE %s -o %t.table && not %mcmini %t.table | FileCheck %s --check-prefixes=CHECK,TABLE
// TABLE: mcmini: incomplete: nothing found, but atomics in code of assembly-of-a-file.c.tmp.table that could not be decoded
// CHECK: Not every schedule of the program was explored
//
// A number in such a function that looks like a lock is none: of crtbegin.o's functions some have one by chance.
// RUN: %mcmini-cc -g -DNO_TABLE -DNUMBER %s -o %t.number && %mcmini %t.number | FileCheck %s --check-prefix=NUMBER
// NUMBER: mcmini: ok: nothing found
// RUN: %mcmini %t one | FileCheck %s --check-prefix=ONE
// ONE: mcmini: ok: nothing found
// ONE: {{^}}1 traces: 1 completed
// ONE: Every schedule of the program was explored; what code without instrumentation does to memory is not seen
#include <pthread.h>
#include <stdio.h>

int sum;
int add(void);

#ifdef NUMBER
#define BODY "movl $0x10f0, %eax\nret\n"
#else
#define BODY "movl $1, %eax\nlock xaddl %eax, sum(%rip)\nret\n"
#endif
#if defined NAKED
__attribute__((naked)) int add(void) { __asm__(BODY); }
#elif defined NO_TABLE
__asm__(".text\n.globl add\n.type add, @function\nadd:\n" BODY);
#else
__asm__(".text\n.globl add\n.type add, @function\nadd: .cfi_startproc\n" BODY ".cfi_endproc\n.size add, . - add\n");
#endif

static void *run(void *argument) {
  if (!argument)
    add();
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, run, argc == 2 ? argv : NULL);
  printf("%d\n", add());
  pthread_join(thread, NULL);
  return 0;
}
