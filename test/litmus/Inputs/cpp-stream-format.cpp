// RACE text: a number is printed while another thread changes the base in which numbers are.
// TSAN SILENT -O0: it is libstdc++'s own code that looks at the base.
// TSAN SILENT -O2: the same.
#include <sstream>
#include <thread>

static std::ostringstream text;

int main() {
  std::thread other([] { text << 10; });
  text.setf(std::ios::hex, std::ios::basefield);
  other.join();
}
