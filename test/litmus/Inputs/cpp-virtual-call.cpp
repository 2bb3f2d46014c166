// NO RACE: the object is complete before the thread is created.
#include "litmus.h"
#include <thread>

struct base {
  virtual ~base() {}
  virtual int get() const { return 1; }
};
struct derived : base {
  int value = 2;
  int get() const override { return value; }
};

int main() {
  const base *object = new derived;
  std::thread first([=] { use(object->get()); }), second([=] { use(object->get()); });
  first.join();
  second.join();
  delete object;
}
