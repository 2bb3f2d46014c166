// ffmpeg's MPEG-2 encoder (libavcodec) with two threads for the slices. Without the signal of libavutil's
// threads to each other they wait for ever. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lavcodec -lavutil
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but atomics in code of libavcodec.so.59 that could not be decoded
// RIGHT: {{^}}36 traces: 36 completed
// RUN: /usr/bin/python3 %S/Inputs/without.py /usr/lib/x86_64-linux-gnu/libavutil.so.57 pthread_cond_signal libavutil.so.57
// RUN: env LD_LIBRARY_PATH=%t.dir not %mcmini ./right | FileCheck --check-prefix=WITHOUT %s
// WITHOUT: deadlock: 2 threads wait
// REQUIRES: real, libavcodec-dev
#include <assert.h>
#include <libavcodec/avcodec.h>
int main(void) {
  const AVCodec *codec = avcodec_find_encoder(AV_CODEC_ID_MPEG2VIDEO);
  AVCodecContext *c = avcodec_alloc_context3(codec);
  AVFrame *frame = av_frame_alloc();
  AVPacket *packet = av_packet_alloc();
  c->width = frame->width = 32;
  c->height = frame->height = 32;
  c->time_base = (AVRational){1, 25};
  c->pix_fmt = frame->format = AV_PIX_FMT_YUV420P;
  c->thread_count = 2;
  c->thread_type = FF_THREAD_SLICE;
  assert(avcodec_open2(c, codec, 0) == 0);
  av_frame_get_buffer(frame, 0);
  for (int i = 0; i < 3; i++) memset(frame->data[i], 100, frame->linesize[i] * (i ? 16 : 32));
  frame->pts = 0;
  assert(avcodec_send_frame(c, frame) == 0);
  avcodec_send_frame(c, 0);
  assert(avcodec_receive_packet(c, packet) == 0 && packet->size > 20);
  av_packet_free(&packet);
  avcodec_free_context(&c);
  av_frame_free(&frame);
  return 0;
}
