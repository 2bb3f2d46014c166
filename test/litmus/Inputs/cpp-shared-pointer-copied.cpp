// NO RACE: each thread has its own shared_ptr; the count is atomic, the object only read.
#include "litmus.h"
#include <memory>
#include <thread>

int main() {
  std::shared_ptr<int> pointer = std::make_shared<int>(1);
  std::thread first([pointer] { use(*pointer); }), second([pointer] { use(*pointer); });
  pointer.reset();
  first.join();
  second.join();
}
