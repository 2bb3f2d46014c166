// The header-only pool of libthread-pool-dev, through the plugin: a task runs and its result comes
// back (std::future, std::packaged_task, std::function, std::condition_variable inside).
//
// One worker, one task that nobody waits for: 6037 traces where it is preloaded. Through the plugin more, as the
// pool looks at reference counts of its tasks; the other atomic operations are ordered by the threads' creation. Submit and the worker try the
// queue's lock up to 42 times, which makes so many. With a future the traces are bounded.
//
// RUN: %mcmini-c++ -std=c++17 -O1 -w %s -o pool
// RUN: %gxx -std=c++17 -g -O1 -w %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./pool | FileCheck --check-prefix=ALL %s
// RUN: not %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// RUN: %mcmini --algorithm=dpor --max-traces=1000 ./pool 1 | FileCheck --check-prefix=BOUND %s
// RUN: not %mcmini --algorithm=dpor --max-traces=1000 ./plain 2 | FileCheck --check-prefix=UNSEEN %s
//
// ALL: mcmini: ok: nothing found
// ALL: instrumented {{.*}}thread-pool.cpp
// ALL: {{^}}21893 traces: 21893 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set
// ALL: Every schedule of the program was explored.
// PLAIN: mcmini: incomplete: nothing found, but {{.*}} of plain goes by atomics that are not seen
// PLAIN: {{^}}6037 traces: 6037 completed, 0 deadlocked, 0 failed
// BOUND: mcmini: incomplete: nothing found, but the limit of --max-traces was reached
// BOUND: {{^}}1000 traces: 1000 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// UNSEEN: mcmini: incomplete: nothing found, but {{.*}} goes by atomics that are not seen
// UNSEEN: {{^}}1000 traces: 1000 completed
#include <cassert>
#include <string>
#include <thread_pool/thread_pool.hpp>

static void without_future() {
  int sum = 0;
  {
    thread_pool::ThreadPool pool(1);
    pool.Submit([&] { sum += 7; });
  }
  assert(sum == 7);
}

int main(int argc, char **argv) {
  if (argc == 1) {
    without_future();
    return 0;
  }
  const int tasks = std::stoi(argv[1]);
  thread_pool::ThreadPool pool(1);
  std::vector<std::future<int>> results;
  for (int i = 0; i < tasks; i++)
    results.push_back(pool.Submit([](int x) { return x * x; }, i + 3));
  for (int i = 0; i < tasks; i++)
    assert(results[i].get() == (i + 3) * (i + 3));
}
