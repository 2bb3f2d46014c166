// primitives/pipe.c - pipes, sockets of a socketpair, eventfds.
//
//   read       ok: there is something to read; again: there is not, and it must not block;
//              end: there is nothing, and nobody can write any more; bad: the descriptor is closed
//   write      ok: there is room; again: there is none, and it must not block; broken: nobody can
//              read any more; bad
//   close, shutdown, dup, set-flags, flags, size   ok, or bad
//   poll       enabled while one of its objects is ready
//   timedpoll  ready: as poll; timeout: while none is
//
// An object is one direction: a pipe, half of a socketpair, an eventfd. What a thread moves lies
// elsewhere (descriptors.c); the state has but the number of bytes. A descriptor has an index among
// those of its side, so that a close by one thread is an operation on what another one uses.
//
// As Linux does it: what is written to a pipe at once is whole up to PIPE_BUF bytes, and otherwise
// as much as there is room for. Different: room is counted in bytes, where Linux has 16 pages, some
// of which may be partly filled; and a read that waits while another thread closes its own
// descriptor ends with EBADF, as one that begins after the close does.
//
// Which outcomes there are is the state's choice, so each is an alternative; a read of data does
// not look at who could still write, so it is independent of a close of the other side.
#include "pipe.h"
#include <poll.h>
#include <stdio.h>

#define OPERATIONS                                                                                 \
  {                                                                                                \
    "read", "write", "close", "shutdown", "dup", "set-flags", "flags", "size", "poll",             \
        "timedpoll", NULL                                                                          \
  }
static const char *const pipe_operations[] = OPERATIONS, *const socket_operations[] = OPERATIONS,
                         *const eventfd_operations[] = OPERATIONS;

enum { NOT_NOW = 0x10000 }; // no alternative: it waits

static bool is_eventfd(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_eventfd;
}

static bool is_poll(const struct mc_operation *op) {
  return op->kind == MC_PIPE_POLL || op->kind == MC_PIPE_TIMED_POLL;
}

static unsigned poll_bits(const struct mc_operation *op, unsigned k) {
  return op->argument[0] >> (4 * k) & 15;
}

static unsigned index_of(const struct mc_operation *op, unsigned k) {
  return (unsigned)(is_poll(op) ? op->argument[1] >> (8 * k) & 255 : op->argument[0]);
}

/// The side of the k-th object that the operation's descriptor is of.
static enum mc_pipe_side side_of(const struct mc_operation *op, unsigned k) {
  if (is_poll(op))
    return poll_bits(op, k) & MC_POLL_WRITER ? MC_WRITER : MC_READER;
  if (is_eventfd(op))
    return MC_READER;
  return k > 0 || op->argument[2] & MC_PIPE_WRITES ? MC_WRITER : MC_READER;
}

//===- The state ------------------------------------------------------------------------------===//

static bool is_open(const struct mc_operation *op, unsigned k, const struct mc_pipe_state *p) {
  return p->open[side_of(op, k)] >> index_of(op, k) & 1;
}

// An eventfd's reader can always write.
static bool has_end(const struct mc_pipe_state *p) {
  return p->made[MC_WRITER] && (p->shut || p->open[MC_WRITER] == 0);
}

static bool is_broken(const struct mc_pipe_state *p) {
  return p->made[MC_WRITER] && (p->shut || p->open[MC_READER] == 0);
}

static bool must_not_block(const struct mc_operation *op, const struct mc_pipe_state *p) {
  return p->nonblocking[side_of(op, 0)] || op->argument[2] & MC_PIPE_DONT_WAIT;
}

static unsigned outcome_of_read(const struct mc_operation *op, const struct mc_pipe_state *p) {
  if (p->content > 0 || op->argument[1] == 0)
    return MC_PIPE_OK;
  if (has_end(p))
    return MC_PIPE_END;
  return must_not_block(op, p) ? MC_PIPE_AGAIN : NOT_NOW;
}

static bool has_room(const struct mc_operation *op, const struct mc_pipe_state *p) {
  const uint64_t room = p->capacity - p->content;
  if (is_eventfd(op) || (op->primitive == &mc_primitive_pipe && op->argument[1] <= MC_PIPE_ATOMIC))
    return room >= op->argument[1];
  return room > 0;
}

static unsigned outcome_of_write(const struct mc_operation *op, const struct mc_pipe_state *p) {
  if (op->argument[1] == 0)
    return MC_PIPE_OK;
  if (is_broken(p))
    return MC_PIPE_END;
  if (has_room(op, p))
    return MC_PIPE_OK;
  return must_not_block(op, p) ? MC_PIPE_AGAIN : NOT_NOW;
}

/// POLLOUT: a pipe has an empty page, a socket is at most a quarter full.
static bool is_writable(const struct mc_pipe_state *p) {
  if (!p->made[MC_WRITER])
    return p->content < p->capacity;
  const bool is_socket = p->capacity > 65536;
  return is_socket ? p->content <= p->capacity / 4 : p->capacity - p->content >= MC_PIPE_ATOMIC;
}

