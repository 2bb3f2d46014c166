// Whom a cancellation meets, and in which state. The number of traces is counted by hand.
//
// early: main cancels before the thread's first step, or after: the question P of its point comes before or after C: 2.
// disabled: it waits for a token that is there, disabled: C cannot end that. Then it is enabled, and its next point is
//   the first that asks: C before P, after: 2. It has the token in both.
// pending: the thread waits, disabled, for the token that main gives after C: the cancellation is pending at the point
//   behind, in the only order: 1.
// itself: a thread cancels itself, and goes on to its next point: 1. asynchronous: it goes no further: 1.
// ended: main joins it, and cancels it then; nothing happens: 1.
// twice: two threads cancel a third. Their cancels commute; P before both, after the first, or after both (the third of the
//   classes has two orders of which one is dependent): P, C1, C2; C1, P, C2; C2, P, C1; C1 and C2, P: 4.
// main: the thread cancels main, which waits in pthread_join for it: C before P; C after it, and the wait is cut short, or
//   the thread ends first, and main goes on: 3. Where main is cancelled, the process ends with the thread.
// lock: a mutex is no cancellation point: the thread waits for main's mutex, is cancelled, and gets it all the same. C comes
//   when the lock is pending or made: 1 order of C and P, as P comes behind the lock, which is behind the unlock: 1.
// once: who is cancelled in an initialiser leaves that to the next one. C before the point in that, before the one behind,
//   after both: 3.
// RUN: %mcmini-cc -g %s -o %t.plugin && %gcc -g -pthread %s -o %t.gcc && %mcmini-cc --from-tsan -g %s -o %t.tsan
// RUN: python3 %S/Inputs/counts.py %mcmini %t.plugin %t.gcc %t.tsan -- early=2 disabled=2 pending=1 itself=1 asynchronous=1 \
// RUN:   ended=1 twice=4 main=3 lock=1 once=3 | FileCheck %s
// CHECK: 10 kinds, 0 wrong
// Without mcmini they are libc's own.
// RUN: %t.plugin itself && %t.plugin asynchronous && %t.plugin pending && %t.tsan itself
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>

static const char *kind;
static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_t thread, main_thread;
static int reached, initialised;

static int is(const char *name) { return !strcmp(kind, name); }

static void initialise(void) {
  if (!pthread_equal(pthread_self(), main_thread))
    pthread_testcancel();
  initialised++;
}

static void *work(void *nothing) {
  int old = -1;
  if (is("disabled") || is("pending")) {
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
    sem_wait(&semaphore);
    reached = 1;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  }
  if (is("asynchronous"))
    assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
  if (is("itself") || is("asynchronous")) {
    assert(pthread_cancel(pthread_self()) == 0);
    reached = 1;
  }
  if (is("main"))
    pthread_cancel(main_thread);
  if (is("lock")) {
    pthread_mutex_lock(&mutex);
    reached = 1;
    pthread_mutex_unlock(&mutex);
  }
  if (is("once"))
    pthread_once(&once, initialise);
  if (!is("ended") && !is("main"))
    pthread_testcancel();
  return nothing;
}

static void *cancels(void *nothing) {
  pthread_cancel(thread);
  return nothing;
}

int main(int count, char **argument) {
  pthread_t other;
  void *result;
  kind = argument[count - 1];
  main_thread = pthread_self();
  assert(pthread_setcancelstate(7, NULL) != 0 && pthread_setcanceltype(7, NULL) != 0);
  sem_init(&semaphore, 0, is("disabled"));
  if (is("lock"))
    pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, work, NULL);
  if (is("twice"))
    pthread_create(&other, NULL, cancels, NULL);
  if (is("early") || is("disabled") || is("pending") || is("twice") || is("lock") || is("once"))
    pthread_cancel(thread);
  if (is("pending"))
    sem_post(&semaphore);
  if (is("lock"))
    pthread_mutex_unlock(&mutex);
  if (is("twice"))
    pthread_join(other, NULL);
  pthread_join(thread, &result);
  if (is("ended"))
    assert(pthread_cancel(thread) == 0 && result != PTHREAD_CANCELED);
  if (is("disabled") || is("lock"))
    assert(reached);
  if (is("pending"))
    assert(reached && result == PTHREAD_CANCELED);
  if (is("itself"))
    assert(reached && result == PTHREAD_CANCELED);
  if (is("asynchronous"))
    assert(!reached && result == PTHREAD_CANCELED);
  if (is("once")) {
    assert(initialised == (result != PTHREAD_CANCELED) || result == PTHREAD_CANCELED);
    pthread_once(&once, initialise);
    assert(initialised == 1);
  }
  return 0;
}
