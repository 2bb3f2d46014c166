// The C++ library's atomics that only count references (of locales, exceptions, strings, what a thread starts
// with) hide nothing: an instrumented program that uses shared pointers, streams, exceptions and threads is
// complete, also where the library is linked into the program. What gives a program its turn (std::set_new_handler
// gives the handler of before) does; and a locale is everyone's, but nobody is there any more.
// RUN: %mcmini-c++ -g -O1 -std=c++17 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini --isolation=fork %t | FileCheck %s
// RUN: %mcmini-c++ -g -O1 -std=c++17 -static-libstdc++ -static-libgcc %s -o %t.static && %mcmini %t.static | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: Every schedule of the program was explored.
// RUN: not %mcmini --atomics=off %t handlers | FileCheck %s --check-prefix=HANDLERS
// RUN: not %mcmini --atomics=off %t.static handlers | FileCheck %s --check-prefix=HANDLERS
// RUN: not %mcmini %t handlers | FileCheck %s --check-prefix=PLAIN
// RUN: not %mcmini %t.static handlers | FileCheck %s --check-prefix=PLAIN
// PLAIN: Not every schedule of the program was explored: plain loads and stores of {{libstdc\+\+.so|the-cpp}}{{.*}} are not seen
// HANDLERS: Not every schedule of the program was explored: std::set_new_handler{{.*}} of {{libstdc\+\+.so|the-cpp}}{{.*}} goes by atomics that are not seen
#include <iostream>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <thread>

static std::shared_ptr<int> number = std::make_shared<int>(3);

static void use(int i) {
  auto mine = number;
  std::ostringstream text;
  text << std::hex << *mine << i;
  try {
    throw std::runtime_error(text.str());
  } catch (const std::exception &e) {
    if (*e.what() != '3')
      std::abort();
  }
  std::cout << "x\n";
}

static void set() { std::set_new_handler(std::abort); }

int main(int argc, char **) {
  std::thread one(argc == 2 ? std::thread(set) : std::thread(use, 1));
  std::thread other(argc == 2 ? std::thread(set) : std::thread(use, 2));
  one.join();
  other.join();
  std::locale::global(std::locale::classic());
}
