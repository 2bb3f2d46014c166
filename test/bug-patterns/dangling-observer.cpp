// A subject calls its observer through a plain pointer; the observer may be gone. RIGHT: a weak pointer.
//
// RUN: %mcmini-c++ -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: use after free
// RUN: %mcmini-c++ -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include <atomic>
#include <memory>
#include <thread>

struct observer {
  std::atomic<int> calls{0};
};

int main() {
  auto owned = std::make_shared<observer>();
#ifdef RIGHT
  std::weak_ptr<observer> known = owned;
#else
  observer *known = owned.get();
#endif
  std::thread subject([&] {
#ifdef RIGHT
    if (auto held = known.lock())
      held->calls++;
#else
    known->calls++;
#endif
  });
  std::thread owner([&] { owned.reset(); });
  subject.join();
  owner.join();
}
