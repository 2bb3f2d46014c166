// The program copies a descriptor of a message queue: the copy has the flags of the other one, in the
// kernel and not here. (A descriptor that mq_open makes has flags of its own.)
// RUN: %mcmini-cc -g -O1 -w %s -o %t -lrt
// RUN: python3 %S/Inputs/shows.py message-queue %mcmini %t
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void *opens(void *argument) {
  dup(mq_open("/mcmini-copied", O_RDONLY | O_CREAT, 0600, NULL));
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, opens, NULL);
  pthread_join(thread, NULL);
}
