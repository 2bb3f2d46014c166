// laws.c - the laws of Inputs/world.c hold for every built-in primitive in every state that three
// threads can reach.
//
// RUN: %clang -std=c17 -O1 -Wall -Wextra -fexceptions -I%root -I%root/include %s %S/Inputs/world.c %S/Inputs/stub.c %primitives -o %t
// RUN: %t | FileCheck %s
//
// How many states there are is a fact of the models, not a promise: a change wants a look. A mutex counts
// its unlocks. A robust one is lost by an unlock only, not by one more owner that dies.
// CHECK: mutex, normal: 36 states
// CHECK: mutex, recursive: 99 states
// CHECK: mutex, errorcheck: 36 states
// CHECK: mutex, adaptive: 36 states
// CHECK: mutex, normal, robust: 316 states
// CHECK: mutex, recursive, robust: 577 states
// CHECK: mutex, loops: 29 states
// CHECK: mutexes: 1256 states
// CHECK: spinlock: 5 states
// CHECK: semaphore: 13 states
// CHECK: semaphore, numbered: 26 states
// CHECK: semaphore, high: 13 states
// CHECK: semaphore, numbered, high: 46 states
// CHECK: rwlock: 88 states
// CHECK: condition: 35452 states
// CHECK: condition, 1 spurious wakeup: 20565 states
// CHECK: condition, 2 spurious wakeups: 31849 states
// CHECK: two conditions: 1723 states
// CHECK: barrier, 3 of 3 threads: 79 states
// CHECK: barrier with a serial thread, 3 of 3 threads: 90 states
// CHECK: barrier, 2 of 3 threads: 372 states
// CHECK: barrier with a serial thread, 2 of 3 threads: 860 states
// CHECK: once: 5 states
// CHECK: variable: 267 states
// CHECK: variable, 16 bytes: 757 states
// CHECK: threads: 248 states
// CHECK: input: 8 states
// CHECK: section: 4 states
// CHECK: all laws hold
#define _GNU_SOURCE
#include "../../primitives/wide.h"
#include "Inputs/world.h"
#include <limits.h>
#include <semaphore.h>
#include <stdio.h>

#define MC_PRIMITIVE(name) extern const struct mc_primitive mc_primitive_##name;
#include "../../primitives/primitives.def"
#undef MC_PRIMITIVE
extern const struct mc_primitive mc_primitive_semaphore_numbered;

static const struct mc_mutex_state free_mutex = {.owner = MC_NO_THREAD};

static void check_mutex(const char *name, uint16_t type, bool robust) {
  struct world w = new_world(name, 3, 7);
  struct mc_mutex_state state = free_mutex;
  state.type = type;
  state.robust = robust;
  const mc_object m = object(&w, &mc_primitive_mutex, &state);
  const char *const names[] = {"init",      "destroy", "!lock",      "trylock",
                               "timedlock", "unlock",  "consistent", NULL};
  add_all(&w, m, names, type | (robust ? 0x100u : 0));
  if (robust) { // a thread that exits holding it, named as the runtime would
    for (mc_thread t = 0; t < 3; t++) {
      const mc_object thread = object(&w, &mc_primitive_thread, NULL);
      struct choice *c = add(&w, &mc_primitive_thread, "exit", OBJECTS(thread, m));
      c->threads = 1 << t;
      c->next = 1;
    }
  }
  check_laws(&w);
}

/// Locks and turns of waiting loops, which have seen so many changes, and unlocks that keep all.
static void check_loops_below(void) {
  enum { KEEPS = 1, MOST_CHANGES = 3 };
  struct world w = new_world("mutex, loops", 3, 7);
  const mc_object m = object(&w, &mc_primitive_mutex, &free_mutex);
  const char *const names[] = {"init", "!lock", "trylock", "unlock", NULL};
  add_all(&w, m, names, 0);
  add(&w, &mc_primitive_mutex, "unlock", OBJECTS(m))->operation.argument[1] = KEEPS;
  for (unsigned changes = 0; changes <= MOST_CHANGES; changes++) {
    struct mc_operation *lock = &add(&w, &mc_primitive_mutex, "lock", OBJECTS(m))->operation;
    lock->flags = MC_AWAITS;
    lock->argument[1] = changes;
    struct mc_operation *turn = &add(&w, &mc_primitive_await, "change", OBJECTS(m))->operation;
    turn->flags = MC_AWAITS;
    turn->argument[0] = mc_await_hash(0, changes);
    turn->argument[1] = true;
  }
  check_laws(&w);
}

