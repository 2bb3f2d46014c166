// RACE data: the lock was given back before the second access.
#include "litmus.h"
#include <mutex>
#include <thread>

static std::mutex m;
static int data;

static void worker() {
  std::unique_lock<std::mutex> lock(m);
  data++;
  lock.unlock();
  data++;
}

int main() {
  std::thread first(worker), second(worker);
  first.join();
  second.join();
}
