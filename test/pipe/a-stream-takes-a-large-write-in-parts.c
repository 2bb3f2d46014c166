// A socket of a stream takes 36544 bytes at once, so a reader may find the first part of a write of
// 40000 alone; and six such parts, though they are more than 212992 bytes, do not have to wait.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --output=all %t | FileCheck %s
// CHECK-DAG: {{^}}first 36544
// CHECK-DAG: {{^}}first 40000
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];
static char bytes[220000];

static void *writer(void *argument) {
  static char more[40000];
  assert(write(ends[1], more, sizeof more) == sizeof more);
  return argument;
}

int main(void) {
  pthread_t thread;
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  assert(write(ends[1], bytes, 6 * 36544) == 6 * 36544);
  assert(read(ends[0], bytes, sizeof bytes) == 6 * 36544);
  pthread_create(&thread, NULL, writer, NULL);
  const int first = read(ends[0], bytes, sizeof bytes);
  printf("first %d\n", first);
  if (first < 40000)
    assert(read(ends[0], bytes, sizeof bytes) == 40000 - first);
  pthread_join(thread, NULL);
}
