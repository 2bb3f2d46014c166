// The heap that gives freed memory out again at once gives the same addresses in the first trace of a
// process, in which McMini looks functions up, as in all others: the object's count is the same step.
// RUN: %mcmini-c++ -g -std=c++17 %s -o %t
// RUN: %mcmini -q --heap=fast %t | FileCheck %s
// CHECK: mcmini: ok
// CHECK: Every schedule of the program was explored.
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct counted {
  ~counted();
};
static std::atomic<int> x;
counted::~counted() { x++; }
static std::shared_ptr<counted> own[2];
static std::weak_ptr<counted> weak;

static void *work(void *) {
  const std::shared_ptr<counted> mine = weak.lock();
  x++;
  return nullptr;
}

int main() {
  if (!mc_choose(2))
    return 0;
  const int descriptor = eventfd(0, 0);
  rand();
  own[0] = std::make_shared<counted>();
  own[1] = own[0];
  weak = own[0];
  pthread_t thread;
  pthread_create(&thread, nullptr, work, nullptr);
  x++;
  own[0].reset();
  own[1].reset();
  pthread_join(thread, nullptr);
  close(descriptor);
}
