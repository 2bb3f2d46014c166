// A string grows into new memory while another thread reads a character of it. The copy reads and writes
// words of which the reader reads a byte. That they overlap shows in a trace that runs again for the stack
// of a race: it repeats the steps as they were. Three orders: the reader takes the old memory before it is
// freed, takes the new one, or takes the old one and reads when it is freed.
// RUN: %mcmini-c++ -g %s -o %t
// RUN: not %mcmini -k %t | FileCheck %s
// CHECK: use after free
// CHECK: {{^}}3 traces: 2 completed, 0 deadlocked, 1 failed
// CHECK: Every schedule of the program was explored.
#include <pthread.h>
#include <string>

static std::string text(100, 'a');
static volatile char seen;

static void *grow(void *argument) {
  text.insert(3, "abc");
  return argument;
}

static void *look(void *argument) {
  seen = text[50];
  return argument;
}

int main() {
  pthread_t thread[2];
  pthread_create(&thread[0], nullptr, grow, nullptr);
  pthread_create(&thread[1], nullptr, look, nullptr);
  pthread_join(thread[0], nullptr);
  pthread_join(thread[1], nullptr);
}
