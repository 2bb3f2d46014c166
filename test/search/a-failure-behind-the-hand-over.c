// Optimal has handed over to pop when the one schedule turns up that fails, its last one: only the last
// reader comes before the writer. It is found and replayed as without; with -k the search then begins
// anew with source, as it does without, and the finding counts once.
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: not %mcmini --algorithm=optimal --tree-memory=1 --output-dir=%t.dir %t | FileCheck %s --check-prefixes=FAILS,ENDS
// FAILS: mcmini: assertion failed: assertion `seen[READERS - 1] || sum < READERS - 1' failed
// ENDS: search        optimal for {{[1-9][0-9]*}} traces, then pop
// ENDS: {{^}}256 traces: 255 completed, 0 deadlocked, 1 failed
// RUN: not %mcmini replay %t.dir/*.trace -- %t | FileCheck %s --check-prefix=FAILS
// RUN: not %mcmini -k --algorithm=optimal --tree-memory=1 %t | FileCheck %s --check-prefixes=FAILS,GOES-ON
// GOES-ON: search        source: optimal would leave out
// GOES-ON: {{^}}256 traces: 255 completed, 0 deadlocked, 1 failed
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { READERS = 8 };
static atomic_int written;
static int seen[READERS];

static void *write_it(void *unused) {
  atomic_store(&written, 1);
  return unused;
}

static void *read_it(void *slot) {
  *(int *)slot = atomic_load(&written);
  return NULL;
}

int main(void) {
  pthread_t writer, reader[READERS];
  int sum = 0;
  pthread_create(&writer, NULL, write_it, NULL);
  for (int i = 0; i < READERS; i++)
    pthread_create(&reader[i], NULL, read_it, &seen[i]);
  for (int i = 0; i < READERS; i++) {
    pthread_join(reader[i], NULL);
    sum += seen[i];
  }
  assert(seen[READERS - 1] || sum < READERS - 1);
  pthread_join(writer, NULL);
  return 0;
}
