// One-shot timers, counted by hand. The search could hide a schedule of each: the place where the handler runs, whether
// the timer expires before it is stopped, and who sees the signal first.
//
// handler: behind alarm stand lock, unlock, and the step without effect before the exit. The handler runs before one of the
// three, or the signal is still pending at the exit: 4.
// stop: it runs before lock, unlock, or alarm(0); or the timer expires, and alarm(0) delivers the signal before it
// returns; or it was stopped: 5. Behind it nothing is handled: the assertion holds.
// limit: nothing handles the signal, which would end the process: 1. The other thread is told what is left.
// wait: all threads block the signal, and one waits for it: 1.
// thread: the callback locks once, main locks and then deletes. It does not start; its lock is before main's, or
// behind: 3.
// early: main sets a handler after a thread has called alarm. The timer may come before that and kill.
// trunk: the same in one thread: in the trunk a signal that kills is a limit of time. Then as handler, without the
// lock: 2.
// id: the same to one thread (SIGEV_THREAD_ID), as handler: 4.
// some: as wait, but the thread lets the signal in: natively it kills. That is not explored.
// value: the handler is told the value of its timer, and who waits for the signal.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini -q -k %t handler | FileCheck %s --check-prefixes=OK,FOUR
// RUN: %mcmini -q -k --threads=kernel --isolation=fork %t handler | FileCheck %s --check-prefixes=OK,FOUR
// RUN: %mcmini -q -k --algorithm=pop %t handler | FileCheck %s --check-prefixes=OK,FOUR
// RUN: %mcmini -q -k --algorithm=dpor %t handler | FileCheck %s --check-prefixes=OK,FOUR
// RUN: %mcmini -q -k %t stop | FileCheck %s --check-prefixes=OK,FIVE
// RUN: %mcmini -q -k --algorithm=source %t stop | FileCheck %s --check-prefixes=OK,FIVE
// RUN: %mcmini -q -k %t limit | FileCheck %s --check-prefixes=OK,ONE
// RUN: %mcmini -q -k %t wait | FileCheck %s --check-prefixes=OK,ONE
// RUN: %mcmini -q -k %t thread | FileCheck %s --check-prefixes=OK,THREE
// RUN: %mcmini -q -k --threads=kernel %t thread | FileCheck %s --check-prefixes=OK,THREE
// RUN: %mcmini -q -k %t trunk | FileCheck %s --check-prefixes=OK,TWO
// RUN: %mcmini -q -k %t id | FileCheck %s --check-prefixes=OK,FOUR
// RUN: not %mcmini -q -k %t some | FileCheck %s --check-prefix=SOME
// RUN: %mcmini -q -k %t value | FileCheck %s --check-prefix=OK
// RUN: %mcmini -q -k --isolation=fork %t value | FileCheck %s --check-prefix=OK
// RUN: not %mcmini -q -k %t early | FileCheck %s --check-prefix=EARLY
// RUN: %mcmini -q -k %t returns | FileCheck %s --check-prefix=OK
// RUN: %mcmini --lint -q -k %t stop | FileCheck %s --check-prefix=OK
// OK: mcmini: ok: nothing found
// ONE: 1 traces: 1 completed
// TWO: 2 traces: 2 completed
// THREE: 3 traces: 3 completed
// FOUR: 4 traces: 4 completed
// FIVE: 5 traces: 5 completed
// SOME: mcmini: incomplete: nothing found, but the moments at which a timer of which only some threads block the signal
// EARLY: mcmini: crash: killed by SIGALRM
// EARLY: {{[0-9]+}} completed, 0 deadlocked, 1 failed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const char *what;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local int handled;
static int total;

static int is(const char *name) { return !strcmp(what, name); }

static void handle(int signal) { handled = signal; }

static void told(int signal, siginfo_t *info, void *context) {
  assert(info->si_code == SI_TIMER && info->si_value.sival_int == 7);
}

static void callback(union sigval value) {
  pthread_mutex_lock(&mutex);
  total += value.sival_int;
  pthread_mutex_unlock(&mutex);
}

static timer_t new_timer(int notify, int signal) {
  struct sigevent event = {.sigev_notify = notify, .sigev_signo = signal};
  timer_t timer;
  event.sigev_value.sival_int = 7;
  if (notify == SIGEV_THREAD)
    event.sigev_notify_function = callback;
  if (notify == SIGEV_THREAD_ID)
    event._sigev_un._tid = gettid();
  assert(timer_create(CLOCK_MONOTONIC, &event, &timer) == 0);
  return timer;
}

static int set(timer_t timer, int seconds) {
  const struct itimerspec value = {{0, 0}, {seconds, 0}};
  struct itimerspec old;
  assert(timer_settime(timer, 0, &value, &old) == 0);
  return (int)old.it_value.tv_sec + (old.it_value.tv_nsec > 0);
}

static void *left(void *unused) {
  assert(alarm(3) == 60);
  return unused;
}

