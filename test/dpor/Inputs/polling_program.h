// test/dpor/Inputs/polling_program.h - random small programs that wait by asking again and again:
// tries, timed waits and loads in loops, with and without yields, and busy waits.
//
// A turn of a loop that finds nothing changes nothing, so the states of such a program are few
// though its executions have no end.
#ifndef POLLING_PROGRAM_H
#define POLLING_PROGRAM_H

#include "abstract.h"

enum waiting {
  TRIES,      ///< some attempts, which may all fail; no loop
  LOOPS,      ///< loops that yield
  BUSY_WAITS, ///< loops with a busy wait
  WAITINGS
};

struct program polling_program(enum waiting waiting, uint64_t seed);
/// True where each busy wait is part of such a loop, as it is in every polling_program.
bool is_polling_program(const struct program *program);

/// All final states, deadlocks and failures, by a walk over all states: each operation may run
/// whenever it is enabled, yields and busy waits too. Without process exit.
struct outcomes all_outcomes(const struct program *program, unsigned most_states, bool *too_large);

#endif // POLLING_PROGRAM_H
