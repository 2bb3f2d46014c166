// Two threads let go of an object. Which of them is the last shows, although no other memory that anybody else
// knows is touched: where the destructor, the deleter or the allocator writes to a variable of its thread, or only
// looks which thread runs it; and where it writes to a variable on the stack of a thread that itself may be
// the last. The order in which the other thread is the last is the one that would be hidden.
// RUN: %mcmini-c++ -g -O1 -std=c++17 %s -o %t && %mcmini-c++ -g -O0 -std=c++17 %s -o %t.0
// RUN: %mcmini --output=all %t writes | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t errno | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t deleter | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t delete | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t allocator | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t weak | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t below-much-stack | sort -u | FileCheck %s
// RUN: not %mcmini --output=all %t stack | sort -u | FileCheck --check-prefixes=CHECK,RACE %s
// RUN: not %mcmini -k %t looks | FileCheck --check-prefix=FAILS %s
// RUN: not %mcmini -k %t number | FileCheck --check-prefix=FAILS %s
// RUN: not %mcmini -k %t number-of-cpp | FileCheck --check-prefix=FAILS %s
// RUN: %mcmini --output=all %t.0 writes | sort -u | FileCheck %s
// RUN: not %mcmini -k %t.0 looks | FileCheck --check-prefix=FAILS %s
// CHECK: last: 0
// CHECK: last: 1
// RACE: data race
// FAILS: {{^}}mcmini: assertion failed
// FAILS: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
// Nobody sees it: one trace.
// RUN: %mcmini %t nothing | FileCheck --check-prefix=NOTHING %s
// RUN: %mcmini %t.0 nothing | FileCheck --check-prefix=NOTHING %s
// NOTHING: {{^}}1 traces: 1 completed
#include <cassert>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <pthread.h>
#include <thread>

static thread_local int ends, is_main;
static pthread_t main_number;
static std::thread::id main_id;

struct writes {
  ~writes() { ends++; }
};
struct looks {
  ~looks() { assert(!is_main); }
};
struct number {
  ~number() { assert(!pthread_equal(pthread_self(), main_number)); }
};
struct number_of_cpp {
  ~number_of_cpp() { assert(std::this_thread::get_id() != main_id); }
};
struct sets_errno {
  ~sets_errno() { errno = 77; }
};
struct deletes {
  static void operator delete(void *memory) {
    ends++;
    std::free(memory);
  }
};
struct on_stack {
  bool *of_main = nullptr;
  ~on_stack() { *of_main = true; }
};
struct nothing {
  std::unique_ptr<int> number = std::make_unique<int>(3);
};

template <class T> struct notes {
  using value_type = T;
  notes() = default;
  template <class U> notes(const notes<U> &) {}
  T *allocate(size_t n) { return std::allocator<T>().allocate(n); }
  void deallocate(T *memory, size_t n) {
    ends++;
    std::allocator<T>().deallocate(memory, n);
  }
};

/// Is main the last?
template <class Pointer> static bool let_go(Pointer p) {
  ends = 0;
  std::thread thread([q = p]() mutable { q.reset(); });
  p.reset();
  const bool is_last = ends;
  thread.join();
  return is_last;
}

static bool leave_errno() {
  auto p = std::make_shared<sets_errno>();
  std::thread thread([q = p]() mutable { q.reset(); });
  errno = 0;
  p.reset();
  const bool is_last = errno != 0;
  thread.join();
  return is_last;
}

/// The memory goes with the last weak_ptr.
static bool let_memory_go() {
  auto p = std::allocate_shared<int>(notes<int>());
  std::weak_ptr<int> weak = p;
  p.reset();
  return let_go(std::move(weak));
}

/// main reads what it may itself have written, or the other thread may be about to write: a race then.
static bool write_to_stack() {
  bool written = false;
  auto p = std::make_shared<on_stack>();
  p->of_main = &written;
  std::thread thread([q = p]() mutable { q.reset(); });
  p.reset();
  const bool is_last = __atomic_load_n(&written, __ATOMIC_RELAXED);
  thread.join();
  return is_last;
}

__attribute__((noinline)) static void fill(char *much, std::shared_ptr<writes> &p) {
  std::memset(much, 1, 200000);
  p.reset();
  if (much[5] != 1)
    std::abort();
}

/// As much as lies between a frame and the thread's variables.
static bool let_go_below_much_stack() {
  bool is_other = false;
  auto p = std::make_shared<writes>();
  std::thread thread([&is_other, q = p]() mutable {
    char much[200000];
    fill(much, q);
    is_other = ends;
  });
  p.reset();
  thread.join();
  return !is_other;
}

static bool is_last(const char *what) {
  if (!std::strcmp(what, "writes"))
    return let_go(std::make_shared<writes>());
  if (!std::strcmp(what, "looks"))
    return let_go(std::make_shared<looks>());
  if (!std::strcmp(what, "number"))
    return let_go(std::make_shared<number>());
  if (!std::strcmp(what, "number-of-cpp"))
    return let_go(std::make_shared<number_of_cpp>());
  if (!std::strcmp(what, "errno"))
    return leave_errno();
  if (!std::strcmp(what, "deleter"))
    return let_go(std::shared_ptr<int>(new int(3), [](int *memory) {
      ends++;
      delete memory;
    }));
  if (!std::strcmp(what, "delete"))
    return let_go(std::shared_ptr<deletes>(new deletes));
  if (!std::strcmp(what, "allocator"))
    return let_go(std::allocate_shared<int>(notes<int>()));
  if (!std::strcmp(what, "weak"))
    return let_memory_go();
  if (!std::strcmp(what, "stack"))
    return write_to_stack();
  if (!std::strcmp(what, "below-much-stack"))
    return let_go_below_much_stack();
  return let_go(std::make_shared<nothing>());
}

int main(int, char **arguments) {
  is_main = 1;
  main_number = pthread_self();
  main_id = std::this_thread::get_id();
  std::printf("last: %d\n", is_last(arguments[1]));
}
