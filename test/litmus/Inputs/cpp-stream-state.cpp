// RACE text: one thread asks whether the stream has failed while the other makes it fail.
// TSAN SILENT -O0: it is libstdc++'s own code that changes the state.
// TSAN SILENT -O2: the same.
#include <sstream>
#include <thread>

static std::stringstream text;

int main() {
  bool is_good = true;
  std::thread other([&] { is_good = text.good(); });
  text.setstate(std::ios::failbit);
  other.join();
  return is_good - is_good;
}
