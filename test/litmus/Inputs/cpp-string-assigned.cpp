// RACE text._M_local_buf[0]: libstdc++ has the functions of std::string compiled in itself, but those
// of a checked program are its own.
// TSAN SILENT -O0: it is libstdc++'s own code.
// TSAN SILENT -O2: the same.
#include "litmus.h"
#include <string>
#include <thread>

static std::string text = "a";

int main() {
  std::thread other([] { text = "b"; });
  use(text[0]);
  other.join();
}
