// The two pointers of a shared_ptr are transitions where they are racy: each is read before it is reset, or
// behind that. Then its reference count is one, too: the copy of a pointer to it may come when the count is gone.
// Without the count's order no schedule has that use after free.
//
// If the pointer to the count is read behind the reset, two traces, for the other pointer. If before, for each of
// these: the count is increased, decreased; it is decreased, increased and freed; it is freed before. The last two
// fail: 2 + 2 * 3.
// RUN: %mcmini-c++ -g -std=c++17 %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-c++ -g -std=c++17 -DGET %s -o %t && not %mcmini -k %t | FileCheck --check-prefix=GET %s
// CHECK: data race: p:
// CHECK: What it can do: use after free:
// CHECK: {{^}}8 traces: 4 completed, 0 deadlocked, 4 failed
// GET: data race: p:
// GET: {{^}}2 traces: 2 completed
#include <memory>
#include <thread>

static std::shared_ptr<int> p = std::make_shared<int>(1);

int main() {
  std::thread thread([] { p.reset(); });
#ifdef GET
  int *q = p.get(); // one read: before the write, or behind it
#else
  auto q = p;
#endif
  thread.join();
  return q == nullptr && p;
}
