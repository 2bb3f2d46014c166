// A thread waits for a lock on a file that another description of the same program holds.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py file-lock %mcmini %t
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>

static void *locks(void *argument) {
  const int fd = open("locked", O_RDWR | O_CREAT, 0666);
  flock(fd, LOCK_EX);
  close(fd);
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, locks, NULL);
  locks(NULL);
  pthread_join(thread, NULL);
}
