// RACE log: both threads write to one stream of wide characters.
// TSAN SILENT -O0: it is libstdc++'s own code.
// TSAN SILENT -O2: the same.
#include <sstream>
#include <thread>

static std::wostringstream log;

int main() {
  std::thread other([] { log << 1; });
  std::wstring text = log.str();
  other.join();
}
