// One end is closed before or after the other has sent: of packets, a send that comes later ends
// with EPIPE, and a receive sees the end; what was sent before and not received makes the next call
// end with ECONNRESET. Of datagrams, a send is refused, and then not connected, and a receive would
// wait for ever. 2 orders.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini %t seqpacket | FileCheck %s
// RUN: %mcmini %t.gcc stream | FileCheck %s
// RUN: %mcmini %t datagram | FileCheck %s
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// RUN: not %mcmini %t datagram wait | FileCheck --check-prefix=WAIT %s
// WAIT: thread 0 waits to read datagram 0#{{[0-9]+}}: empty, 1 read end and 0 write ends open
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *closer(void *argument) {
  close(ends[1]);
  return argument;
}

static int send_one(void) { return send(ends[0], "x", 1, MSG_NOSIGNAL) == 1 ? 0 : errno; }

static int receive_one(void) {
  char c;
  return recv(ends[0], &c, 1, MSG_DONTWAIT) == 0 ? 0 : errno;
}

int main(int argc, char **argv) {
  const int is_datagram = strcmp(argv[1], "datagram") == 0,
            is_stream = strcmp(argv[1], "stream") == 0;
  pthread_t thread;
  char c;
  assert(socketpair(AF_UNIX,
                    is_stream     ? SOCK_STREAM
                    : is_datagram ? SOCK_DGRAM
                                  : SOCK_SEQPACKET,
                    0, ends) == 0);
  pthread_create(&thread, NULL, closer, NULL);
  const int sent = send_one();
  pthread_join(thread, NULL);
  if (argc > 2)
    recv(ends[0], &c, 1, 0);
  if (is_datagram) {
    assert(sent == 0 || sent == ECONNREFUSED);
    assert(send_one() == (sent ? ENOTCONN : ECONNREFUSED) && send_one() == ENOTCONN);
    assert(receive_one() == EAGAIN);
  } else {
    assert(sent == 0 || sent == EPIPE);
    assert(receive_one() == (sent ? 0 : ECONNRESET) && receive_one() == 0 && send_one() == EPIPE);
  }
}
