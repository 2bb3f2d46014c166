// A pair of ZeroMQ within the process: who does not wait may come too early. A bound. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lzmq
// RUN: %mcmini -k --max-traces=10 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found
// RIGHT: {{^}}10 traces: 10 completed
// RUN: %gcc -DNOWAIT -w -g -O1 %s -o mutant.nowait -pthread -lzmq
// RUN: not %mcmini ./mutant.nowait | FileCheck --check-prefix=NOWAIT %s
// NOWAIT: assertion failed
// REQUIRES: real, libzmq3-dev
#include <assert.h>
#include <pthread.h>
#include <zmq.h>
static void *context;
static void *send_one(void *nothing) {
  void *s = zmq_socket(context, ZMQ_PAIR);
  zmq_connect(s, "inproc://a");
  zmq_send(s, "x", 1, 0);
  zmq_close(s);
  return 0;
}
int main(void) {
  context = zmq_ctx_new();
  void *s = zmq_socket(context, ZMQ_PAIR);
  zmq_bind(s, "inproc://a");
  pthread_t t;
  pthread_create(&t, 0, send_one, 0);
  char c = 0;
#ifdef NOWAIT
  int got = zmq_recv(s, &c, 1, ZMQ_DONTWAIT);
#else
  int got = zmq_recv(s, &c, 1, 0);
#endif
  assert(got == 1 && c == 'x');
  pthread_join(t, 0);
  zmq_close(s);
  zmq_ctx_term(context);
  return 0;
}
