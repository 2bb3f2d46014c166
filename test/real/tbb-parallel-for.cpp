// tbb::parallel_for on two threads counts. Random schedules. Read and written apart, a count is lost. Preloaded.
//
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -ltbb
// RUN: %mcmini -k --algorithm=pos --max-traces=100 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but only 100 random schedules were run
// RIGHT: {{^}}100 traces: 100 completed
// RUN: %gxx -std=c++17 -DAPART -w -g -O1 %s -o mutant.apart -pthread -ltbb
// RUN: not %mcmini --algorithm=pos --max-traces=100 ./mutant.apart | FileCheck --check-prefix=APART %s
// APART: assertion failed
// REQUIRES: real, libtbb-dev
#include <atomic>
#include <cassert>
#include <tbb/parallel_for.h>
#include <tbb/global_control.h>
int main() {
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, 2);
  std::atomic<int> count{0};
  tbb::parallel_for(0, 2, [&](int) {
#ifdef APART
    count = count + 1;
#else
    count++;
#endif
  }, tbb::simple_partitioner());
  assert(count == 2);
}