short mc_pipe_events(const struct mc_operation *poll, unsigned k, const struct mc_pipe_state *p) {
  const unsigned bits = poll_bits(poll, k);
  short events = 0;
  if (!is_open(poll, k, p))
    return POLLNVAL;
  if (side_of(poll, k) == MC_READER) {
    if (p->content > 0)
      events |= POLLIN;
    if (has_end(p))
      events |= POLLHUP;
  }
  if (bits & MC_POLL_OUT && is_writable(p))
    events |= POLLOUT;
  if (side_of(poll, k) == MC_WRITER && is_broken(p))
    events |= POLLERR;
  return bits & MC_POLL_IN ? events : events & ~POLLIN;
}

//===- The primitives -------------------------------------------------------------------------===//

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  switch (op->kind) {
  case MC_PIPE_READ:
  case MC_PIPE_WRITE:
    return MC_PIPE_END + 1;
  case MC_PIPE_POLL:
    return 1;
  case MC_PIPE_TIMED_POLL:
    return MC_PIPE_AGAIN + 1;
  default:
    return MC_PIPE_BAD + 1;
  }
}

static unsigned outcome(const struct mc_operation *op, const void *const state[]) {
  if (is_poll(op)) {
    for (unsigned k = 0; k < op->objects; k++)
      if (mc_pipe_events(op, k, state[k]))
        return MC_PIPE_OK;
    return op->kind == MC_PIPE_POLL ? NOT_NOW : MC_PIPE_AGAIN;
  }
  if (!is_open(op, 0, state[0]))
    return MC_PIPE_BAD;
  if (op->kind == MC_PIPE_READ)
    return outcome_of_read(op, state[0]);
  return op->kind == MC_PIPE_WRITE ? outcome_of_write(op, state[0]) : MC_PIPE_OK;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  return op->alternative == outcome(op, state);
}

