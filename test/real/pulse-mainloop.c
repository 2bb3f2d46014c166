// pa_threaded_mainloop of PulseAudio: wait, and the signal of the loop's thread. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lpulse
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}12 traces: 12 completed
// RUN: %gcc -DNOSIGNAL -w -g -O1 %s -o mutant.nosignal -pthread -lpulse
// RUN: not %mcmini ./mutant.nosignal | FileCheck --check-prefix=NOSIGNAL %s
// NOSIGNAL: deadlock: 2 threads wait
// REQUIRES: real, libpulse-dev
#include <assert.h>
#include <pulse/thread-mainloop.h>
#include <pulse/mainloop-api.h>
static pa_threaded_mainloop *loop;
static int done;
static void tell(pa_mainloop_api *api, void *nothing) {
  done = 1;
#ifndef NOSIGNAL
  pa_threaded_mainloop_signal(loop, 0);
#endif
}
int main(void) {
  loop = pa_threaded_mainloop_new();
  pa_mainloop_api *api = pa_threaded_mainloop_get_api(loop);
  pa_mainloop_api_once(api, tell, 0);
  pa_threaded_mainloop_lock(loop);
  pa_threaded_mainloop_start(loop);
  while (!done) pa_threaded_mainloop_wait(loop);
  pa_threaded_mainloop_unlock(loop);
  pa_threaded_mainloop_stop(loop);
  pa_threaded_mainloop_free(loop);
  return 0;
}
