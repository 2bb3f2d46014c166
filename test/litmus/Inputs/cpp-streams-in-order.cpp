// NO RACE: a mutex orders what the threads do to the stream, and the standard streams are synchronised.
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

static std::mutex mutex;
static std::stringstream log;

static void write(std::ostream &stream, int number) { stream << number << ' ' << std::endl; }

static void both(int number) {
  write(std::cout, number);
  std::cerr << number;
  std::lock_guard<std::mutex> guard(mutex);
  write(log, number);
  log << std::string("text");
}

int main() {
  std::thread other(both, 1);
  both(2);
  other.join();
  std::ostringstream own;
  own << log.str();
}
