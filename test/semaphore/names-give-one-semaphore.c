// Two threads open a semaphore by its name: whoever is first makes it, with its value, and both have
// the same one. With `order` a third call removes the name: a thread that makes it before has another
// semaphore than one that makes it after. Before, each use of a named semaphore was a misuse.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini --output=all %t | FileCheck --check-prefix=VALUE %s
// RUN: %mcmini --output=all %t | FileCheck --check-prefix=VALUE %s
// RUN: %mcmini --output=all --isolation=fork --threads=kernel %t | FileCheck --check-prefix=VALUE %s
// RUN: %mcmini --output=all %t.gcc | FileCheck --check-prefix=VALUE %s
// RUN: not %mcmini %t excl | FileCheck --check-prefix=EXCL %s
// RUN: %mcmini --output=all %t order | sort -u | FileCheck --check-prefix=ORDER %s
// RUN: not %mcmini %t wait | FileCheck --check-prefix=WAIT %s
// VALUE-DAG: {{^}}value 1{{$}}
// VALUE-DAG: {{^}}value 2{{$}}
// VALUE: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// EXCL: assertion `mine {{.*}} failed
// ORDER: {{^}}another{{$}}
// ORDER: {{^}}the same{{$}}
// WAIT: deadlock
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>

static const char *mode = "";
static sem_t *of_thread;

static void *second(void *argument) {
  const int flags = O_CREAT | (strcmp(mode, "excl") == 0 ? O_EXCL : 0);
  of_thread = sem_open("/mcmini-names", flags, 0600, 2);
  if (strcmp(mode, "order") == 0)
    sem_unlink("/mcmini-names");
  if (strcmp(mode, "wait") == 0)
    for (int i = 0; i < 3; i++)
      sem_wait(of_thread);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (argc > 1)
    mode = argv[1];
  int value;
  assert(sem_open("/mcmini-names", 0) == SEM_FAILED && errno == ENOENT);
  pthread_create(&thread, NULL, second, NULL);
  const int flags = O_CREAT | (strcmp(mode, "excl") == 0 ? O_EXCL : 0);
  sem_t *mine = sem_open("/mcmini-names", flags, 0600, 1);
  assert(mine != SEM_FAILED);
  pthread_join(thread, NULL);
  if (strcmp(mode, "order") == 0) {
    puts(mine == of_thread ? "the same" : "another");
    return 0;
  }
  assert(mine == of_thread);
  sem_getvalue(mine, &value);
  printf("value %d\n", value);
  sem_close(mine);
  sem_close(of_thread);
  sem_unlink("/mcmini-names");
}
