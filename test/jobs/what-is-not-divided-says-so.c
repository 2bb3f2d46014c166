// What cannot be divided is searched by one worker, which is said, with the counts of one worker.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini -q -j 2 --algorithm=source %t plain 2>&1 | FileCheck %s --check-prefixes=SOURCE,ALL
// RUN: %mcmini -q -j 2 --algorithm=dpor %t few 2>&1 | FileCheck %s --check-prefix=SOURCE
// SOURCE: mcmini: warning: --jobs=2: the search has one worker: the algorithm adds to what others have left; optimal, pop, dfs, random, pct, pos and auto are divided
// RUN: %mcmini -q -j 2 --algorithm=optimal --reproducible %t plain 2>&1 | FileCheck %s --check-prefixes=OPTIMAL,ALL
// OPTIMAL: mcmini: warning: --jobs=2: the search has one worker: which finding is the first one of optimal is not known to pop, which stands in for it (--reproducible)
// RUN: %mcmini -q -j 2 --lint %t few 2>&1 | FileCheck %s --check-prefix=LINT
// LINT: mcmini: warning: --jobs=2: the search has one worker: primitives are checked by one worker
// RUN: %mcmini -q -j 2 --save-trace=2000 %t plain 2>&1 | FileCheck %s --check-prefix=TRACES
// TRACES: the search has one worker: how many traces come before one is known when all of them have been run
// TRACES: 2000 traces: 2000 completed
// RUN: %mcmini -q -j 2 --reproducible --max-traces=2000 %t plain 2>&1 | FileCheck %s --check-prefix=FIRST
// FIRST: the search has one worker: which traces are the first ones is known when all of them have been run
// FIRST: 2000 traces: 2000 completed
// RUN: %mcmini -q -j 2 --preemptions=1 %t few 2>&1 | FileCheck %s --check-prefix=BOUND
// BOUND: the search has one worker: --preemptions is for dpor, which adds to what others have left; --algorithm=dfs is divided
// RUN: not %mcmini --algorithm=optimal --journal=%t.journal %t few 2>&1 | FileCheck %s --check-prefix=JOURNAL
// JOURNAL: mcmini: --journal: of optimal, for which pop stands in, nothing is kept; pop is divided, and dfs, random, pct and pos
// RUN: %mcmini -q -j 2 --threads=kernel --algorithm=pop %t few 2>&1 | FileCheck %s --check-prefix=KERNEL
// KERNEL: the search has one worker: each trace is a process of its own, with threads of the kernel
//
// What the program does is seen as it runs: it changes a file in some traces, or in one of the last, which some worker
// meets, and the first trunk knows when it would divide the search again.
// RUN: %mcmini -q -j 2 %t file 2>&1 | FileCheck %s --check-prefixes=FILE,ALL
// FILE: the search has one worker: the program changes files
// RUN: %mcmini -q -j 2 %t late 2>&1 | FileCheck %s --check-prefixes=LATE,ALL
// LATE: the search has one worker: the program changes files
//
// Few traces are run by the first trunk alone, which nobody need be told.
// RUN: %mcmini -q -j 2 %t few 2>&1 | FileCheck %s --check-prefix=FEW
// FEW-NOT: one worker
// FEW: 6 traces: 6 completed
//
// RUN: not %mcmini -j 0 %t 2>&1 | FileCheck %s --check-prefix=ZERO
// ZERO: mcmini: --jobs=0: expected a whole number from 1 to 256
// RUN: not %mcmini --jobs=two %t 2>&1 | FileCheck %s --check-prefix=WORD
// WORD: mcmini: --jobs=two: expected a whole number from 1 to 256
// RUN: not %mcmini replay -j 2 x.trace %t 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: --jobs: not with replay, which runs one schedule and does not search
// ALL: 5040 traces: 5040 completed
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { THREADS = 7 };
static const int last[THREADS] = {5, 4, 6, 3, 2, 1, 0};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order[THREADS], taken;
static char what;

static void change_a_file(void) {
  char name[] = "/tmp/mcmini-jobs-XXXXXX";
  const int fd = mkstemp(name);
  if (fd >= 0) {
    close(fd);
    unlink(name);
  }
}

static void *take(void *number) {
  pthread_mutex_lock(&mutex);
  order[taken++] = (int)(intptr_t)number;
  int same = 0;
  while (same < taken && order[same] == last[same])
    same++;
  if ((what == 'f' && taken == 1 && number == NULL) || (what == 'l' && same == THREADS))
    change_a_file();
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[THREADS];
  const int few = argc > 1 && argv[1][0] == 'f' && argv[1][1] == 'e';
  const int threads = few ? 3 : THREADS;
  what = argc > 1 && !few ? *argv[1] : 'p';
  for (int i = 0; i < threads; i++)
    pthread_create(&thread[i], NULL, take, (void *)(intptr_t)i);
  for (int i = 0; i < threads; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
