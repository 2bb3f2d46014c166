// What the last turn has read is what the next one tries with: its turns are not all the same, although the
// compiler could make one read of the two. Two threads add: either is first, and the other one reads before
// that, and fails once, or after it. So 4 classes, as with atomic reads. It was a false livelock.
// RUN: %mcmini-cc -g -O0 %s -o %t.0 && %mcmini-cc -g -O2 %s -o %t.2 && %mcmini-cc -g -DATOMIC %s -o %t.atomic
// RUN: not %mcmini -q -k %t.0 | FileCheck %s
// RUN: not %mcmini -q -k %t.2 | FileCheck %s
// RUN: %mcmini -q -k %t.atomic | FileCheck %s
// RUN: not %mcmini -q -k --algorithm=dfs %t.0 | FileCheck %s --check-prefix=SOME
// RUN: not %mcmini -q -k --algorithm=pos --max-traces=500 %t.0 | FileCheck %s --check-prefix=SOME
// RUN: not %mcmini -q -k --algorithm=auto --max-traces=500 %t.0 | FileCheck %s --check-prefix=SOME
// CHECK-NOT: livelock
// CHECK: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// SOME-NOT: livelock
// SOME: {{^}}[[N:[0-9]+]] traces: [[N]] completed
#include <assert.h>
#include <pthread.h>

#ifdef ATOMIC
#define READ(x) __atomic_load_n(&(x), __ATOMIC_SEQ_CST)
#else
#define READ(x) (x)
#endif

static int count;

static void *add_one(void *unused) {
  int old = READ(count);
  while (!__sync_bool_compare_and_swap(&count, old, old + 1))
    old = READ(count);
  return unused;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, add_one, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  assert(count == 2);
  return 0;
}
