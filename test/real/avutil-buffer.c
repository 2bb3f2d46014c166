// A buffer of libavutil with two references. With one, it is freed twice. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lavutil
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gcc -DSHARED -w -g -O1 %s -o mutant.shared -pthread -lavutil
// RUN: not %mcmini ./mutant.shared | FileCheck --check-prefix=SHARED %s
// SHARED: use after free
// REQUIRES: real, libavutil-dev
#include <assert.h>
#include <libavutil/buffer.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int freed;
static AVBufferRef *one, *two;
static void gone(void *opaque, uint8_t *data) { freed++; }
static void *drop(void *nothing) {
#ifdef SHARED
  AVBufferRef *mine = two;
  assert(mine->data[0] == 1);
  av_buffer_unref(&mine);
#else
  av_buffer_unref(&two);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  static uint8_t data[10] = {1};
  one = av_buffer_create(data, 10, gone, 0, 0);
#ifdef SHARED
  two = one;
#else
  two = av_buffer_ref(one);
#endif
  pthread_create(&t, 0, drop, 0);
  av_buffer_unref(&one);
  pthread_join(t, 0);
  assert(freed == 1);
  return 0;
}
