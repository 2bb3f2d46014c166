// RACE count: both lambdas change the local variable.
#include "litmus.h"
#include <thread>

int main() {
  int count = 0;
  std::thread first([&] { count++; }), second([&] { count++; });
  first.join();
  second.join();
}
