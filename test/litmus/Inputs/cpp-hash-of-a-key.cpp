// RACE key: its text is hashed inside of libstdc++.
// TSAN SILENT -O0: it is libstdc++'s own code.
// TSAN SILENT -O2: the same.
#include "litmus.h"
#include <functional>
#include <string>
#include <thread>

static std::string key = "key";

int main() {
  std::thread other([] { key[0] = 'K'; });
  use(static_cast<int>(std::hash<std::string>()(key)));
  other.join();
}
