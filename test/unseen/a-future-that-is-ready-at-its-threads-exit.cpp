// std::promise::set_value_at_thread_exit, std::packaged_task::make_ready_at_thread_exit: libstdc++'s own code makes the
// future ready, behind the thread's last destructors. That is a transition: who looks (wait_for) finds it ready, or not,
// who waits is woken, and what the thread did before is ordered. (The library's store was not seen: all schedules had
// "ready: 0", and a data race was found where there is none.)
// RUN: %mcmini-c++ -g %s -o %t
// RUN: %mcmini -q --output=all %t promise | sort -u | FileCheck %s
// RUN: %mcmini -q --output=all --algorithm=pop %t task | sort -u | FileCheck %s
// RUN: %mcmini -q --output=all --threads=kernel %t promise | sort -u | FileCheck %s
// RUN: %mcmini-c++ -g -static-libstdc++ -static-libgcc %s -o %t.static
// RUN: %mcmini -q --output=all %t.static promise | sort -u | FileCheck %s
// RUN: %mcmini-c++ --from-tsan -g %s -o %t.tsan
// RUN: %mcmini -q --output=all %t.tsan task | sort -u | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: ready: 0
// CHECK: ready: 1
// Nobody may be there any more to look.
// RUN: %mcmini -q %t nobody | FileCheck %s --check-prefix=NOBODY
// NOBODY: mcmini: ok: nothing found
// A preloaded program, and one that runs without McMini.
// RUN: %gxx -std=c++17 -O1 %s -o %t.native
// RUN: %mcmini -q --output=all %t.native promise | sort -u | FileCheck %s
// RUN: %t.native task && %t promise && %t.static task && %t.tsan promise
#include <chrono>
#include <cstdio>
#include <cstring>
#include <future>
#include <thread>

static int answers() { return 4; }

int main(int, char **argument) {
  const auto way = argument[1];
  std::promise<int> promise;
  std::packaged_task<int()> task(answers);
  std::future<int> future = !std::strcmp(way, "task") ? task.get_future() : promise.get_future();
  std::thread thread([&] {
    if (!std::strcmp(way, "task"))
      task.make_ready_at_thread_exit();
    else
      promise.set_value_at_thread_exit(4);
  });
  if (!std::strcmp(way, "nobody")) {
    future = {};
    thread.join();
    return 0;
  }
  const bool is_ready = future.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
  const int value = future.get();
  std::printf("ready: %d\n", is_ready);
  thread.join();
  return value - 4;
}
