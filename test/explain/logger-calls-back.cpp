// The logger calls its sink with its own lock held; the sink's owner logs with the sink's lock held.
// Bug: deadlock
// RUN: %mcmini-c++ -g -O1 %s -o %t
// RUN: %S/Inputs/explained %mcmini deadlock %t | FileCheck %s
// CHECK: why: Thread 0.1 waits for sink.lock (logger-calls-back.cpp:17), which thread 0.2 has held since step 6 (logger-calls-back.cpp:43); thread 0.2 waits for logger.lock (logger-calls-back.cpp:33), which thread 0.1 has held since step 4 (logger-calls-back.cpp:29).
// CHECK-NEXT: why: If all took these locks in the same order, none would wait for ever.
// CHECK: shown: 6 steps, 1 preemption
// CHECK: decides: step: step 6: 0.2 lock sink (logger-calls-back.cpp:43)
#include <mutex>
#include <thread>

class Sink {
public:
  std::mutex lock;
  int lines = 0;
  void write() {
    std::lock_guard<std::mutex> held(lock);
    lines++;
  }
};

class Logger {
  std::mutex lock;
  Sink &sink;

public:
  explicit Logger(Sink &to) : sink(to) {}
  void log() {
    std::lock_guard<std::mutex> held(lock);
    sink.write();
  }
  void count(int &messages) {
    std::lock_guard<std::mutex> held(lock);
    messages++;
  }
};

static Sink sink;
static Logger logger(sink);
static int rotations;

static void rotate() {
  std::lock_guard<std::mutex> held(sink.lock);
  sink.lines = 0;
  logger.count(rotations);
}

int main() {
  std::thread worker([] {
    for (int i = 0; i < 5; i++)
      logger.log();
  });
  std::thread rotator(rotate);
  worker.join();
  rotator.join();
}

// CHECK-NEXT: because: From here thread 0.1 holds logger.lock and needs sink.lock, and thread 0.2 holds sink.lock and needs logger.lock.
// CHECK-NEXT: first: 0.1 lock sink (logger-calls-back.cpp:17)
