// laws.c - the laws of Inputs/world.c hold for every built-in primitive in every state that three
// threads can reach.
//
// RUN: %clang -std=c17 -O1 -Wall -Wextra -fexceptions -I%root/include -c \
// RUN:   %s %S/Inputs/world.c %S/Inputs/stub.c %root/primitives/*.c
// RUN: %clang *.o -o %t
// RUN: %t | FileCheck %s
//
// How many states there are is a fact of the models, not a promise: a change wants a look.
// CHECK: mutex, normal: 5 states
// CHECK: mutex, recursive: 23 states
// CHECK: mutex, errorcheck: 5 states
// CHECK: mutex, adaptive: 5 states
// CHECK: mutex, normal, robust: 65 states
// CHECK: mutex, recursive, robust: 158 states
// CHECK: spinlock: 5 states
// CHECK: semaphore: 13 states
// CHECK: semaphore, numbered: 26 states
// CHECK: semaphore, high: 13 states
// CHECK: semaphore, numbered, high: 46 states
// CHECK: rwlock: 88 states
// CHECK: condition: 2030 states
// CHECK: two conditions: 192 states
// CHECK: barrier, 3 of 3 threads: 79 states
// CHECK: barrier, 2 of 3 threads: 428 states
// CHECK: once: 5 states
// CHECK: futex: 178 states
// CHECK: signal: 416 states
// CHECK: pipe: 960 states
// CHECK: socket: 960 states
// CHECK: eventfd: 208 states
// CHECK: variable: 267 states
// CHECK: threads: 248 states
// CHECK: all laws hold
#define _GNU_SOURCE
#include "../../primitives/pipe.h"
#include "Inputs/world.h"
#include <limits.h>
#include <semaphore.h>
#include <stdio.h>

#define MC_PRIMITIVE(name) extern const struct mc_primitive mc_primitive_##name;
#include "../../primitives/primitives.def"
#undef MC_PRIMITIVE
extern const struct mc_primitive mc_primitive_semaphore_numbered;

#define OBJECTS(...)                                                                               \
  sizeof((mc_object[]){__VA_ARGS__}) / sizeof(mc_object), (mc_object[]) { __VA_ARGS__ }

static const struct mc_mutex_state free_mutex = {.owner = MC_NO_THREAD};

static struct world new_world(const char *name, unsigned threads, unsigned depth) {
  return (struct world){.name = name, .threads = threads, .depth = depth};
}

static mc_object object(struct world *w, const struct mc_primitive *primitive, const void *state) {
  w->primitive[w->objects] = primitive;
  for (size_t i = 0; state && i < primitive->state_size; i++)
    w->state[w->objects][i] = ((const char *)state)[i];
  return w->objects++;
}

/// Adds operations on one object, none of which blocks but those whose name starts with `!`.
static void add_all(struct world *w, mc_object o, const char *const *names, uint64_t argument) {
  for (; *names; names++) {
    const bool blocks = **names == '!';
    struct choice *c = add(w, w->primitive[o], *names + blocks, OBJECTS(o));
    c->never_blocks = !blocks;
    c->operation.argument[0] = argument;
  }
}

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

/// A wait is a wait and then, in its own mode, a wake.
static void add_wait(struct world *w, mc_object c, mc_object m, const char *wake, int mode) {
  add(w, &mc_primitive_condition, "wait", OBJECTS(c, m))->next = mode;
  struct choice *second = add(w, &mc_primitive_condition, wake, OBJECTS(c, m));
  second->mode = mode;
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
  add_wait(&w, c, m, "wake", 1);
  add_wait(&w, c, m, "timedwake", 2);
  add_wait(&w, c, n, "timedwake", 3);
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
  add_wait(&w, c, m, "timedwake", 1);
  add_wait(&w, d, m, "timedwake", 2);
  check_laws(&w);
}

