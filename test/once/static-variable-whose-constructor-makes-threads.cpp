// The constructor of a static variable makes a thread that uses it: it waits for the constructor. If the
// constructor waits for the thread, both wait for ever.
// RUN: %mcmini-c++ -g %s -o %t && %mcmini --output=all %t | FileCheck %s
// RUN: not %mcmini %t wait | FileCheck --check-prefix=WAIT %s
// CHECK: value 7
// CHECK: {{^}}1 traces: 1 completed
// WAIT: deadlock: 2 threads wait
#include <stdio.h>
#include <thread>

static bool waits;

struct pool {
  int value;
  std::thread thread;
  pool();
};

static pool &the_pool() {
  static pool p;
  return p;
}

static int seen;

pool::pool() : value(0) {
  thread = std::thread([] { seen = the_pool().value; });
  if (waits)
    thread.join();
  value = 7;
}

int main(int count, char **) {
  waits = count > 1;
  the_pool().thread.join();
  printf("value %d\n", seen);
}
