// test/dpor/Inputs/abstract.h - programs without threads: lists of operations that the search runs.
//
// A program has objects and threads. After an operation its result can make the thread jump, or
// fail, so that what one thread does can depend on what others did before.
#ifndef ABSTRACT_H
#define ABSTRACT_H

#include "dpor/search.h"
#include <stdio.h>

enum { MAX_OPERATIONS = 24, MAX_OBJECTS = 16, MAX_THREADS = 16 };

struct instruction {
  struct mc_operation operation; ///< without its thread
  int jump; ///< added to the next place where result or alternative is not 0; of a semaphore: where
            ///< the result is not; of a busy wait: always
  bool spares;       ///< the next operation, a busy wait, is left out where there is no jump
  unsigned skips;    ///< added to the next place where there is no jump
  int fail;          ///< where the result is fail - 1, an assertion fails; 0: never
  bool leaves;       ///< where the result is 0, the thread has nothing more to do
  mc_thread creates; ///< the thread that it starts, plus 1
};

struct program {
  unsigned threads, objects;
  bool bystander; ///< the last thread and the last object are no part of the final states
  const struct mc_primitive *primitive[MAX_OBJECTS];
  char initial[MAX_OBJECTS][MC_MAX_STATE];
  struct instruction code[MAX_THREADS][MAX_OPERATIONS];
  unsigned length[MAX_THREADS];
  mc_thread_set left; ///< threads that process exit does not wait for where they poll
};

/// An object of which `state` is the initial state (NULL: zeroes).
mc_object add_object(struct program *program, const struct mc_primitive *primitive,
                     const void *state);
/// Appends an operation, by name, on `objects` objects; returns it.
struct instruction *add(struct program *program, mc_thread thread,
                        const struct mc_primitive *primitive, const char *name, unsigned objects,
                        mc_object first, mc_object second);
/// The kind of an operation by its name; exits where there is none.
uint16_t kind_of(const struct mc_primitive *primitive, const char *name);

/// A set of hashes.
struct outcomes {
  uint64_t *item; ///< [capacity], 0: empty
  unsigned count, capacity;
};
void outcome_add(struct outcomes *set, uint64_t item);
/// Each of `a` is in `b`.
bool outcomes_within(const struct outcomes *a, const struct outcomes *b);
bool outcomes_equal(const struct outcomes *a, const struct outcomes *b);
void outcomes_free(struct outcomes *set);

/// Where the threads of a program are.
struct places {
  unsigned place[MAX_THREADS];
  uint64_t results[MAX_THREADS]; ///< a hash of all that its operations gave; a turn of a loop that
                                 ///< goes back leaves no mark
  bool started[MAX_THREADS];
};
void places_begin(struct places *places, const struct program *program);
/// The next operation of a thread, or NULL.
const struct instruction *places_next(const struct places *places, const struct program *program,
                                      mc_thread thread);
/// Goes on after a step. Returns false if an assertion failed.
bool places_step(struct places *places, const struct program *program, mc_thread thread,
                 mc_alternative alternative, uint64_t result);
uint64_t hash(uint64_t start, const void *bytes, size_t size);
/// Which text a misuse gets may depend on the other threads ("not locked", "held by another"): it
/// is the same failure.
uint64_t hash_failure(const struct places *before, mc_thread thread, const char *what);
uint64_t hash_final(const struct places *places, const struct program *program,
                    const void *const state[], bool deadlock);

struct report {
  struct mc_search_counts counts;
  struct outcomes outcomes;
  struct outcomes classes;  ///< of the completed, deadlocked and dropped traces, see below
  uint64_t deadlocks[4];    ///< the numbers of the first traces that deadlocked, see below
  uint64_t blocked_before;  ///< sleep-set blocked ones before the first of them
  enum mc_next_verdict end; ///< of the last trace: MC_NEXT_END, or why the search stopped
  bool livelock;            ///< some trace ended in one
  bool unsuited; ///< `pop` has left the program to `optimal`, or to `source` after a failure
  double seconds;
  size_t arena_used;
};

/// How many alternatives the operation can have at most: of the program's text alone.
unsigned program_universe(const struct program *p, const struct mc_operation *operation);

/// Explores the program. Traces are numbered from 1, sleep-set blocked ones left out.
/// `max_traces` 0: all.
struct report explore(const struct program *program, const struct mc_search_config *config,
                      uint64_t max_traces);
/// Of a step in a class: its thread, the how many-th it is, from 0, and how many steps of each
/// thread happen before it, itself included. The sum of those of all steps is the hash of the
/// class.
uint64_t hash_in_class(mc_thread thread, unsigned rank, mc_alternative alternative,
                       const uint8_t clock[MAX_THREADS]);
/// Called at each state before mc_search_next, where it is not NULL.
extern void (*at_state)(const struct mc_model *model);
/// Called before each mc_search_next, where it is not NULL.
extern void (*before_step)(struct mc_search *search, const struct mc_model *model);
/// Called before each mc_search_end, where it is not NULL.
extern void (*at_end)(const struct mc_search *search, const struct mc_model *model);
/// Called before that, where it is not NULL: how the trace ends. `outcome`: as in report.outcomes;
/// of a livelock 0.
extern void (*at_outcome)(const struct mc_search *search, enum mc_trace_kind kind, uint64_t outcome);
/// Called between two traces, where it is not NULL: the search to go on with. The arena has no
/// fences then.
extern struct mc_search *(*between_traces)(struct mc_search *search, struct mc_arena *arena,
                                           const struct mc_search_config *config);
/// Whether `classes` is filled in: a hash of each trace that is the same for two traces if one
/// becomes the other by exchanging adjacent independent steps.
extern bool with_classes;

void print_counts(const char *title, const struct report *report);

#endif // ABSTRACT_H
