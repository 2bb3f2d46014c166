// NO RACE: each lambda has its own copy.
#include "litmus.h"
#include <thread>

int main() {
  int count = 0;
  std::thread first([count]() mutable { use(++count); }),
      second([count]() mutable { use(++count); });
  first.join();
  second.join();
}
