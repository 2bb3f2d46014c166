// liblzma's threaded decoder: two blocks, two threads. A bound. Without the library's signals they wait for ever.
// Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -llzma
// RUN: %mcmini -k --max-traces=1000 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but the limit of --max-traces was reached
// RIGHT: {{^}}1000 traces: 1000 completed
// RUN: /usr/bin/python3 %S/Inputs/without.py /usr/lib/x86_64-linux-gnu/liblzma.so.5 pthread_cond_signal liblzma.so.5
// RUN: env LD_LIBRARY_PATH=%t.dir not %mcmini --max-traces=1000 ./right | FileCheck --check-prefix=WITHOUT %s
// WITHOUT: deadlock: 2 threads wait
// REQUIRES: real, liblzma-dev
#include <assert.h>
#include <lzma.h>
#include <string.h>
static unsigned char in[20000], out[40000], back[20000];
int main(void) {
  lzma_stream s = LZMA_STREAM_INIT;
  lzma_mt mt = {.threads = 1, .block_size = 10000, .preset = 0, .check = LZMA_CHECK_CRC32};
  memset(in, 'a', sizeof in);
  assert(lzma_stream_encoder_mt(&s, &mt) == LZMA_OK);
  s.next_in = in, s.avail_in = sizeof in, s.next_out = out, s.avail_out = sizeof out;
  assert(lzma_code(&s, LZMA_FINISH) == LZMA_STREAM_END);
  size_t size = s.total_out;
  lzma_end(&s);
  s = (lzma_stream)LZMA_STREAM_INIT;
  mt = (lzma_mt){.threads = 2, .memlimit_threading = 1 << 30, .memlimit_stop = 1 << 30};
  assert(lzma_stream_decoder_mt(&s, &mt) == LZMA_OK);
  s.next_in = out, s.avail_in = size, s.next_out = back, s.avail_out = sizeof back;
  assert(lzma_code(&s, LZMA_FINISH) == LZMA_STREAM_END);
  assert(s.total_out == sizeof in && !memcmp(in, back, sizeof in));
  lzma_end(&s);
  return 0;
}