static void check_lock_all(void) {
  struct world w = new_world("mutexes", 3, 7);
  const char *const names[] = {"!lock", "trylock", "unlock", NULL};
  mc_object mutex[3];
  for (int i = 0; i < 3; i++) {
    mutex[i] = object(&w, &mc_primitive_mutex, &free_mutex);
    add_all(&w, mutex[i], names, 0);
  }
  add(&w, &mc_primitive_mutex, "lock-all", OBJECTS(mutex[0], mutex[1]));
  add(&w, &mc_primitive_mutex, "lock-all", OBJECTS(mutex[2], mutex[1]));
  check_laws(&w);
}

static void check_spinlock(void) {
  struct world w = new_world("spinlock", 3, 7);
  const mc_object l = object(&w, &mc_primitive_spinlock, NULL);
  const char *const names[] = {"init", "destroy", "!lock", "trylock", "unlock", NULL};
  add_all(&w, l, names, 0);
  check_laws(&w);
}

static void check_semaphore(const char *name, const struct mc_primitive *primitive,
                            uint32_t value) {
  struct world w = new_world(name, 3, 5);
  const mc_object s = object(&w, primitive, NULL);
  const struct mc_operation init = {.kind = kind_of(primitive, "init"), .argument = {value}};
  uint64_t ignored;
  primitive->apply(&init, (void *[]){w.state[s]}, &ignored);
  const char *const names[] = {"init",      "destroy", "!wait",    "trywait",
                               "timedwait", "post",    "getvalue", NULL};
  add_all(&w, s, names, value);
  w.uses = 6;
  check_laws(&w);
}

static void check_rwlock(void) {
  struct world w = new_world("rwlock", 3, 6);
  const mc_object l = object(&w, &mc_primitive_rwlock, NULL);
  const char *const names[] = {"init",      "destroy",   "!rdlock",     "!wrlock",
                               "tryrdlock", "trywrlock", "timedrdlock", "timedwrlock",
                               "rdunlock",  "wrunlock",  NULL};
  add_all(&w, l, names, 0);
  check_laws(&w);
}

/// A wait is a wait and then, in its own mode, a wake; after a timeout or a spurious wait, in the
/// mode after that, a lock.
static void add_wait(struct world *w, mc_object c, mc_object m, const char *wake, int mode,
                     bool is_spurious) {
  struct choice *first = add(w, &mc_primitive_condition, "wait", OBJECTS(c, m));
  first->next = mode;
  first->other = mode + 1;
  first->operation.flags = is_spurious ? MC_YIELD : 0;
  struct choice *second = add(w, &mc_primitive_condition, wake, OBJECTS(c, m));
  second->mode = mode;
  second->other = mode + 1;
  add(w, &mc_primitive_mutex, "lock", OBJECTS(m))->mode = mode + 1;
}

static void check_condition(void) {
  struct world w = new_world("condition", 3, 12);
  const mc_object c = object(&w, &mc_primitive_condition, NULL);
  const mc_object m = object(&w, &mc_primitive_mutex, &free_mutex);
  const mc_object n = object(&w, &mc_primitive_mutex, &free_mutex);
  const char *const names[] = {"init", "destroy", "signal", "broadcast", NULL};
  const char *const mutex_names[] = {"!lock", "trylock", "unlock", "destroy", NULL};
  add_all(&w, c, names, 0);
  add_all(&w, m, mutex_names, 0);
  add_all(&w, n, mutex_names, 0);
  add_wait(&w, c, m, "wake", 1, false);
  add_wait(&w, c, m, "timedwake", 3, false);
  add_wait(&w, c, n, "timedwake", 5, false);
  check_laws(&w);
}

/// Waits that may be spurious, as often as the state says; also with two mutexes.
static void check_spurious(const char *name, unsigned wakeups) {
  struct world w = new_world(name, 3, 10);
  const mc_object c = object(&w, &mc_primitive_condition, NULL);
  const mc_object m = object(&w, &mc_primitive_mutex, &free_mutex);
  const mc_object n = object(&w, &mc_primitive_mutex, &free_mutex);
  const struct mc_operation init = {.kind = kind_of(&mc_primitive_condition, "init"),
                                    .argument = {0, wakeups}};
  uint64_t ignored;
  mc_primitive_condition.apply(&init, (void *[]){w.state[c]}, &ignored);
  const char *const names[] = {"signal", "broadcast", NULL};
  const char *const mutex_names[] = {"!lock", "unlock", NULL};
  add_all(&w, c, names, 0);
  add_all(&w, m, mutex_names, 0);
  add_all(&w, n, mutex_names, 0);
  add_wait(&w, c, m, "wake", 1, true);
  add_wait(&w, c, m, "timedwake", 3, true);
  add_wait(&w, c, n, "wake", 5, true);
  check_laws(&w);
}

