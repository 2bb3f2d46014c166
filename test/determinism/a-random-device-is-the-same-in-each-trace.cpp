// std::random_device asks the processor; here each thread has its own sequence, the same in every trace and run, with
// any compiler: 6 orders print 1 line.
// RUN: %mcmini-c++ -g %s -o %t && g++ -g -pthread %s -o %t.gcc
// DEFINE: %{program} =
// DEFINE: %{run} = %mcmini --output=all %{program} > first && %mcmini --output=all %{program} > second && grep ^all first second | sed s/.*:// | sort | uniq -c | FileCheck %s
// REDEFINE: %{program} = %t
// RUN: %{run}
// REDEFINE: %{program} = --isolation=fork %t
// RUN: %{run}
// REDEFINE: %{program} = %t.gcc
// RUN: %{run}
// CHECK: 12 all {{[0-9a-f]+ [0-9a-f]+ [0-9a-f]+ [0-9a-f]+$}}
// CHECK-NOT: all
#include <cstdio>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

int main() {
  static std::mutex mutex;
  static unsigned number[4];
  std::random_device device;
  std::vector<std::thread> threads;
  for (unsigned &n : number)
    if (&n != number)
      threads.emplace_back([&n] {
        std::random_device own;
        std::lock_guard<std::mutex> guard(mutex);
        n = own();
      });
  number[0] = device();
  for (std::thread &thread : threads)
    thread.join();
  std::printf("all %x %x %x %x\n", number[0], number[1], number[2], number[3]);
}
