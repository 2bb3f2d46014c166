// The subject calls its observer through a plain pointer, which it took before the observer went.
// Bug: use after free
// RUN: %mcmini-c++ -g -O1 %s -o %t
// RUN: %S/Inputs/explained %mcmini use-after-free %t | FileCheck %s
// CHECK: why: Thread 0.2 has freed the memory (observer-that-is-gone.cpp:49), and thread 0.1 still uses it (observer-that-is-gone.cpp:34): the use has to come first, and the free has to wait for it.
// CHECK-NEXT: why: Thread 0.1 was interrupted after step 5 (observer-that-is-gone.cpp:32) and went on at step 11 (observer-that-is-gone.cpp:34); in between thread 0.2 ran.
// CHECK: shown: 11 steps, 1 preemption
// CHECK: decides: step: step 4: 0.1 lock subject (observer-that-is-gone.cpp:30)
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

struct Observer {
  std::atomic<int> calls{0};
};

class Subject {
  std::mutex lock;
  Observer *observer = nullptr;

public:
  void attach(Observer *to) {
    std::lock_guard<std::mutex> held(lock);
    observer = to;
  }
  void notify() {
    Observer *to;
    {
      std::lock_guard<std::mutex> held(lock);
      to = observer;
    }
    if (to)
      to->calls++;
  }
};

static Subject subject;

int main() {
  auto observer = std::make_unique<Observer>();
  subject.attach(observer.get());
  std::thread timer([] {
    for (int i = 0; i < 4; i++)
      subject.notify();
  });
  std::thread owner([&] {
    subject.attach(nullptr);
    observer.reset();
  });
  timer.join();
  owner.join();
}

// CHECK-NEXT: because: After it thread 0.2 frees the memory, and thread 0.1 still uses it.
// CHECK-NEXT: or: the data race at observer-that-is-gone.cpp:49 and observer-that-is-gone.cpp:34 (finding 1)
// CHECK-NEXT: first: 0.2 lock subject (observer-that-is-gone.cpp:24)
