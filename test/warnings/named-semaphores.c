// Five semaphores have the same name, one after another: the fifth has the place of the first one, which is still in use.
// With `names` there are 5,000 names, of which the last ones cannot be opened: the search did not end.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py named-semaphores %mcmini %t
// RUN: python3 %S/Inputs/shows.py named-semaphores %mcmini --max-depth=20000 %t names
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static int names;

static void *opens(void *argument) {
  char name[32] = "/mcmini-of-one-name";
  for (int i = 0; i < (names ? 5000 : 5); i++) {
    if (names)
      snprintf(name, sizeof name, "/mcmini-name-%d", i);
    sem_open(name, O_CREAT, 0600, 1);
    if (!names)
      sem_unlink(name);
  }
  return argument;
}

int main(int argc, char **argv) {
  names = argc > 1;
  pthread_t thread;
  pthread_create(&thread, NULL, opens, NULL);
  pthread_join(thread, NULL);
}
