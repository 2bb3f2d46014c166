// primitives/descriptors/pipe_relation.c - which operations on pipes, sockets, eventfds and epolls
// are dependent; what they do is in pipe.c and poll.c. docs/equivalence.md has the same as a table.
//
// Two are if one can change what the other sees. Then it also hands memory over: who reads bytes
// sees what was done before they were written, who finds the end what was before the close. A look
// changes nothing, so it gives nothing.
#define _GNU_SOURCE
#include "pipe.h"
#include "primitives/timer.h"

static bool is(const struct mc_operation *op, enum mc_pipe_operation kind, mc_alternative a) {
  return op->kind == kind && op->alternative == a;
}

static bool is_datagram(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_datagram;
}

static bool is_seqpacket(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_seqpacket;
}

static bool is_tcp(const struct mc_operation *op) { return op->primitive == &mc_primitive_tcp; }

static bool is_mqueue(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_mqueue;
}

static bool is_listener(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_listener;
}

/// Its close tells the other end whether all was read.
static bool can_reset(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_socket || is_seqpacket(op) || is_tcp(op);
}

static bool closes(const struct mc_operation *op) {
  return is(op, MC_PIPE_CLOSE, MC_PIPE_OK) || is(op, MC_PIPE_CLOSE, MC_PIPE_RESET) ||
         (is_tcp(op) && is(op, MC_PIPE_CLOSE, MC_PIPE_END));
}

//===- What is changed ------------------------------------------------------------------------===//

/// The kinds of change, as bits. From BY_SIDE on there is one for each side of the object.
enum {
  PUT = 1,
  ADDED = 2, // put where that commutes
  TAKEN = 4,
  SET = 8, // of an epoll: the descriptors in it
  SHUT = 16,
  OTHER_SHUT = 32, // the other direction
  RESET_TOLD = 64,
  REFUSED = 128,
  BY_SIDE = 8,
  CLOSED = BY_SIDE, // any descriptor
  RESET = BY_SIDE + 2,
  DUPLICATED = BY_SIDE + 4,
  FLAGS = BY_SIDE + 6,
  DESCRIPTOR = BY_SIDE + 8,               // closed: this one
  DESCRIPTORS = 16,                       // that are told apart
  RESIZED = DESCRIPTOR + 2 * DESCRIPTORS, // of one side only
  BOUND = RESIZED + 2,                    // of one side only
  SHUT_BY = BOUND + 2,                    // TCP: who has shut it
  BOTH_SHUT = SHUT_BY + 2, // TCP: of one side only: the reader, and the other direction
  ASKED = BOTH_SHUT + 2,   // of a message queue: who is to be told of a message
  HELD,                    // of a message queue, for its signal
  OPENED,                  // of a message queue: one more descriptor
};

static uint64_t by_side(unsigned what, enum mc_pipe_side side) {
  return (uint64_t)1 << (what + (unsigned)side);
}

static uint64_t bit(unsigned what) { return (uint64_t)1 << what; }

static uint64_t descriptor(const struct mc_operation *op, unsigned k) {
  return by_side(DESCRIPTOR + 2 * (mc_pipe_index(op, k) % DESCRIPTORS), mc_pipe_side(op, k));
}

static uint64_t changed_by_read(const struct mc_operation *op, unsigned i) {
  if (i > 0)
    return 0;
  if (op->alternative == MC_PIPE_RESET)
    return RESET_TOLD;
  const bool moves = op->argument[1] > 0 && !(op->argument[2] & MC_PIPE_PEEK);
  return op->alternative == MC_PIPE_OK && moves ? TAKEN : 0;
}

