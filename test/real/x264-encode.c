// x264 encodes two frames with two threads. A bound. Without the library's broadcasts they wait for ever. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lx264
// RUN: %mcmini -k --max-traces=100 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but the limit of --max-traces was reached
// RIGHT: {{^}}100 traces: 100 completed
// RUN: /usr/bin/python3 %S/Inputs/without.py /usr/lib/x86_64-linux-gnu/libx264.so.164 pthread_cond_broadcast libx264.so.164
// RUN: env LD_LIBRARY_PATH=%t.dir not %mcmini --max-traces=100 ./right | FileCheck --check-prefix=WITHOUT %s
// WITHOUT: deadlock: 3 threads wait
// REQUIRES: real, libx264-dev
#include <assert.h>
#include <stdint.h>
#include <string.h>
#include <x264.h>
int main(void) {
  x264_param_t p;
  x264_picture_t in, out;
  x264_nal_t *nal;
  int n, frames = 0;
  x264_param_default_preset(&p, "ultrafast", "zerolatency");
  p.i_width = p.i_height = 32;
  p.i_csp = X264_CSP_I420;
  p.i_threads = 2;
  p.b_sliced_threads = 0;
  p.i_sync_lookahead = 0;
  p.i_lookahead_threads = 1;
  p.i_log_level = X264_LOG_NONE;
  x264_t *h = x264_encoder_open(&p);
  assert(h);
  x264_picture_alloc(&in, X264_CSP_I420, 32, 32);
  for (int i = 0; i < 3; i++) memset(in.img.plane[i], 100, in.img.i_stride[i] * (i ? 16 : 32));
  for (int i = 0; i < 2; i++) {
    in.i_pts = i;
    frames += x264_encoder_encode(h, &nal, &n, &in, &out) > 0;
  }
  while (x264_encoder_delayed_frames(h)) frames += x264_encoder_encode(h, &nal, &n, 0, &out) > 0;
  x264_picture_clean(&in);
  x264_encoder_close(h);
  assert(frames == 2);
  return 0;
}
