// A worker makes 100 or 1,000 turns in which nothing changes, and then fails; main returns, or sleeps
// and exits, and does not wait for it. Its turns look like polling: a search that lets the process exit
// beside who looks so hides the failure, which a slow exit shows. The twin makes as many turns and
// is right.
// DEFINE: %{fails} = FileCheck --check-prefix=FAILS %s
// DEFINE: %{holds} = FileCheck --check-prefix=HOLDS %s
// RUN: %mcmini-cc -g -O1 -DTURN=READS -DTURNS=100 %s -o %t && not %mcmini %t | %{fails}
// RUN: %mcmini-cc -g -O1 -DTURN=LOCKS -DTURNS=100 %s -o %t && not %mcmini %t | %{fails}
// RUN: %mcmini-cc -g -O1 -DTURN=SLEEPS -DTURNS=100 %s -o %t && not %mcmini %t | %{fails}
// RUN: %mcmini-cc -g -O1 -DTURN=LOOKS -DTURNS=1000 %s -o %t && not %mcmini %t | %{fails}
// RUN: not %mcmini --isolation=fork %t | %{fails}
// RUN: not %mcmini --threads=kernel %t | %{fails}
// RUN: not %mcmini --algorithm=dfs %t | %{fails}
// RUN: not %mcmini --algorithm=random %t | %{fails}
// RUN: not %mcmini --preemptions=0 %t | %{fails}
// RUN: %gcc -g -O1 -pthread -DTURN=SLEEPS -DTURNS=1000 %s -o %t && not %mcmini %t | %{fails}
// RUN: %gcc -g -O1 -pthread -DTURN=LOOKS -DTURNS=1000 %s -o %t && not %mcmini %t | %{fails}
// FAILS: assertion failed: assertion `!is_wrong' failed
// RUN: %mcmini-cc -g -O1 -DTURN=LOOKS -DTURNS=1000 -DRIGHT %s -o %t && %mcmini %t | %{holds}
// RUN: %gcc -g -O1 -pthread -DTURN=LOOKS -DTURNS=1000 -DRIGHT %s -o %t && %mcmini %t | %{holds}
// HOLDS: ok: nothing found
// HOLDS: {{^}}1 traces: 1 completed
// HOLDS: Every schedule of the program
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

enum { READS, LOCKS, SLEEPS, LOOKS };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int word;

static int turn(void) {
  int seen = 0;
  if (TURN == SLEEPS)
    usleep(10);
  if (TURN == LOCKS || TURN == LOOKS)
    pthread_mutex_lock(&lock);
  if (TURN == READS || TURN == LOOKS)
    seen = atomic_load(&word);
  if (TURN == LOCKS || TURN == LOOKS)
    pthread_mutex_unlock(&lock);
  if (TURN == LOOKS)
    usleep(10);
  return seen;
}

static void *work(void *argument) {
  int sum = 0, turns = 0;
  for (; turns < TURNS; turns++)
    sum += turn();
#ifdef RIGHT
  const int is_wrong = sum || turns != TURNS;
#else
  const int is_wrong = sum || turns == TURNS;
#endif
  assert(!is_wrong);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  (void)argv;
  pthread_create(&thread, NULL, work, NULL);
  if (argc == 1)
    return 0;
  sleep(1);
  exit(0);
}
