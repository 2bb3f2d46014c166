// -fsanitize=thread makes calls of atomics, but not of those in inline assembly, nor clang of maxima: two threads
// exchange a word, and the outcome in which the second comes first is not explored. The report names the place.
// A program without such instructions is complete.
// RUN: %mcmini-cc --from-tsan -g %s -o %t && sh -c '%mcmini %t; test $? = 3' | FileCheck %s
// RUN: %mcmini-cc --from-tsan=%clang -g %s -o %t && sh -c '%mcmini %t; test $? = 3' | FileCheck %s
// RUN: %mcmini-cc --from-tsan=%clang -g -DMAXIMUM %s -o %t && sh -c '%mcmini %t; test $? = 3' | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but what inline assembly does to memory is not seen
// CHECK: warning: {{.*}} (atomics-that-are-not-announced-are-told.c:{{2[0-9]}})
// RUN: %mcmini-cc --from-tsan -g -DSEEN %s -o %t && not %mcmini %t | FileCheck %s --check-prefix=SEEN
// SEEN: assertion
// SEEN: {{^}}The search ended at the first finding
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
