// liblzma's threaded encoder: two blocks, two threads. Without the library's signals they wait for ever. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -llzma
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}2376 traces: 2376 completed
// RUN: /usr/bin/python3 %S/Inputs/without.py /usr/lib/x86_64-linux-gnu/liblzma.so.5 pthread_cond_signal liblzma.so.5
// RUN: env LD_LIBRARY_PATH=%t.dir not %mcmini ./right | FileCheck --check-prefix=WITHOUT %s
// WITHOUT: deadlock: 3 threads wait
// REQUIRES: real, liblzma-dev
#include <assert.h>
#include <lzma.h>
#include <string.h>
static unsigned char in[20000], out[40000], back[20000];
int main(void) {
  lzma_stream s = LZMA_STREAM_INIT;
  lzma_mt mt = {.threads = 2, .block_size = 10000, .preset = 0, .check = LZMA_CHECK_CRC32};
  memset(in, 'a', sizeof in);
  assert(lzma_stream_encoder_mt(&s, &mt) == LZMA_OK);
  s.next_in = in, s.avail_in = sizeof in, s.next_out = out, s.avail_out = sizeof out;
  assert(lzma_code(&s, LZMA_FINISH) == LZMA_STREAM_END);
  size_t size = s.total_out, at = 0, to = 0;
  lzma_end(&s);
  uint64_t limit = 1 << 30;
  assert(lzma_stream_buffer_decode(&limit, 0, 0, out, &at, size, back, &to, sizeof back) == LZMA_OK);
  assert(to == sizeof in && !memcmp(in, back, to));
  return 0;
}
