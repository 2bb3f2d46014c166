// The thread pool of cpp-httplib (libcpp-httplib-dev), as Debian has it: two workers, two jobs, every
// schedule; a job that forgets that it is not alone is told with its line.
// RUN: %mcmini-c++ -g -O1 -std=c++17 %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: Every schedule of the program was explored.
// RUN: %mcmini-c++ -g -O1 -std=c++17 -DRACY %s -o %t.racy
// RUN: not %mcmini -k --races=report %t.racy | FileCheck %s --check-prefix=RACY
// RACY: data race: {{.*}}done{{.*}}httplib-thread-pool.cpp:22
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
    httplib::ThreadPool pool(2);
    for (int i = 0; i < 2; i++)
      pool.enqueue([&, i] { result[i] = i + 1, done++; });
    pool.shutdown();
  }
#ifndef RACY
  assert(done == 2);
#endif
  assert(result[0] == 1 && result[1] == 2);
}
