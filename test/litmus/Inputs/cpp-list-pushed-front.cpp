// RACE numbers: the library links the new node to the list's head, which is no argument of its.
// TSAN SILENT -O0: it is libstdc++'s own code.
// TSAN SILENT -O2: the same.
#include "litmus.h"
#include <list>
#include <thread>

static std::list<int> numbers = {1, 2};

int main() {
  std::thread other([] { numbers.push_front(0); });
  use(numbers.front());
  other.join();
}
