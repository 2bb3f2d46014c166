// The library's code for shared_ptr has reference counts, which are no transitions; its two pointers are,
// where they are racy: each is read before it is reset, or behind that.
// RUN: %mcmini-c++ -g -std=c++17 %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-c++ -g -std=c++17 -DGET %s -o %t && not %mcmini -k %t | FileCheck --check-prefix=GET %s
// CHECK: data race: p:
// CHECK: {{^}}4 traces: 4 completed
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
