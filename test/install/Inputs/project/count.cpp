#include <atomic>
#include <thread>

int main() {
  std::atomic<int> Value{0};
  std::thread Other([&] { ++Value; });
  ++Value;
  Other.join();
  return Value == 2 ? 0 : 1;
}
