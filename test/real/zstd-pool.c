// zstd's pool of threads (the source of libzstd, compiled by the plugin): one worker without a queue, two jobs.
// Without the signal to him who adds, he waits for ever.
//
// RUN: sed 's/ZSTD_pthread_cond_signal(&ctx->queuePushCond)/(void)0/' %sources/libzstd/lib/common/pool.c > mutant.c
// RUN: %mcmini-cc -w -g -O1 -DZSTD_MULTITHREAD -I%sources/libzstd/lib/common -I%sources/libzstd/lib %s %sources/libzstd/lib/common/pool.c %sources/libzstd/lib/common/threading.c %sources/libzstd/lib/common/zstd_common.c %sources/libzstd/lib/common/error_private.c -o right
// RUN: %mcmini -k ./right | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}120 traces: 120 completed
// RUN: %mcmini-cc -w -g -O1 -DZSTD_MULTITHREAD -I%sources/libzstd/lib/common -I%sources/libzstd/lib %s mutant.c %sources/libzstd/lib/common/threading.c %sources/libzstd/lib/common/zstd_common.c %sources/libzstd/lib/common/error_private.c -o mutant
// RUN: not %mcmini -k ./mutant | FileCheck --check-prefix=MUTANT %s
// MUTANT: deadlock: 2 threads wait
// REQUIRES: real, source-libzstd
#include "pool.h"
#include <assert.h>
#include <stdatomic.h>
static atomic_int sum;
static void job(void *nothing) { sum++; }
int main(void) {
  POOL_ctx *pool = POOL_create(1, 0);
  POOL_add(pool, job, 0);
  POOL_add(pool, job, 0);
  POOL_free(pool);
  assert(sum == 2);
  return 0;
}
