// C++: thread-local objects, exceptions, local statics, std::thread and what is built on it.
#include "threads.h"
#include <atomic>
#include <condition_variable>
#include <exception>
#include <future>
#include <iostream>
#include <map>
#include <mutex>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

struct noisy {
  std::string name;
  explicit noisy(const char *n) : name(n) { std::cout << "make " << name << '\n'; }
  ~noisy() {
    visible();
    std::cout << "destroy " << name << '\n';
  }
};

static thread_local noisy outer("outer");
static thread_local std::map<int, std::string> map{{1, "a long string that is on the heap: one"}};

static void *use_local(void *number) {
  static thread_local noisy inner("inner");
  outer.name += std::to_string((long)number);
  visible();
  inner.name += std::to_string((long)number);
  map[(int)(long)number + 1] = outer.name;
  std::cout << map.size() << map.rbegin()->second << '\n';
  return nullptr;
}

static void locals() {
  in_threads(2, use_local);
  use_local(nullptr);
}

static void *exits_with_local(void *number) {
  noisy automatic(number == (void *)1 ? "first automatic" : "second automatic");
  use_local(number);
  if (number == (void *)1)
    pthread_exit(nullptr); // unwinds
  return nullptr;
}

static void unwinding() { in_threads(2, exits_with_local); }

static void *throws(void *number) {
  try {
    noisy automatic("automatic");
    visible();
    throw std::runtime_error(std::to_string((long)number));
  } catch (const std::exception &e) {
    visible();
    try {
      std::cout << "caught " << e.what() << ", " << std::uncaught_exceptions() << '\n';
      throw 5;
    } catch (int i) {
      visible();
      std::cout << i << '\n';
    }
    visible();
    std::cout << "still " << e.what() << '\n';
  }
  return nullptr;
}

static void exceptions() { in_threads(2, throws); }

static void futures() {
  std::promise<std::string> promise;
  auto future = promise.get_future();
  std::thread other([&] {
    try {
      visible();
      throw std::logic_error("from the other thread");
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
  try {
    future.get();
  } catch (const std::logic_error &e) {
    std::cout << e.what() << '\n';
  }
  other.join();
}

static noisy &local_static() {
  static noisy only("only");
  visible();
  return only;
}

static void *use_static(void *number) {
  local_static().name += number == (void *)1 ? " one" : " two";
  return nullptr;
}

static void statics() {
  in_threads(2, use_static);
  std::cout << local_static().name << '\n';
}

static void threads() {
  std::vector<std::thread> all;
  std::ostringstream out;
  std::mutex m;
  for (int i = 0; i < 3; i++)
    all.emplace_back([&, i] {
      std::lock_guard guard(m);
      out << i << ' ' << 1.5 * i << ", ";
    });
  for (auto &t : all)
    t.join();
  std::cout << out.str() << '\n';
}

static void *terminates(void *number) {
  visible();
  if (number == (void *)2)
    throw std::runtime_error("nobody catches it");
  return nullptr;
}

static void uncaught() { in_threads(2, terminates); }

static const scenario scenarios[] = {
    {"locals", locals},     {"unwinding", unwinding}, {"exceptions", exceptions},
    {"futures", futures},   {"statics", statics},     {"threads", threads},
    {"uncaught", uncaught}, {nullptr, nullptr},
};

int main(int argc, char **argv) { return run_scenario(scenarios, argc, argv); }
