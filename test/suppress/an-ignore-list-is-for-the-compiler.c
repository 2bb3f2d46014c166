// mcmini-cc --ignorelist=FILE leaves plain accesses out when a file is compiled: by function (its name in
// the source or its symbol), file, object; atomics and primitives stay. Sections of other tools and
// categories other than plain say nothing to us.
// RUN: printf '%%s\n' '# a list' 'fun:first' '[address]' 'fun:third' '[mcmini]' 'object:b' 'fun:third=init' > list
// RUN: %mcmini-cc --ignorelist=list -Werror -S -emit-llvm -o - %s -I %S/../Inputs | FileCheck %s
// CHECK-LABEL: @first(
// CHECK-NOT: __mcmini_write
// CHECK: call void @__mcmini_access(
// CHECK-LABEL: @second(
// CHECK-NOT: __mcmini_write
// CHECK-LABEL: @third(
// CHECK: call void @__mcmini_write4(
// RUN: %mcmini-cc --ignorelist=list -g %s -I %S/../Inputs -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=THIRD
// THIRD: mcmini: data race: c:
// RUN: %mcmini-c++ --ignorelist=list -x c++ -DCPP -S -emit-llvm -o - %s -I %S/../Inputs | FileCheck %s --check-prefix=CPP
// CPP-LABEL: @_ZN5space5firstEv(
// CPP: call void @__mcmini_write4(
// RUN: echo 'fun:space::first' > qualified && echo 'fun:_ZN5space5fir*' > symbol
// RUN: %mcmini-c++ --ignorelist=qualified -x c++ -DCPP -S -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE
// RUN: %mcmini-c++ --ignorelist=symbol -x c++ -DCPP -S -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE
// RUN: echo 'src:an-ignore-list*' > 'a file'
// RUN: %mcmini-c++ '--ignorelist=a file' -x c++ -DCPP -S -emit-llvm -o - %s | FileCheck %s --check-prefix=NONE
// NONE-NOT: call void @__mcmini_write
// Without the wrapper, and what is wrong.
// RUN: %mcmini-cc --ignorelist=list --print-flags=compile | FileCheck %s --check-prefix=FLAGS
// FLAGS: -fplugin-arg-mcmini-ignorelist=list
// RUN: echo 'first' > wrong && not %mcmini-cc --ignorelist=wrong -c %s -o x.o 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: ignore list: error parsing file 'wrong': malformed line 1: 'first'
// RUN: not %mcmini-cc --ignorelist=absent -c %s -o x.o 2>&1 | FileCheck %s --check-prefix=ABSENT
// ABSENT: error: ignore list: can't open file 'absent'
#ifdef CPP
namespace space {
int a;
void first() { a = 1; }
} // namespace space
#else
#include "threads.h"
#include <stdatomic.h>

static int a, b, c;
static _Atomic int d;

void first(void) {
  a = 1;
  atomic_store(&d, 1);
}
void second(void) { b = 1; }
void third(void) { c = 1; }

static void *work(void *argument) {
  first();
  second();
  third();
  return argument;
}

int main(void) {
  many_threads(2, work);
  return 0;
}
#endif
