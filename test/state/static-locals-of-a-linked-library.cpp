// -static-libstdc++: nobody but the program needs the library's guards of static locals, and has ours, so that the
// linker leaves the library's out. Natively such a program ended with an internal fault.
// RUN: %mcmini-c++ -g -O1 -static-libstdc++ %s -o %t
// RUN: %t
// RUN: %mcmini -q --output=all %t checked | FileCheck %s --check-prefix=CHECKED
// Either thread throws, and either initialises it then: 4 traces. Natively eight wait for one.
// CHECKED-COUNT-4: made 2, thrown 1, wrong 0
// CHECKED: 4 traces: 4 completed
// CHECKED: Every schedule of the program was explored.
#include <atomic>
#include <cstdio>
#include <thread>
#include <unistd.h>
#include <vector>

static std::atomic<int> thrown, wrong;
static int made;

static int make(bool waits) {
  if (waits)
    usleep(1000);
  if (made++ == 0)
    throw 1;
  return 7;
}

static int value(bool waits) {
  static int v = make(waits);
  return v;
}

int main(int count, char **) {
  std::vector<std::thread> threads;
  for (int i = 0; i < (count > 1 ? 2 : 8); i++)
    threads.emplace_back([=] {
      for (;;)
        try {
          if (value(count == 1) != 7)
            wrong++;
          break;
        } catch (int) {
          thrown++;
        }
    });
  for (std::thread &t : threads)
    t.join();
  std::printf("made %d, thrown %d, wrong %d\n", made, (int)thrown, (int)wrong);
  return made == 2 && thrown == 1 && wrong == 0 ? 0 : 1;
}
