// poll and select look at one descriptor after the other: p before and q after a thread has written to p
// and then to q, so that only q is ready. The kernel does so (do_poll); with 600 descriptors between, it happens in
// one run of a thousand.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini --output=all %t poll 0 written | FileCheck --check-prefixes=ALL,NONE,FOUR %s
// RUN: %mcmini --output=all %t.gcc select 0 written | FileCheck --check-prefixes=ALL,NONE,FOUR %s
// RUN: %mcmini --output=all --algorithm=source --sleep-sets=conditional %t poll 0 written | FileCheck --check-prefixes=ALL,NONE,FOUR %s
// RUN: %mcmini --output=all --threads=kernel --isolation=fork %t poll 0 written | FileCheck --check-prefixes=ALL,NONE,FOUR %s
// ALL-DAG: {{^}}p q
// ALL-DAG: {{^}}p{{$}}
// ALL-DAG: {{^}}q{{$}}
// NONE-DAG: {{^}}none
// Each look comes before or behind the write of what it looks at: 4 traces.
// FOUR: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed
//
// With a timeout all are looked at again, where the first looks have found nothing: 3 + 4. So "none" is
// only where nothing has been written for a while.
// RUN: %mcmini --output=all %t poll 10 written | FileCheck --check-prefixes=ALL,NONE,SEVEN %s
// RUN: %mcmini --output=all %t select 10 written | FileCheck --check-prefixes=ALL,NONE,SEVEN %s
// SEVEN: {{^}}7 traces: 7 completed, 0 deadlocked, 0 failed
//
// Without one it waits, until the first is written, or until both are: then q is written before, or behind
// the second look, or was before the wait. 3 + 2 + 1.
// RUN: %mcmini --output=all %t poll -1 written | FileCheck --check-prefixes=ALL,SIX %s
// RUN: %mcmini --output=all %t select -1 written | FileCheck --check-prefixes=ALL,SIX %s
// SIX: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
//
// epoll_wait finds which have had something, and looks at those one after the other: what another reads
// meanwhile is not told of. Where both are there at the wait, each look comes before or behind the read of its
// pipe: 4 with p first; 3 with q first, as q is not read before p. Where p was read before the wait, it is looked at,
// too, in either order, and q is read before its look, or behind: 4. Where both were read: 1.
// RUN: %mcmini --output=all %t epoll 0 read | FileCheck --check-prefixes=ALL,NONE,READ %s
// RUN: %mcmini --output=all --threads=kernel --isolation=fork %t epoll 0 read | FileCheck --check-prefixes=ALL,NONE,READ %s
// READ: {{^}}12 traces: 12 completed, 0 deadlocked, 0 failed
// Only q is not told of where p was written before: both, in two orders; p; none.
// RUN: %mcmini --output=all %t epoll 0 written | FileCheck --check-prefix=WRITTEN %s
// WRITTEN-NOT: {{^}}q{{$}}
// WRITTEN: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

static int p[2], q[2], epoll;

static void *write_both(void *argument) {
  return write(p[1], "x", 1) == 1 && write(q[1], "x", 1) == 1 ? argument : NULL;
}

static void *read_both(void *argument) {
  char c;
  return read(p[0], &c, 1) == 1 && read(q[0], &c, 1) == 1 ? argument : NULL;
}

/// Bit 0: p is ready; bit 1: q.
static int by_poll(int timeout) {
  struct pollfd both[] = {{p[0], POLLIN, 0}, {q[0], POLLIN, 0}};
  poll(both, 2, timeout);
  return (both[0].revents != 0) + 2 * (both[1].revents != 0);
}

static int by_select(int timeout) {
  struct timeval limit = {0, timeout * 1000};
  fd_set in;
  FD_ZERO(&in);
  FD_SET(p[0], &in);
  FD_SET(q[0], &in);
  select(q[1], &in, NULL, NULL, timeout < 0 ? NULL : &limit);
  return (FD_ISSET(p[0], &in) != 0) + 2 * (FD_ISSET(q[0], &in) != 0);
}

static int by_epoll(int timeout) {
  struct epoll_event told[2];
  int ready = 0;
  for (int i = epoll_wait(epoll, told, 2, timeout) - 1; i >= 0; i--)
    ready |= (int)told[i].data.u32;
  return ready;
}

int main(int count, char **argument) {
  static const char *const names[] = {"none", "p", "q", "p q"};
  const char *way = argument[count - 3], *other = argument[count - 1];
  const int timeout = atoi(argument[count - 2]);
  pthread_t thread;
  if (pipe(p) || pipe(q))
    return 1;
  epoll = epoll_create1(0);
  if (strcmp(other, "read") == 0)
    write_both(NULL);
  epoll_ctl(epoll, EPOLL_CTL_ADD, p[0], &(struct epoll_event){EPOLLIN, {.u32 = 1}});
  epoll_ctl(epoll, EPOLL_CTL_ADD, q[0], &(struct epoll_event){EPOLLIN, {.u32 = 2}});
  pthread_create(&thread, NULL, strcmp(other, "read") == 0 ? read_both : write_both, NULL);
  puts(names[strcmp(way, "poll") == 0     ? by_poll(timeout)
             : strcmp(way, "select") == 0 ? by_select(timeout)
                                          : by_epoll(timeout)]);
  pthread_join(thread, NULL);
}
