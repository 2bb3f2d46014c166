// The header-only pool of libthread-pool-dev, through the plugin: a task runs and its result comes
// back (std::future, std::packaged_task, std::function, std::condition_variable inside).
//
// One worker, one task that nobody waits for. Submit tries the queue's lock up to n times, n = 42, and preloaded there
// are 3n^2 + 17n + 31 = 6037 orders of the queue's mutex and condition. In 2n^2 + 10n + 16 = 3964 of these the worker has
// the task before main locks for Done. Then the plugin shows 5 traces for 1: the worker lets go of the task before,
// between, or behind the two times that main does, which is 1, 1, and 3, because there main lets go of the result before
// the worker looks whether it alone has it, behind that, or behind what the worker lets go of. In the other 2073 main has
// let go of all before: 5 * 3964 + 2073 = 21893. With a future the traces are bounded.
//
// RUN: %mcmini-c++ -std=c++17 -O1 -w %s -o pool
// RUN: %gxx -std=c++17 -g -O1 -w %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./pool | FileCheck --check-prefix=ALL %s
// RUN: %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// RUN: %mcmini --algorithm=dpor --max-traces=1000 ./pool 1 | FileCheck --check-prefix=BOUND %s
// RUN: %mcmini --algorithm=dpor --max-traces=1000 ./plain 2 | FileCheck --check-prefix=UNSEEN %s
//
// ALL: mcmini: ok: nothing found
// ALL: instrumented {{.*}}thread-pool.cpp
// ALL: {{^}}21893 traces: 21893 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set
// ALL: Every schedule of the program was explored.
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}85317 traces: 85317 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// BOUND: mcmini: incomplete: nothing found, but the limit of --max-traces was reached
// BOUND: {{^}}1000 traces: 1000 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// UNSEEN: mcmini: incomplete: nothing found, but the limit of --max-traces was reached
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
