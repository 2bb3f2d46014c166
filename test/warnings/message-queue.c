// The program opens a message queue, whose orders are not explored.
// RUN: %mcmini-cc -g -O1 -w %s -o %t -lrt
// RUN: python3 %S/Inputs/shows.py message-queue %mcmini %t
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>

static void *opens(void *argument) {
  mq_open("/mcmini-no-such-queue", O_RDONLY);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, opens, NULL);
  pthread_join(thread, NULL);
}
