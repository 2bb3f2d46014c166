// A program that is not instrumented has atomics of its own, which are operations: 2 traces. Its loads and stores are
// seen, too. Where the user wants no search of races, the result is not complete. Its memory is as it would be:
// constants between its instructions are no instructions.
// RUN: %gcc -g -O1 -pthread %s -o %t && %mcmini %t | FileCheck %s
// RUN: %gcc -g -O1 -no-pie -pthread %s -o %t.static && %mcmini --isolation=fork %t.static | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}2 traces: 2 completed
// RUN: not %mcmini --races=report %t | FileCheck %s --check-prefix=REPORT
// REPORT: mcmini: incomplete: nothing found, but plain loads and stores of a-preloaded{{.*}} are not seen
// REPORT: {{^}}2 traces: 2 completed
// RUN: not %mcmini --atomics=off %t | FileCheck %s --check-prefix=OFF
// OFF: mcmini: incomplete: nothing found, but add of a-preloaded{{.*}} goes by atomics that are not seen
// OFF: {{^}}1 traces: 1 completed
// Without them the threads' primitives are all that there is.
// RUN: %mcmini %t without | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: mcmini: ok: nothing found
// WITHOUT: Every schedule of the program's thread primitives was explored; of its memory accesses those of a-preloaded-programs-own-atomics.c.tmp are seen.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int sum;

// lock cmpxchg %ecx, (%rdi), as a constant behind the instructions of a function; and one that jumps
// into the middle of what would be an instruction.
__asm__(".text\n.type constant, @function\nconstant: .cfi_startproc\n"
        "lea 1f(%rip), %rax; ret\n1: .byte 0xf0, 0x0f, 0xb1, 0x0f, 0xf0, 0xff, 0x07, 0xc3\n"
        ".cfi_endproc\n.size constant, . - constant\n");
const unsigned char *constant(void);

__attribute__((noinline)) static void add(void) { __atomic_fetch_add(&sum, 1, __ATOMIC_SEQ_CST); }

static void *run(void *argument) {
  static const unsigned char expected[] = {0xf0, 0x0f, 0xb1, 0x0f, 0xf0, 0xff, 0x07, 0xc3};
  assert(memcmp(constant(), expected, sizeof expected) == 0);
  if (!argument)
    add();
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, run, argc == 2 ? argv : NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  assert(sum == (argc == 2 ? 0 : 2));
  return 0;
}
