// A pair of nng within the process, and its 13 threads: who does not wait may come too early. A bound. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lnng
// RUN: %mcmini -k --max-traces=10 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found
// RIGHT: {{^}}10 traces: 10 completed
// RUN: %gcc -DNOWAIT -w -g -O1 %s -o mutant.nowait -pthread -lnng
// RUN: not %mcmini ./mutant.nowait | FileCheck --check-prefix=NOWAIT %s
// NOWAIT: assertion failed
// REQUIRES: real, libnng-dev
#include <assert.h>
#include <nng/nng.h>
#include <nng/protocol/pair0/pair.h>
#include <pthread.h>
static void *send_one(void *nothing) {
  nng_socket s;
  nng_pair0_open(&s);
  nng_dial(s, "inproc://a", 0, 0);
  nng_send(s, "x", 1, 0);
  return 0;
}
int main(void) {
  nng_socket s;
  nng_pair0_open(&s);
  nng_listen(s, "inproc://a", 0, 0);
  pthread_t t;
  pthread_create(&t, 0, send_one, 0);
  char c = 0;
  size_t n = 1;
#ifdef NOWAIT
  int got = nng_recv(s, &c, &n, NNG_FLAG_NONBLOCK);
#else
  int got = nng_recv(s, &c, &n, 0);
#endif
  assert(got == 0 && c == 'x');
  pthread_join(t, 0);
  return 0;
}
