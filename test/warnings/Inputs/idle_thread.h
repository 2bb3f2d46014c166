// idle_thread.h - main is act(), with a thread that does nothing.
#ifndef IDLE_THREAD_H
#define IDLE_THREAD_H

#include <pthread.h>

static void act(void);

static void *idle(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, idle, 0);
  act();
  pthread_join(thread, 0);
  return 0;
}

#endif
