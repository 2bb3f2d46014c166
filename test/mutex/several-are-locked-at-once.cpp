// std::lock, and so std::scoped_lock, is one operation on all of its mutexes: no thread is ever seen
// with some of them, trying the others.
//
// Two threads that lock and unlock are two traces, three are six, whatever the order of the mutexes.
// RUN: %mcmini-c++ -std=c++17 -g %s -o %t && %mcmini-c++ -std=c++17 -O2 -g %s -o %t.fast
// RUN: %mcmini -k --require-complete %t opposite | FileCheck --check-prefixes=TWO %s
// RUN: %mcmini -k --require-complete %t.fast opposite | FileCheck --check-prefixes=TWO %s
// TWO: mutex lock-all 4, mutex unlock 8
// TWO: {{^}}2 traces: 2 completed
// RUN: %mcmini -k --require-complete %t ways | FileCheck --check-prefix=WAYS %s
// RUN: %mcmini -k --require-complete %t.fast ways | FileCheck --check-prefix=WAYS %s
// WAYS: {{^}}6 traces: 6 completed
//
// One of them is never given back.
// RUN: not %mcmini %t held | FileCheck --check-prefix=HELD %s
// HELD: deadlock: 2 threads wait
// HELD: thread 0.1 waits to lock-all a, b: held by thread 0 since before the search
//
// Two locks in the wrong order beside it are still a deadlock.
// RUN: not %mcmini %t wrong | FileCheck --check-prefix=WRONG %s
// WRONG: deadlock: 4 threads wait
//
// What the library refuses it still refuses, and twice the same mutex is a misuse.
// RUN: %mcmini -k --require-complete %t refuses | FileCheck --check-prefix=REFUSES %s
// REFUSES: {{^}}1 traces: 1 completed
// RUN: not %mcmini %t twice | FileCheck --check-prefix=TWICE %s
// TWICE: misuse of a primitive: std::lock of the same mutex twice
//
// With a wakeup policy a thread waits for one mutex, and in its queue: the library's way.
// RUN: %mcmini -k --max-traces=20 --policy=mutex.lock=fifo %t opposite | FileCheck --check-prefix=POLICY %s
// POLICY-NOT: lock-all
// POLICY: mutex trylock
#include <cassert>
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>

static std::mutex a, b;
static std::recursive_mutex c;
static int count;

static void scoped_ba() {
  std::scoped_lock both(b, a);
  count++;
}
static void scoped_ab() {
  std::scoped_lock both(a, b);
  count++;
}
static void scoped_three() {
  std::lock_guard<std::recursive_mutex> once(c);
  std::scoped_lock all(c, b, a);
  count++;
}
static void deferred() {
  std::unique_lock<std::mutex> one(a, std::defer_lock), other(b, std::defer_lock);
  std::lock(other, one);
  assert(one.owns_lock() && other.owns_lock());
  count++;
}
static void plainly() {
  std::lock(a, b);
  count++;
  b.unlock();
  a.unlock();
}
static void nested() {
  std::lock_guard<std::mutex> outer(b);
  std::lock_guard<std::mutex> inner(a);
}
static void nested_otherwise() {
  std::lock_guard<std::mutex> outer(a);
  std::lock_guard<std::mutex> inner(b);
}

template <typename... F> static void run(F... functions) {
  std::thread threads[] = {std::thread(functions)...};
  for (std::thread &thread : threads)
    thread.join();
}

static void refuses() {
  std::unique_lock<std::mutex> owns(a), none;
  for (std::unique_lock<std::mutex> *lock : {&owns, &none}) {
    std::unique_lock<std::mutex> other(b, std::defer_lock);
    try {
      std::lock(*lock, other);
      assert(false);
    } catch (const std::system_error &) {
      assert(!other.owns_lock());
    }
  }
}

int main(int, char **argv) {
  const char *what = argv[1];
  if (!strcmp(what, "opposite")) {
    std::thread thread(scoped_ba);
    scoped_ab();
    thread.join();
    assert(count == 2);
  } else if (!strcmp(what, "ways")) {
    run(scoped_ab, deferred, plainly);
    assert(count == 3);
  } else if (!strcmp(what, "held")) {
    b.lock();
    run(scoped_ab);
  } else if (!strcmp(what, "wrong")) {
    run(nested, nested_otherwise, scoped_three);
  } else if (!strcmp(what, "refuses")) {
    run(refuses);
  } else {
    std::lock(a, a);
  }
}
