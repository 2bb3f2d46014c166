// A thread reads from an empty pipe whose writer waits for it: a deadlock, told with the pipe, its
// descriptors and what is open. Also where nothing is instrumented.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: not %mcmini %t | FileCheck %s
// RUN: not %mcmini %t.gcc | FileCheck %s
// RUN: not %mcmini --threads=kernel --isolation=fork %t | FileCheck %s
// CHECK: deadlock: 2 threads wait
// CHECK: thread 0 waits to join
// CHECK: thread 0.1 (reader) waits to read pipe 0#2: empty, 1 read end and 1 write end open; fds {{[0-9]+}} and {{[0-9]+}}
// CHECK: {{^}}1 traces: 0 completed, 1 deadlocked
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *argument) {
  char c;
  read(ends[0], &c, 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  if (pipe(ends))
    return 1;
  pthread_create(&thread, NULL, reader, NULL);
  pthread_join(thread, NULL);
  write(ends[1], "x", 1);
}
