// Two std::mutex taken in two orders: a deadlock, which names them.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: not %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: not %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: deadlock: 2 threads wait
// HOOKED: thread 0 {{.*}}waits to lock a: held by thread 0.1
// HOOKED: thread 0.1 {{.*}}waits to lock b: held by thread 0
// HOOKED: {{^}}2 traces: 1 completed, 1 deadlocked
// PLAIN: mcmini: deadlock: 2 threads wait
// PLAIN: {{^}}2 traces: 1 completed, 1 deadlocked
#include <mutex>
#include <thread>
std::mutex a, b;
int main() {
  std::thread t([] {
    std::lock_guard x(a);
    std::lock_guard y(b);
  });
  {
    std::lock_guard y(b);
    std::lock_guard x(a);
  }
  t.join();
}
