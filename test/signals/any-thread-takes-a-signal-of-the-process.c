// kill(getpid()): any thread that does not block the signal takes it. Both threads do so in some trace, and a
// thread that has blocked it before the kill in none. If nobody else could take it, kill does not return before
// the sender has.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k %t first | FileCheck %s && not %mcmini -k %t second | FileCheck %s
// RUN: not %mcmini -k --algorithm=dpor %t first | FileCheck %s
// CHECK: assertion failed: assertion `handler != not' failed
// RUN: %mcmini --require-complete %t alone | FileCheck %s --check-prefix=ALONE
// ALONE: mcmini: ok: nothing found
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

static _Thread_local int self;
static int not;
static atomic_int handler;
static int blocks;

static void handle(int signal) {
  (void)signal;
  handler = self;
}

static void *work(void *number) {
  self = *(int *)number;
  atomic_load(&handler);
  return NULL;
}

static void mask(int how) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(how, &set, NULL);
}

int main(int count, char **argument) {
  static int numbers[] = {1, 2};
  pthread_t thread[2];
  const char *what = count > 1 ? argument[1] : "";
  not = !strcmp(what, "first") ? 1 : !strcmp(what, "second") ? 2 : 3;
  blocks = !strcmp(what, "alone");
  signal(SIGUSR1, handle);
  if (blocks)
    mask(SIG_BLOCK);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, work, &numbers[i]);
  if (blocks) {
    mask(SIG_UNBLOCK);
    self = 4;
  }
  kill(getpid(), SIGUSR1);
  assert(!blocks || handler == 4);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  assert(handler != not);
}
