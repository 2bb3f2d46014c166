// redis' background jobs (the source of redis, compiled by the plugin): two jobs of three threads, and who waits for
// them step by step. Without the broadcast after a job he waits for ever.
//
// RUN: sed 's/pthread_cond_broadcast(&bio_step_cond\[type\]);//' %sources/redis/src/bio.c > mutant.c
// RUN: %mcmini-cc -w -g -O1 -std=gnu11 -D_GNU_SOURCE -DREDIS_STATIC= -I%sources/redis/src -I%sources/redis/deps/lua/src -I%sources/redis/deps/hiredis -I%sources/redis/deps/linenoise -I%sources/redis/deps/hdr_histogram %s %sources/redis/src/bio.c %sources/redis/src/adlist.c %sources/redis/src/zmalloc.c -o right
// RUN: %mcmini -k ./right | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}68 traces: 68 completed
// RUN: %mcmini-cc -w -g -O1 -std=gnu11 -D_GNU_SOURCE -DREDIS_STATIC= -I%sources/redis/src -I%sources/redis/deps/lua/src -I%sources/redis/deps/hiredis -I%sources/redis/deps/linenoise -I%sources/redis/deps/hdr_histogram %s mutant.c %sources/redis/src/adlist.c %sources/redis/src/zmalloc.c -o mutant
// RUN: not %mcmini -k ./mutant | FileCheck --check-prefix=MUTANT %s
// MUTANT: deadlock: 4 threads wait
// MUTANT: {{^}}44 traces: 20 completed, 24 deadlocked
// REQUIRES: real, source-redis
#include "server.h"
#include "bio.h"
#include <assert.h>
struct redisServer server;
void _serverLog(int level, const char *fmt, ...) {}
void _serverPanic(const char *file, int line, const char *msg, ...) { abort(); }
void _serverAssert(const char *estr, const char *file, int line) { abort(); }
void redisSetCpuAffinity(const char *cpulist) {}
void makeThreadKillable(void) {}
static _Atomic int freed;
static void end(void *args[]) { freed += (long)args[0]; }
int main(void) {
  bioInit();
  bioCreateLazyFreeJob(end, 1, 1L);
  bioCreateLazyFreeJob(end, 1, 2L);
  while (bioPendingJobsOfType(BIO_LAZY_FREE))
    bioWaitStepOfType(BIO_LAZY_FREE);
  assert(freed == 3);
  return 0;
}
