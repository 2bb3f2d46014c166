// A share of libcurl: two threads keep cookies in it, through the locks that they give it. A bound. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lcurl
// RUN: not %mcmini -k --max-traces=100 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but atomics in code of libcrypto.so.3 that could not be decoded
// RIGHT: {{^}}100 traces: 100 completed
// RUN: %gcc -DNOLOCK -w -g -O1 %s -o mutant.nolock -pthread -lcurl
// RUN: not %mcmini --max-traces=100 ./mutant.nolock | FileCheck --check-prefix=NOLOCK %s
// NOLOCK: assertion failed
// REQUIRES: real, libcurl4-openssl-dev
#include <assert.h>
#include <curl/curl.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int inside;
static CURLSH *share;
static void lock(CURL *h, curl_lock_data what, curl_lock_access how, void *p) {
#ifndef NOLOCK
  pthread_mutex_lock(&mutex);
#endif
  assert(!inside++);
}
static void unlock(CURL *h, curl_lock_data what, void *p) {
  inside--;
#ifndef NOLOCK
  pthread_mutex_unlock(&mutex);
#endif
}
static void *use(void *nothing) {
  CURL *h = curl_easy_init();
  curl_easy_setopt(h, CURLOPT_SHARE, share);
  curl_easy_setopt(h, CURLOPT_COOKIELIST, "Set-Cookie: a=b; domain=example.com; path=/");
  curl_easy_cleanup(h);
  return 0;
}
int main(void) {
  pthread_t t;
  curl_global_init(CURL_GLOBAL_NOTHING);
  share = curl_share_init();
  curl_share_setopt(share, CURLSHOPT_LOCKFUNC, lock);
  curl_share_setopt(share, CURLSHOPT_UNLOCKFUNC, unlock);
  curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
  pthread_create(&t, 0, use, 0);
  use(0);
  pthread_join(t, 0);
  assert(curl_share_cleanup(share) == CURLSHE_OK);
  return 0;
}
