// Reference counts of shared pointers are no transitions while nobody can tell their order. So that order hides no race:
// main writes x and lets go of the pointer, or copies it; the other thread lets go, or copies, and writes x. In the order
// that runs main is first. Who frees the memory sees what all others have done with it before.
// RUN: %mcmini-c++ -g %s -o %t
// RUN: not %mcmini -k --races=report %t drop | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: not %mcmini -k --races=report %t apart | FileCheck %s --check-prefixes=CHECK,TWO
// RUN: not %mcmini -k --races=report %t copy | FileCheck %s
// RUN: not %mcmini -k --races=report --algorithm=dfs %t drop | FileCheck %s
// CHECK: data race: x: write at
// Both orders of the counts, once they may matter.
// TWO: {{^}}2 traces: 2 completed
//
// RUN: %mcmini -k %t together-right | FileCheck %s --check-prefix=RIGHT
// RUN: %mcmini -k %t apart-right | FileCheck %s --check-prefix=RIGHT
// RUN: %mcmini -k %t weak-right | FileCheck %s --check-prefix=RIGHT
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}1 traces: 1 completed
#include <cstring>
#include <memory>
#include <pthread.h>
struct numbers {
  int a, b;
};
static int x;
static std::shared_ptr<numbers> a, b;
static std::weak_ptr<numbers> weak;
static const char *how;
static bool is(const char *part) { return strstr(how, part); }
static void *other(void *p) {
  if (is("copy"))
    auto c = b;
  else
    b->b = 1, b.reset();
  if (!is("right"))
    x = 2;
  return p;
}
int main(int count, char **argument) {
  pthread_t t;
  how = argument[count - 1];
  a = is("apart") || is("weak") ? std::shared_ptr<numbers>(new numbers) : std::make_shared<numbers>();
  b = a;
  if (is("weak"))
    weak = a;
  pthread_create(&t, 0, other, 0);
  if (!is("right"))
    x = 1;
  if (is("copy"))
    auto c = a;
  else
    a->a = 1, a.reset();
  weak.reset();
  pthread_join(t, 0);
}
