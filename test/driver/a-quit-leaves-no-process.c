// SIGQUIT (Ctrl-\) ends the command as any other one, without a report; but nothing of the program's is left, not even
// what it has forked, as by an interrupt.
// RUN: %mcmini-cc -g %s -o %t-quits && rm -f begun
// RUN: sh -c 'ulimit -c 0; env --default-signal=QUIT %mcmini -q --trace-timeout=100000 %t-quits > report & while [ ! -e begun ]; do sleep 0.1; done; kill -QUIT $!; wait $!; echo status $?' > end
// RUN: FileCheck %s < end
// CHECK: {{^}}status 131
// RUN: test ! -s report
// RUN: sh -c 'ls -l /proc/[0-9]*/exe 2> /dev/null; true' | not grep -F %t-quits
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static volatile unsigned long turns;

static void *worker(void *unused) {
  if (fork() == 0)
    for (close(open("begun", O_CREAT | O_WRONLY, 0600));;)
      pause();
  for (;;)
    turns++;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
