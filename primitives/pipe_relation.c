// primitives/pipe_relation.c - which operations on pipes, sockets, eventfds and epolls are
// dependent; what they do is in pipe.c and poll.c. docs/equivalence.md has the same as a table.
#include "pipe.h"

static bool is(const struct mc_operation *op, enum mc_pipe_operation kind, mc_alternative a) {
  return op->kind == kind && op->alternative == a;
}

static bool is_datagram(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_datagram;
}

static bool is_seqpacket(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_seqpacket;
}

/// Its close tells the other end whether all was read.
static bool can_reset(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_socket || is_seqpacket(op);
}

static bool closes(const struct mc_operation *op) {
  return is(op, MC_PIPE_CLOSE, MC_PIPE_OK) || is(op, MC_PIPE_CLOSE, MC_PIPE_RESET);
}

//===- What an operation looks at -------------------------------------------------------------===//

/// A write that was refused loses what lies in the other direction.
static bool moves(const struct mc_operation *op, unsigned i) {
  if (i > 0)
    return is(op, MC_PIPE_WRITE, MC_PIPE_REFUSED);
  return (is(op, MC_PIPE_READ, MC_PIPE_OK) && !(op->argument[2] & MC_PIPE_PEEK)) ||
         is(op, MC_PIPE_WRITE, MC_PIPE_OK);
}

static bool poll_sees_content(const struct mc_operation *poll, unsigned k) {
  const unsigned bits = mc_poll_bits(poll, k);
  return bits & (bits & MC_POLL_WRITER ? MC_POLL_OUT : MC_POLL_IN | MC_POLL_OUT);
}

/// Its outcome or its result is up to how much there is.
static bool sees_content(const struct mc_operation *op, unsigned k) {
  switch (op->kind) {
  case MC_PIPE_READ:
    return op->argument[1] > 0 && op->alternative != MC_PIPE_BAD;
  case MC_PIPE_WRITE:
    return k == 0 && op->argument[1] > 0 &&
           (op->alternative == MC_PIPE_OK || op->alternative == MC_PIPE_AGAIN);
  case MC_PIPE_CLOSE:
    return closes(op) && can_reset(op) && mc_pipe_side(op, k) == MC_READER;
  case MC_PIPE_SIZE:
    return op->alternative == MC_PIPE_OK;
  default:
    return mc_pipe_is_poll(op) && poll_sees_content(op, k);
  }
}

/// Its outcome is up to whether there still is somebody on the other side.
static bool sees_other_side(const struct mc_operation *op, unsigned k) {
  if (op->kind == MC_PIPE_READ)
    return op->alternative != MC_PIPE_BAD && op->alternative != MC_PIPE_OK;
  if (op->kind == MC_PIPE_WRITE)
    return k == 0 && op->alternative != MC_PIPE_BAD && op->alternative != MC_PIPE_UNCONNECTED;
  return mc_pipe_is_poll(op);
}

/// Its outcome is up to whether ECONNRESET is to be told.
static bool sees_reset(const struct mc_operation *op, unsigned k) {
  if (is(op, MC_PIPE_READ, MC_PIPE_OK))
    return is_seqpacket(op);
  if (op->kind == MC_PIPE_READ || (op->kind == MC_PIPE_WRITE && k > 0))
    return op->alternative == MC_PIPE_END || op->alternative == MC_PIPE_RESET;
  return mc_pipe_is_poll(op) && mc_pipe_side(op, k) == MC_READER;
}

//===- What an operation changes --------------------------------------------------------------===//

static bool moves_before(const struct mc_operation *a, unsigned i, const struct mc_operation *b,
                         unsigned j) {
  if (!sees_content(b, j) || (i == 0 && a->argument[1] == 0))
    return false;
  if (i == 0 && a->kind == MC_PIPE_WRITE &&
      (is(b, MC_PIPE_READ, MC_PIPE_END) || is(b, MC_PIPE_READ, MC_PIPE_RESET)))
    return false; // who can write is not at its end
  return !(a->kind == MC_PIPE_WRITE && is(b, MC_PIPE_WRITE, MC_PIPE_OK) &&
           a->argument[2] & b->argument[2] & MC_PIPE_COMMUTES);
}

static bool closes_before(const struct mc_operation *a, unsigned i, const struct mc_operation *b,
                          unsigned j) {
  const bool any = mc_pipe_is_poll(b) && mc_poll_bits(b, j) & MC_POLL_FILE;
  if (mc_pipe_side(a, i) == mc_pipe_side(b, j))
    return any || mc_pipe_index(a, i) == mc_pipe_index(b, j) || (can_reset(a) && closes(b));
  if (a->alternative == MC_PIPE_RESET && sees_reset(b, j))
    return true;
  return sees_other_side(b, j) && !(is_datagram(b) && b->kind == MC_PIPE_READ);
}

/// Where the direction itself is not shut, only a poll for its end sees that.
static bool shuts_before(const struct mc_operation *a, unsigned i, const struct mc_operation *b,
                         unsigned j) {
  return a->argument[1] >> i & 1 ? sees_other_side(b, j)
                                 : mc_pipe_is_poll(b) && mc_pipe_side(b, j) == MC_READER;
}

/// Can `a`, which is ok, change anything for `b`? The i-th object of `a` is the j-th of `b`.
static bool affects(const struct mc_operation *a, unsigned i, const struct mc_operation *b,
                    unsigned j) {
  const bool one_side = mc_pipe_side(a, i) == mc_pipe_side(b, j);
  switch (a->kind) {
  case MC_PIPE_SHUTDOWN:
    return shuts_before(a, i, b, j);
  case MC_PIPE_DUP:
    return one_side;
  case MC_PIPE_SET_FLAGS:
    return one_side && ((is_datagram(b) && is(b, MC_PIPE_READ, MC_PIPE_END)) ||
                        is(b, MC_PIPE_READ, MC_PIPE_AGAIN) || is(b, MC_PIPE_WRITE, MC_PIPE_AGAIN) ||
                        is(b, MC_PIPE_FLAGS, MC_PIPE_OK) || is(b, MC_PIPE_SET_FLAGS, MC_PIPE_OK));
  default:
    return false;
  }
}

/// The same of any outcome, and of what they do to an epoll.
static bool changes(const struct mc_operation *a, unsigned i, const struct mc_operation *b,
                    unsigned j) {
  if (mc_is_epoll(a, i))
    return mc_epoll_changes(a);
  if (mc_pipe_is_poll(a))
    return false;
  if (closes(a))
    return closes_before(a, i, b, j);
  if (moves(a, i))
    return moves_before(a, i, b, j);
  if (a->kind != MC_PIPE_CLOSE && a->alternative == MC_PIPE_RESET)
    return (a->kind == MC_PIPE_WRITE) == i && sees_reset(b, j);
  if (is(a, MC_PIPE_WRITE, MC_PIPE_REFUSED))
    return b->kind == MC_PIPE_WRITE && j == 0 &&
           (b->alternative == MC_PIPE_REFUSED || b->alternative == MC_PIPE_UNCONNECTED);
  return a->alternative == MC_PIPE_OK && affects(a, i, b, j);
}

bool mc_pipe_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  for (unsigned i = 0; i < a->objects; i++)
    for (unsigned j = 0; j < b->objects; j++)
      if (a->object[i] == b->object[j] && (changes(a, i, b, j) || changes(b, j, a, i)))
        return true;
  return false;
}
