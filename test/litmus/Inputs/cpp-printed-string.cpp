// RACE text: the stream reads it inside of libstdc++.
// TSAN SILENT -O0: it is libstdc++'s own code.
// TSAN SILENT -O2: the same.
#include <iostream>
#include <string>
#include <thread>

static std::string text = "text";

int main() {
  std::thread other([] { text[0] = 'T'; });
  std::cout << text;
  other.join();
}
