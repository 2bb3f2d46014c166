// NO RACE: std::shared_mutex.
#include "litmus.h"
#include <mutex>
#include <shared_mutex>
#include <thread>

static std::shared_mutex m;
static int data;

int main() {
  std::thread reader([] {
    std::shared_lock<std::shared_mutex> lock(m);
    use(data);
  });
  std::thread writer([] {
    std::lock_guard<std::shared_mutex> lock(m);
    data++;
  });
  reader.join();
  writer.join();
}
