// test/signals/Inputs/script.c - a program with signals that its arguments say: to be checked by mcmini.
//
//   script FLAGS THREAD...    prints, at the end of each execution, what came of it
//
// FLAGS: m: the handlers of both signals block the other one; r: they have SA_RESTART; n: SA_NODEFER;
// o: SA_RESETHAND of signal 2.
// Of each thread the letters are its operations, t a thread and s a signal as digits:
//   e  exchanges the variable     kts  pthread_kill         Ks  kill, to the process   rs  raise
//   us, bs  unblocks, blocks it   w, p  waits for, posts the semaphore                 l, n  lock, unlock
//   as, ds  arms a timer that sends the signal once to the process, disarms it: was it armed?
//   v  ppoll without a blocked signal, of an empty pipe, which does not wait: 5 if a handler has ended it
//   z  sigsuspend without a blocked signal        y  sigwait of both      is, hs  ignores, handles it
// Each handler exchanges the variable. All threads begin with both signals blocked. The first is main.
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 4, MOST = 16 };
static const int number[] = {0, SIGUSR1, SIGUSR2};
static atomic_int variable;
static sem_t semaphore, gate[THREADS];
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread[THREADS];
static char **script;
static int ends[2];
static timer_t timer[3];
static struct sigaction handling[3];
static struct {
  int count, handled[3], of[MOST], by[3][MOST];
} result[THREADS];
static __thread int self;

static void handle(int signal) {
  const int s = signal == SIGUSR1 ? 1 : 2;
  const int seen = atomic_exchange(&variable, 100 * (self + 1) + s);
  result[self].by[s][result[self].handled[s]++] = seen;
}

static sigset_t set_of(int s) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, number[s]);
  return set;
}

static int set_timer(int s, int seconds) {
  const struct itimerspec value = {{0, 0}, {seconds, 0}};
  struct itimerspec old;
  return timer_settime(timer[s], 0, &value, &old) ? 9 : old.it_value.tv_sec || old.it_value.tv_nsec;
}

static int run(const char *at) {
  const int a = at[1] ? at[1] - '0' : 0;
  sigset_t set;
  int got = 0;
  switch (*at) {
  case 'e':
    return atomic_exchange(&variable, 10 * (self + 1) + (int)(at - script[self]) % 10);
  case 'k':
    return pthread_kill(thread[a], number[at[2] - '0']);
  case 'K':
    return kill(getpid(), number[a]);
  case 'r':
    return raise(number[a]);
  case 'u':
  case 'b':
    set = set_of(a);
    return pthread_sigmask(*at == 'u' ? SIG_UNBLOCK : SIG_BLOCK, &set, NULL);
  case 'a':
  case 'd':
    return set_timer(a, *at == 'a');
  case 'w':
    return sem_wait(&semaphore) ? errno == EINTR ? 1 : 2 : 0;
  case 'p':
    return sem_post(&semaphore);
  case 'l':
    return pthread_mutex_lock(&mutex);
  case 'n':
    return pthread_mutex_unlock(&mutex);
  case 'z':
    sigemptyset(&set);
    return sigsuspend(&set) == -1 && errno == EINTR ? 3 : 4;
  case 'v':
    sigemptyset(&set);
    return ppoll(&(struct pollfd){ends[0], POLLIN}, 1, &(struct timespec){0}, &set) ? 5 : 0;
  case 'y':
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    sigwait(&set, &got);
    return got == SIGUSR1 ? 1 : 2;
  case 'i':
    return signal(number[a], SIG_IGN) == SIG_ERR;
  case 'h':
    return sigaction(number[a], &handling[a], NULL);
  default:
    abort();
  }
}

static void *work(void *argument) {
  self = *(int *)argument;
  if (self && script[2])
    sem_wait(&gate[self]); // all threads are there
  for (const char *at = script[self]; *at; at++) {
    const int it = run(at);
    result[self].of[result[self].count++] = it;
    while (at[1] >= '0' && at[1] <= '9')
      at++;
  }
  return NULL;
}

int main(int count, char **argument) {
  static int numbers[THREADS] = {0, 1, 2, 3};
  char text[2000];
  const char *flags = argument[1];
  size_t length = 0;
  const int threads = count - 2;
  script = argument + 2;
  sigset_t both = set_of(1);
  sigaddset(&both, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &both, NULL);
  for (int s = 1; s <= 2; s++) {
    handling[s].sa_handler = handle;
    handling[s].sa_flags = (strchr(flags, 'r') ? SA_RESTART : 0) |
                           (strchr(flags, 'n') ? SA_NODEFER : 0) |
                           (strchr(flags, 'o') && s == 2 ? (int)SA_RESETHAND : 0);
    if (strchr(flags, 'm'))
      handling[s].sa_mask = both;
    sigaction(number[s], &handling[s], NULL);
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = number[s]};
    timer_create(CLOCK_MONOTONIC, &event, &timer[s]);
  }
  (void)!pipe(ends);
  sem_init(&semaphore, 0, 0);
  for (int t = 1; t < threads; t++)
    sem_init(&gate[t], 0, 0);
  thread[0] = pthread_self();
  for (int t = 1; t < threads; t++)
    pthread_create(&thread[t], NULL, work, &numbers[t]);
  for (int t = 1; t < threads && threads > 2; t++)
    sem_post(&gate[t]);
  work(&numbers[0]);
  pthread_sigmask(SIG_BLOCK, &both, NULL);
  for (int t = 1; t < threads; t++)
    pthread_join(thread[t], NULL);
  length += (size_t)sprintf(text + length, "outcome %d", variable);
  for (int t = 0; t < threads; t++) {
    length += (size_t)sprintf(text + length, " t");
    for (int i = 0; i < result[t].count; i++)
      length += (size_t)sprintf(text + length, ",%d", result[t].of[i]);
    for (int s = 1; s <= 2; s++) {
      length += (size_t)sprintf(text + length, " s");
      for (int i = 0; i < result[t].handled[s]; i++)
        length += (size_t)sprintf(text + length, ",%d", result[t].by[s][i]);
    }
  }
  text[length++] = '\n';
  if (write(STDOUT_FILENO, text, length) != (ssize_t)length)
    abort();
}
