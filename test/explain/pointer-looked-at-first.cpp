// Double-checked: the first look at the pointer is without the lock, and it is no atomic.
// Bug: race
// RUN: %mcmini-c++ -g -O1 %s -o %t
// RUN: %S/Inputs/explained %mcmini data-race %t | FileCheck %s
// CHECK: why: Thread 0.1 holds 'lock' there, thread 0.2 holds no lock: if it held 'lock', too, the two would be ordered.
// CHECK: shown: 9 steps, 0 preemptions
// CHECK: decides: none
#include <mutex>
#include <thread>

struct Config {
  int port = 80;
};

static std::mutex lock, log_lock;
static Config *config;
static int lines;

static void log() {
  std::lock_guard<std::mutex> held(log_lock);
  lines++;
}

static Config *get() {
  if (!config) {
    std::lock_guard<std::mutex> held(lock);
    if (!config)
      config = new Config;
  }
  return config;
}

int main() {
  std::thread first([] {
    log();
    get();
  });
  std::thread second([] { get(); });
  first.join();
  second.join();
  delete config;
}
