// Two threads send a datagram, or a packet, each: a receive gets one of them, whole, and what does
// not fit is lost. The orders of the two sends and of the receives: as bytes-of-two-writers, 4.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini --algorithm=optimal %t datagram | FileCheck %s
// RUN: %mcmini --algorithm=optimal --isolation=fork --threads=kernel %t seqpacket | FileCheck %s
// RUN: %mcmini %t.gcc seqpacket | FileCheck %s
// RUN: %mcmini --algorithm=dfs %t datagram | FileCheck --check-prefix=DFS %s
// CHECK: objects {{.*}}{{datagram|seqpacket}} 2
// CHECK: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed
// DFS: 0 deadlocked, 0 failed
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

static int ends[2];

static void *sender(void *name) {
  struct iovec part[] = {{name, 1}, {"bcde", 4}};
  const struct msghdr message = {.msg_iov = part, .msg_iovlen = 2};
  assert(sendmsg(ends[1], &message, 0) == 5);
  return NULL;
}

static void receive(char got[4]) {
  struct iovec part[] = {{got, 2}, {got + 2, 1}};
  struct msghdr message = {.msg_iov = part, .msg_iovlen = 2};
  assert(recvmsg(ends[0], &message, MSG_TRUNC) == 5 && message.msg_flags & MSG_TRUNC);
  assert(got[1] == 'b' && got[2] == 'c');
}

int main(int argc, char **argv) {
  const int type = strcmp(argv[argc - 1], "datagram") == 0 ? SOCK_DGRAM : SOCK_SEQPACKET;
  pthread_t threads[2];
  char first[4], second[4];
  assert(socketpair(AF_UNIX, type, 0, ends) == 0);
  pthread_create(&threads[0], NULL, sender, "0");
  pthread_create(&threads[1], NULL, sender, "1");
  receive(first);
  receive(second);
  assert(first[0] + second[0] == '0' + '1');
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}
