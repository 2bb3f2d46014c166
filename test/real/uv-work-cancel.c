// libuv: work is cancelled, or has begun; uv_cancel says which. The pool and the loop look for each other in turn:
// only fair schedules. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -luv
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but only fair schedules were explored
// RIGHT: {{^}}114 traces: 114 completed
// RUN: %gcc -DALWAYS -w -g -O1 %s -o mutant.always -pthread -luv
// RUN: not %mcmini ./mutant.always | FileCheck --check-prefix=ALWAYS %s
// ALWAYS: assertion failed
// REQUIRES: real, libuv1-dev
#include <assert.h>
#include <uv.h>
static int ran, cancelled;
static void work(uv_work_t *w) { ran = 1; }
static void after(uv_work_t *w, int status) { cancelled = status == UV_ECANCELED; }
int main(void) {
  uv_work_t a;
  uv_os_setenv("UV_THREADPOOL_SIZE", "1");
  uv_queue_work(uv_default_loop(), &a, work, after);
  int status = uv_cancel((uv_req_t *)&a);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
#ifdef ALWAYS
  assert(cancelled);
#else
  assert(cancelled == (status == 0) && ran == !cancelled);
#endif
  return 0;
}
