// --explain: epoll and a pipe, a function that runs once, what libc keeps for all threads, a futex.
//
// RUN: %mcmini-c++ -g -std=c++20 %s -o %t
// RUN: not %mcmini -q --explain --schedule=full %t | FileCheck %s
// CHECK: What each step does:
// CHECK: thread 0.1 looks which descriptors are in epoll 0#[[#]]
// CHECK: thread 0.2 comes to control first, and runs its function: not yet run -> being run by 0.2
// CHECK: thread 0.2 has run the function of control: being run by 0.2 -> done
// CHECK: thread 0.2 calls setenv
// CHECK: thread 0.2 writes to pipe 0#[[#]]: 0 -> 1
// CHECK: thread 0.2 wakes nobody: no thread waits at flag
// CHECK: thread 0.1 finds something ready of what is in epoll 0#[[#]]
// CHECK: thread 0.1 reads from pipe 0#[[#]]: 1 -> 0
// CHECK: thread 0.1 goes on: the function of control has run
// CHECK: thread 0.1 calls getenv
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <pthread.h>
#include <sys/epoll.h>
#include <unistd.h>

static int ends[2], set;
static pthread_once_t control = PTHREAD_ONCE_INIT;
static std::atomic<int> flag;

static void prepare() {}

static void *receive(void *argument) {
  char c;
  struct epoll_event event;
  epoll_wait(set, &event, 1, -1);
  (void)!read(ends[0], &c, 1);
  pthread_once(&control, prepare);
  getenv("HOME");
  flag.wait(0);
  return argument;
}

static void *send(void *argument) {
  pthread_once(&control, prepare);
  setenv("HOME", "x", 1);
  (void)!write(ends[1], "x", 1);
  flag = 1;
  flag.notify_one();
  return argument;
}

int main() {
  pthread_t thread[2];
  (void)!pipe(ends);
  set = epoll_create1(0);
  struct epoll_event event = {EPOLLIN, {0}};
  epoll_ctl(set, EPOLL_CTL_ADD, ends[0], &event);
  pthread_create(&thread[0], 0, receive, 0);
  pthread_create(&thread[1], 0, send, 0);
  pthread_join(thread[0], 0);
  pthread_join(thread[1], 0);
  assert(0);
}
