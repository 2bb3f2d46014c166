// A thread is cancelled before each kind of cancellation point, and while it waits there; and where what it waits
// for comes, too. The number of traces is that of the classes, counted by hand. C: cancel; P: the point's question;
// W: what it waits for.
//
// test, pause, never, cond, join, sigwait, pipe, poll: C before P, or after: 2. After P the wait never ends otherwise:
//   a mistake that lets a waiting thread be is a deadlock.
// sleep: C before P; C after P, and the sleep is cut short; it is over, whether C has come or not: 3.
// post: C, then the post. C before P; P before C, and the wait is cut short before the post; W after the post, with
//   a cancellation that is pending and nobody takes: 3. A search for which cancellation always wins lacks the last.
// first: the post, then C: W is there from then on. C before P, P before C: 2.
// signal: main locks, signals, unlocks, C. It locks first, and the signal is lost: C before P, after: 2. The thread
//   waits by then: it wakes; or it is cancelled though it was woken: 2. So 4; one that is woken and not cancelled any more
//   would be 3.
// write, open, close: C before P, after: 2. These never wait.
// RUN: %mcmini-cc -g %s -o %t.plugin && %gcc -g -pthread %s -o %t.gcc && %mcmini-cc --from-tsan -g %s -o %t.tsan
// RUN: python3 %S/Inputs/counts.py %mcmini %t.plugin %t.gcc %t.tsan -- test=2 pause=2 never=2 cond=2 join=2 sigwait=2 \
// RUN:   pipe=2 poll=2 sleep=3 post=3 first=2 signal=4 write=2 open=2 close=2 | FileCheck %s
// CHECK: 15 kinds, 0 wrong
#include <assert.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *kind;
static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ends[2], is_clean, has_gone_on;
static pthread_t idler;

static int is(const char *name) { return !strcmp(kind, name); }

static void unlock(void *nothing) {
  (void)nothing;
  if (pthread_mutex_unlock(&mutex))
    abort(); // it is not locked again
}

static void clean(void *nothing) {
  (void)nothing;
  is_clean = 1;
}


static void waits(void) {
  char byte = 0;
  sigset_t set;
  int got;
  if (is("test"))
    pthread_testcancel();
  if (is("pause"))
    pause();
  if (is("sleep"))
    sleep(1);
  if (is("never") || is("post") || is("first"))
    sem_wait(&semaphore);
  if (is("join"))
    pthread_join(idler, NULL);
  if (is("pipe"))
    (void)!read(ends[0], &byte, 1);
  if (is("poll"))
    poll(&(struct pollfd){.fd = ends[0], .events = POLLIN}, 1, -1);
  if (is("write"))
    (void)!write(ends[1], &byte, 1);
  if (is("open"))
    open("/dev/null", O_RDONLY);
  if (is("close"))
    close(ends[0]);
  if (is("sigwait")) {
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigwait(&set, &got);
  }
  if (is("cond") || is("signal")) {
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(unlock, NULL);
    pthread_cond_wait(&condition, &mutex);
    pthread_cleanup_pop(1);
  }
}

static void *work(void *nothing) {
  pthread_cleanup_push(clean, NULL);
  waits();
  has_gone_on = 1;
  pthread_cleanup_pop(0);
  return nothing;
}

int main(int count, char **argument) {
  pthread_t thread;
  void *result;
  kind = argument[count - 1];
  (void)!pipe(ends);
  sem_init(&semaphore, 0, 0);
  if (is("join"))
    idler = pthread_self(); // which is joined by nobody else, and ends last
  pthread_create(&thread, NULL, work, NULL);
  if (is("first"))
    sem_post(&semaphore);
  if (is("signal")) {
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
  }
  pthread_cancel(thread);
  if (is("post"))
    sem_post(&semaphore);
  pthread_join(thread, &result);
  assert((result == PTHREAD_CANCELED) == is_clean);
  assert(is_clean != has_gone_on);
  assert(is_clean || !(is("never") || is("pause") || is("cond") || is("pipe") || is("poll") || is("sigwait")));
  if (is("close") && is_clean)
    assert(close(ends[0]) == 0); // it comes before it is closed
  return 0;
}