/// A write that was refused loses what lies in the other direction.
static uint64_t changed_by_write(const struct mc_operation *op, unsigned i) {
  switch (op->alternative) {
  case MC_PIPE_OK:
    return i > 0 || op->argument[1] == 0 ? 0 : op->argument[2] & MC_PIPE_COMMUTES ? ADDED : PUT;
  case MC_PIPE_NOTIFIES:
    return is_mqueue(op) ? PUT | bit(ASKED) | bit(HELD) : 0;
  case MC_PIPE_REFUSED:
    if (is_listener(op))
      return 0;
    if (is_tcp(op))
      return by_side(RESET, MC_WRITER) | (i > 0 ? 0 : SHUT);
    return i > 0 ? TAKEN : REFUSED;
  case MC_PIPE_RESET:
    return i > 0 ? RESET_TOLD : 0;
  default:
    return 0;
  }
}

/// A timerfd's timer puts a count when it expires; whoever sets it takes what was counted.
static uint64_t changed_by_timer(const struct mc_operation *op, unsigned i) {
  const bool is_change = i == 1 && op->kind != MC_TIMER_LOOK;
  return !is_change ? 0 : op->kind == MC_TIMER_EXPIRE ? PUT : TAKEN;
}

static uint64_t changed_by_shutdown(const struct mc_operation *op, unsigned i) {
  const bool is_both = op->alternative == MC_PIPE_END || op->alternative == MC_PIPE_AGAIN;
  if (is_listener(op))
    return is_both ? SHUT | TAKEN : op->argument[1] & 1 ? SHUT : OTHER_SHUT;
  return (op->argument[1] >> i & 1 ? SHUT : OTHER_SHUT) |
         (is_tcp(op) ? by_side(SHUT_BY, mc_pipe_side(op, i)) : 0) |
         (is_both && i == 0 ? by_side(BOTH_SHUT, MC_READER) : 0);
}

/// What it changes of its i-th object.
uint64_t mc_pipe_releases(const struct mc_operation *op, unsigned i) {
  if (op->primitive == &mc_primitive_timer)
    return changed_by_timer(op, i);
  if (mc_is_epoll(op, i))
    return mc_epoll_changes(op) ? SET : 0;
  if (mc_pipe_is_poll(op))
    return 0;
  if (op->kind == MC_PIPE_READ)
    return changed_by_read(op, i);
  if (op->kind == MC_PIPE_WRITE)
    return changed_by_write(op, i);
  const enum mc_pipe_side side = mc_pipe_side(op, i);
  if (closes(op))
    return by_side(CLOSED, side) | descriptor(op, i) | (is_mqueue(op) ? bit(ASKED) : 0) |
           (op->alternative == MC_PIPE_RESET ? by_side(RESET, side) : 0);
  const bool may_be_both = is_tcp(op) || is_listener(op);
  if (is(op, MC_PIPE_SHUTDOWN, MC_PIPE_OK) ||
      (may_be_both &&
       (is(op, MC_PIPE_SHUTDOWN, MC_PIPE_END) || is(op, MC_PIPE_SHUTDOWN, MC_PIPE_AGAIN))))
    return changed_by_shutdown(op, i);
  if (is(op, MC_PIPE_ERROR, MC_PIPE_RESET))
    return RESET_TOLD;
  if (is(op, MC_PIPE_BIND, MC_PIPE_OK))
    return by_side(BOUND, MC_READER);
  if (is(op, MC_PIPE_LISTEN, MC_PIPE_OK))
    return SHUT | by_side(RESIZED, MC_READER);
  if (op->kind == MC_PIPE_OPEN)
    return bit(OPENED);
  if (is(op, MC_PIPE_NOTIFY, MC_PIPE_OK))
    return bit(ASKED);
  if (op->kind == MC_PIPE_NOTIFIED)
    return bit(HELD);
  if (is(op, MC_PIPE_DUP, MC_PIPE_OK))
    return by_side(DUPLICATED, side);
  if (is(op, MC_PIPE_RESIZE, MC_PIPE_OK))
    return by_side(RESIZED, MC_READER);
  return is(op, MC_PIPE_SET_FLAGS, MC_PIPE_OK) ? by_side(FLAGS, side) : 0;
}

