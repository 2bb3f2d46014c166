// What sendfile takes from a file goes to the other thread, as what write does. It went to the kernel's pipe, and the
// reader waited for ever.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --require-complete --output=all %t | FileCheck %s
// RUN: %mcmini --require-complete --output=all --threads=kernel --algorithm=dfs %t | FileCheck %s
// RUN: %mcmini --require-complete --output=all %t socket | FileCheck %s
// RUN: %mcmini --require-complete --output=all %t call | FileCheck %s
// CHECK-NOT: {{^}}took
// CHECK: {{^}}took abcde, at 5{{$}}
// CHECK-NOT: {{^}}took {{[^a]}}
// CHECK: Every schedule of the program was explored.
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static int side[2];
static char text[6];

static void *takes(void *unused) {
  for (size_t taken = 0; taken < 5;)
    taken += (size_t)read(side[0], text + taken, 5 - taken);
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  const int file = open("file", O_CREAT | O_TRUNC | O_RDWR, 0600);
  (void)!write(file, "abcdefgh", 8);
  lseek(file, 0, SEEK_SET);
  argc > 1 && *argv[1] == 's' ? socketpair(AF_UNIX, SOCK_STREAM, 0, side) : pipe(side);
  pthread_create(&thread, NULL, takes, NULL);
  if (argc > 1 && *argv[1] == 'c')
    syscall(SYS_sendfile, side[1], file, NULL, 5);
  else
    sendfile(side[1], file, NULL, 5);
  pthread_join(thread, NULL);
  printf("took %s, at %d\n", text, (int)lseek(file, 0, SEEK_CUR));
  return 0;
}
