// A signal that main ignores, or gives its standard action, before there is a thread is as it is in
// every trace: they run in one process. A handler costs a process for each, and the report says so.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.plain
// RUN: %mcmini -q %t | FileCheck %s
// RUN: %mcmini -q %t.plain | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK-NOT: executor
// CHECK: {{^}}6 traces: 6 completed
// RUN: %mcmini -q %t handler | FileCheck %s --check-prefix=HANDLER
// RUN: %mcmini -q %t.plain handler | FileCheck %s --check-prefix=HANDLER
// HANDLER: executor      a process for each trace: the program uses signals
// HANDLER: {{^}}6 traces: 6 completed
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void handle(int number) { (void)number; }

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(int argc, char **argv) {
  const struct sigaction ignore = {.sa_handler = SIG_IGN};
  pthread_t thread[3];
  (void)argv;
  signal(SIGPIPE, SIG_IGN);
  sigaction(SIGHUP, &ignore, NULL);
  signal(SIGHUP, SIG_DFL);
  if (argc > 1)
    signal(SIGUSR1, handle);
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, worker, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