//===- What an operation looks at -------------------------------------------------------------===//

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
           (op->alternative == MC_PIPE_OK || op->alternative == MC_PIPE_AGAIN ||
            (is_mqueue(op) && op->alternative == MC_PIPE_NOTIFIES));
  case MC_PIPE_CLOSE:
    return closes(op) && can_reset(op) && mc_pipe_side(op, k) == MC_READER;
  case MC_PIPE_SET_FLAGS:
    return is_mqueue(op) && op->alternative == MC_PIPE_OK;
  case MC_PIPE_SIZE:
    return op->alternative == MC_PIPE_OK;
  case MC_PIPE_RESIZE:
    return op->alternative != MC_PIPE_BAD;
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

/// Does one listen? A listener's shutdown is up to that.
static bool sees_listening(const struct mc_operation *op) {
  return is_listener(op) && op->kind == MC_PIPE_SHUTDOWN && op->alternative != MC_PIPE_BAD;
}

/// TCP: its outcome, or whom it tells what, is up to who has shut down what.
static bool sees_shut(const struct mc_operation *op) {
  return is_tcp(op) && (is(op, MC_PIPE_CLOSE, MC_PIPE_RESET) || is(op, MC_PIPE_CLOSE, MC_PIPE_END));
}

/// TCP's shutdown of what the socket has shut down before fails where the other side has ended,
/// too.
static bool sees_end(const struct mc_operation *op) {
  return is_tcp(op) &&
         (is(op, MC_PIPE_SHUTDOWN, MC_PIPE_AGAIN) || is(op, MC_PIPE_SHUTDOWN, MC_PIPE_UNCONNECTED));
}

/// Its outcome is up to whether ECONNRESET is to be told.
static bool sees_reset(const struct mc_operation *op, unsigned k) {
  if (op->kind == MC_PIPE_ERROR)
    return op->alternative != MC_PIPE_BAD;
  if (is_tcp(op) && op->kind == MC_PIPE_SHUTDOWN)
    return k == 0 && op->alternative != MC_PIPE_BAD;
  if (is(op, MC_PIPE_READ, MC_PIPE_OK))
    return is_seqpacket(op);
  if (op->kind == MC_PIPE_READ || (op->kind == MC_PIPE_WRITE && k > 0))
    return op->alternative == MC_PIPE_END || op->alternative == MC_PIPE_RESET;
  return mc_pipe_is_poll(op) && mc_pipe_side(op, k) == MC_READER;
}

/// Where the other direction is shut, only a poll for the end sees that.
static bool sees_other_shut(const struct mc_operation *op, unsigned k) {
  return mc_pipe_is_poll(op) && mc_pipe_side(op, k) == MC_READER;
}

static bool sees_flags(const struct mc_operation *op) {
  return (is_datagram(op) && is(op, MC_PIPE_READ, MC_PIPE_END)) ||
         is(op, MC_PIPE_READ, MC_PIPE_AGAIN) || is(op, MC_PIPE_WRITE, MC_PIPE_AGAIN) ||
         is(op, MC_PIPE_FLAGS, MC_PIPE_OK) || is(op, MC_PIPE_SET_FLAGS, MC_PIPE_OK) ||
         (is_mqueue(op) && is(op, MC_PIPE_SIZE, MC_PIPE_OK));
}

/// Its outcome or its result is up to how many pages the pipe has. Who is told that it is busy asks
/// for fewer than are in use.
static bool sees_pages(const struct mc_operation *op, unsigned k) {
  return op->kind != MC_PIPE_READ && op->kind != MC_PIPE_SIZE && sees_content(op, k) &&
         !is(op, MC_PIPE_RESIZE, MC_PIPE_AGAIN);
}

/// Is somebody to be told of a message?
static bool sees_asked(const struct mc_operation *op) {
  if (op->kind == MC_PIPE_WRITE)
    return op->alternative == MC_PIPE_OK || op->alternative == MC_PIPE_NOTIFIES;
  return op->kind == MC_PIPE_NOTIFY && op->alternative != MC_PIPE_BAD;
}

static uint64_t seen_of_mqueue(const struct mc_operation *op) {
  return (sees_asked(op) ? bit(ASKED) : 0) |
         (op->kind == MC_PIPE_OPEN || op->kind == MC_PIPE_DUP ? bit(OPENED) : 0);
}

