// A handler ends a receive or a send that waits, with EINTR, unless it has SA_RESTART; it comes before
// the call, too, or behind it. The kernel does so with a deadline as without.
//
// Main sends the signal, and then the message: handled in the call (EINTR, and the message stays), before
// it or behind it (the message is received).
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini -q -k --output=all %t 0 | FileCheck --check-prefixes=CHECK,ENDS %s
// RUN: %mcmini -q -k --output=all %t 1 | FileCheck --check-prefixes=CHECK,ENDS %s
// RUN: %mcmini -q -k --output=all %t 2 | FileCheck --check-prefixes=CHECK,ENDS %s
// RUN: %mcmini -q -k --output=all %t restart | FileCheck --check-prefixes=CHECK,RESTARTS --implicit-check-not=EINTR %s
// CHECK-DAG: Every schedule of the program was explored.
// ENDS-DAG: {{^}}EINTR, handled 1
// ENDS-DAG: {{^}}done, handled 1
// ENDS-DAG: {{^}}done, handled 0
// RESTARTS-DAG: {{^}}done, handled 1
// RESTARTS-DAG: {{^}}done, handled 0
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static mqd_t queue;
static int way;
static volatile sig_atomic_t handled;

static void handle(int signal) {
  handled = signal == SIGUSR1;
}

static void *waits(void *argument) {
  struct timespec deadline;
  char data[8];
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec += 1000;
  const int result = way == 0   ? (int)mq_receive(queue, data, 8, NULL)
                     : way == 1 ? (int)mq_timedreceive(queue, data, 8, NULL, &deadline)
                                : mq_send(queue, "b", 1, 0);
  const int error = result < 0 ? errno : 0;
  if (error != ETIMEDOUT)
    printf("%s, handled %d\n", error == EINTR ? "EINTR" : error ? "another error" : "done", handled);
  return argument;
}

int main(int count, char **argument) {
  struct mq_attr attributes = {.mq_maxmsg = 1, .mq_msgsize = 8};
  const int restarts = strcmp(argument[count - 1], "restart") == 0;
  struct sigaction action = {.sa_handler = handle, .sa_flags = restarts ? SA_RESTART : 0};
  pthread_t thread;
  char data[8];
  way = restarts ? 0 : atoi(argument[count - 1]);
  sigaction(SIGUSR1, &action, NULL);
  queue = mq_open("/mcmini-eintr", O_RDWR | O_CREAT | O_EXCL, 0600, &attributes);
  if (way == 2)
    mq_send(queue, "a", 1, 0);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_kill(thread, SIGUSR1);
  assert((way == 2 ? (int)mq_receive(queue, data, 8, NULL) : mq_send(queue, "a", 1, 0)) >= 0);
  pthread_join(thread, NULL);
}
