// What happens inside the C++ library is shown at the program's own line, with the program's own
// name of the object, whatever the optimisation and the standard; also after the predicate of a
// wait has called the library itself.
// RUN: %mcmini-c++ -std=c++17 -O0 %s -o %t
// RUN: not %mcmini %t locks | FileCheck --check-prefix=LOCKS %s
// RUN: not %mcmini %t wait | FileCheck --check-prefix=WAIT %s
// RUN: not %mcmini %t join | FileCheck --check-prefix=JOIN %s
// RUN: %mcmini-c++ -std=c++20 -O2 %s -o %t
// RUN: not %mcmini %t locks | FileCheck --check-prefix=LOCKS %s
// RUN: not %mcmini %t wait | FileCheck --check-prefix=WAIT %s
// RUN: not %mcmini %t join | FileCheck --check-prefix=JOIN %s
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct Queue {
  std::vector<int> items;
  std::mutex guard;
  std::condition_variable filled;
};

static void locks() {
  Queue left, right;
  std::thread other([&] {
    std::lock_guard<std::mutex> a(left.guard);
    std::lock_guard<std::mutex> b(right.guard);
  });
  right.guard.lock();
  left.guard.lock();
  left.guard.unlock();
  right.guard.unlock();
  other.join();
}
// LOCKS: mcmini: deadlock
// LOCKS: create 0.1 {{.*}}[[#@LINE-11]] {{.*}}std::thread other
// LOCKS: lock right.guard {{.*}}[[#@LINE-8]] {{.*}}right.guard.lock
// LOCKS: lock left.guard {{.*}}[[#@LINE-12]] {{.*}}std::lock_guard
// LOCKS: {{^}}  thread 0 waits to lock left.guard{{.*}}: held by thread 0.1 {{.*}}cplusplus-places.cpp:[[#@LINE-13]])
// LOCKS-NEXT: cplusplus-places.cpp:[[#@LINE-10]] {{.*}}left.guard.lock();
// LOCKS: {{^}}  thread 0.1 waits to lock right.guard{{.*}}: held by thread 0 {{.*}}cplusplus-places.cpp:[[#@LINE-12]])
// LOCKS-NEXT: cplusplus-places.cpp:[[#@LINE-15]] {{.*}}std::lock_guard<std::mutex> b(right.guard);

static void wait() {
  Queue queue;
  std::thread producer([&] {
    queue.items.push_back(1); // without the lock: the wakeup can be lost
    queue.filled.notify_one();
  });
  std::unique_lock<std::mutex> held(queue.guard);
  auto is_filled = [&] {
    std::mutex inner;
    std::lock_guard<std::mutex> nested(inner);
    return !queue.items.empty();
  };
  queue.filled.wait(held, is_filled);
  held.unlock();
  producer.join();
}
// WAIT: deadlock
// WAIT: signal queue.filled 0#{{.*}}[[#@LINE-13]] {{.*}}queue.filled.notify
// WAIT: {{^}}  thread 0 waits to be woken at queue.filled
// WAIT-NEXT: cplusplus-places.cpp:[[#@LINE-7]] {{.*}}queue.filled.wait(held, is_filled);

static void join() {
  std::mutex guard;
  std::thread worker([&] { std::lock_guard<std::mutex> held(guard); });
  std::lock_guard<std::mutex> held(guard);
  worker.join();
}
// JOIN: mcmini: deadlock
// JOIN: {{^}}  thread 0 waits to join
// JOIN-NEXT: cplusplus-places.cpp:[[#@LINE-4]] {{.*}}worker.join();
// JOIN: {{^}}  thread 0.1 waits to lock guard
// JOIN-NEXT: cplusplus-places.cpp:[[#@LINE-8]] {{.*}}std::thread worker

int main(int, char **argv) {
  const std::string what = argv[1];
  what == "locks" ? locks() : what == "wait" ? wait() : join();
}
