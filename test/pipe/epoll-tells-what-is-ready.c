// Two threads write to a pipe each, a third reads from those that epoll_wait tells it. The first wait
// comes after one of the writes, or after both, and then either pipe may be the first: 4. So it is
// with edge-triggered descriptors, and such as are told once. A level-triggered one that was told of alone
// is looked at by the second wait, too, before the other one or behind it: 6. At the end nothing is ready:
// with a timeout it sleeps, without one it is a deadlock.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini %t level | FileCheck --check-prefix=LEVEL %s
// RUN: %mcmini %t edge | FileCheck %s
// RUN: %mcmini %t.gcc once | FileCheck %s
// RUN: %mcmini --threads=kernel --isolation=fork %t once | FileCheck %s
// RUN: %mcmini --algorithm=dfs %t edge | FileCheck --check-prefix=DFS %s
// CHECK: objects {{.*}}epoll 2
// CHECK: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed
// LEVEL: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
// DFS: 0 deadlocked, 0 failed
// RUN: not %mcmini %t wait | FileCheck --check-prefix=WAIT %s
// WAIT: thread 0 waits to wait epoll 0#{{[0-9]+}}, pipe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

static int first[2], second[2];

static void *writer(void *end) {
  assert(write(*(int *)end, "x", 1) == 1);
  return NULL;
}

static long seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

static int add(int epoll, int fd, unsigned how) {
  struct epoll_event event = {.events = EPOLLIN | how, .data.fd = fd};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event);
}

int main(int argc, char **argv) {
  const char *way = argv[argc - 1];
  const unsigned how = strcmp(way, "edge") == 0   ? EPOLLET
                       : strcmp(way, "once") == 0 ? EPOLLONESHOT
                                                  : 0;
  pthread_t threads[2];
  struct epoll_event told[4];
  assert(pipe(first) == 0 && pipe(second) == 0);
  const int epoll = epoll_create1(0);
  assert(add(epoll, first[0], how) == 0 && add(epoll, second[0], how) == 0);
  assert(add(epoll, first[0], how) == -1 && errno == EEXIST);
  pthread_create(&threads[0], NULL, writer, &first[1]);
  pthread_create(&threads[1], NULL, writer, &second[1]);
  for (int left = 2; left > 0;) {
    const int count = epoll_wait(epoll, told, 4, -1);
    assert(count > 0 && count <= left);
    for (int i = 0; i < count; i++, left--) {
      char c;
      assert(told[i].events == EPOLLIN && read(told[i].data.fd, &c, 1) == 1);
    }
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  const long before = seconds();
  assert(epoll_wait(epoll, told, 4, strcmp(way, "wait") == 0 ? -1 : 5000) == 0);
  assert(epoll_wait(epoll_create1(0), told, 4, 5000) == 0 && seconds() - before >= 10);
}
