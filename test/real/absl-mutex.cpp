// absl::Mutex around a counter: the table of locks makes each call one operation, so there
// are the two orders. Preloaded.
//
// RUN: pkg-config --cflags --libs absl_synchronization > flags
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %gxx -std=c++17 -DNOLOCK -w -g -O1 %s -o mutant.nolock -pthread @flags
// RUN: not %mcmini ./mutant.nolock | FileCheck --check-prefix=NOLOCK %s
// NOLOCK: assertion failed
// REQUIRES: real, libabsl-dev
#include <absl/synchronization/mutex.h>
#include <cassert>
#include <thread>
static absl::Mutex mutex;
static std::atomic<int> count;
static void add() {
#ifndef NOLOCK
  absl::MutexLock hold(&mutex);
#endif
  count = count + 1;
}
int main() {
  std::thread t(add);
  add();
  t.join();
  assert(count == 2);
}
