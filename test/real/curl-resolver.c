// libcurl's threaded resolver, with a getaddrinfo of the test's own. A bound. Asked once, it need not have come.
// Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lcurl
// RUN: not %mcmini -k --max-traces=100 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but atomics in code of libcrypto.so.3 that could not be decoded
// RIGHT: {{^}}100 traces: 100 completed
// RUN: %gcc -DONCE -w -g -O1 %s -o mutant.once -pthread -lcurl
// RUN: not %mcmini --max-traces=100 ./mutant.once | FileCheck --check-prefix=ONCE %s
// ONCE: assertion failed
// REQUIRES: real, libcurl4-openssl-dev
#include <assert.h>
#include <curl/curl.h>
#include <stdatomic.h>
#include <netdb.h>
static atomic_int looked;
/* The resolver of the machine, without the net. */
int getaddrinfo(const char *node, const char *service, const struct addrinfo *h, struct addrinfo **r) {
  looked++;
  return EAI_NONAME;
}
int main(void) {
  curl_global_init(CURL_GLOBAL_NOTHING);
  CURL *h = curl_easy_init();
  CURLM *m = curl_multi_init();
  int running = 1, left;
  curl_easy_setopt(h, CURLOPT_URL, "http://nowhere.example/");
  curl_easy_setopt(h, CURLOPT_NOSIGNAL, 1L);
  curl_multi_add_handle(m, h);
#ifdef ONCE
  curl_multi_perform(m, &running);
#else
  while (running) {
    curl_multi_perform(m, &running);
    if (running) curl_multi_poll(m, 0, 0, 1000, 0);
  }
#endif
  CURLMsg *said = curl_multi_info_read(m, &left);
  assert(said && said->data.result == CURLE_COULDNT_RESOLVE_HOST);
  curl_multi_remove_handle(m, h);
  curl_easy_cleanup(h);
  curl_multi_cleanup(m);
  assert(looked == 1);
  return 0;
}
