// laws-of-queues.c - the laws of Inputs/world.c hold for every primitive that threads wait for in
// queues, under every policy, in every state that three threads can reach.
//
// RUN: %clang -std=c17 -O1 -Wall -Wextra -fexceptions -I%root -I%root/include %s %S/Inputs/world.c %S/Inputs/stub.c %primitives -o %t
// RUN: %t | FileCheck %s
//
// Independent and dependent enqueues differ in nothing but what is dependent. First come, first
// served has as many states as last come, first served: the queues are the same, read backwards.
// CHECK: mutex, arbitrary-enqueue-independent: 418 states
// CHECK: semaphore, arbitrary-enqueue-independent: 162 states
// CHECK: semaphore, numbered, arbitrary-enqueue-independent: 332 states
// CHECK: rwlock, arbitrary-enqueue-independent: 5217 states
// CHECK: condition, arbitrary-enqueue-independent: 2266 states
// CHECK: mutex, arbitrary-enqueue-dependent: 418 states
// CHECK: semaphore, arbitrary-enqueue-dependent: 162 states
// CHECK: semaphore, numbered, arbitrary-enqueue-dependent: 332 states
// CHECK: rwlock, arbitrary-enqueue-dependent: 5217 states
// CHECK: condition, arbitrary-enqueue-dependent: 2266 states
// CHECK: mutex, fifo: 1130 states
// CHECK: semaphore, fifo: 434 states
// CHECK: semaphore, numbered, fifo: 836 states
// CHECK: rwlock, fifo: 10239 states
// CHECK: condition, fifo: 2942 states
// CHECK: mutex, lifo: 1130 states
// CHECK: semaphore, lifo: 434 states
// CHECK: semaphore, numbered, lifo: 836 states
// CHECK: rwlock, lifo: 10239 states
// CHECK: condition, lifo: 2942 states
// CHECK: mutex, glibc: 1390 states
// CHECK: semaphore, glibc: 480 states
// CHECK: semaphore, numbered, glibc: 926 states
// CHECK: rwlock, glibc: 12651 states
// CHECK: condition, glibc: 3658 states
// CHECK: mutex, lowest-first: 1130 states
// CHECK: semaphore, lowest-first: 434 states
// CHECK: semaphore, numbered, lowest-first: 836 states
// CHECK: rwlock, lowest-first: 10239 states
// CHECK: condition, lowest-first: 2942 states
// CHECK: all laws hold
#define _GNU_SOURCE
#include "Inputs/world.h"
#include <semaphore.h>
#include <stdio.h>

extern const struct mc_primitive mc_primitive_mutex, mc_primitive_semaphore,
    mc_primitive_semaphore_numbered, mc_primitive_rwlock, mc_primitive_condition;

static bool is_lowest(const struct mc_queue *queue, mc_thread thread) {
  for (unsigned i = 0; i < queue->count; i++)
    if (queue->thread[i] < thread)
      return false;
  return true;
}

/// With every default.
static const struct mc_policy lowest_first = {.name = "lowest-first", .may_take = is_lowest};

static const struct mc_policy *const policies[] = {&mc_policy_independent, &mc_policy_dependent,
                                                   &mc_policy_fifo,        &mc_policy_lifo,
                                                   &mc_policy_glibc,       &lowest_first};

static struct world new_queue_world(const char *primitive, const struct mc_policy *policy,
                                    unsigned depth) {
  static char name[64];
  snprintf(name, sizeof name, "%s, %s", primitive, policy->name);
  return new_world(name, 3, depth);
}

static void with(struct choice *choice, const struct mc_policy *policy) {
  choice->operation.argument[MC_POLICY_ARGUMENT] = (uintptr_t)policy;
}

/// An enqueue, and then in a mode of its own what waits.
static struct choice *add_wait(struct world *w, const char *name, mc_object o, mc_object queue,
                               const struct mc_policy *policy, int mode) {
  struct choice *enqueue = add(w, &mc_primitive_queue, "enqueue", OBJECTS(queue));
  enqueue->next = mode;
  enqueue->never_blocks = true;
  with(enqueue, policy);
  struct choice *wait = add(w, w->primitive[o], name, OBJECTS(o, queue));
  wait->mode = mode;
  with(wait, policy);
  return wait;
}

static void check_mutex(const struct mc_policy *policy) {
  static const struct mc_mutex_state free_mutex = {.owner = MC_NO_THREAD};
  struct world w = new_queue_world("mutex", policy, 9);
  const mc_object m = object(&w, &mc_primitive_mutex, &free_mutex);
  const mc_object q = object(&w, &mc_primitive_queue, NULL);
  add(&w, &mc_primitive_mutex, "unlock", OBJECTS(m));
  add(&w, &mc_primitive_mutex, "trylock", OBJECTS(m));
  add_wait(&w, "lock", m, q, policy, 1);
  add_wait(&w, "timedlock", m, q, policy, 2)->never_blocks = true;
  check_laws(&w);
}

