// A lock that the program itself defines waits in the same queues, by the same policies and under a
// name of its own: three threads at it have as many orders as at a mutex
// (each-policy-has-its-orders.c).
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: %mcmini %t | FileCheck %s --check-prefix=ORDERS
// RUN: %mcmini --policy=gate=arbitrary-enqueue-independent %t | FileCheck %s --check-prefix=ORDERS
// RUN: %mcmini --policy=gate.enter=fifo %t | FileCheck %s --check-prefix=ORDERS
// RUN: %mcmini --policy=gate=arbitrary-enqueue-dependent %t | FileCheck %s --check-prefix=DEPENDENT
// RUN: %mcmini --policy=gate=lifo %t | FileCheck %s --check-prefix=LIFO
// RUN: %mcmini %t lifo | FileCheck %s --check-prefix=LIFO
// RUN: %mcmini --lint --policy=gate=lifo %t | FileCheck %s --check-prefix=LINT
// The same from a shared object that knows nothing of the plugin.
// RUN: %gcc -std=gnu17 -fPIC -shared -I %root/include -DLIBRARY %s -o libgate.so
// RUN: %mcmini-cc -g -I %S/../Inputs -DPROGRAM %s -o %t.so -L. -lgate -Wl,-rpath,.
// RUN: %mcmini --policy=gate.enter=fifo %t.so | FileCheck %s --check-prefix=ORDERS
// RUN: %mcmini --policy=gate=lifo %t.so | FileCheck %s --check-prefix=LIFO
// RUN: not %mcmini --policy=gate.go=fifo %t 2>&1 | FileCheck %s --check-prefix=WORDS
// ORDERS: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
// DEPENDENT: {{^}}36 traces: 36 completed, 0 deadlocked, 0 failed
// LIFO: {{^}}30 traces: 30 completed, 0 deadlocked, 0 failed
// LINT: mcmini: ok: nothing found
// WORDS: gate.go
#include <mcmini/primitive.h>

struct gate {
  uint64_t holder; // 1 + the thread, or 0
};

#ifndef PROGRAM
//===- The primitive --------------------------------------------------------------------------===//

enum { ENTER, LEAVE };
static const char *const operations[] = {"enter", "leave", NULL};

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct gate *g = state[0];
  return op->kind == LEAVE || (g->holder == 0 && mc_queue_may_take(op, state, op->thread));
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct gate *g = state[0];
  (void)result;
  if (op->kind == LEAVE && g->holder != 1u + op->thread)
    return "leave by a thread that has not entered";
  g->holder = op->kind == ENTER ? 1u + op->thread : 0;
  if (op->kind == ENTER)
    mc_queue_serve(op, state, op->thread);
  return NULL;
}

static enum mc_queue_role role(const struct mc_operation *op, unsigned i) {
  return op->kind == ENTER && i == 1 ? MC_QUEUE_TAKE : MC_QUEUE_NOTHING;
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return mc_is_enqueue(a) || mc_is_enqueue(b) ? mc_queues_dependent(a, b, role) : true;
}

const struct mc_primitive gate = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "gate",
    .operations = operations,
    .state_size = sizeof(struct gate),
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
};

static __attribute__((constructor)) void name_operation(void) { mc_policy_operation("gate.enter"); }

//===- Its functions --------------------------------------------------------------------------===//

char the_gate;

static struct mc_operation operation(uint16_t kind) {
  return (struct mc_operation){
      .primitive = &gate, .kind = kind, .objects = 1, .object = {mc_object_find(&gate, &the_gate)}};
}

void enter(void) {
  struct mc_operation op = operation(ENTER);
  const struct mc_policy *policy = mc_policy_of_object(op.object[0], &the_gate, "gate.enter");
  if (policy) {
    mc_enqueue(&mc_primitive_queue, &the_gate, policy, MC_CALLER_SITE);
    mc_queue_use(&op, &mc_primitive_queue, &the_gate, policy);
  }
  mc_transition(&op, MC_CALLER_SITE);
}

void leave(void) {
  struct mc_operation op = operation(LEAVE);
  mc_transition(&op, MC_CALLER_SITE);
}

#endif
#ifndef LIBRARY
//===- The program ----------------------------------------------------------------------------===//

#include "threads.h"
#include <mcmini/mcmini.h>

extern const struct mc_primitive gate;
extern char the_gate;
void enter(void);
void leave(void);

static void *pass_once(void *argument) {
  enter();
  leave();
  return argument;
}

int main(int argc, char **argv) {
  (void)argv;
  mc_object_new(&gate, &the_gate, sizeof the_gate, &(struct gate){0});
  if (argc > 1)
    mc_policy(&the_gate, MC_LIFO);
  many_threads(3, pass_once);
  return 0;
}
#endif