/// Three rounds at a barrier; a thread's mode is 2 * its round, + 1 before it leaves.
static void check_barrier(const char *name, unsigned count, bool more_threads) {
  struct world w = new_world(name, 3, 20);
  uint64_t ignored;
  const mc_object b = object(&w, &mc_primitive_barrier, NULL);
  const struct mc_operation init = {.kind = kind_of(&mc_primitive_barrier, "init"),
                                    .argument = {count}};
  mc_primitive_barrier.apply(&init, (void *[]){w.state[b]}, &ignored);
  for (int round = 0; round < 3; round++)
    for (int half = 0; half < 2; half++) {
      struct choice *c = add(&w, &mc_primitive_barrier, half ? "leave" : "arrive", OBJECTS(b));
      c->operation.argument[0] = count;
      c->operation.argument[1] = more_threads;
      c->operation.argument[2] = (uint64_t)round;
      c->mode = 2 * round + half;
      c->next = c->mode + 1;
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

static void check_futex(void) {
  struct world w = new_world("futex", 3, 12);
  const struct mc_variable_state word = {.size = 4};
  const mc_object f = object(&w, &mc_primitive_futex, NULL);
  const mc_object v = object(&w, &mc_primitive_variable, &word);
  const char *const wakes[] = {"wake", "wakeall", NULL};
  add_all(&w, f, wakes, 2);
  add(&w, &mc_primitive_futex, "wakeall", OBJECTS(f))->operation.argument[0] = INT_MAX;
  add(&w, &mc_primitive_variable, "load", OBJECTS(v));
  for (unsigned value = 0; value < 2; value++)
    add(&w, &mc_primitive_variable, "store", OBJECTS(v))->operation.argument[1] = value;
  const char *const resumes[] = {"resume", "timedresume"};
  for (int mode = 1; mode <= 2; mode++) {
    struct choice *c = add(&w, &mc_primitive_futex, "wait", OBJECTS(f, v));
    c->next = mode;
    c->never_blocks = true;
    add(&w, &mc_primitive_futex, resumes[mode - 1], OBJECTS(f))->mode = mode;
  }
  check_laws(&w);
}

/// Two threads' signals and the process's; signals 1 and 40, which is counted. Each thread changes
/// its own mask and waits for its own; main sends. Modes: the mask.
static void check_signal(void) {
  struct world w = new_world("signal", 3, 7);
  const uint64_t bit1 = 1, bit40 = (uint64_t)1 << 39, both = bit1 | bit40;
  const uint64_t all_blocked[32] = {0, UINT64_MAX};
  mc_object own[2];
  for (int i = 0; i < 2; i++)
    own[i] = object(&w, &mc_primitive_signal, NULL);
  const mc_object process = object(&w, &mc_primitive_signal, all_blocked);
  const mc_object target[] = {own[0], own[1], process};
  for (int i = 0; i < 3; i++)
    for (unsigned signal = 1; signal <= 40; signal += 39) {
      struct choice *c = add(&w, &mc_primitive_signal, "send", OBJECTS(target[i]));
      c->threads = 4;
      c->operation.argument[0] = signal;
      c->never_blocks = true;
    }
  for (int i = 0; i < 2; i++) {
    const char *const names[] = {"wait", "timedwait", "pending"};
    for (int k = 0; k < 3; k++)
      for (int set = 0; set < 2; set++) {
        struct choice *c = add(&w, &mc_primitive_signal, names[k], OBJECTS(own[i], process));
        c->threads = 1 << i;
        c->mode = c->next = c->other = 1;
        c->operation.argument[0] = set ? both : bit1;
        c->never_blocks = k > 0;
      }
    struct choice *block = add(&w, &mc_primitive_signal, "mask", OBJECTS(own[i]));
    struct choice *unblock = add(&w, &mc_primitive_signal, "mask", OBJECTS(own[i], process));
    block->threads = unblock->threads = 1 << i;
    block->operation.argument[0] = block->operation.argument[1] = both;
    unblock->operation.argument[0] = both;
    block->next = unblock->mode = 1;
  }
  check_laws(&w);
}

/// Room for two bytes; two descriptors on each side.
static void check_pipe(const char *name, const struct mc_primitive *primitive) {
  struct world w = new_world(name, 3, 6);
  const bool is_eventfd = primitive == &mc_primitive_eventfd;
  const struct mc_pipe_state state = {
      .capacity = 2, .open = {3, is_eventfd ? 0 : 3}, .made = {2, is_eventfd ? 0 : 2}};
  const mc_object p = object(&w, primitive, &state);
  const char *const names[] = {"!read",     "!write", "close", "shutdown",  "dup",
                               "set-flags", "flags",  "size",  "timedpoll", NULL};
  const unsigned first = w.choices;
  add_all(&w, p, names, 0);
  add_all(&w, p, names, 1);
  for (unsigned i = first; i < w.choices; i++) {
    struct mc_operation *op = &w.choice[i].operation;
    const bool second = op->argument[0];
    op->argument[1] = 1 + second;
    if (op->kind == MC_PIPE_WRITE || (second && op->kind != MC_PIPE_READ))
      op->argument[2] = MC_PIPE_WRITES;
    if (op->kind == MC_PIPE_TIMED_POLL) {
      op->argument[0] = second && !is_eventfd ? MC_POLL_OUT | MC_POLL_WRITER : MC_POLL_IN;
      op->argument[1] = second;
    }
  }
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

int main(void) {
  check_mutex("mutex, normal", PTHREAD_MUTEX_NORMAL, false);
  check_mutex("mutex, recursive", PTHREAD_MUTEX_RECURSIVE, false);
  check_mutex("mutex, errorcheck", PTHREAD_MUTEX_ERRORCHECK, false);
  check_mutex("mutex, adaptive", PTHREAD_MUTEX_ADAPTIVE_NP, false);
  check_mutex("mutex, normal, robust", PTHREAD_MUTEX_NORMAL, true);
  check_mutex("mutex, recursive, robust", PTHREAD_MUTEX_RECURSIVE, true);
  check_spinlock();
  check_semaphore("semaphore", &mc_primitive_semaphore, 1);
  check_semaphore("semaphore, numbered", &mc_primitive_semaphore_numbered, 1);
  check_semaphore("semaphore, high", &mc_primitive_semaphore, SEM_VALUE_MAX - 1);
  check_semaphore("semaphore, numbered, high", &mc_primitive_semaphore_numbered, SEM_VALUE_MAX - 1);
  check_rwlock();
  check_condition();
  check_two_conditions();
  check_barrier("barrier, 3 of 3 threads", 3, false);
  check_barrier("barrier, 2 of 3 threads", 2, true);
  check_once();
  check_futex();
  check_signal();
  check_pipe("pipe", &mc_primitive_pipe);
  check_pipe("socket", &mc_primitive_socket);
  check_pipe("eventfd", &mc_primitive_eventfd);
  check_variable();
  check_threads();
  puts("all laws hold");
}
