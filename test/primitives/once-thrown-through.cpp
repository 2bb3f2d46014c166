// once-thrown-through.cpp - an exception passes through pthread_once, which then begins anew; so
// does std::call_once.
//
// RUN: %clang -std=c17 -Wall -Wextra -fexceptions -I%root -I%root/include -c %S/Inputs/stub.c \
// RUN:   %root/primitives/*.c %root/primitives/descriptors/*.c
// RUN: %clangxx -std=c++17 -Wall -Wextra -I%root -I%root/include %s *.o -o %t
// RUN: %t | FileCheck %s
// CHECK: thrown: not yet run
// CHECK: run: done
// CHECK: call_once: 3 calls
extern "C" {
#include "Inputs/stub.h"
extern const struct mc_primitive mc_primitive_once;
}
#include <cstdio>
#include <mutex>

static pthread_once_t control = PTHREAD_ONCE_INIT;

static void throwing() { throw 1; }
static void quiet() {}

// Not the last operation: libgcc's unwinder calls pthread_once too.
static void show(const char *what) {
  std::printf("%s: %s\n", what, stub_print(&mc_primitive_once, &control));
}

int main() {
  try {
    pthread_once(&control, throwing);
  } catch (int) {
    show("thrown");
  }
  pthread_once(&control, quiet);
  show("run");

  std::once_flag flag;
  int calls = 0;
  for (int i = 0; i < 5; i++)
    try {
      std::call_once(flag, [&] {
        if (++calls < 3)
          throw 1;
      });
    } catch (int) {
    }
  std::printf("call_once: %d calls\n", calls);
}
