// A read from a fifo that nobody writes to may be answered one day: no finding, but no verdict either,
// and the report says where the program waits.
// RUN: %mcmini-cc -g -O1 %s -o %t && mkfifo fifo
// RUN: not %mcmini --trace-timeout=0.5 %t trunk | FileCheck %s
// RUN: not %mcmini --trace-timeout=0.5 %t thread | FileCheck %s
// RUN: not %mcmini --threads=kernel --trace-timeout=0.5 %t thread | FileCheck %s
// CHECK: it waits for something outside of the program
// CHECK: warning: thread {{.*}} waits in read (first argument {{[0-9]+}}) for something outside
// CHECK-NOT: that does not end
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static void *body(void *argument) {
  char c;
  read(open("fifo", O_RDWR), &c, 1);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (strcmp(argv[argc - 1], "trunk") == 0)
    body(NULL);
  pthread_create(&thread, NULL, body, NULL);
  pthread_join(thread, NULL);
}