static void *arms(void *unused) {
  alarm(3);
  return unused;
}

static void *awaits(void *unused) {
  sigset_t alone;
  int got;
  sigemptyset(&alone);
  sigaddset(&alone, SIGALRM);
  assert(sigwait(&alone, &got) == 0 && got == SIGALRM);
  return unused;
}

static void *left_alone(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

static void block(void) {
  sigset_t alone;
  sigemptyset(&alone);
  sigaddset(&alone, SIGALRM);
  pthread_sigmask(SIG_BLOCK, &alone, NULL);
}

static void lock_once(void) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
}

/// What the calls return, where no timer expires: nothing handles its signal.
static void returns(void) {
  struct itimerval value = {{0, 0}, {5, 0}}, old;
  struct itimerspec now;
  timer_t timer;
  assert(alarm(60) == 0 && alarm(30) == 60 && alarm(0) == 30 && alarm(0) == 0);
  assert(setitimer(ITIMER_REAL, &value, NULL) == 0 && alarm(7) == 5);
  assert(setitimer(ITIMER_REAL, &value, &old) == 0 && old.it_value.tv_sec == 7 && !old.it_interval.tv_sec);
  value.it_interval.tv_usec = 1000000;
  assert(setitimer(ITIMER_REAL, &value, NULL) == -1 && errno == EINVAL);
  value.it_interval.tv_usec = 20;
  assert(setitimer(ITIMER_REAL, &value, NULL) == 0 && getitimer(ITIMER_REAL, &old) == 0);
  assert(old.it_value.tv_sec == 5 && old.it_interval.tv_usec == 20);
  assert(timer_create(CLOCK_REALTIME, NULL, &timer) == 0);
  assert(timer_gettime(timer, &now) == 0 && !now.it_value.tv_sec && !now.it_value.tv_nsec);
  assert(set(timer, 9) == 0 && set(timer, 8) == 9 && timer_getoverrun(timer) == 0);
  assert(timer_settime(timer, 0, &(struct itimerspec){{0, 0}, {0, -1}}, NULL) == -1 && errno == EINVAL);
  assert(timer_delete(timer) == 0 && timer_delete(timer) == -1 && errno == EINVAL);
  assert(timer_gettime(timer, &now) == -1 && errno == EINVAL);
  struct sigevent wrong = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = 99};
  assert(timer_create(CLOCK_REALTIME, &wrong, &timer) == -1 && errno == EINVAL);
}

int main(int count, char **argument) {
  pthread_t other;
  what = argument[count - 1];
  if (is("some"))
    pthread_mutex_lock(&mutex);
  if (is("handler") || is("stop")) {
    signal(SIGALRM, handle);
    alarm(1);
    lock_once();
  }
  if (is("stop")) {
    const int before = (alarm(0), handled);
    assert(handled == before);
  }
  if (is("limit")) {
    alarm(60);
    pthread_create(&other, NULL, left, NULL);
    pthread_join(other, NULL);
  }
  if (is("wait")) {
    block();
    pthread_create(&other, NULL, awaits, NULL);
    alarm(1);
    pthread_join(other, NULL);
  }
  if (is("thread")) {
    timer_t timer = new_timer(SIGEV_THREAD, 0);
    set(timer, 1);
    pthread_mutex_lock(&mutex);
    assert(total == 0 || total == 7);
    pthread_mutex_unlock(&mutex);
    timer_delete(timer);
  }
  if (is("early")) {
    pthread_create(&other, NULL, arms, NULL);
    signal(SIGALRM, handle);
    pthread_join(other, NULL);
  }
  if (is("trunk")) {
    alarm(5);
    signal(SIGALRM, handle);
  }
  if (is("id")) {
    signal(SIGUSR1, handle);
    set(new_timer(SIGEV_THREAD_ID, SIGUSR1), 1);
    lock_once();
  }
  if (is("some")) {
    pthread_create(&other, NULL, left_alone, NULL);
    block();
    alarm(1);
    pthread_mutex_unlock(&mutex);
    pthread_join(other, NULL);
  }
  if (is("value")) {
    const struct sigaction action = {.sa_sigaction = told, .sa_flags = SA_SIGINFO};
    siginfo_t info;
    sigset_t alone;
    sigaction(SIGUSR1, &action, NULL);
    set(new_timer(SIGEV_SIGNAL, SIGUSR1), 1);
    lock_once();
    sigemptyset(&alone);
    sigaddset(&alone, SIGUSR2);
    pthread_sigmask(SIG_BLOCK, &alone, NULL);
    set(new_timer(SIGEV_SIGNAL, SIGUSR2), 1);
    assert(sigwaitinfo(&alone, &info) == SIGUSR2 || errno == EINTR);
    assert(errno == EINTR || (info.si_code == SI_TIMER && info.si_value.sival_int == 7));
  }
  if (is("returns"))
    returns();
  return 0;
}
