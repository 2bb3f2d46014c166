// NO RACE: the initialisation of a local static variable comes before its every use.
#include "litmus.h"
#include <thread>

struct settings {
  int value;
  settings() : value(1) {}
};
static settings &get() {
  static settings s;
  return s;
}

int main() {
  std::thread first([] { use(get().value); }), second([] { use(get().value); });
  first.join();
  second.join();
}
