// test/dpor/Inputs/random_program.h - random small programs over all built-in primitives and over
// opaque objects.
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include "abstract.h"
#include "waiting_program.h"

/// What a program is made of. MIXED: of several families at once. From QUEUED_MUTEXES on threads
/// wait in queues, by policies, and condition variables have spurious wakeups.
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
  SIGNALS,
  INPUTS,
  PIPES,
  OWNS, ///< one of the primitives of examples/primitives
  OPAQUES,
  MIXED,
  QUEUED_MUTEXES,
  QUEUED_RWLOCKS,
  QUEUED_SEMAPHORES,
  QUEUED_CONDITIONS,
  QUEUED_MIXED,
  FAMILIES
};
extern const char *const family_name[FAMILIES];

/// The program of a seed: 2 to 4 threads and some 4 to 12 operations in all. Its opaque objects'
/// definitions are those of the latest program [lend: until the next call].
struct program random_program(enum family family, uint64_t seed);
/// The same one, in which more steps fail and more threads exit the process.
struct program with_more_ends(const struct program *program, enum family family, uint64_t seed);

/// How its threads wait: all 0 where they have no queues.
struct queues queues_of_random_program(enum family family, uint64_t seed);

/// Prints the program as a C function that returns it, to be pasted into a test.
void print_program(const struct program *program, const char *name);

#endif // RANDOM_PROGRAM_H