static void check_two_conditions(void) {
  struct world w = new_world("two conditions", 3, 12);
  const mc_object c = object(&w, &mc_primitive_condition, NULL);
  const mc_object d = object(&w, &mc_primitive_condition, NULL);
  const mc_object m = object(&w, &mc_primitive_mutex, &free_mutex);
  const char *const names[] = {"signal", "broadcast", NULL};
  const char *const mutex_names[] = {"!lock", "unlock", NULL};
  add_all(&w, c, names, 0);
  add_all(&w, d, names, 0);
  add_all(&w, m, mutex_names, 0);
  add_wait(&w, c, m, "timedwake", 1, false);
  add_wait(&w, d, m, "timedwake", 3, false);
  check_laws(&w);
}

/// Three rounds at a barrier; a thread's mode is 2 * its round, + 1 before it leaves.
static void check_barrier(const char *name, unsigned count, bool more_threads, bool uses_result) {
  struct world w = new_world(name, 3, 20);
  uint64_t ignored;
  const mc_object b = object(&w, &mc_primitive_barrier, NULL);
  const struct mc_operation init = {.kind = kind_of(&mc_primitive_barrier, "init"),
                                    .argument = {count}};
  mc_primitive_barrier.apply(&init, (void *[]){w.state[b]}, &ignored);
  for (int round = 0; round < 3; round++)
    for (int half = 0; half < 2; half++) {
      struct choice *c = add(&w, &mc_primitive_barrier, half ? "leave" : "arrive", OBJECTS(b));
      c->operation.argument[0] = uses_result;
      c->operation.argument[1] = more_threads;
      c->operation.argument[2] = (uint64_t)round;
      c->mode = 2 * round + half;
      c->next = c->other = c->mode + 1;
    }
  struct choice *c = add(&w, &mc_primitive_barrier, "destroy", OBJECTS(b));
  c->mode = 2; // after its first round
  c->next = 7;
  check_laws(&w);
}

static void check_once(void) {
  struct world w = new_world("once", 3, 12);
  const mc_object o = object(&w, &mc_primitive_once, NULL);
  add(&w, &mc_primitive_once, "begin", OBJECTS(o))->next = 1;
  add(&w, &mc_primitive_once, "end", OBJECTS(o))->mode = 1;
  add(&w, &mc_primitive_once, "reset", OBJECTS(o))->mode = 1;
  check_laws(&w);
}

/// A word of 8 bytes, its upper half, and every kind of access to both.
static void check_variable(void) {
  struct world w = new_world("variable", 2, 4);
  const struct mc_variable_state whole = {.address = 64, .size = 8, .value = 0x100000002};
  const struct mc_variable_state half = {.address = 68, .size = 4, .value = 1};
  const mc_object object_of[] = {object(&w, &mc_primitive_variable, &whole),
                                 object(&w, &mc_primitive_variable, &half)};
  for (int i = 0; i < 2; i++)
    for (uint16_t k = 0; k <= MC_ATOMIC_COMPARE_EXCHANGE; k++) {
      struct choice *c = add(&w, &mc_primitive_variable, mc_primitive_variable.operations[k],
                             OBJECTS(object_of[i], object_of[!i]));
      c->never_blocks = true;
      c->operation.argument[1] = i ? 0x80000001 : 0x8000000000000003;
      c->operation.argument[2] = i ? 1 : 0x100000002;
    }
  check_laws(&w);
}

/// A value of 16 bytes, its halves, and every kind of access to each.
static void check_wide_variable(void) {
  struct world w = new_world("variable, 16 bytes", 2, 3);
  const uint64_t start[] = {2, 1}, right[] = {2, 0x8000000000000003};
  const struct mc_variable_state state[] = {
      {.address = 64, .size = 16, .value = mc_wide_number(start, 16)},
      {.address = 64, .size = 8, .value = 2},
      {.address = 72, .size = 8, .value = 1}};
  mc_object whole = object(&w, &mc_primitive_variable, &state[0]), half[2];
  for (int i = 0; i < 2; i++)
    half[i] = object(&w, &mc_primitive_variable, &state[1 + i]);
  for (int i = 0; i < 3; i++)
    for (uint16_t k = 0; k <= MC_ATOMIC_COMPARE_EXCHANGE; k++) {
      const char *name = mc_primitive_variable.operations[k];
      struct choice *c =
          i == 2 ? add(&w, &mc_primitive_variable, name, OBJECTS(whole, half[0], half[1]))
                 : add(&w, &mc_primitive_variable, name, OBJECTS(half[i], whole));
      c->never_blocks = true;
      c->operation.argument[1] = i < 2 ? 0x80000001 : mc_wide_number(right, 16);
      c->operation.argument[2] = i < 2 ? state[1 + i].value : mc_wide_number(start, 16);
    }
  check_laws(&w);
}

