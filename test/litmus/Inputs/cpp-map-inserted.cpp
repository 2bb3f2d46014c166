// RACE numbers: a node is hung into the tree inside of libstdc++.
// TSAN SILENT -O0: it is libstdc++'s own code.
// TSAN SILENT -O2: the same.
#include "litmus.h"
#include <map>
#include <thread>

static std::map<int, int> numbers;

int main() {
  std::thread other([] { numbers[1] = 2; });
  use((int)numbers.count(1));
  other.join();
}