static uint64_t content_seen(const struct mc_operation *op) {
  if (!is_tcp(op) && (is(op, MC_PIPE_READ, MC_PIPE_END) || is(op, MC_PIPE_READ, MC_PIPE_RESET)))
    return TAKEN; // who can write is not at its end
  const bool commutes = is(op, MC_PIPE_WRITE, MC_PIPE_OK) && op->argument[2] & MC_PIPE_COMMUTES;
  return TAKEN | PUT | (commutes ? 0 : ADDED);
}

/// A poll of a file sees each of its descriptors.
static uint64_t closes_seen(const struct mc_operation *op, unsigned k) {
  const enum mc_pipe_side side = mc_pipe_side(op, k);
  const bool any = mc_pipe_is_poll(op) && mc_poll_bits(op, k) & MC_POLL_FILE;
  const bool other = (sees_other_side(op, k) || (sees_end(op) && k == 0)) &&
                     !(is_datagram(op) && op->kind == MC_PIPE_READ);
  return (any ? 0 : descriptor(op, k)) |
         (any || (can_reset(op) && closes(op)) ? by_side(CLOSED, side) : 0) |
         (other ? by_side(CLOSED, !side) : 0);
}

/// What it sees of its k-th object.
uint64_t mc_pipe_acquires(const struct mc_operation *op, unsigned k) {
  if (op->primitive == &mc_primitive_timer)
    return 0;
  if (mc_is_epoll(op, k))
    return op->kind == MC_EPOLL_NEXT ? 0 : SET;
  const enum mc_pipe_side side = mc_pipe_side(op, k);
  if (op->kind == MC_PIPE_OPEN)
    return bit(HELD) | bit(OPENED);
  if (op->kind == MC_PIPE_BIND)
    return by_side(BOUND, side) | by_side(CLOSED, side);
  const bool refused =
      k == 0 && !is_tcp(op) && !is_listener(op) &&
      (is(op, MC_PIPE_WRITE, MC_PIPE_REFUSED) || is(op, MC_PIPE_WRITE, MC_PIPE_UNCONNECTED));
  const bool unconnected = k == 0 && is(op, MC_PIPE_WRITE, MC_PIPE_UNCONNECTED);
  return closes_seen(op, k) | by_side(DUPLICATED, side) | bit(HELD) |
         (is_mqueue(op) ? seen_of_mqueue(op) : 0) | (sees_content(op, k) ? content_seen(op) : 0) |
         (sees_pages(op, k) ? by_side(RESIZED, MC_READER) : 0) |
         (sees_other_side(op, k) || sees_shut(op) || sees_end(op) || unconnected ||
                  sees_listening(op)
              ? SHUT
              : 0) |
         (is(op, MC_PIPE_LISTEN, MC_PIPE_OK) ? SHUT | by_side(RESIZED, MC_READER) : 0) |
         (is_tcp(op) && op->kind == MC_PIPE_SHUTDOWN ? by_side(SHUT_BY, side) : 0) |
         (is_tcp(op) && op->kind == MC_PIPE_WRITE && k == 0 ? by_side(BOTH_SHUT, MC_READER) : 0) |
         (sees_other_shut(op, k) ? OTHER_SHUT : 0) |
         (sees_reset(op, k) ? by_side(RESET, !side) | RESET_TOLD : 0) | (refused ? REFUSED : 0) |
         (sees_flags(op) ? by_side(FLAGS, side) : 0);
}

static bool changes(const struct mc_operation *a, unsigned i, const struct mc_operation *b,
                    unsigned j) {
  return mc_pipe_releases(a, i) & mc_pipe_acquires(b, j);
}

bool mc_pipe_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  for (unsigned i = 0; i < a->objects; i++)
    for (unsigned j = 0; j < b->objects; j++)
      if (a->object[i] == b->object[j] && (changes(a, i, b, j) || changes(b, j, a, i)))
        return true;
  return false;
}
