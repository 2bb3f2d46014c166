// test/dpor/Inputs/generator.h - how a random program is made: between random_program.c, which has
// the random numbers, the objects and the program, and phrases_of_random_program.c.
#ifndef GENERATOR_H
#define GENERATOR_H

#include "builtin.h"
#include "opaque.h"
#include "random_program.h"

enum { EACH = MAX_THREADS, EPOLL_OF_PIPES = 4 }; // the how many-th of its family

struct generator {
  struct program program;
  uint64_t random;
  enum family family, mix[2]; // family: without its queues
  bool is_mixed;
  struct queues queues;
  const struct own *own;
  mc_object section;                // 1 + object, 0: there are no atomic sections
  mc_object object[FAMILIES][EACH]; // 1 + object, 0: not yet made
  uint16_t mutex_type;
  bool robust, numbered, more_threads;
  unsigned socket;     // 1 + which type the socketpair is of, 0: not yet chosen
  bool socket_has_two; // descriptors for each of the two
  unsigned barrier_count, round[MAX_THREADS];
  mc_thread parent[MAX_THREADS]; // of a thread that is created in the middle; else itself
  bool is_created[MAX_THREADS], is_unmasked[MAX_THREADS], is_joined[MAX_THREADS];
};

/// The definitions of a program's opaque objects.
extern struct opaque opaques[2];

/// A random number below n.
unsigned below(struct generator *g, unsigned n);
bool one_in(struct generator *g, unsigned n);
/// How many operations the thread has.
unsigned length(const struct generator *g, mc_thread t);

/// The i-th object of a family; made when it is first used.
mc_object the(struct generator *g, enum family family, unsigned i);
/// Appends an operation on it.
struct instruction *use(struct generator *g, mc_thread t, const char *name, enum family family,
                        unsigned i);
struct instruction *use_variable(struct generator *g, mc_thread t, const char *name, unsigned i,
                                 uint64_t operand);

/// Appends what one would write: lock ... unlock; lock, wait for a condition, unlock.
void add_phrase(struct generator *g, mc_thread t);

#endif // GENERATOR_H
