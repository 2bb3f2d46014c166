// Two threads wait, main signals once and cancels one of them. POSIX: who is cancelled consumes no signal that another
// could have had. The second-order outcome: the signal has woken the thread that is then cancelled, before it went on;
// without the signal that it sends in its place the other one waits for ever, which is a deadlock. The cancelled one
// holds the mutex when its handler runs.
//
// A queue's order tells whether it left that: with fifo the one that is served first is cancelled, too.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini --require-complete %t | FileCheck %s
// RUN: %mcmini --require-complete --algorithm=pop %t | FileCheck %s
// RUN: %mcmini --require-complete --algorithm=source --isolation=fork %t | FileCheck %s
// RUN: %mcmini --require-complete --policy=cond.wait=fifo %t | FileCheck %s
// CHECK: mcmini: ok
// CHECK: condition leave
// Who has taken the signal before it was cancelled has consumed it: there the other one waits.
// RUN: not %mcmini %t taken | FileCheck %s --check-prefix=TAKEN
// TAKEN: mcmini: deadlock
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waiting, gone_on, taken;

static void unlock(void *nothing) {
  (void)nothing;
  waiting--; // below the mutex: no race
  assert(pthread_mutex_unlock(&mutex) == 0);
}

static void *work(void *nothing) {
  pthread_mutex_lock(&mutex);
  waiting++;
  pthread_cleanup_push(unlock, NULL);
  pthread_cond_wait(&condition, &mutex);
  gone_on++;
  if (!taken)
    pthread_cond_signal(&condition);
  pthread_cleanup_pop(1);
  return nothing;
}

int main(int count, char **argument) {
  pthread_t thread[2];
  void *result[2];
  (void)argument;
  taken = count > 1;
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  if (waiting < 2) {
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 2; i++)
      pthread_cancel(thread[i]);
    return 0;
  }
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_cancel(thread[0]);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], &result[i]);
  assert(result[1] != PTHREAD_CANCELED && gone_on == 1 + (result[0] != PTHREAD_CANCELED));
  return 0;
}
