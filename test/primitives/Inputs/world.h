// world.h - small worlds of objects and threads, in which the laws of a primitive are checked at
// every reachable state. A thread's `mode` says which operations it may do next: a program in the
// small.
#ifndef WORLD_H
#define WORLD_H

#include "../../../primitives/builtin.h"

enum { MAX_THREADS = 3, MAX_OBJECTS = 5, MAX_MENU = 64, MAX_DEPTH = 64 };

/// An operation that threads in `mode` may do; after alternative a of it the mode is `next`, or
/// `other` where a is not 0.
struct choice {
  struct mc_operation operation; // thread and alternative are filled in
  int threads;                   // bit set of those that may do it
  int mode, next, other;
  bool never_blocks; // law: some alternative is always enabled
};

struct world {
  const char *name;
  unsigned threads, objects, choices, depth;
  unsigned uses; // how many operations an object can see, where that is more than threads
  const struct mc_primitive *primitive[MAX_OBJECTS];
  _Alignas(8) char state[MAX_OBJECTS][MC_MAX_STATE];
  struct choice choice[MAX_MENU];
};

/// The kind of an operation by its name.
uint16_t kind_of(const struct mc_primitive *primitive, const char *operation);

struct world new_world(const char *name, unsigned threads, unsigned depth);

/// Adds an object; `state` NULL: all zeroes.
mc_object object(struct world *world, const struct mc_primitive *primitive, const void *state);

/// How many objects, and which.
#define OBJECTS(...)                                                                               \
  sizeof((mc_object[]){__VA_ARGS__}) / sizeof(mc_object), (mc_object[]) { __VA_ARGS__ }

/// Adds an operation that all threads may do in mode 0 and that keeps it; change what it returns.
struct choice *add(struct world *world, const struct mc_primitive *primitive, const char *operation,
                   unsigned objects, const mc_object object[]);

/// Adds operations on one object, none of which blocks but those whose name starts with `!`.
void add_all(struct world *world, mc_object o, const char *const *names, uint64_t argument);

/// Checks the laws, prints how many states were seen; exits with 1 and a message on a violation.
void check_laws(const struct world *world);

#endif // WORLD_H
