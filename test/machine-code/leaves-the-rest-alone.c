// A patched instruction does what it did, and leaves registers, flags, vector registers and the red zone alone: what
// 700 random functions with atomics see is the same natively, with jumps and breakpoints, in each executor. One
// thread runs them all; the other one does nothing: 1 trace. They make too many loads and stores for these to be seen. Of
// 150 such functions they are: the hooks of these leave the rest alone, too.
// RUN: /usr/bin/python3 %S/Inputs/registers.py 1 700 > %t.s
// RUN: %gcc -O1 %s %t.s -o %t -pthread && setarch -R %t > %t.native
// RUN: not %mcmini --output=all --max-depth=100000 %t > %t.report && grep '^saw ' %t.report > %t.found && diff %t.native %t.found
// RUN: FileCheck %s < %t.report
// RUN: %gcc -O1 -no-pie %s %t.s -o %t.fixed -pthread && setarch -R %t.fixed > %t.native && not %mcmini --output=all --threads=kernel --max-depth=100000 %t.fixed > %t.report
// RUN: grep '^saw ' %t.report > %t.found && diff %t.native %t.found
// RUN: FileCheck %s < %t.report
// CHECK: {{^}}saw 699
// CHECK: variable {{.*}}compare-exchange
// CHECK: {{^}}1 traces: 1 completed
// RUN: /usr/bin/python3 %S/Inputs/registers.py 2 150 > %t.s && %gcc -O1 %s %t.s -o %t.few -pthread && setarch -R %t.few > %t.native
// RUN: %mcmini --output=all %t.few > %t.report && grep '^saw ' %t.report > %t.found && diff %t.native %t.found
// RUN: %mcmini --output=all --threads=kernel %t.few > %t.report && grep '^saw ' %t.report > %t.found && diff %t.native %t.found
// RUN: FileCheck %s --check-prefix=FEW < %t.report
// FEW: mcmini: ok: nothing found
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { BYTES = 256 };
extern unsigned char memory[BYTES], seen[BYTES];
extern void (*tests[])(void);
extern uint64_t test_count;

static void *nothing(void *argument) { return argument; }

static uint64_t hash(uint64_t h, const unsigned char *bytes, unsigned from, unsigned to) {
  for (unsigned i = from; i < to; i++)
    h = h * 31 + bytes[i];
  return h;
}

int main(void) {
  enum { FLAGS = 0x0cd5 }; // those that arithmetic sets, and the direction
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  for (uint64_t i = 0; i < test_count; i++) {
    for (unsigned k = 0; k < BYTES; k++)
      memory[k] = (unsigned char)(37 * k + i);
    memset(seen, 0, BYTES);
    tests[i]();
    uint64_t flags, h;
    memcpy(&flags, seen + 120, sizeof flags);
    h = hash(flags & FLAGS, seen, 0, 120);
    printf("saw %d %lx\n", (int)i, (unsigned long)hash(hash(h, seen, 128, BYTES), memory, 0, BYTES));
  }
  pthread_join(thread, NULL);
  return 0;
}
