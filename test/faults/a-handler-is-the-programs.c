// What the program asks for its handlers are its own, and a handler that blocks all signals is ordinary
// code that may make visible operations; also where the processor guards McMini's memory by a key.
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini -k --require-complete %t | FileCheck %s
// RUN: %gcc -g -O1 -pthread %s -o %t.plain && %mcmini -k --require-complete %t.plain | FileCheck %s
// CHECK: 2 traces: 2 completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static sem_t handled;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void post(int signal) { sem_post(&handled), (void)signal; }
static void look(int signal, siginfo_t *info, void *context) {
  assert(info->si_signo == signal && context);
  post(signal);
}

static void *worker(void *unused) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  struct sigaction action = {.sa_handler = post}, old;
  pthread_t thread;
  sem_init(&handled, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  sigfillset(&action.sa_mask);
  assert(sigaction(SIGUSR1, &action, &old) == 0 && old.sa_handler == SIG_DFL);
  raise(SIGUSR1);
  sem_wait(&handled);
  action.sa_sigaction = look;
  action.sa_flags = SA_SIGINFO;
  assert(sigaction(SIGUSR1, &action, &old) == 0 && old.sa_handler == post);
  raise(SIGUSR1);
  sem_wait(&handled);
  assert(signal(SIGUSR1, SIG_IGN) == (void (*)(int))look);
  assert(sigaction(SIGUSR1, NULL, &old) == 0 && old.sa_handler == SIG_IGN);
  assert(signal(SIGUSR1, post) == SIG_IGN && signal(SIGUSR1, SIG_DFL) == post);
  assert(sigaction(1000, &action, &old) == -1);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
