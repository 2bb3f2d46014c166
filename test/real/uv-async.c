// uv_async_send twice may be one call of the callback: who waits for two waits for ever. A bound. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -luv
// RUN: %mcmini -k --max-traces=100 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found
// RIGHT: {{^}}100 traces: 100 completed
// RUN: %gcc -DTWICE -w -g -O1 %s -o mutant.twice -pthread -luv
// RUN: not %mcmini ./mutant.twice | FileCheck --check-prefix=TWICE %s
// TWICE: deadlock: 1 thread waits
// REQUIRES: real, libuv1-dev
#include <assert.h>
#include <stdatomic.h>
#include <uv.h>
static uv_async_t async;
static int calls;
static atomic_int sent;
static void called(uv_async_t *handle) {
  calls++;
#ifdef TWICE
  if (calls == 2) /* two sends may be one call */
#else
  if (sent == 2)
#endif
    uv_close((uv_handle_t *)handle, 0);
}
static void sends(void *nothing) {
  for (int i = 0; i < 2; i++) {
    sent++;
    uv_async_send(&async);
  }
}
int main(void) {
  uv_thread_t t;
  uv_async_init(uv_default_loop(), &async, called);
  uv_thread_create(&t, sends, 0);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  uv_thread_join(&t);
  return 0;
}
