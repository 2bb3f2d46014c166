// RACE log: its text is read while another thread may write to it.
// TSAN SILENT -O0: it is libstdc++'s own code.
// TSAN SILENT -O2: the same.
#include <iomanip>
#include <sstream>
#include <thread>

static std::stringstream log;

int main() {
  std::thread other([] { log << std::setw(4) << 1.5 << std::endl; });
  std::string text = log.str();
  other.join();
}
