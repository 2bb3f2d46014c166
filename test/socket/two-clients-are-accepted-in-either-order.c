// Two clients, each with a socket that is there, and a server that accepts both. A connect depends on
// the other one and on each accept, which waits for it. Either client is first (2). Then the second
// connect is before the first accept (1), or behind it: then the use of its number, which the main
// thread has got, is before or behind the new number that the accept gets (2). 2 * 3 = 6 traces. The
// bytes that were written before anybody had accepted tell who was first: only the second order has
// 'b' first.
//
// RUN: %clang -O1 -w %s -o native -lpthread && ./native
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --algorithm=optimal %t | FileCheck %s
// RUN: not %mcmini %t b | FileCheck --check-prefix=SECOND %s
// CHECK: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
// SECOND: assertion failed
#include "Inputs/loopback.h"

static int fd[2];

static void *client(void *letter) {
  const int mine = fd[*(char *)letter - 'a'];
  assert(connected(mine) == 0);
  assert(send(mine, letter, 1, 0) == 1);
  return NULL;
}

int main(int count, char **argument) {
  pthread_t threads[2];
  char got[2];
  signal(SIGPIPE, SIG_IGN);
  const int server = listening();
  for (int i = 0; i < 2; i++)
    fd[i] = socket(AF_INET, SOCK_STREAM, 0);
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], NULL, client, &"ab"[i]);
  for (int i = 0; i < 2; i++) {
    struct sockaddr_in peer, name;
    socklen_t length = sizeof peer;
    const int one = accept(server, (struct sockaddr *)&peer, &length);
    assert(one >= 0 && length == sizeof peer && peer.sin_addr.s_addr == address.sin_addr.s_addr);
    assert(getsockname(one, (struct sockaddr *)&name, &length) == 0);
    assert(name.sin_port == address.sin_port && peer.sin_port != name.sin_port);
    assert(recv(one, &got[i], 1, 0) == 1);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(got[0] + got[1] == 'a' + 'b');
  assert(count < 2 || got[0] == 'a');
}
