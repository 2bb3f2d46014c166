// Prints bytes that are no UTF-8 and no XML, and many lines, before an assertion fails after more steps
// than a short report shows.
#include <cassert>
#include <cstdio>
#include <mutex>
#include <thread>

static std::mutex guard;

int main() {
  std::printf("before \xff\xfe <&> \"]]>\x01\n");
  std::fflush(stdout);
  std::thread other([] {
    for (int i = 0; i < 25; i++) {
      std::lock_guard<std::mutex> held(guard);
      std::printf("line %d \xc3\xa4\xe2\x82\xac\n", i);
    }
    assert(!"reached");
  });
  other.join();
}
