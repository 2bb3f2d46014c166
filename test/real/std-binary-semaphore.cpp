// std::binary_semaphore of libstdc++ 12 can sleep for ever (its PR 104928, mended in 13): a thread reads 1
// to wait for a change of it, finds it taken, and waits after it has been given back, for a change of 1.
//
// RUN: %mcmini-c++ -std=c++20 -g -O1 %s -o hooked
// RUN: not %mcmini --keep-going ./hooked | FileCheck %s
// RUN: not %mcmini --keep-going --algorithm=source ./hooked | FileCheck %s
// CHECK: Finding 1: deadlock: 2 threads wait and none can ever go on
// CHECK: add s {{.*}}: 0 -> 1
// CHECK: thread 0.2 waits to be woken at s
// CHECK: Finding 2: deadlock
// CHECK: 66 traces: 62 completed, 4 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <semaphore>
#include <thread>
int main() {
  std::binary_semaphore s(1);
  int n = 0;
  auto f = [&] {
    s.acquire();
    n++;
    s.release();
  };
  std::thread a(f), b(f);
  a.join();
  b.join();
  assert(n == 2);
}
