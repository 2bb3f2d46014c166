// message_queue.cpp - a C++ queue with std::mutex and std::condition_variable; close() forgets that
// more than one thread may wait.
//
// McMini: deadlock: notify_one at the end wakes one of the two workers, the other waits for ever.
// The clean twin: any argument, then close() notifies all.
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <thread>

class Queue {
public:
  explicit Queue(bool WakeAll) : WakeAll(WakeAll) {}

  void push(int Message) {
    std::lock_guard<std::mutex> Guard(Lock);
    Messages.push_back(Message);
    Changed.notify_one();
  }

  void close() {
    std::lock_guard<std::mutex> Guard(Lock);
    Closed = true;
    if (WakeAll)
      Changed.notify_all();
    else
      Changed.notify_one();
  }

  std::optional<int> pop() {
    std::unique_lock<std::mutex> Guard(Lock);
    Changed.wait(Guard, [this] { return Closed || !Messages.empty(); });
    if (Messages.empty())
      return std::nullopt;
    const int Message = Messages.front();
    Messages.pop_front();
    return Message;
  }

private:
  std::mutex Lock;
  std::condition_variable Changed;
  std::deque<int> Messages;
  bool Closed = false;
  const bool WakeAll;
};

int main(int argc, char *[]) {
  Queue Jobs(argc > 1);
  auto Worker = [&Jobs] {
    while (Jobs.pop())
      ;
  };
  std::thread First(Worker), Second(Worker);
  Jobs.push(1);
  Jobs.close();
  First.join();
  Second.join();
  return 0;
}
