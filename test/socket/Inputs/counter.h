// A server of lines: "add" adds one to a counter and answers "ok", "get" answers the counter. Each
// connection has a thread; main accepts for ever. LOCKED: the counter has a mutex.
#include "loopback.h"
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void lock(void) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
}
static void unlock(void) {
#ifdef LOCKED
  pthread_mutex_unlock(&mutex);
#endif
}

static void *serve(void *argument) {
  const int fd = (int)(long)argument;
  char line[40];
  for (ssize_t got; (got = read(fd, line, sizeof line)) > 0;) {
    lock();
    counter += *line == 'a';
    const int bytes = *line == 'a' ? sprintf(line, "ok\n") : sprintf(line, "%d\n", counter);
    unlock();
    if (write(fd, line, (size_t)bytes) < 0)
      break;
  }
  close(fd);
  return NULL;
}

static void serve_all(int server) {
  for (;;) {
    pthread_t thread;
    const int fd = accept(server, NULL, NULL);
    if (fd < 0)
      exit(1);
    pthread_create(&thread, NULL, serve, (void *)(long)fd);
    pthread_detach(thread);
  }
}
