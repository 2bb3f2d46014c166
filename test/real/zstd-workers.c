// libzstd compresses with one worker. Without the library's signals they wait for ever. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lzstd
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}72 traces: 72 completed
// RUN: /usr/bin/python3 %S/Inputs/without.py /usr/lib/x86_64-linux-gnu/libzstd.so.1 pthread_cond_signal libzstd.so.1
// RUN: env LD_LIBRARY_PATH=%t.dir not %mcmini ./right | FileCheck --check-prefix=WITHOUT %s
// WITHOUT: deadlock: 2 threads wait
// REQUIRES: real, libzstd-dev
#include <assert.h>
#include <string.h>
#include <zstd.h>
static char in[1000000], out[1100000], back[1000000];
int main(void) {
  ZSTD_CCtx *c = ZSTD_createCCtx();
  assert(!ZSTD_isError(ZSTD_CCtx_setParameter(c, ZSTD_c_nbWorkers, 1)));
  ZSTD_CCtx_setParameter(c, ZSTD_c_compressionLevel, 1);
  memset(in, 'a', sizeof in);
  size_t size = ZSTD_compress2(c, out, sizeof out, in, sizeof in);
  assert(!ZSTD_isError(size));
  assert(ZSTD_decompress(back, sizeof back, out, size) == sizeof in && !memcmp(in, back, sizeof in));
  ZSTD_freeCCtx(c);
  return 0;
}
