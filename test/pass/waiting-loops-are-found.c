// The back edge of a loop that only waits for memory to change calls __mcmini_wait, which knows the
// start of the turn.
// RUN: %clang -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | FileCheck --check-prefixes=CHECK,O0 %s
// RUN: %clang -fplugin=%plugin -g -O1 -fno-inline -S -emit-llvm -o - %s | FileCheck %s
#include <stdatomic.h>

struct node {
  struct node *next;
  int ready;
};
struct pool {
  volatile int alive;
  int wanted;
  struct node nodes[3];
};
int plain, sink;
volatile int device;
static int internal;
_Atomic int atomic;

void set_internal(void) { internal = 1; }
static int is_ready(struct node *node) { return node->ready; }
static int value_of(const int *address) { return *address; }

// CHECK-LABEL: @plain_variable(
// CHECK: call i64 @__mcmini_turn()
// CHECK: call void @__mcmini_wait({{.*}}@mc.site{{.*}}, i64 {{.*}}, i32 1)
void plain_variable(void) {
  while (!plain)
    ;
}

// CHECK-LABEL: @until_equal(
// CHECK: call void @__mcmini_wait(
void until_equal(struct pool *pool, int n) {
  while (pool->alive != n) {
  }
}

// CHECK-LABEL: @ticket(
// CHECK: call void @__mcmini_access(
// CHECK: call void @__mcmini_wait(
void ticket(void) {
  int mine = atomic_fetch_add(&atomic, 1);
  while (plain != mine)
    ;
}

// A load that looks whether an attempt is worth a try is made with it: kind 4 is an exchange.
// CHECK-LABEL: @look_and_try(
// CHECK: call void @__mcmini_await(i32 1, i64 -1, i64 0)
// CHECK-NEXT: call void @__mcmini_attempt(i32 516, i64 1, i64 0)
// CHECK-NOT: @__mcmini_wait(
// CHECK: ret void
void look_and_try(void) {
  while (atomic_load_explicit(&atomic, memory_order_relaxed) != 0 ||
         atomic_exchange_explicit(&atomic, 1, memory_order_acquire) != 0)
    ;
}

// Not where it asks for more than the attempt.
// CHECK-LABEL: @look_elsewhere(
// CHECK-NOT: @__mcmini_attempt(
// CHECK: call void @__mcmini_wait(
// CHECK-NOT: @__mcmini_attempt(
// CHECK: ret void
void look_elsewhere(void) {
  while (atomic_load(&atomic) != 7 || atomic_exchange(&atomic, 1) != 0)
    ;
}

// The hook is on the way back only: a loop that ends after one turn does not wait.
// CHECK-LABEL: @at_the_end(
// O0: asm sideeffect "pause"
// O0: br i1
// CHECK: call void @__mcmini_wait(
// O0-NEXT: br label
// CHECK: ret void
void at_the_end(void) {
  do {
    __asm__ volatile("pause" ::: "memory");
  } while (!plain);
}

// CHECK-LABEL: @two_exits(
// CHECK: call void @__mcmini_wait(
void two_exits(void) {
  for (;;) {
    if (plain)
      break;
    if (device)
      return;
    __builtin_ia32_pause();
  }
}

// CHECK-LABEL: @through_a_function(
// CHECK: call void @__mcmini_wait(
void through_a_function(struct pool *pool) {
  while (!is_ready(&pool->nodes[pool->wanted]))
    ;
}

// The awaited read has no place of its own in this function.
// CHECK-LABEL: @looks_in_a_function(
// CHECK-NOT: call void @__mcmini_await_plain(
// CHECK: call void @__mcmini_wait(
void looks_in_a_function(const int *address) {
  while (!value_of(address))
    ;
}

// CHECK-LABEL: @keeps_what_it_read(
// CHECK: call void @__mcmini_wait(
void keeps_what_it_read(struct pool *pool) {
  struct node *found;
  while ((found = pool->nodes[0].next) == 0)
    ;
  sink = found->ready;
}

// CHECK-LABEL: @pauses_for_a_while(
// CHECK: call void @__mcmini_wait(
// CHECK-NOT: __mcmini_wait
// CHECK: ret void
void pauses_for_a_while(void) {
  while (!device)
    for (int i = 0; i < 100; i++)
      __asm__ volatile("rep; nop");
}

// A counter that nobody reads is not carried from turn to turn.
// CHECK-LABEL: @counts_for_nothing(
// CHECK: call void @__mcmini_wait(
void counts_for_nothing(void) {
  int spins = 0;
  while (!device)
    spins++;
}

// CHECK-LABEL: @static_variable(
// CHECK: call void @__mcmini_wait(
void static_variable(void) {
  while (!internal)
    __asm__ volatile("" ::: "memory");
}

// CHECK-LABEL: @loop_in_loop(
// CHECK: call void @__mcmini_wait(
// CHECK: call void @__mcmini_wait(
// CHECK: ret void
void loop_in_loop(struct pool *pool) {
  while (1) {
    while (!pool->alive)
      ;
    if (pool->wanted)
      break;
  }
}
