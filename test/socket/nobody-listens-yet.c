// A client connects while the server binds and listens. Before listen it is refused, whether the
// address is bound or not; after it, it is connected: 2 traces.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --algorithm=optimal %t | FileCheck %s
// RUN: not %mcmini %t 1 | FileCheck --check-prefix=SECOND %s
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
// SECOND: assertion failed
#include "Inputs/loopback.h"

static int fd, result;

static void *client(void *unused) {
  result = connected(fd);
  assert(result == 0 || errno == ECONNREFUSED);
  return NULL;
}

int main(int count, char **argument) {
  pthread_t thread;
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  fd = socket(AF_INET, SOCK_STREAM, 0);
  address = (struct sockaddr_in){AF_INET, htons(21234), {htonl(INADDR_LOOPBACK)}};
  pthread_create(&thread, NULL, client, NULL);
  assert(bind(server, (struct sockaddr *)&address, sizeof address) == 0);
  assert(listen(server, 1) == 0);
  pthread_join(thread, NULL);
  assert(count < 2 || result != 0);
}
