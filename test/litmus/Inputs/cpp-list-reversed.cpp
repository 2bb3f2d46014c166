// RACE numbers: the links are changed inside of libstdc++.
// TSAN SILENT -O0: it is libstdc++'s own code.
// TSAN SILENT -O2: the same.
#include "litmus.h"
#include <list>
#include <thread>

static std::list<int> numbers = {1, 2};

int main() {
  std::thread other([] { numbers.reverse(); });
  use(numbers.front());
  other.join();
}
