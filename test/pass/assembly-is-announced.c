// Inline assembly that accesses memory once, as <ck_pr.h> and <urcu/uatomic.h> have it, is announced
// as the atomic access that it is (kind and orders: mcmini/hooks.h), and stays.
// RUN: %clang -w -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clang -w -fplugin=%plugin -O1 -S -emit-llvm -o - %s | FileCheck %s
#include <stdbool.h>
#include <stdint.h>

uint64_t q;
uint32_t u;
uint16_t s;
uint8_t b;
void *p;
unsigned __int128 wide;
uint64_t plain[2];

// CHECK-LABEL: @moves(
// CHECK: call void @__mcmini_access({{.*}}@u, i32 4, i32 514, i64 0, i64 0)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "movl $1, $0"
// CHECK: call void @__mcmini_access({{.*}}@b, i32 1, i32 771, i64 255, i64 0)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "movb $1, $0"
// CHECK: call void @__mcmini_access({{.*}}@q, i32 8, i32 771, i64 -1, i64 0)
// CHECK: call void @__mcmini_access({{.*}}@p, i32 8, i32 771, i64 ptrtoint {{.*}}@q{{.*}}, i64 0)
// CHECK: call void @__mcmini_access({{.*}}@plain{{.*}}, i32 8, i32 514, i64 0, i64 0)
// CHECK: ret
uint64_t moves(void) {
  uint32_t loaded;
  uint64_t indirect;
  __asm__ volatile("movl %1, %0" : "=q"(loaded) : "m"(u) : "memory");
  __asm__ volatile("movb %1, %0" : "=m"(b) : "iq"((uint8_t)-1) : "memory");
  __asm__ volatile("movq $-1, %0" : "=m"(q));
  __asm__ volatile("mov %1, %0" : "=m"(*(char *)&p) : "q"(&q));
  __asm__ volatile("movq 8(%1), %0" : "=r"(indirect) : "r"(plain) : "memory");
  return loaded + indirect;
}

// CHECK-LABEL: @exchanges(
// CHECK: call void @__mcmini_access({{.*}}@u, i32 4, i32 1284, i64 {{7|%.*}}, i64 0)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "xchgl $0, $1"
// CHECK: call void @__mcmini_access({{.*}}@q, i32 8, i32 1284, i64 {{8|%.*}}, i64 0)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "xchg $1, $0"
// CHECK: call void @__mcmini_access({{.*}}@b, i32 1, i32 21776, i64 2, i64 {{1|%.*}})
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lock; cmpxchgb $2, $1"
// CHECK: call void @__mcmini_access({{.*}}@q, i32 8, i32 21776, i64 4, i64 {{3|%.*}})
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lock cmpxchgq $3, $0"
// CHECK: call void @__mcmini_access({{.*}}@u, i32 4, i32 21776, i64 6, i64 5)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lock cmpxchgl $2, $0; setz $1"
// CHECK: call void @__mcmini_access({{.*}}@wide, i32 16, i32 1295, i64 0, i64 0)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lock cmpxchg16b $0; setz $3"
// CHECK: call void @__mcmini_read_range({{.*}}@plain, i64 8)
// CHECK: call void @__mcmini_read_range({{.*}}@plain{{.*}}, i64 8)
// CHECK: call void @__mcmini_access({{.*}}@wide, i32 16, i32 3343, i64 0, i64 0)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "movq 0($4), %rax;movq 8($4), %rdx;lock cmpxchg16b $0; setz $1"
// CHECK: ret
void exchanges(void) {
  uint32_t four = 7;
  uint64_t eight = 8, old = 3, low = 0, high = 0;
  uint8_t one = 1;
  bool z;
  __asm__ volatile("xchgl %0, %1" : "+m"(u), "+q"(four)::"memory");
  __asm__ volatile("xchg %1, %0" : "+m"(q), "+r"(eight)::"memory");
  __asm__ volatile("lock; cmpxchgb %2, %1" : "+a"(one), "+m"(b) : "q"((uint8_t)2) : "memory");
  __asm__ volatile("lock cmpxchgq %3, %0"
                   : "+m"(q), "=@ccz"(z), "+a"(old) : "q"((uint64_t)4) : "memory", "cc");
  __asm__ volatile("lock cmpxchgl %2, %0; setz %1"
                   : "+m"(u), "=a"(z) : "q"(6), "a"(5) : "memory", "cc");
  __asm__ volatile("lock cmpxchg16b %0; setz %3"
                   : "+m"(*(uint64_t *)&wide), "+a"(low), "+d"(high), "=q"(z)
                   : "b"(low), "c"(high) : "memory", "cc");
  __asm__ volatile("movq 0(%4), %%rax;movq 8(%4), %%rdx;lock cmpxchg16b %0; setz %1"
                   : "+m"(*(uint64_t *)&wide), "=q"(z)
                   : "b"(low), "c"(high), "q"(plain) : "memory", "cc", "%rax", "%rdx");
}

