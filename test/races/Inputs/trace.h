// trace.h - random programs, their traces, and what brute force says of them.
#ifndef TEST_RACES_TRACE_H
#define TEST_RACES_TRACE_H

#include "races/races.h"

enum {
  MOST_THREADS = 4,
  MOST_EVENTS = 512,
  AREA = 64, ///< bytes of memory that a program uses
};

enum event_kind { STEP, ACCESS, LOOK, FORGET, FENCE, GIVE, TAKE };

/// What a thread does. A step of a variable is an access, too.
struct event {
  uint8_t kind, order, flags;
  mc_thread thread;
  uint32_t steps; ///< how many there were, its own included
  uintptr_t address;
  uint64_t size;
  struct mc_operation op;
};

struct trace {
  uint32_t events;
  struct event event[MOST_EVENTS];
};

/// The operations of the test's primitives.
enum { LOCK, TRYLOCK, UNLOCK };
enum { READ_LOCK, WRITE_LOCK, READ_UNLOCK, WRITE_UNLOCK };
enum { POST, WAIT };
enum { ARRIVE, LEAVE };
enum { CREATE, START, EXIT, JOIN };
extern const struct mc_primitive test_variable, test_mutex, test_rwlock, test_semaphore,
    test_barrier, test_thread, test_masks, test_opaque;
/// Of opaque steps on one object.
bool test_dependent(const struct mc_operation *a, const struct mc_operation *b);

uint32_t random_below(uint64_t *random, uint32_t n);

/// A random program; the same for the same seed.
struct program;
struct program *random_program(uint64_t seed);
/// Where its memory begins.
uintptr_t area_of(const struct program *program);
/// Atomics of different sizes overlap in it.
bool is_mixed(const struct program *program);
/// A random trace of it, made of `random`, and from the first turn after `turn` events on of
/// `other`. Stops where all are blocked. Returns how many events do not depend on `other`.
uint32_t random_trace(const struct program *program, uint64_t random, uint32_t turn, uint64_t other,
                      struct trace *trace);

/// Of two accesses of a trace, by C11.
struct reference {
  bool before[MOST_EVENTS][MOST_EVENTS]; ///< [i][j], i < j: i happens before j
};
void make_reference(const struct trace *trace, struct reference *reference);
/// Do they race on that byte?
bool is_race(const struct trace *trace, const struct reference *reference, uint32_t i, uint32_t j,
             uintptr_t byte);

void print_trace(const struct trace *trace, uintptr_t area);

#endif // TEST_RACES_TRACE_H
