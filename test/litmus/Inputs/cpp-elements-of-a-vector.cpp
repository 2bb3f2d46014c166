// NO RACE: different elements.
#include "litmus.h"
#include <thread>
#include <vector>

int main() {
  std::vector<int> numbers(2);
  std::thread first([&] { numbers[0] = 1; }), second([&] { numbers[1] = 2; });
  first.join();
  second.join();
  use(numbers[0] + numbers[1]);
}
