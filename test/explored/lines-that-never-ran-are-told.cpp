// Of the operations of the program those are told that it never came to: by a call of the C++ library, in a template that
// is there twice, in a function that nobody calls, in a shared object. An operation that ran before there was a thread did
// run; so did that of a template of which one copy ran, and a wait whose condition held at once made none.
// RUN: %mcmini-c++ -g -O1 -DLIBRARY -shared -fPIC %s -o %t.so
// RUN: %mcmini-c++ -g -O1 %s %t.so -o %t
// RUN: %mcmini -q --explored --json=%t.json %t
// RUN: /usr/bin/python3 %S/Inputs/orders.py %t.json | FileCheck %s
// CHECK: never ran: 29 unused in nobody_calls
// CHECK-NEXT: never ran: 42 n in add_never<int>
// CHECK-NEXT: never ran: 46 changed in work
// CHECK-NEXT: never ran: 56 m in main
// CHECK-NEXT: never ran: 57 changed in main
// CHECK-NEXT: never ran: 60 in main
// CHECK-NEXT: full: False
// RUN: /usr/bin/python3 %S/../driver/Inputs/check_json.py %t.json
//
// Where no plugin has noted them, that is said.
// RUN: %gxx -g %s -DLIBRARY -shared -fPIC -o %t.so && %gxx -g -pthread %s %t.so -o %t.plain
// RUN: %mcmini -q --explored --json=%t.json %t.plain
// RUN: /usr/bin/python3 %S/Inputs/orders.py %t.json | FileCheck %s --check-prefix=PLAIN
// PLAIN: never ran: not known: nothing was compiled with the plugin
#include <atomic>

void library();

#ifdef LIBRARY
static std::atomic<int> unused;

void nobody_calls() { unused = 1; }
void library() {}
#else
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable changed;
static std::atomic<int> n;
static bool ready = true;

template <class T> void add(T value) { n += value; }
template <class T> void add_never(T value) { n += value; }

static void work() {
  std::unique_lock<std::mutex> lock(m);
  changed.wait(lock, [] { return ready; });
}

int main(int argc, char **argv) {
  library();
  m.lock();
  m.unlock();
  std::thread thread(work);
  add(1);
  if (argc > 1) {
    std::lock_guard<std::mutex> lock(m);
    changed.notify_one();
    add(1L);
    add_never(1);
  }
  thread.join();
}
#endif
