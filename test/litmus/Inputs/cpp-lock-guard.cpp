// NO RACE: std::mutex.
#include "litmus.h"
#include <mutex>
#include <thread>

static std::mutex m;
static int data;

static void worker() {
  std::lock_guard<std::mutex> lock(m);
  data++;
}

int main() {
  std::thread first(worker), second(worker);
  first.join();
  second.join();
}
