// F_SETPIPE_SZ. A write to a pipe of one full page comes before the read of that page, or behind it.
// A change to one page, where two are in use, comes before the read of one (EBUSY), or behind it.
// So each has 2 traces, as the kernel has.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --output=all %t write | FileCheck --check-prefixes=WRITE,CHECK %s
// RUN: %mcmini --output=all %t resize | FileCheck --check-prefixes=RESIZE,CHECK %s
// WRITE-DAG: {{^}}write -1 EAGAIN
// WRITE-DAG: {{^}}write 1
// RESIZE-DAG: {{^}}resize -1 EBUSY
// RESIZE-DAG: {{^}}resize 4096
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ends[2];
static char bytes[8192], taken[4096];

static void *reader(void *argument) {
  assert(read(ends[0], taken, 4096) == 4096);
  return argument;
}

int main(int count, char **argument) {
  pthread_t thread;
  const int writes = strcmp(argument[1], "write") == 0;
  pipe2(ends, O_NONBLOCK);
  assert(fcntl(ends[0], F_GETPIPE_SZ) == 65536);
  assert(fcntl(ends[1], F_SETPIPE_SZ, writes ? 0 : 4097) == (writes ? 4096 : 8192));
  assert(syscall(SYS_fcntl, ends[1], F_GETPIPE_SZ) == (writes ? 4096 : 8192));
  assert(fcntl(ends[1], F_SETPIPE_SZ, -1) == -1 && errno == EINVAL);
  assert(write(ends[1], bytes, 8192) == (writes ? 4096 : 8192));
  pthread_create(&thread, NULL, reader, NULL);
  const int result = writes ? write(ends[1], bytes, 1) : fcntl(ends[0], F_SETPIPE_SZ, 4096);
  printf("%s %d %s\n", argument[1], result, result < 0 ? strerrorname_np(errno) : "");
  pthread_join(thread, NULL);
}
