// A loop that changes nothing for 10,000 steps is a livelock only if it is always in the same state: one
// that counts its turns has an end, which --max-depth does not reach.
// RUN: %mcmini-cc -g -DREADS %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -DLOCKS %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-cc -g -DCOUNTS %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %gcc -g -O1 -pthread -DLOCKS %s -o %t.plain && not %mcmini -k %t.plain | FileCheck %s
// CHECK: incomplete: nothing found, but traces were cut by --max-depth
//
// Who looks below a lock, and nobody ever sets what it looks for, is one, also where such loops are not
// recognised.
// RUN: %mcmini-cc -g -DNEVER %s -o %t
// RUN: not %mcmini -k --races=report %t | FileCheck --check-prefix=NEVER %s
// NEVER: livelock: 1 thread waits in loops that nobody can end, and 1 for something else
// NEVER: thread 0.1 (work) could go on with
// NEVER: {{^}}1 traces: 0 completed, 0 deadlocked, 1 failed
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { TURNS = 20000 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int word;
static int data, *turns = &data;
static bool done;

static void *work(void *argument) {
  int sum = 0;
  (void)turns, (void)done;
#ifdef READS
  for (int i = 0; i < TURNS; i++)
    sum += atomic_load(&word);
#elif defined LOCKS
  for (int i = 0; i < TURNS; i++) {
    pthread_mutex_lock(&lock);
    sum += data;
    pthread_mutex_unlock(&lock);
  }
#elif defined COUNTS
  while (++*turns < TURNS)
    sum += atomic_load(&word);
#else
  for (bool stop = false; !stop;) {
    pthread_mutex_lock(&lock);
    stop = done;
    pthread_mutex_unlock(&lock);
  }
#endif
  return sum ? argument : NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
}
