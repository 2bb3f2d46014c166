// new, delete, containers and strings in threads are served by the thread's own heap: the same
// addresses in every trace.
// RUN: %mcmini-c++ -g -O1 %s -o %t && %mcmini -k --output=all %t >out && FileCheck %s <out
// RUN: grep '^thread' out | sort -u | count 4
// CHECK: 24 traces: 24 completed
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

struct alignas(256) Wide {
  char byte[300];
};

static std::mutex mutex;
static std::vector<std::unique_ptr<std::string>> handedOver;

static void work(int number) {
  std::vector<int> numbers;
  std::map<int, std::string> names;
  for (int i = 0; i < 1000; i++) {
    numbers.push_back(i);
    names[i % 50] += "a string that is longer than what is kept in place";
  }
  auto wide = std::make_unique<Wide>();
  auto text = std::make_unique<std::string>(100 + number, 'x');
  if (reinterpret_cast<std::uintptr_t>(wide.get()) % 256)
    std::abort();
  std::printf("thread %d: vector %p, string %p, wide %p\n", number, (void *)numbers.data(),
              (const void *)names[49].data(), (void *)wide.get());
  std::lock_guard<std::mutex> lock(mutex);
  handedOver.push_back(std::move(text));
}

int main() {
  handedOver.reserve(4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; i++)
    threads.emplace_back(work, i);
  for (auto &thread : threads)
    thread.join();
  std::size_t length = 0;
  for (auto &text : handedOver)
    length += text->size();
  return length == 406 ? 0 : 1;
}
