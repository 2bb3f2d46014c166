// A read whose value nobody uses is announced, also where two such values meet behind a choice or
// around a loop: the clean-up before the pass deletes such a meeting, but no access.
// RUN: %clang -w -fplugin=%plugin -I%root/include -g -O1 -mllvm -opt-bisect-limit=0 -S -emit-llvm -o - %s | FileCheck %s
int x, y;
void unknown(int i);

// CHECK-LABEL: @choice(
// CHECK: call void @__mcmini_read4({{.*}}@x)
// CHECK: call void @__mcmini_read4({{.*}}@y)
// CHECK: ret void
void choice(int which) {
  int value = 0;
  if (which)
    value = x;
  else
    value = y;
}

// The counter is not carried around the loop.
// CHECK-LABEL: @loop(
// CHECK-NOT: phi
// CHECK: call void @__mcmini_read4({{.*}}@x)
// CHECK-NOT: phi
// CHECK: ret void
void loop(void) {
  int value = 0, turns = 0;
  while (y) {
    value = x + value;
    turns++;
    unknown(0);
  }
}
