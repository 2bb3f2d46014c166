// -fsanitize=thread makes calls of atomics, but not of those in inline assembly, nor clang of maxima. They are seen as
// machine code: two threads exchange a word, and the outcome in which the second comes first is explored. What else such
// code loads and stores is not seen, and the result says so. A program without such instructions is complete. Without
// their hooks they are told.
// RUN: %mcmini-cc --from-tsan -g %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc --from-tsan=%clang -g %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc --from-tsan=%clang -g -DMAXIMUM %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc --from-tsan -g -DSEEN %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=SEEN
// CHECK: {{^}}mcmini: assertion failed: assertion `exchange(1) == 0' failed in
// CHECK: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed,
// CHECK-NEXT: {{^}}Not every schedule of the program was explored: plain loads and stores of {{.*}} are not seen.
// SEEN: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed,
// SEEN-NEXT: {{^}}Every schedule
// RUN: %mcmini-cc --from-tsan -g %s -o %t && not %mcmini -k --atomics=off %t | FileCheck %s --check-prefix=OFF
// OFF: {{^}}mcmini: incomplete: nothing found, but exchange of {{.*}} goes by atomics that are not seen
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static int word;

static int exchange(int new) {
#ifdef SEEN
  return __atomic_exchange_n(&word, new, __ATOMIC_SEQ_CST);
#elif defined MAXIMUM
  return __atomic_fetch_max(&word, new, __ATOMIC_SEQ_CST);
#else
  __asm__ volatile("xchgl %0, %1" : "+r"(new), "+m"(word) : : "memory");
  return new;
#endif
}

static void *first(void *argument) {
  assert(exchange(1) == 0);
  return argument;
}

static void *second(void *argument) {
  exchange(2);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, first, NULL);
  pthread_create(&thread[1], NULL, second, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
