// RACE log: both threads write to one stream.
// TSAN SILENT -O0: it is libstdc++'s own code.
// TSAN SILENT -O2: the same.
#include <sstream>
#include <thread>

static std::ostringstream log;

int main() {
  std::thread other([] { log << 1; });
  log << "two";
  other.join();
}
