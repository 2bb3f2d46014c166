// A server with an epoll, as most are: it waits for connections and for requests. Two clients send one
// byte each, and get it back. No answer is lost or another client's, in any order.
//
// RUN: %clang -O1 -w %s -o native -lpthread && ./native
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --algorithm=optimal %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
#include "Inputs/loopback.h"

static int fd[2];

static void *client(void *letter) {
  const int mine = fd[*(char *)letter - 'a'];
  char answer;
  assert(connected(mine) == 0);
  assert(write(mine, letter, 1) == 1);
  assert(read(mine, &answer, 1) == 1 && answer == *(char *)letter);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  const int server = listening(), epoll = epoll_create1(0);
  epoll_ctl(epoll, EPOLL_CTL_ADD, server, &(struct epoll_event){EPOLLIN, {.fd = server}});
  for (int i = 0; i < 2; i++)
    fd[i] = socket(AF_INET, SOCK_STREAM, 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, client, &"ab"[i]);
  for (int answered = 0; answered < 2;) {
    struct epoll_event event;
    char byte;
    assert(epoll_wait(epoll, &event, 1, -1) == 1);
    if (event.data.fd == server) {
      const int one = accept4(server, NULL, NULL, SOCK_NONBLOCK);
      assert(one >= 0);
      epoll_ctl(epoll, EPOLL_CTL_ADD, one, &(struct epoll_event){EPOLLIN, {.fd = one}});
    } else if (read(event.data.fd, &byte, 1) == 1) {
      assert(write(event.data.fd, &byte, 1) == 1);
      epoll_ctl(epoll, EPOLL_CTL_DEL, event.data.fd, NULL);
      answered++;
    }
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
