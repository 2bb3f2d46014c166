// primitives/pipe.h - what threads of the program talk through: a pipe, one direction of a
// socketpair, the counter of an eventfd. Used by pipe.c (the operations), descriptors.c (the
// numbers and the bytes) and *_functions.c (the interposed functions).
#ifndef MC_PRIMITIVES_PIPE_H
#define MC_PRIMITIVES_PIPE_H

#include <mcmini/primitive.h>

enum mc_pipe_operation {
  MC_PIPE_READ,
  MC_PIPE_WRITE,
  MC_PIPE_CLOSE,
  MC_PIPE_SHUTDOWN,
  MC_PIPE_DUP,
  MC_PIPE_SET_FLAGS,
  MC_PIPE_FLAGS,
  MC_PIPE_SIZE,
  MC_PIPE_POLL,
  MC_PIPE_TIMED_POLL,
};

/// Alternatives. END of a write: nobody can read.
enum { MC_PIPE_OK, MC_PIPE_AGAIN, MC_PIPE_BAD, MC_PIPE_END };

/// An eventfd has one side, MC_READER, which reads and writes.
enum mc_pipe_side { MC_READER, MC_WRITER };

enum {
  MC_PIPE_MOST_DESCRIPTORS = 64, ///< of one side, in a trace
  MC_PIPE_ATOMIC = 4096,         ///< PIPE_BUF
};

/// Of an operation, argument 0: the descriptor's index; argument 1: bytes, the eventfd's value, or
/// whether it shall not block; argument 2: these. Of a poll: argument 0 has 4 bits for each object,
/// argument 1 its descriptor's index, 8 bits.
enum {
  MC_PIPE_DONT_WAIT = 1, ///< MSG_DONTWAIT
  MC_PIPE_WRITES = 2,    ///< the first object is one that the descriptor writes to; the second
                         ///< always is
  MC_PIPE_COMMUTES = 4,  ///< writes to an eventfd that is never near its highest value
  MC_PIPE_PEEK = 8,      ///< the bytes stay
};
enum { MC_POLL_IN = 1, MC_POLL_OUT = 2, MC_POLL_WRITER = 4 };

/// All is 0 in a new one but what is said.
struct mc_pipe_state {
  uint64_t content;  ///< bytes, or the eventfd's counter
  uint64_t capacity; ///< what fits: always set
  uint64_t open[2];  ///< by side: descriptors, by their index; bit 0 is set
  uint8_t made[2];   ///< by side: how many there were; at least 1
  uint8_t nonblocking[2];
  uint8_t shut;      ///< nothing more can be written
  uint8_t semaphore; ///< EFD_SEMAPHORE
  int16_t fd[2];     ///< for reports: the first ones
};

extern const struct mc_primitive mc_primitive_pipe, mc_primitive_socket, mc_primitive_eventfd;

/// What poll says of the k-th object of the operation, which has run: POLLIN, POLLHUP, ...
short mc_pipe_events(const struct mc_operation *poll, unsigned k, const struct mc_pipe_state *p);

#endif // MC_PRIMITIVES_PIPE_H