/// Main creates two threads, then all join and detach each other; modes: 0 before the start, 1
/// running, 2 gone; main is in 3 between its creates and in 4 after them.
static void check_threads(void) {
  struct world w = new_world("threads", 3, 10);
  struct mc_thread_state main_state = {.created = 1};
  object(&w, &mc_primitive_thread, &main_state);
  object(&w, &mc_primitive_thread, NULL);
  object(&w, &mc_primitive_thread, NULL);
  for (mc_object t = 0; t < 3; t++) {
    struct choice *start = add(&w, &mc_primitive_thread, "start", OBJECTS(t));
    start->threads = 1 << t;
    start->next = 1;
    struct choice *end = add(&w, &mc_primitive_thread, "exit", OBJECTS(t));
    end->threads = 1 << t;
    end->mode = t ? 1 : 4;
    end->next = 2;
    const char *const names[] = {"join", "tryjoin", "timedjoin", "detach"};
    for (int i = 0; i < 4; i++)
      for (mc_thread caller = 0; caller < 3; caller++) {
        struct choice *c = add(&w, &mc_primitive_thread, names[i], OBJECTS(t));
        c->threads = 1 << caller;
        c->mode = c->next = c->other = caller ? 1 : 4;
        c->operation.argument[1] = caller == t;
        c->never_blocks = i > 0;
      }
  }
  for (mc_object t = 1; t < 3; t++) {
    struct choice *c = add(&w, &mc_primitive_thread, "create", OBJECTS(t));
    c->threads = 1;
    c->mode = t == 1 ? 1 : 3;
    c->next = t == 1 ? 3 : 4;
  }
  check_laws(&w);
}

static void check_input(void) {
  struct world w = new_world("input", 3, 4);
  add(&w, &mc_primitive_input, "choose", 0, NULL)->operation.argument[0] = 2;
  struct choice *assume = add(&w, &mc_primitive_input, "assume", 0, NULL);
  assume->mode = 1;
  w.choice[0].other = 1;
  check_laws(&w);
}

static void check_section(void) {
  struct world w = new_world("section", 3, 6);
  const mc_object s = object(&w, &mc_primitive_section, NULL);
  add(&w, &mc_primitive_section, "begin", OBJECTS(s))->next = 1;
  add(&w, &mc_primitive_section, "end", OBJECTS(s))->mode = 1;
  check_laws(&w);
}

static void check_state(void) {
  struct world w = new_world("state", 3, 6);
  const mc_object entry = object(&w, &mc_primitive_state, NULL);
  const mc_object folder = object(&w, &mc_primitive_state, NULL);
  const enum mc_use on_folder[] = {MC_USE_READ, MC_USE_ADD, MC_USE_PASS, MC_USE_WRITE};
  for (int i = 0; i < 4; i++)
    add(&w, &mc_primitive_state, "mkdir", OBJECTS(entry, folder))->operation.argument[0] =
        (uint64_t)(i % 2 ? MC_USE_WRITE : MC_USE_READ) | (uint64_t)on_folder[i] << 2;
  check_laws(&w);
}

int main(void) {
  check_mutex("mutex, normal", PTHREAD_MUTEX_NORMAL, false);
  check_mutex("mutex, recursive", PTHREAD_MUTEX_RECURSIVE, false);
  check_mutex("mutex, errorcheck", PTHREAD_MUTEX_ERRORCHECK, false);
  check_mutex("mutex, adaptive", PTHREAD_MUTEX_ADAPTIVE_NP, false);
  check_mutex("mutex, normal, robust", PTHREAD_MUTEX_NORMAL, true);
  check_mutex("mutex, recursive, robust", PTHREAD_MUTEX_RECURSIVE, true);
  check_loops_below();
  check_lock_all();
  check_spinlock();
  check_semaphore("semaphore", &mc_primitive_semaphore, 1);
  check_semaphore("semaphore, numbered", &mc_primitive_semaphore_numbered, 1);
  check_semaphore("semaphore, high", &mc_primitive_semaphore, SEM_VALUE_MAX - 1);
  check_semaphore("semaphore, numbered, high", &mc_primitive_semaphore_numbered, SEM_VALUE_MAX - 1);
  check_rwlock();
  check_condition();
  check_spurious("condition, 1 spurious wakeup", 1);
  check_spurious("condition, 2 spurious wakeups", 2);
  check_two_conditions();
  check_barrier("barrier, 3 of 3 threads", 3, false, false);
  check_barrier("barrier with a serial thread, 3 of 3 threads", 3, false, true);
  check_barrier("barrier, 2 of 3 threads", 2, true, false);
  check_barrier("barrier with a serial thread, 2 of 3 threads", 2, true, true);
  check_once();
  check_variable();
  check_wide_variable();
  check_threads();
  check_input();
  check_section();
  check_state();
  puts("all laws hold");
}
