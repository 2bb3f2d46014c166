// CRYPTO_RWLOCK and CRYPTO_ONCE: a counter. Preloaded; some code of libcrypto is in assembly that nobody can decode.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lcrypto
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but atomics in code of libcrypto.so.3 that could not be decoded
// RIGHT: {{^}}4 traces: 4 completed
// RUN: %gcc -DNOLOCK -w -g -O1 %s -o mutant.nolock -pthread -lcrypto
// RUN: not %mcmini -k ./mutant.nolock | FileCheck --check-prefix=NOLOCK %s
// NOLOCK: assertion failed
// NOLOCK: {{^}}8 traces: 4 completed, 0 deadlocked, 4 failed
// REQUIRES: real, libssl-dev
#include <assert.h>
#include <openssl/crypto.h>
#include <pthread.h>
#include <stdatomic.h>
static CRYPTO_RWLOCK *lock;
static atomic_int count;
static CRYPTO_ONCE once = CRYPTO_ONCE_STATIC_INIT;
static int calls;
static void init(void) { calls++; }
static void *add(void *nothing) {
  CRYPTO_THREAD_run_once(&once, init);
#ifndef NOLOCK
  CRYPTO_THREAD_write_lock(lock);
#endif
  count = count + 1;
#ifndef NOLOCK
  CRYPTO_THREAD_unlock(lock);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  lock = CRYPTO_THREAD_lock_new();
  pthread_create(&t, 0, add, 0);
  add(0);
  pthread_join(t, 0);
  assert(count == 2 && calls == 1);
  CRYPTO_THREAD_lock_free(lock);
  return 0;
}
