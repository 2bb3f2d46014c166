// A lock of a file (flock, F_OFD_SETLK) is given back when its descriptor is closed, or replaced by a copy
// of another: who tries meanwhile fails. A lock of one trace is none in the next.
// RUN: %mcmini-cc -g -O1 -w %s -o %t && %gcc -g -pthread -w %s -o %t.gcc
// RUN: %mcmini --require-complete --output=all %t flock close | FileCheck %s
// RUN: %mcmini --require-complete --output=all %t ofd close | FileCheck %s
// RUN: %mcmini --require-complete --output=all %t ofd dup2 | FileCheck %s
// RUN: %mcmini --require-complete --output=all --algorithm=dfs %t flock close | FileCheck %s
// RUN: %mcmini --require-complete --output=all --algorithm=source %t ofd close | FileCheck %s
// RUN: %mcmini --require-complete --output=all %t.gcc flock dup2 | FileCheck %s
// RUN: %mcmini --require-complete --output=all %t flock keep | FileCheck %s --check-prefix=KEEP
// RUN: %mcmini --require-complete --output=all %t ofd keep | FileCheck %s --check-prefix=KEEP
// RUN: not %mcmini --output=all %t ofd wait | FileCheck %s --check-prefix=WAIT
// CHECK-DAG: {{^}}main 1, thread 1{{$}}
// CHECK-DAG: {{^}}main 1, thread 0{{$}}
// CHECK-DAG: {{^}}main 0, thread 1{{$}}
// CHECK: Every schedule of the program
// KEEP-NOT: main 1, thread 1
// KEEP-DAG: {{^}}main 1, thread 0{{$}}
// KEEP-DAG: {{^}}main 0, thread 1{{$}}
// KEEP: Every schedule of the program was explored.
// WAIT: Not every schedule of the program was explored: what comes after a wait for a lock on a file.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

static const char *how, *then;
static int file[2], other, got[2];

static int locks(int fd) {
  struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  const int command = strcmp(then, "wait") ? F_OFD_SETLK : F_OFD_SETLKW;
  return !strcmp(how, "ofd") ? fcntl(fd, command, &all) == 0 : flock(fd, LOCK_EX | LOCK_NB) == 0;
}

static void use(int i) {
  got[i] = locks(file[i]);
  if (!strcmp(then, "dup2"))
    dup2(other, file[i]);
  else if (strcmp(then, "keep"))
    close(file[i]);
}

static void *thread_uses(void *unused) {
  use(1);
  return unused;
}

int main(int unused, char *argv[]) {
  pthread_t thread;
  (void)unused;
  how = argv[1];
  then = argv[2];
  for (int i = 0; i < 2; i++)
    file[i] = open("locked", O_RDWR | O_CREAT, 0666);
  other = open("/dev/null", O_RDWR);
  pthread_create(&thread, NULL, thread_uses, NULL);
  use(0);
  pthread_join(thread, NULL);
  printf("main %d, thread %d\n", got[0], got[1]);
}
