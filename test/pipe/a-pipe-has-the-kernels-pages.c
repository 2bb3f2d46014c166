// 100 random sequences of calls on a pipe that must not block: its 16 pages, or as many as
// F_SETPIPE_SZ says, are full when the kernel's are; a packet (O_DIRECT) has a page of its own.
//
// RUN: %clang -O1 -w %s -o native && ./native > native.txt
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --output=all %t > checked.txt
// RUN: python3 -c "print(open('checked.txt').read().split('\nmcmini: ')[0])" | diff native.txt -
// RUN: FileCheck %s < checked.txt
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
#define _GNU_SOURCE
#include "../Inputs/random.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static unsigned size(void) {
  static const unsigned most[] = {3, 1000, 4097, 9000, 70000};
  return below(9) ? below(most[below(5)]) + (below(4) ? 1 : 0) : 4096 * (1 + below(2));
}

static unsigned sum(const unsigned char *bytes, int count) {
  unsigned result = 0;
  for (int i = 0; i < count; i++)
    result = result * 31 + bytes[i];
  return result;
}

static int call(const int ends[2]) {
  static unsigned char bytes[80000], next;
  struct pollfd out = {ends[1], POLLOUT, 0};
  int got;
  switch (below(9)) {
  case 0:
    ioctl(ends[0], FIONREAD, &got);
    return got;
  case 1:
    return poll(&out, 1, 0) * 100 + out.revents;
  case 2:
    return fcntl(ends[below(2)], F_GETPIPE_SZ);
  case 3:
    return fcntl(ends[below(2)], F_SETPIPE_SZ, below(3) ? 65536 : below(14) * 5000);
  case 4:
  case 5:
    got = (int)read(ends[0], bytes, size());
    return got < 0 ? got : got + 100000 * (int)(sum(bytes, got) % 1000);
  default:
    for (unsigned i = 0; i < sizeof bytes; i++)
      bytes[i] = (unsigned char)(next + i * i);
    next += 7;
    return (int)write(ends[1], bytes, size());
  }
}

static void *idle(void *argument) { return argument; }

int main(void) {
  enum { PROGRAMS = 100, CALLS = 40 };
  static char text[PROGRAMS * CALLS * 40];
  int length = 0;
  for (int p = 0; p < PROGRAMS; p++) {
    int ends[2];
    pipe2(ends, O_NONBLOCK | (p % 4 ? 0 : O_DIRECT));
    for (int i = 0; i < CALLS; i++) {
      errno = 0;
      const int result = call(ends);
      length += sprintf(text + length, "%d.%d: %d %s\n", p, i, result,
                        result < 0 ? strerrorname_np(errno) : "");
    }
    close(ends[0]);
    close(ends[1]);
  }
  pthread_t thread;
  pthread_create(&thread, NULL, idle, NULL);
  pthread_join(thread, NULL);
  fwrite(text, 1, (size_t)length, stdout);
}
