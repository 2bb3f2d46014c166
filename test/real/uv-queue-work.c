// uv_queue_work: two threads count. Random schedules. Read and written apart, a count is lost. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -luv
// RUN: %mcmini -k --algorithm=random --max-traces=200 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but only 200 random schedules were run
// RIGHT: {{^}}200 traces: 200 completed
// RUN: %gcc -DAPART -w -g -O1 %s -o mutant.apart -pthread -luv
// RUN: not %mcmini --algorithm=random --max-traces=200 ./mutant.apart | FileCheck --check-prefix=APART %s
// APART: assertion failed
// REQUIRES: real, libuv1-dev
#include <assert.h>
#include <stdatomic.h>
#include <uv.h>
static atomic_int count;
static void work(uv_work_t *w) {
#ifdef APART
  count = count + 1;
#else
  count++;
#endif
}
static void after(uv_work_t *w, int status) {}
int main(void) {
  uv_os_setenv("UV_THREADPOOL_SIZE", "2");
  uv_work_t a, b;
  uv_queue_work(uv_default_loop(), &a, work, after);
  uv_queue_work(uv_default_loop(), &b, work, after);
  uv_run(uv_default_loop(), UV_RUN_DEFAULT);
  assert(count == 2);
  return 0;
}
