// program.h - random programs over plain and atomic accesses, as data: what random_program.c makes,
// print.c writes as C, and brute_force.c runs.
#ifndef PROGRAM_H
#define PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

enum { MOST_THREADS = 3, MOST_OPERATIONS = 24, MUTEXES = 2 };

/// Memory locations of the standard (C11, 3.14), one bit each: all bytes of a location are accessed
/// together.
enum unit { X, Y, B0, B1, B2, B3, S0, S1, S2, PQ, R, A1, A2, A4, A8, UNITS };

/// What an access names.
struct place {
  const char *expression, *variable;
  uint32_t units;
  const char *value; ///< how the value v is written, a format
  bool is_single;    ///< one location that holds the value: it may decide what happens
  bool is_field;     ///< of bits
  const char *into;  ///< the variable that a value of another kind is read into
};
enum { PLACES = 20 };
extern const struct place places[PLACES];

enum kind {
  READ,
  WRITE,
  ADD, ///< a plain read, and a plain write
  LOAD,
  STORE,
  EXCHANGE,
  FETCH_ADD,
  COMPARE_EXCHANGE,
  FENCE,
  LOCK,
  UNLOCK,
  TRYLOCK,
  READ_LOCK,
  WRITE_LOCK,
  READ_UNLOCK,
  WRITE_UNLOCK,
  POST,
  WAIT,
  TRYWAIT,
  CREATE,
  JOIN,
  IF, ///< the last value that the thread has read is `value`; if not, the next `skip` are left out
};

struct operation {
  uint8_t kind;
  uint8_t place; ///< or mutex, or thread
  uint8_t order, failure_order;
  uint8_t value, expected;
  uint8_t skip;
  bool is_weak;
  uint8_t line; ///< from 1, in the whole program
};

struct program {
  uint64_t seed, random;
  uint32_t threads;                ///< main is number 0
  uint32_t semaphore;              ///< its initial value
  bool depends_on_plain;           ///< a value that a plain access has read or written decides
  uint32_t flag, data, other_data; ///< places of most accesses
  bool has_sections;               ///< in the place of fences
  bool is_locked;                  ///< where the next operation is added
  uint32_t lines;
  struct {
    uint32_t count;
    struct operation operation[MOST_OPERATIONS];
  } thread[MOST_THREADS];
};

void make_program(struct program *program, uint64_t seed);
/// Does it leave a value for the next IF?
bool gives_value(const struct operation *op);
void print_program(const struct program *program);

#endif // PROGRAM_H
