// NO RACE: the predicate is looked at with the lock held.
#include "litmus.h"
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex m;
static std::condition_variable c;
static bool ready;
static int data;

int main() {
  std::thread producer([] {
    {
      std::lock_guard<std::mutex> lock(m);
      data = 1;
      ready = true;
    }
    c.notify_one();
  });
  std::unique_lock<std::mutex> lock(m);
  c.wait(lock, [] { return ready; });
  use(data);
  lock.unlock();
  producer.join();
}
