// O_DIRECT: each write is a packet, of more than a page several, and a read takes no more than one;
// what it has no room for is lost. Two writers and a reader: the first packet is the one's or the
// other's. The kernel agrees.
//
// RUN: %clang -O1 -w %s -o native && ./native
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --algorithm=optimal %t | FileCheck %s
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *text) {
  assert(write(ends[1], text, strlen(text)) == strlen(text));
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  static char got[10000];
  int bytes, packets = 0;
  pipe2(ends, O_DIRECT | O_NONBLOCK);
  assert(fcntl(ends[1], F_GETFL) == (O_WRONLY | O_NONBLOCK | O_DIRECT));
  assert(fcntl(ends[0], F_GETFL) == (O_RDONLY | O_NONBLOCK));
  assert(write(ends[1], got, 5000) == 5000);
  assert(read(ends[0], got, 0) == 0 && read(ends[0], got, 10000) == 4096);
  assert(read(ends[0], got, 100) == 100);
  assert(read(ends[0], got, 1) == -1 && errno == EAGAIN);
  while (write(ends[1], got, 1) == 1)
    packets++;
  assert(packets == 16 && errno == EAGAIN);
  while (packets && read(ends[0], got, 10) == 1)
    packets--;
  assert(packets == 0);
  pthread_create(&threads[0], NULL, writer, "abc");
  pthread_create(&threads[1], NULL, writer, "defgh");
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
  assert(ioctl(ends[0], FIONREAD, &bytes) == 0 && bytes == 8);
  const int first = read(ends[0], got, 4), second = read(ends[0], got + first, 4);
  assert(memcmp(got, first == 3 ? "abcdefg" : "defgabc", 7) == 0 && first + second == 7);
}
