// test/dpor/Inputs/random_program.h - random small programs over all built-in primitives.
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include "abstract.h"

/// What a program is made of. FAMILIES: of several families at once.
enum family {
  MUTEXES,
  RWLOCKS,
  SEMAPHORES,
  CONDITIONS,
  BARRIERS,
  THREADS,
  SPINLOCKS,
  ONCES,
  FUTEXES,
  VARIABLES,
  FAMILIES
};
extern const char *const family_name[FAMILIES + 1];

/// The program of a seed: 2 or 3 threads and at most `most` operations in all.
struct program random_program(enum family family, uint64_t seed, unsigned most);

void print_program(const struct program *program);

#endif // RANDOM_PROGRAM_H