static void check_semaphore(const char *name, const struct mc_primitive *primitive,
                            const struct mc_policy *policy) {
  struct world w = new_queue_world(name, policy, 7);
  const mc_object s = object(&w, primitive, NULL);
  const mc_object q = object(&w, &mc_primitive_queue, NULL);
  add(&w, primitive, "post", OBJECTS(s));
  add(&w, primitive, "trywait", OBJECTS(s));
  add(&w, primitive, "getvalue", OBJECTS(s, q));
  add_wait(&w, "wait", s, q, policy, 1);
  add_wait(&w, "timedwait", s, q, policy, 2)->never_blocks = true;
  w.uses = 8;
  check_laws(&w);
}

/// Writers go first: readers look at their queue.
static void check_rwlock(const struct mc_policy *policy) {
  struct world w = new_queue_world("rwlock", policy, 8);
  const mc_object l = object(&w, &mc_primitive_rwlock, NULL);
  const mc_object writers = object(&w, &mc_primitive_queue, NULL);
  const mc_object readers = object(&w, &mc_primitive_queue, NULL);
  add(&w, &mc_primitive_rwlock, "rdunlock", OBJECTS(l));
  add(&w, &mc_primitive_rwlock, "wrunlock", OBJECTS(l));
  add(&w, &mc_primitive_rwlock, "tryrdlock", OBJECTS(l, writers))->operation.argument[0] = 1;
  add(&w, &mc_primitive_rwlock, "trywrlock", OBJECTS(l));
  add_wait(&w, "wrlock", l, writers, policy, 1);
  add_wait(&w, "timedwrlock", l, writers, policy, 2)->never_blocks = true;
  struct choice *enqueue = add(&w, &mc_primitive_queue, "enqueue", OBJECTS(readers));
  enqueue->next = 3;
  with(enqueue, policy);
  struct choice *read = add(&w, &mc_primitive_rwlock, "rdlock", OBJECTS(l, writers, readers));
  read->mode = 3;
  read->operation.argument[0] = 1;
  with(read, policy);
  check_laws(&w);
}

/// With one spurious wakeup, and timeouts.
static void check_condition(const struct mc_policy *policy) {
  enum { TAKES_AGAIN = 3 }; // the mutex
  static const struct mc_mutex_state free_mutex = {.owner = MC_NO_THREAD};
  struct world w = new_queue_world("condition", policy, 12);
  uint64_t ignored;
  const mc_object c = object(&w, &mc_primitive_condition, NULL);
  const mc_object m = object(&w, &mc_primitive_mutex, &free_mutex);
  const mc_object q = object(&w, &mc_primitive_queue, NULL);
  const struct mc_operation init = {.kind = kind_of(&mc_primitive_condition, "init"),
                                    .argument = {0, 1}};
  mc_primitive_condition.apply(&init, (void *[]){w.state[c]}, &ignored);
  with(add(&w, &mc_primitive_condition, "signal", OBJECTS(c, q)), policy);
  with(add(&w, &mc_primitive_condition, "broadcast", OBJECTS(c, q)), policy);
  add(&w, &mc_primitive_mutex, "lock", OBJECTS(m));
  add(&w, &mc_primitive_mutex, "unlock", OBJECTS(m));
  for (int mode = 1; mode <= 2; mode++) {
    struct choice *wait = add(&w, &mc_primitive_condition, "wait", OBJECTS(c, m, q));
    wait->next = mode;
    wait->other = TAKES_AGAIN;
    wait->operation.flags = MC_YIELD;
    with(wait, policy);
    struct choice *wake = mode == 1
                              ? add(&w, &mc_primitive_condition, "wake", OBJECTS(c, m))
                              : add(&w, &mc_primitive_condition, "timedwake", OBJECTS(c, m, q));
    wake->mode = mode;
    wake->other = TAKES_AGAIN;
    if (mode == 2)
      with(wake, policy);
  }
  add(&w, &mc_primitive_mutex, "lock", OBJECTS(m))->mode = TAKES_AGAIN;
  check_laws(&w);
}

int main(void) {
  for (unsigned i = 0; i < sizeof policies / sizeof *policies; i++) {
    check_mutex(policies[i]);
    check_semaphore("semaphore", &mc_primitive_semaphore, policies[i]);
    check_semaphore("semaphore, numbered", &mc_primitive_semaphore_numbered, policies[i]);
    check_rwlock(policies[i]);
    check_condition(policies[i]);
  }
  puts("all laws hold");
}
