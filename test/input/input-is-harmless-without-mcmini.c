// Run without mcmini, mc_choose gives 0, an assumption that does not hold ends the program with
// status 0, mc_fail aborts, sections do nothing. With the plugin, without it, and as C++.
// RUN: %mcmini-cc -g %s -o %t && %gcc -Wall -Wextra -Werror -I %root/include %s -o %t.gcc
// RUN: %gxx -Wall -Wextra -Werror -I %root/include -x c++ %s -o %t.g++
// RUN: %t choose && %t.gcc choose && %t.g++ choose
// RUN: %t assume && %t.gcc assume && %t.g++ assume
// RUN: not --crash %t fail 2>&1 | FileCheck %s
// RUN: not --crash %t.gcc fail 2>&1 | FileCheck %s
// RUN: not --crash %t.g++ fail 2>&1 | FileCheck %s
// CHECK: mc_fail: that was wrong
#include <mcmini/mcmini.h>

int main(int count, char **argument) {
  if (count < 2 || mc_choose(3) != 0)
    return 1;
  mc_atomic_begin();
  mc_atomic_end();
  if (argument[1][0] == 'a') {
    mc_assume(argument == 0);
    return 1;
  }
  if (argument[1][0] == 'f')
    mc_fail("that was wrong");
  return 0;
}