// CHECK-LABEL: @modifications(
// CHECK: call void @__mcmini_access({{.*}}@q, i32 8, i32 1285, i64 {{5|%.*}}, i64 0)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lock; xaddq $1, $0"
// CHECK: call void @__mcmini_access({{.*}}@s, i32 2, i32 3333, i64 65534, i64 0)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lock; addw $1, $0"
// CHECK: call void @__mcmini_access({{.*}}@u, i32 4, i32 3334, i64 9, i64 0)
// CHECK: call void @__mcmini_access({{.*}}@u, i32 4, i32 3335, i64 1, i64 0)
// CHECK: call void @__mcmini_access({{.*}}@u, i32 4, i32 3337, i64 2, i64 0)
// CHECK: call void @__mcmini_access({{.*}}@u, i32 4, i32 3338, i64 3, i64 0)
// CHECK: call void @__mcmini_access({{.*}}@u, i32 4, i32 3333, i64 1, i64 0)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lock; incl $0"
// CHECK: call void @__mcmini_access({{.*}}@b, i32 1, i32 1286, i64 1, i64 0)
// CHECK: asm sideeffect "lock decb $0; setz $1"
// CHECK: call void @__mcmini_access({{.*}}@s, i32 2, i32 3338, i64 65535, i64 0)
// CHECK: call void @__mcmini_access({{.*}}@u, i32 4, i32 3343, i64 0, i64 0)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lock negl $0"
// CHECK: call void @__mcmini_access({{.*}}, i32 4, i32 1289, i64 {{8|%.*}}, i64 0)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lock btsl $2, $0; setc $1"
// CHECK: call void @__mcmini_access({{.*}}, i32 8, i32 1287, i64 {{-65|%.*}}, i64 0)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lock btrq $2, $0; setc $1"
// CHECK: ret
void modifications(void) {
  uint64_t five = 5;
  bool z;
  __asm__ volatile("lock; xaddq %1, %0" : "+m"(q), "+r"(five)::"memory");
  __asm__ volatile("lock; addw %1, %0" : "=m"(s) : "ir"((uint16_t)-2) : "memory");
  __asm__ volatile("lock subl %1, %0" : "+m"(u) : "er"((uint64_t)9) : "memory");
  __asm__ volatile("lock andl %1, %0" : "+m"(u) : "q"(1) : "memory");
  __asm__ volatile("lock orl $2, %0" : "+m"(u)::"memory");
  __asm__ volatile("lock\n\txorl %1, %0" : "+m"(u) : "q"(3) : "memory");
  __asm__ volatile("lock; incl %0" : "=m"(u)::"memory");
  __asm__ volatile("lock decb %0; setz %1" : "+m"(b), "=rm"(z)::"memory", "cc");
  __asm__ volatile("lock notw %0" : "+m"(s)::"memory");
  __asm__ volatile("lock negl %0" : "+m"(u)::"memory");
  __asm__ volatile("lock btsl %2, %0; setc %1" : "+m"(u), "=q"(z) : "q"(3) : "memory");
  __asm__ volatile("lock btrq %2, %0; setc %1" : "+m"(q), "=q"(z) : "q"(70ull) : "memory");
}

// CHECK-LABEL: @fences(
// CHECK: call void @__mcmini_fence({{.*}}i32 5)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "mfence"
// CHECK: call void @__mcmini_fence({{.*}}i32 2)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lfence"
// CHECK: call void @__mcmini_fence({{.*}}i32 3)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "sfence"
// CHECK: call void @__mcmini_fence({{.*}}i32 5)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lock; addl $$0,0(%rsp)"
// CHECK: call void @__mcmini_fence({{.*}}i32 5)
// CHECK-NEXT: load i64, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: add i64
// CHECK-NEXT: store i64 {{.*}}, ptr @__mcmini_looks_at_itself
// CHECK-NEXT: asm sideeffect "lock orq $$0, -8(%rsp)"
// CHECK-NOT: call {{.*}}__mcmini
// CHECK: ret
void fences(void) {
  __asm__ volatile("mfence" ::: "memory");
  __asm__ volatile("lfence" ::: "memory");
  __asm__ volatile("sfence" ::: "memory");
  __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory");
  __asm__ volatile("lock orq $0, -8(%%rsp)" ::: "memory");
  __asm__ volatile("rep; nop" ::: "memory");
  __asm__ volatile("prefetchw (%0)" ::"r"(&q) : "memory");
  __asm__ volatile("movq %%rax, %%rbx" ::: "rbx", "memory");
}

// Without the lock it is no atomic; two accesses, unknown instructions, jumps and operands are not
// understood.
// CHECK-LABEL: @unseen(
// CHECK-NOT: __mcmini_access
// CHECK-COUNT-7: @__mcmini_unseen(
// CHECK-NOT: __mcmini_access
// CHECK: ret
void unseen(void) {
  __asm__ volatile("incl %0" : "+m"(u));
  __asm__ volatile("lock incl %0; lock incl %0" : "+m"(u));
  __asm__ volatile("lock frobl %0" : "+m"(u) : : "memory");
  __asm__ volatile("1: lock decl %0\n\tjz 1b" : "+m"(u)::"memory");
  __asm__ volatile("movl %%fs:0, %%eax" ::: "eax", "memory");
  __asm__ volatile("lock addl $1, (%0,%1,4)" ::"r"(&u), "r"(0ul) : "memory");
  __asm__ volatile("lock addl $1, 0(%%rsp)" ::: "memory");
}
