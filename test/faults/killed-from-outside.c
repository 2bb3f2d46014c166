// A worker that is killed from outside loses nothing but its trace, which runs again; the trunk or
// the command killed leave no process behind.
// RUN: %mcmini-cc -g %s -o %t.killed
// RUN: bash %S/Inputs/kill-one worker %mcmini %t.killed | FileCheck %s --check-prefix=WORKER
// WORKER: status 3
// WORKER: mcmini: incomplete: nothing found, but other orders of what threads do by
// WORKER: 2 traces: 2 completed
// WORKER: running afterwards: 0
//
// RUN: bash %S/Inputs/kill-one trunk %mcmini %t.killed | FileCheck %s --check-prefix=TRUNK
// TRUNK: status 3
// TRUNK: mcmini: incomplete: nothing found, but the checked process was killed from outside
// TRUNK: running afterwards: 0
//
// RUN: bash %S/Inputs/kill-one command %mcmini %t.killed | FileCheck %s --check-prefix=COMMAND
// COMMAND: status 137
// COMMAND: running afterwards: 0
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// While nobody knows: tells its true process ids, and waits for its end.
static void present_itself(void) {
  char text[64];
  if (access("told", F_OK) == 0)
    return;
  char state[512] = "";
  int process = 0, parent = 0;
  const int stat = open("/proc/self/stat", O_RDONLY);
  (void)!read(stat, state, sizeof state - 1);
  close(stat);
  sscanf(state, "%d %*s %*c %d", &process, &parent);
  const int fifo = open("fifo", O_WRONLY);
  snprintf(text, sizeof text, "%d %d\n", process, parent);
  (void)!write(fifo, text, strlen(text));
  close(fifo);
  mkfifo("silent", 0600);
  const int silent = open("silent", O_RDWR);
  for (;;)
    (void)!read(silent, text, 1);
}

static void *body(void *argument) {
  present_itself();
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, body, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
