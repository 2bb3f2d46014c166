// Threads without an end do not keep the process alive where it is known that they do nothing else:
// they come back to the same state, with nothing changed that they may have read. It is no livelock,
// and every schedule is explored. Which schedule could be hidden: the one in which the daemon sees
// what main has written, and fails; -DSEES has it. Of a program that is not instrumented it is known
// where its system calls are seen.
// RUN: %mcmini-cc -g -O1 -DDAEMON=1 %s -o %t && %mcmini %t | FileCheck --check-prefixes=OK,ONE %s
// RUN: %mcmini --isolation=fork %t | FileCheck --check-prefixes=OK,ONE %s
// RUN: %mcmini --threads=kernel %t | FileCheck --check-prefixes=OK,ONE %s
// RUN: %mcmini-cc -g -O1 -DDAEMON=2 %s -o %t && %mcmini %t | FileCheck --check-prefixes=OK,ONE %s
// RUN: %mcmini-cc -g -O1 -DDAEMON=3 %s -o %t && %mcmini %t | FileCheck --check-prefixes=OK,ONE %s
// RUN: %mcmini-cc -g -O1 -DDAEMON=4 %s -o %t && %mcmini %t | FileCheck --check-prefixes=OK,ONE %s
// RUN: %if dispatch %{ %gcc -g -O1 -pthread -DDAEMON=1 %s -o %t && %mcmini %t | FileCheck --check-prefixes=OK,ONE %s %}
// RUN: %if dispatch %{ %gcc -g -O1 -pthread -DDAEMON=2 %s -o %t && %mcmini %t | FileCheck --check-prefixes=OK,ONE %s %}
// RUN: %if dispatch %{ %gcc -g -O1 -pthread -DDAEMON=3 %s -o %t && %mcmini %t | FileCheck --check-prefixes=OK,ONE %s %}
// OK: ok: nothing found
// ONE: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded
// OK: Every schedule of the program
// Two of them that only sleep have nothing in common, and one schedule.
// RUN: %mcmini-cc -g -O1 -DDAEMON=1 -DTWO %s -o %t && %mcmini %t | FileCheck --check-prefixes=OK,ONE %s
// RUN: %mcmini-cc -g -O1 -DDAEMON=4 -DTWO %s -o %t && %mcmini %t | FileCheck --check-prefixes=OK,ONE %s
// RUN: %mcmini-cc -g -O1 -DDAEMON=2 -DSEES %s -o %t && not %mcmini %t | FileCheck --check-prefix=SEES %s
// RUN: %mcmini-cc -g -O1 -DDAEMON=3 -DSEES %s -o %t && not %mcmini %t | FileCheck --check-prefix=SEES %s
// SEES: assertion failed: assertion `!stop' failed
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t shared = PTHREAD_RWLOCK_INITIALIZER;
static int written;

static void *daemon_of_main(void *argument) {
  for (int stop = 0;; usleep(1000)) {
#if DAEMON == 2
    pthread_mutex_lock(&first);
    stop = written;
    pthread_mutex_unlock(&first);
#elif DAEMON == 3 // below two locks: no waiting loop that is recognised
    pthread_mutex_lock(&first);
    pthread_mutex_lock(&second);
    stop = written;
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
#elif DAEMON == 4
    pthread_rwlock_rdlock(&shared);
    stop = written;
    pthread_rwlock_unlock(&shared);
#endif
    assert(!stop);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, daemon_of_main, NULL);
#ifdef TWO
  pthread_create(&thread, NULL, daemon_of_main, NULL);
#endif
#ifdef SEES
  pthread_mutex_lock(&first);
  written = 1;
  pthread_mutex_unlock(&first);
#endif
  (void)first, (void)second, (void)shared, (void)written;
  return 0;
}