static uint64_t lesser(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint64_t apply_read(const struct mc_operation *op, struct mc_pipe_state *p) {
  uint64_t taken = lesser(op->argument[1], p->content);
  if (is_eventfd(op))
    taken = p->semaphore ? 1 : p->content;
  if (!(op->argument[2] & MC_PIPE_PEEK))
    p->content -= taken;
  return taken;
}

static uint64_t apply_write(const struct mc_operation *op, struct mc_pipe_state *p) {
  const uint64_t added = lesser(op->argument[1], p->capacity - p->content);
  p->content += added;
  return added;
}

/// Returns the new descriptor's index.
static uint64_t apply_dup(const struct mc_operation *op, unsigned k, struct mc_pipe_state *p) {
  const enum mc_pipe_side side = side_of(op, k);
  if (p->made[side] < MC_PIPE_MOST_DESCRIPTORS)
    p->open[side] |= (uint64_t)1 << p->made[side]++;
  else
    return MC_PIPE_MOST_DESCRIPTORS;
  return p->made[side] - 1u;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  if (op->alternative != MC_PIPE_OK || is_poll(op))
    return NULL;
  for (unsigned k = 0; k < op->objects; k++) {
    struct mc_pipe_state *p = state[k];
    const enum mc_pipe_side side = side_of(op, k);
    switch (op->kind) {
    case MC_PIPE_READ:
      *result = apply_read(op, p);
      break;
    case MC_PIPE_WRITE:
      *result = apply_write(op, p);
      break;
    case MC_PIPE_CLOSE:
      p->open[side] &= ~((uint64_t)1 << index_of(op, k));
      break;
    case MC_PIPE_SHUTDOWN:
      p->shut = 1;
      break;
    case MC_PIPE_DUP:
      *result = apply_dup(op, k, p);
      break;
    case MC_PIPE_SET_FLAGS:
      p->nonblocking[side] = op->argument[1] != 0;
      break;
    case MC_PIPE_FLAGS:
      *result = p->nonblocking[side];
      break;
    default:
      *result = p->content;
    }
  }
  return NULL;
}

//===- Dependence -----------------------------------------------------------------------------===//

static bool is(const struct mc_operation *op, enum mc_pipe_operation kind, mc_alternative a) {
  return op->kind == kind && op->alternative == a;
}

static bool moves(const struct mc_operation *op) {
  return (is(op, MC_PIPE_READ, MC_PIPE_OK) && !(op->argument[2] & MC_PIPE_PEEK)) ||
         is(op, MC_PIPE_WRITE, MC_PIPE_OK);
}

/// Its outcome or its result is up to how much there is.
static bool sees_content(const struct mc_operation *op) {
  if (op->kind == MC_PIPE_READ || op->kind == MC_PIPE_WRITE)
    return op->argument[1] > 0 && op->alternative != MC_PIPE_BAD &&
           !is(op, MC_PIPE_WRITE, MC_PIPE_END);
  return is(op, MC_PIPE_SIZE, MC_PIPE_OK) || is_poll(op);
}

/// Its outcome is up to whether there still is somebody on the other side.
static bool sees_other_side(const struct mc_operation *op) {
  if (op->kind == MC_PIPE_READ || op->kind == MC_PIPE_WRITE)
    return op->alternative != MC_PIPE_BAD && !is(op, MC_PIPE_READ, MC_PIPE_OK);
  return is_poll(op);
}

static bool moves_before(const struct mc_operation *a, const struct mc_operation *b) {
  if (!sees_content(b) || a->argument[1] == 0)
    return false;
  if (a->kind == MC_PIPE_WRITE && is(b, MC_PIPE_READ, MC_PIPE_END))
    return false; // who can write is not at its end
  return !(a->kind == MC_PIPE_WRITE && is(b, MC_PIPE_WRITE, MC_PIPE_OK) &&
           a->argument[2] & b->argument[2] & MC_PIPE_COMMUTES);
}

/// Can `a` change anything for `b`? The i-th object of `a` is the j-th of `b`.
static bool affects(const struct mc_operation *a, unsigned i, const struct mc_operation *b,
                    unsigned j) {
  const bool one_side = side_of(a, i) == side_of(b, j);
  if (a->alternative != MC_PIPE_OK || is_poll(a))
    return false;
  if (moves(a))
    return moves_before(a, b);
  switch (a->kind) {
  case MC_PIPE_CLOSE:
    return one_side ? index_of(a, i) == index_of(b, j) : sees_other_side(b);
  case MC_PIPE_SHUTDOWN:
    return sees_other_side(b);
  case MC_PIPE_DUP:
    return one_side;
  case MC_PIPE_SET_FLAGS:
    return one_side && (is(b, MC_PIPE_READ, MC_PIPE_AGAIN) || is(b, MC_PIPE_WRITE, MC_PIPE_AGAIN) ||
                        is(b, MC_PIPE_FLAGS, MC_PIPE_OK) || is(b, MC_PIPE_SET_FLAGS, MC_PIPE_OK));
  default:
    return false;
  }
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  for (unsigned i = 0; i < a->objects; i++)
    for (unsigned j = 0; j < b->objects; j++)
      if (a->object[i] == b->object[j] && (affects(a, i, b, j) || affects(b, j, a, i)))
        return true;
  return false;
}

//===- Reports --------------------------------------------------------------------------------===//

static const char *alternative_name(const struct mc_operation *op) {
  switch (op->alternative) {
  case MC_PIPE_OK:
    return op->kind == MC_PIPE_TIMED_POLL ? "ready" : NULL;
  case MC_PIPE_AGAIN:
    return op->kind == MC_PIPE_TIMED_POLL ? "timeout" : "again";
  case MC_PIPE_BAD:
    return "bad";
  default:
    return op->kind == MC_PIPE_READ ? "end" : "broken";
  }
}

static const char *plural(unsigned n) { return n == 1 ? "" : "s"; }

static void print(const void *state, char *text, size_t size) {
  const struct mc_pipe_state *p = state;
  const unsigned readers = (unsigned)__builtin_popcountll(p->open[MC_READER]);
  const unsigned writers = (unsigned)__builtin_popcountll(p->open[MC_WRITER]);
  char content[40] = "empty";
  if (p->content == p->capacity)
    snprintf(content, sizeof content, "full");
  else if (p->content)
    snprintf(content, sizeof content, "%llu byte%s", (unsigned long long)p->content,
             plural(p->content != 1 ? 2 : 1));
  snprintf(text, size, "%s, %u read end%s and %u write end%s open%s; fds %d and %d", content,
           readers, plural(readers), writers, plural(writers), p->shut ? ", shut down" : "",
           p->fd[MC_READER], p->fd[MC_WRITER]);
}

static void print_eventfd(const void *state, char *text, size_t size) {
  const struct mc_pipe_state *p = state;
  snprintf(text, size, "value %llu%s; fd %d", (unsigned long long)p->content,
           p->open[MC_READER] ? "" : ", closed", p->fd[MC_READER]);
}

static bool value(const void *state, uint64_t *value) {
  *value = ((const struct mc_pipe_state *)state)->content;
  return true;
}

#define PRIMITIVE(primitive_name, print_function)                                                  \
  const struct mc_primitive mc_primitive_##primitive_name = {                                      \
      .version = MC_PRIMITIVE_VERSION,                                                             \
      .name = #primitive_name,                                                                     \
      .operations = primitive_name##_operations,                                                   \
      .state_size = sizeof(struct mc_pipe_state),                                                  \
      .universe = universe,                                                                        \
      .enabled = enabled,                                                                          \
      .apply = apply,                                                                              \
      .dependent = dependent,                                                                      \
      .alternative_name = alternative_name,                                                        \
      .print = print_function,                                                                     \
      .value = value,                                                                              \
  }

PRIMITIVE(pipe, print);
PRIMITIVE(socket, print);
PRIMITIVE(eventfd, print_eventfd);
