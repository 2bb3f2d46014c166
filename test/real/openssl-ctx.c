// Two threads give an SSL_CTX back, with a reference each, or with one. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lssl -lcrypto
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but atomics in code of libcrypto.so.3 that could not be decoded
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gcc -DONE -w -g -O1 %s -o mutant.one -pthread -lssl -lcrypto
// RUN: not %mcmini ./mutant.one | FileCheck --check-prefix=ONE %s
// ONE: use after free
// REQUIRES: real, libssl-dev
#include <assert.h>
#include <openssl/ssl.h>
#include <pthread.h>
static SSL_CTX *ctx;
static void *use(void *nothing) {
  SSL_CTX_free(ctx);
  return 0;
}
int main(void) {
  pthread_t t;
  ctx = SSL_CTX_new(TLS_method());
#ifndef ONE
  SSL_CTX_up_ref(ctx);
#endif
  pthread_create(&t, 0, use, 0);
  use(0);
  pthread_join(t, 0);
  return 0;
}
