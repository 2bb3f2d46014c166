// p was told of, and is empty. Then q has something; epoll_wait looks at q and then at p, which a thread has written
// to meanwhile. (In Linux q comes first if it had its event while the wait before looked.) Only p was looked at
// first, so that [q, p] was in no trace.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini --output=all %t | FileCheck %s
// The second wait comes before the write of p, or behind it; each look at p too. With p first: p is told of before
// q, or not; with q first: p is told of behind it, or not. Behind the write: in either order.
// CHECK-DAG: {{^}}q{{$}}
// CHECK-DAG: {{^}}p q{{$}}
// CHECK-DAG: {{^}}q p{{$}}
// CHECK: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
// CHECK: Every schedule of the program was explored.
#include <pthread.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <unistd.h>

static int p[2], q[2];

static void *write_p(void *unused) {
  (void)!write(p[1], "x", 1);
  return unused;
}

int main(void) {
  struct epoll_event told[2];
  pthread_t thread;
  char c;
  (void)!pipe(p), (void)!pipe(q);
  const int epoll = epoll_create1(0);
  epoll_ctl(epoll, EPOLL_CTL_ADD, p[0], &(struct epoll_event){EPOLLIN, {.u32 = 'p'}});
  epoll_ctl(epoll, EPOLL_CTL_ADD, q[0], &(struct epoll_event){EPOLLIN, {.u32 = 'q'}});
  (void)!write(p[1], "x", 1);
  (void)!epoll_wait(epoll, told, 2, 0);
  (void)!read(p[0], &c, 1);
  (void)!write(q[1], "x", 1);
  pthread_create(&thread, NULL, write_p, NULL);
  const int count = epoll_wait(epoll, told, 2, 0);
  for (int i = 0; i < count; i++)
    printf(i + 1 < count ? "%c " : "%c\n", (char)told[i].data.u32);
  pthread_join(thread, NULL);
}
