// A client asks, a server answers, over a socketpair: nothing can differ, 1 trace; the two
// directions are independent. Then the client's shutdown ends the server's loop.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini %t | FileCheck %s
// RUN: %mcmini %t.gcc | FileCheck %s
// CHECK: objects {{.*}}socket 2
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *server(void *argument) {
  char request[8];
  for (ssize_t got; (got = recv(ends[1], request, sizeof request, 0)) > 0;) {
    for (ssize_t i = 0; i < got; i++)
      request[i]++;
    assert(send(ends[1], request, (size_t)got, MSG_NOSIGNAL) == got);
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  char answer[8];
  assert(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
  pthread_create(&thread, NULL, server, NULL);
  for (int i = 0; i < 3; i++) {
    assert(send(ends[0], "abc", 3, 0) == 3);
    assert(read(ends[0], answer, sizeof answer) == 3 && memcmp(answer, "bcd", 3) == 0);
  }
  shutdown(ends[0], SHUT_WR);
  pthread_join(thread, NULL);
}
