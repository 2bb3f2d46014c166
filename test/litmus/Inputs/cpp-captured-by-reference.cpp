// RACE count: both lambdas change the local variable.
// TSAN NAMELESS: it lies on a stack, and no hook says by which expression.
#include "litmus.h"
#include <thread>

int main() {
  int count = 0;
  std::thread first([&] { count++; }), second([&] { count++; });
  first.join();
  second.join();
}
