// NO RACE: elements of a map that is not changed, found by iterators, may be changed by two threads.
#include "litmus.h"
#include <map>
#include <thread>

static std::map<int, int> numbers = {{1, 1}, {2, 2}, {3, 3}};

static void change(bool odd) {
  for (auto &number : numbers)
    if (number.first % 2 == odd)
      number.second++;
}

int main() {
  std::thread other([] { change(true); });
  change(false);
  other.join();
}
