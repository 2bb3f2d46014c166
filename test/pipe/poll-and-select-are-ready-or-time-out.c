// A poll of two pipes against a write to one of them. Without waiting its look at that comes before or behind
// the write: 2 traces. With a timeout, what has found nothing looks once more: 3. Without a timeout it has found
// the byte, or waits for it: 2. The same with select. The virtual clock is at the timeout, then.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini %t poll 5000 | FileCheck --check-prefix=THREE %s
// RUN: %mcmini %t.gcc select 5000 | FileCheck --check-prefix=THREE %s
// RUN: %mcmini %t poll 0 | FileCheck --check-prefix=TWO %s
// RUN: %mcmini %t.gcc poll -1 | FileCheck --check-prefix=TWO %s
// RUN: %mcmini %t select -1 | FileCheck --check-prefix=TWO %s
// TWO: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// THREE: {{^}}3 traces: 3 completed, 0 deadlocked, 0 failed
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>
#include <unistd.h>

static int ends[2], other[2];

static void *writer(void *argument) {
  assert(write(ends[1], "x", 1) == 1);
  return argument;
}

static int with_select(int timeout) {
  fd_set in;
  struct timeval limit = {timeout / 1000, timeout % 1000 * 1000};
  FD_ZERO(&in);
  FD_SET(ends[0], &in);
  FD_SET(other[0], &in);
  const int ready = select(ends[0] + other[0], &in, NULL, NULL, timeout < 0 ? NULL : &limit);
  assert(ready == FD_ISSET(ends[0], &in) && !FD_ISSET(other[0], &in));
  return ready;
}

int main(int argc, char **argv) {
  pthread_t thread;
  const int timeout = atoi(argv[argc - 1]);
  assert(pipe(ends) == 0 && pipe(other) == 0);
  struct pollfd fds[] = {{other[0], POLLIN, 0}, {ends[0], POLLIN, 0}, {-1, POLLIN, 0}};
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  pthread_create(&thread, NULL, writer, NULL);
  const int ready =
      strcmp(argv[argc - 2], "poll") == 0 ? poll(fds, 3, timeout) : with_select(timeout);
  clock_gettime(CLOCK_MONOTONIC, &after);
  if (ready == 0)
    assert(after.tv_sec - before.tv_sec >= timeout / 1000);
  else
    assert(ready == 1 && after.tv_sec - before.tv_sec < 5);
  if (fds[1].revents)
    assert(fds[1].revents == POLLIN && ready == 1);
  pthread_join(thread, NULL);
}
