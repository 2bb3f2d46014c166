// Atomics of all sizes, also those that are calls of libatomic, which takes mutexes for some: each
// operation is one transition, and what one must see of another does not depend on the size. Through
// the plugin and through gcc -fsanitize=thread.
// RUN: %mcmini-c++ -std=c++20 -g %s -o %t.0 -latomic && %mcmini-c++ -std=c++20 -g -O2 %s -o %t.2 -latomic
// RUN: %mcmini-c++ --from-tsan -std=c++20 -g %s -o %t.tsan -latomic
// RUN: python3 %S/Inputs/sizes.py %mcmini %s %t.0 %t.2 %t.tsan | FileCheck %s
// Natively they do the same, by libatomic.
// RUN: %t.0 1 check && %t.0 2 check && %t.0 3 check && %t.0 8 check && %t.0 16 check
// RUN: %t.0 12 check && %t.0 24 check && %t.0 32 check && %t.0 100 check
// RUN: %t.tsan 3 check && %t.tsan 8 check && %t.tsan 16 check && %t.tsan 24 check
//
// Three stores, exchanges: 3! orders.
// CHECK: store: 6
// CHECK-NEXT: exchange: 6
// CHECK-NEXT: load: 1
// One of three succeeds, the others fail, which changes nothing; a weak one fails only if it must.
// CHECK-NEXT: compare-exchange: 3
// CHECK-NEXT: compare-exchange-weak: 3
// A compare-exchange before the store fails, and the load is before or after the store (2); or it
// succeeds after the store, and the load is before, between, after them (3).
// CHECK-NEXT: store-load-compare-exchange: 5
// CHECK-NEXT: one-store-two-loads: 4
// One store to an object, two to another, in each of their orders.
// CHECK-NEXT: two-objects: 2
// CHECK-NEXT: differ
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <cstring>
#include <thread>

/// Values differ in the last byte.
template <int N> struct bytes {
  unsigned char byte[N] = {};
  bytes(int last = 0) { byte[N - 1] = static_cast<unsigned char>(last); }
};

template <int N> struct test {
  using value = bytes<N>;
  static inline std::atomic<value> x, y;
  static inline int result[3];

  static int last(const value &v) { return v.byte[N - 1]; }

  static int exchange_if(int expected, int wanted) {
    value v(expected);
    bool is_done = x.compare_exchange_strong(v, value(wanted));
    assert(is_done ? last(v) == expected : last(v) != expected);
    return is_done;
  }

  static void work(const char *way, int number) {
    int &mine = result[number];
    if (!std::strcmp(way, "store"))
      x.store(value(number + 1));
    else if (!std::strcmp(way, "exchange"))
      mine = last(x.exchange(value(number + 1)));
    else if (!std::strcmp(way, "load"))
      mine = last(x.load());
    else if (!std::strcmp(way, "compare-exchange"))
      mine = exchange_if(0, number + 1);
    else if (!std::strcmp(way, "compare-exchange-weak")) {
      value zero;
      mine = x.compare_exchange_weak(zero, value(number + 1));
    } else if (!std::strcmp(way, "store-load-compare-exchange"))
      number == 0 ? x.store(value(1)) : void(mine = number == 1 ? last(x.load()) : exchange_if(1, 2));
    else if (!std::strcmp(way, "one-store-two-loads"))
      number == 0 ? x.store(value(1)) : void(mine = last(x.load()));
    else if (!std::strcmp(way, "two-objects"))
      (number == 0 ? x : y).store(value(number));
  }

  static void run(const char *way) {
    std::thread a(work, way, 0), b(work, way, 1), c(work, way, 2);
    a.join(), b.join(), c.join();
  }

  static void check() {
    x.store(value(5));
    assert(last(x.load()) == 5 && last(x.exchange(value(6))) == 5);
    assert(!exchange_if(5, 7) && exchange_if(6, 8) && last(x.load()) == 8);
  }

  static void main(const char *way) { std::strcmp(way, "check") ? run(way) : check(); }
};

int main(int, char **argument) {
  const char *way = argument[2];
  switch (std::atoi(argument[1])) {
  case 1:
    return test<1>::main(way), 0;
  case 2:
    return test<2>::main(way), 0;
  case 3:
    return test<3>::main(way), 0;
  case 4:
    return test<4>::main(way), 0;
  case 8:
    return test<8>::main(way), 0;
  case 12:
    return test<12>::main(way), 0;
  case 16:
    return test<16>::main(way), 0;
  case 24:
    return test<24>::main(way), 0;
  case 32:
    return test<32>::main(way), 0;
  default:
    return test<100>::main(way), 0;
  }
}
