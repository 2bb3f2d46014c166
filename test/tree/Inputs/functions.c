// Three functions: of 1, 3 and 4 lines.
#include <stddef.h>
struct pair {
  int first, second;
};
enum { MOST = 3 };
static int table[] = {1, 2};
static int one(void) { return 1; } // one line
struct pair *three(struct pair *p) {
  return p;
}
// The arguments take a second line.
int four(int a,
         int b) {
  return a + b + one() + table[MOST - 3];
}
