// A Unix socket with a path. The client finds no file, a file at which nobody listens, or a
// server, which has closed its socket without accepting: it is reset. Then the server is gone, and
// so is the file, which each trace makes anew and none leaves. 4 outcomes: before bind, between bind
// and listen, between listen and close, behind close but before unlink (as the second), behind unlink
// (as the first). connect looks the name up, then at who listens: two steps, the first dependent on
// bind and unlink, the second on listen and close. Their places are 0..5 among bind, listen, close,
// unlink: lookup before bind (1) or behind unlink (1) fails. Else the lookup is between bind and
// unlink, one class, and the second step before listen, behind close, or in between, and then read and close
// of the reset connection are one class: 3. The descriptors: the client closes nothing. 5 traces.
//
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --algorithm=optimal %t 0 | FileCheck %s
// RUN: not ls %t.dir/a.socket
// RUN: not %mcmini %t 1 | FileCheck --check-prefix=SECOND %s
// RUN: not %mcmini %t 2 | FileCheck --check-prefix=SECOND %s
// RUN: not %mcmini %t 3 | FileCheck --check-prefix=SECOND %s
// RUN: %mcmini %t 4 | FileCheck %s
// CHECK: {{^}}5 traces: 5 completed, 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
// SECOND: assertion failed
#include "Inputs/loopback.h"
#include <stdlib.h>

static struct sockaddr_un path = {AF_UNIX, "a.socket"};
static int fd, result;

static void *client(void *unused) {
  char byte;
  if (connect(fd, (struct sockaddr *)&path, sizeof path))
    result = errno == ENOENT ? 1 : errno == ECONNREFUSED ? 2 : 4;
  else
    result = read(fd, &byte, 1) < 0 && errno == ECONNRESET ? 3 : 4;
  return NULL;
}

int main(int count, char **argument) {
  pthread_t thread;
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  fd = socket(AF_UNIX, SOCK_STREAM, 0);
  pthread_create(&thread, NULL, client, NULL);
  assert(bind(server, (struct sockaddr *)&path, sizeof path) == 0);
  assert(listen(server, 1) == 0);
  assert(close(server) == 0);
  assert(unlink(path.sun_path) == 0);
  pthread_join(thread, NULL);
  assert(result != atoi(argument[1]));
}
