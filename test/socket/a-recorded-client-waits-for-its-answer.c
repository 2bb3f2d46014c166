// A server of a Unix socket that polls with a time limit, and answers by a thread of its own. What is awaited and
// signalled without the mutex may be missed: then the recorded client waits for ever, though the
// server would take another client. Where the client has its answer, the wait's end ends the trace.
//
// RUN: rm -rf %t.dir && mkdir %t.dir
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: cd %t.dir && not %mcmini --peer="python3 %S/Inputs/ask.py {path} get" %t | FileCheck %s
// RUN: %mcmini-cc -g -O1 -w -DMISSED %s -o %t.missed
// RUN: cd %t.dir && not %mcmini --peer="python3 %S/Inputs/ask.py {path} get" %t.missed | FileCheck --check-prefix=MISSED %s
// CHECK: mcmini: incomplete: nothing found, but only fair schedules were explored
// CHECK: {{^}}8 traces: 8 completed, 0 deadlocked, 0 failed, 0 bounded
// MISSED: livelock: 1 thread waits in loops that nobody can end, and 2 for something else
#include "Inputs/loopback.h"
#include <stdbool.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t asked = PTHREAD_COND_INITIALIZER;
static int connection = -1;

static void *answer(void *unused) {
  pthread_mutex_lock(&mutex);
#ifdef MISSED
  if (connection < 0) {
    pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&asked, &mutex);
  }
#else
  while (connection < 0)
    pthread_cond_wait(&asked, &mutex);
#endif
  pthread_mutex_unlock(&mutex);
  write(connection, "ok\n", 3);
  return NULL;
}

int main(void) {
  struct sockaddr_un name = {AF_UNIX, "server.socket"};
  char line[40];
  pthread_t thread;
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  unlink(name.sun_path);
  if (bind(server, (struct sockaddr *)&name, sizeof name) || listen(server, 5))
    abort();
  pthread_create(&thread, NULL, answer, NULL);
  for (;;) {
    struct pollfd in = {server, POLLIN, 0};
    if (poll(&in, 1, 1000) <= 0)
      continue;
    const int fd = accept(server, NULL, NULL);
    if (read(fd, line, sizeof line) <= 0)
      abort();
    pthread_mutex_lock(&mutex);
    connection = fd;
    pthread_cond_signal(&asked);
    pthread_mutex_unlock(&mutex);
  }
}
