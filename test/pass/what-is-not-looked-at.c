// Plain accesses are left alone in a function with MCMINI_NO_CHECK and in a file compiled with
// --no-accesses, atomics and primitives are not; and in the functions of a primitive, which no thread
// of the program calls. Inline assembly that touches memory and is not understood is named.
// RUN: %mcmini-cc -w -O1 -S -emit-llvm -o - %s | FileCheck %s
// RUN: %mcmini-cc -w -x c++ -O0 -S -emit-llvm -o - %s | FileCheck %s
// RUN: %mcmini-cc -Werror -Wno-unused-value --no-accesses -O1 -S -emit-llvm -o - %s | FileCheck --check-prefix=OFF %s
// RUN: not %mcmini-cc -fplugin-arg-mcmini-accesses -c %s 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: %mcmini-cc --no-accesses --print-flags=compile | FileCheck --check-prefix=FLAGS %s
// WRONG: error: -fplugin-arg-mcmini-accesses: the McMini plugin knows only -fplugin-arg-mcmini-no-accesses
// FLAGS: -fplugin-arg-mcmini-no-accesses
#include <mcmini/mcmini.h>
#include <mcmini/primitive.h>

#ifdef __cplusplus
extern "C" {
#endif
int plain, *pointer;
void fence(void);

// CHECK-LABEL: @unchecked(
// CHECK-NOT: call void @__mcmini_{{read|write}}
// CHECK: call void @__mcmini_access(
// CHECK-NOT: call void @__mcmini_{{read|write}}
// CHECK: ret i32
// OFF-LABEL: @unchecked(
// OFF: call void @__mcmini_access(
MCMINI_NO_CHECK int unchecked(void) {
  plain++;
  return __atomic_load_n(pointer, __ATOMIC_ACQUIRE);
}

// CHECK-LABEL: @assembly(
// CHECK-NOT: __mcmini_unseen
// CHECK: asm sideeffect "pause"
// CHECK-NEXT: asm sideeffect ""
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: call void {{.*}}@__mcmini_unseen({{.*}}@mc.site
// CHECK-NEXT: asm sideeffect "incl $0"
// CHECK: call void @__mcmini_read4(
// CHECK: ret i32
// OFF-LABEL: @assembly(
// OFF-NOT: call void @__mcmini_
// OFF: ret i32
int assembly(void) {
  __asm__ volatile("pause" ::: "memory");
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("incl %0" : "+m"(plain));
  return plain;
}

// CHECK-LABEL: define {{.*}}is_enabled{{.*}}(
// CHECK-NOT: call void @__mcmini_{{read|write}}
// CHECK: {{^[}]}}
static bool is_enabled(const struct mc_operation *op, const void *const state[]) {
  return op->kind == *(const uint16_t *)state[0];
}
extern const struct mc_primitive mc_primitive_of_test;
const struct mc_primitive mc_primitive_of_test = {.enabled = is_enabled};
#ifdef __cplusplus
}
#endif
