// NO RACE: std::call_once.
#include "litmus.h"
#include <mutex>
#include <thread>

static std::once_flag once;
static int data;

static void worker() {
  std::call_once(once, [] { data = 1; });
  use(data);
}

int main() {
  std::thread first(worker), second(worker);
  first.join();
  second.join();
}
