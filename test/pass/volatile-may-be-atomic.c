// With --volatile=atomic volatile loads acquire and volatile stores release, as far as a processor
// does them at once; by default they are plain accesses.
// RUN: %mcmini-cc -w --volatile=atomic -O0 -S -emit-llvm -o - %s | FileCheck --check-prefixes=CHECK,ATOMIC %s
// RUN: %mcmini-cc -w --volatile=atomic -O1 -S -emit-llvm -o - %s | FileCheck --check-prefixes=CHECK,ATOMIC %s
// RUN: %mcmini-cc -w -O0 -S -emit-llvm -o - %s | FileCheck --check-prefixes=CHECK,PLAIN %s
// RUN: not %mcmini-cc --volatile=plain -c %s 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: %mcmini-cc --volatile=atomic --print-flags=compile | FileCheck --check-prefix=FLAGS %s
// WRONG: error: --volatile=plain: expected --volatile=atomic
// FLAGS: -fplugin-arg-mcmini-volatile=atomic
volatile int i;
volatile char c;
volatile double d;
void *volatile p;
volatile struct {
  int a[4];
} s, t;
volatile __int128 wide;
struct __attribute__((packed)) {
  char c;
  volatile int i;
} packed;
int plain;

// CHECK-LABEL: @atomic(
// ATOMIC: call void @__mcmini_access({{.*}}@i, i32 4, i32 514, i64 0, i64 0)
// ATOMIC: call void @__mcmini_access({{.*}}@i, i32 4, i32 771, i64 {{.*}}, i64 0)
// ATOMIC: call void @__mcmini_access({{.*}}@c, i32 1, i32 771, i64 1, i64 0)
// ATOMIC: call void @__mcmini_access({{.*}}@d, i32 8, i32 514, i64 0, i64 0)
// ATOMIC: call void @__mcmini_access({{.*}}@p, i32 8, i32 771, i64 {{.*}}, i64 0)
// ATOMIC: load atomic volatile i32, ptr @i acquire
// PLAIN-NOT: __mcmini_access
// PLAIN: call void @__mcmini_read4({{.*}}@i)
// CHECK: ret
void atomic(void) {
  i++;
  c = 1;
  d;
  p = &plain;
  i;
}

// CHECK-LABEL: @plainly(
// CHECK-NOT: __mcmini_access
// CHECK: ret
void plainly(void) {
  s = t;
  wide;
  packed.i = 1;
  plain = 2;
}
