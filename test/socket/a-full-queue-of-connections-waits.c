// A Unix socket that lets one connection wait, and one more. Of three clients the last one waits until
// one is accepted. The three connects are dependent, 3! orders, and the accept is behind the first or the
// second of them. The use of a client's number is before or behind the new number that the accept
// gets, where its connect may be: of one client, or of two. 6 * (2 + 4) = 36 traces.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --algorithm=optimal %t | FileCheck %s
// CHECK: {{^}}36 traces: 36 completed, 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
#include "Inputs/loopback.h"

static struct sockaddr_un name = {AF_UNIX, "\0full"};
static int fd[3];

static void *client(void *mine) {
  assert(connect(*(int *)mine, (struct sockaddr *)&name, sizeof name) == 0);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(bind(server, (struct sockaddr *)&name, sizeof name) == 0 && listen(server, 1) == 0);
  for (int i = 0; i < 3; i++)
    fd[i] = socket(AF_UNIX, SOCK_STREAM, 0);
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, client, &fd[i]);
  assert(accept(server, NULL, NULL) >= 0);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
}
