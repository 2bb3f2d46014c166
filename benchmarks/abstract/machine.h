// machine.h - abstract programs whose next operation may depend on what the last one gave.
//
// A program is a function that every thread runs. It is a coroutine without a stack: what it
// remembers lies in struct local, and at each operation it returns to the machine, to be called
// again after the operation has run:
//
//   static bool increment(struct machine *m, struct local *me) {
//     BEGIN(me);
//     DO(me, lock(m, me, 0));
//     DO(me, unlock(m, me, 0));
//     END(me);
//   }
//
// So the whole state of a program is plain bytes, and going back to an earlier state is a copy.
#ifndef MC_BENCHMARKS_ABSTRACT_MACHINE_H
#define MC_BENCHMARKS_ABSTRACT_MACHINE_H

#include "dpor/search.h"

struct local {
  mc_thread number;
  mc_alternative alternative; ///< of the operation that has run
  int place;                  ///< the line to go on with
  uint64_t result;            ///< of the operation that has run
  int i, j;                   ///< the program's own
};

/// Both must stand in the function itself, not in a nested switch; DO at most once a line.
#define BEGIN(me)                                                                                  \
  switch ((me)->place) {                                                                           \
  case 0:
#define DO(me, declaration)                                                                        \
  do {                                                                                             \
    (me)->place = __LINE__;                                                                        \
    declaration;                                                                                   \
    return true;                                                                                   \
  case __LINE__:;                                                                                  \
  } while (0)
#define END(me)                                                                                    \
  }                                                                                                \
  return false

struct machine;

struct abstract_program {
  const char *name;
  /// Makes the objects; returns the number of threads.
  unsigned (*setup)(struct machine *m);
  /// Declares the thread's next operation; false: it has finished.
  bool (*body)(struct machine *m, struct local *me);
  uint64_t (*classes)(unsigned size); ///< how many there are, 0 where that is not known; or NULL
  unsigned smallest, largest;         ///< sizes for which that holds
  unsigned usual;                     ///< of a benchmark
  bool has_semaphores;
};

enum { MACHINE_DATA = 64, MACHINE_ARENA = 1 << 16 };

struct machine {
  const struct abstract_program *program;
  unsigned size;
  const struct mc_primitive *semaphore; ///< which of the two
  struct mc_model model;
  struct mc_arena arena;
  struct local local[MC_MAX_THREADS];
  int data[MACHINE_DATA]; ///< memory that no operation touches
};

void machine_init(struct machine *m, const struct abstract_program *program, unsigned size,
                  const struct mc_primitive *semaphore);
void machine_free(struct machine *m);
/// Runs an enabled step, then its thread up to its next operation.
void machine_step(struct machine *m, struct mc_step step);

/// A state of a machine, to which only this machine can be put back.
struct machine_state;
struct machine_state *machine_save(const struct machine *m); ///< [own: free]
void machine_restore(struct machine *m, const struct machine_state *state);

//===- For programs ---------------------------------------------------------------------------===//

/// `count` objects with zeroes as their state.
void make_objects(struct machine *m, const struct mc_primitive *primitive, unsigned count);
void lock(struct machine *m, const struct local *me, unsigned object);
void unlock(struct machine *m, const struct local *me, unsigned object);
/// `initial` is the value with which the semaphore began.
void wait_for(struct machine *m, const struct local *me, unsigned object, unsigned initial);
void post(struct machine *m, const struct local *me, unsigned object, unsigned initial);
void read_variable(struct machine *m, const struct local *me, unsigned object);
void write_variable(struct machine *m, const struct local *me, unsigned object, uint64_t value);
void compare_exchange(struct machine *m, const struct local *me, unsigned object, uint64_t expected,
                      uint64_t value);

extern const struct abstract_program abstract_programs[]; ///< ends with a name of NULL

#endif // MC_BENCHMARKS_ABSTRACT_MACHINE_H
