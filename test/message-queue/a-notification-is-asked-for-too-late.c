// Who asks for a notification while a message is there is told of none: it empties the queue, and asks
// in the wrong order. Right: ask first, then receive until there is nothing. By a signal that is waited
// for, and by a thread.
//
// The send is before both, between them, or behind both: 3 classes. In the wrong order it is between them
// in one, and nobody is told.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: not %mcmini -k %t late | FileCheck --check-prefix=LATE %s
// RUN: %mcmini %t early | FileCheck --check-prefix=EARLY %s
// RUN: %mcmini %t thread | FileCheck --check-prefix=THREAD %s
// RUN: not %mcmini -k %t thread-late | FileCheck --check-prefix=LATE %s
//
// LATE: 3 traces: 2 completed, 1 deadlocked, 0 failed
// LATE-NEXT: Every schedule
// EARLY: 3 traces: 3 completed
// EARLY-NEXT: Every schedule
// THREAD: 3 traces: 3 completed
// THREAD-NEXT: Every schedule
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>

static mqd_t queue;
static sem_t told;
static sigset_t set;

static void *sends(void *argument) {
  assert(mq_send(queue, "a", 1, 0) == 0);
  return argument;
}

static void is_told(union sigval value) {
  assert(value.sival_int == 5);
  sem_post(&told);
}

static int got_one(void) {
  char data[8];
  return mq_receive(queue, data, sizeof data, NULL) == 1;
}

int main(int count, char **argument) {
  struct mq_attr attributes = {.mq_maxmsg = 2, .mq_msgsize = 8};
  const int by_thread = strstr(argument[count - 1], "thread") != NULL;
  const int is_late = strstr(argument[count - 1], "late") != NULL;
  struct sigevent event = {.sigev_notify = by_thread ? SIGEV_THREAD : SIGEV_SIGNAL,
                           .sigev_signo = SIGUSR1,
                           .sigev_value.sival_int = 5};
  siginfo_t info;
  pthread_t thread;
  if (by_thread)
    event.sigev_notify_function = is_told;
  sem_init(&told, 0, 0);
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  queue = mq_open("/mcmini-late", O_RDWR | O_CREAT | O_EXCL | O_NONBLOCK, 0600, &attributes);
  pthread_create(&thread, NULL, sends, NULL);
  if (!is_late)
    assert(mq_notify(queue, &event) == 0);
  if (!got_one()) {
    if (is_late)
      assert(mq_notify(queue, &event) == 0);
    if (by_thread)
      sem_wait(&told);
    else
      assert(sigwaitinfo(&set, &info) == SIGUSR1 && info.si_code == SI_MESGQ &&
             info.si_value.sival_int == 5);
    assert(got_one()); // the signal comes with the message, not before
  }
  pthread_join(thread, NULL);
}
