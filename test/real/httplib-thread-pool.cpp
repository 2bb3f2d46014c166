// The thread pool of cpp-httplib (libcpp-httplib-dev), as Debian has it: two workers, two jobs, every
// schedule; a job that forgets that it is not alone is told with its line.
//
// One worker, one job. Main locks to add the job (A), notifies one, locks to shut down (S), notifies all.
// The worker first locks
// - before A: it waits, and the first notification wakes it. If it then locks before S, it takes the job,
//   and locks again before S, where it waits for the second notification, or behind S, where it ends: 2. If
//   it locks behind S, it has been woken before or after main notifies all: 2.
// - between A and S: it takes the job. If it locks again behind S, it ends: 1. If before S, it waits. If the first
//   notification comes before that, the second one wakes it: 1. If behind that, it wakes it: it locks before
//   S, and waits for the second one: 1; or behind S, woken before or after main notifies all: 2.
// - behind S: it takes the job, and ends: 1.
// These are 10. Two workers and two jobs have no derivation: the two algorithms, of which each decides by
// itself where it goes, agree on 3784.
// RUN: %mcmini-c++ -g -O1 -std=c++17 -DN=1 %s -o %t.one && %mcmini -k %t.one | FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %mcmini-c++ -g -O1 -std=c++17 -DN=2 %s -o %t && %mcmini -k %t | FileCheck --check-prefixes=CHECK,TWO %s
// RUN: %mcmini -k --algorithm=source %t | FileCheck --check-prefixes=CHECK,TWO %s
// CHECK: mcmini: ok: nothing found
// ONE: {{^}}10 traces: 10 completed, {{.*}} 0 sleep-set blocked
// TWO: {{^}}3784 traces: 3784 completed, {{.*}} 0 sleep-set blocked
// CHECK: Every schedule of the program was explored.
// RUN: %mcmini-c++ -g -O1 -std=c++17 -DN=2 -DRACY %s -o %t.racy
// RUN: not %mcmini -k --races=report %t.racy | FileCheck %s --check-prefix=RACY
// RACY: data race: {{.*}}done{{.*}}httplib-thread-pool.cpp:[[@LINE+14]]
#include <cassert>
#include <httplib.h>

int main() {
#ifdef RACY
  int done = 0;
#else
  std::atomic<int> done{0};
#endif
  int result[2] = {0, 0};
  {
    httplib::ThreadPool pool(N);
    for (int i = 0; i < N; i++)
      pool.enqueue([&, i] { result[i] = i + 1, done++; });
    pool.shutdown();
  }
#ifndef RACY
  assert(done == N);
#endif
  assert(result[0] == 1 && (N == 1 || result[1] == 2));
}
