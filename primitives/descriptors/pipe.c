// primitives/descriptors/pipe.c - pipes, sockets of a socketpair, eventfds, message queues.
//
//   read       ok: there is something to read; again: there is not, and it must not block;
//              end: there is nothing, and nobody can write any more; reset: the other socket was
//              closed before all in it was read; bad: the descriptor is closed
//   write      ok: there is room; again: there is none, and it must not block; broken: nobody can
//              read any more; reset; bad; of datagrams also refused: the other socket was closed,
//              and unconnected: it was refused before
//   close      ok; reset, see above; bad
//   shutdown, dup, set-flags, flags, size   ok, or bad
//   resize     ok; busy: more pages are in use; bad
//   open       ok
//   notify     ok; busy: another one is to be told; bad
//   notified   ok: behind a write that sends a signal, which keeps all others from the queue
//   polls, and the operations of an epoll: see poll.c
//
// An object is one direction: a pipe, half of a socketpair, an eventfd. What a thread moves lies
// elsewhere (descriptors.c); the state has but the number of bytes, or of messages. A descriptor
// has an index among those of its side, so that a close by one thread is an operation on what
// another one uses.
//
// As Linux does it: what is written to a pipe at once is whole up to PIPE_BUF bytes, and otherwise
// as much as there is room for; a pipe has 16 pages, and what is written begins in a new one unless
// the last one has room for all of it, or for what is more than whole pages; a datagram to a closed
// socket loses what its sender has not read. Different: the room of sockets is counted in bytes and
// in messages, where Linux counts memory, which mc_socket_memory tells; a write that waits for a
// page may use the end of one that another thread has begun meanwhile; a full socket of datagrams
// whose reader has shut it down is broken, not full; and a read that waits while another thread
// closes its own descriptor ends with EBADF, as one that begins after the close does.
//
// Which outcomes there are is the state's choice, so each is an alternative; a read of data does
// not look at who could still write, so it is independent of a close of the other side.
#include "pipe_outcome.h"

#define OPERATIONS                                                                                 \
  {                                                                                                \
    "read", "write", "close", "shutdown", "dup", "set-flags", "flags", "size", "resize", "poll",   \
        "timedpoll", "error", "name", "bind", "listen", "open", "notify", "notified", "look",      \
        "change", "close-epoll", "next", "done", "wait", "timedwait", NULL                         \
  }
static const char
    *const pipe_operations[] = OPERATIONS,
           *const tcp_operations[] = OPERATIONS, *const socket_operations[] = OPERATIONS,
           *const datagram_operations[] = OPERATIONS, *const seqpacket_operations[] = OPERATIONS,
           *const eventfd_operations[] = OPERATIONS, *const mqueue_operations[] = OPERATIONS,
           *const epoll_operations[] = OPERATIONS;
static const char *const listener_operations[] = {
    "accept", "connect", "close",     "shutdown", "dup",  "set-flags", "flags",  "size",
    "resize", "poll",    "timedpoll", "error",    "name", "bind",      "listen", NULL};

enum mc_pipe_type mc_pipe_type(const struct mc_primitive *primitive) {
  static const struct mc_primitive *const of[] = {
      [MC_TYPE_EVENTFD] = &mc_primitive_eventfd,     [MC_TYPE_MQUEUE] = &mc_primitive_mqueue,
      [MC_TYPE_STREAM] = &mc_primitive_socket,       [MC_TYPE_DATAGRAM] = &mc_primitive_datagram,
      [MC_TYPE_SEQPACKET] = &mc_primitive_seqpacket, [MC_TYPE_TCP] = &mc_primitive_tcp,
      [MC_TYPE_LISTENER] = &mc_primitive_listener,
  };
  unsigned type = MC_TYPE_LISTENER;
  while (type > MC_TYPE_PIPE && of[type] != primitive)
    type--;
  return (enum mc_pipe_type)type;
}

enum mc_pipe_side mc_pipe_side(const struct mc_operation *op, unsigned k) {
  if (mc_pipe_is_poll(op))
    return mc_poll_bits(op, k) & MC_POLL_WRITER ? MC_WRITER : MC_READER;
  if (mc_pipe_has_one_side(op->primitive))
    return MC_READER;
  if (op->kind == MC_EPOLL_CHANGE)
    return op->argument[2] & MC_PIPE_WRITES ? MC_WRITER : MC_READER;
  return (k > 0) != ((op->argument[2] & MC_PIPE_WRITES) != 0) ? MC_WRITER : MC_READER;
}

//===- Operations -----------------------------------------------------------------------------===//

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  const enum mc_pipe_type type = mc_pipe_type(op->primitive);
  const bool is_socket = type >= MC_TYPE_STREAM;
  switch (op->kind) {
  case MC_PIPE_READ:
  case MC_PIPE_ERROR:
    return is_socket ? MC_PIPE_RESET + 1 : MC_PIPE_END + 1;
  case MC_PIPE_WRITE:
    return type > MC_TYPE_STREAM ? MC_PIPE_UNCONNECTED + 1 : MC_PIPE_END + 1;
  case MC_PIPE_POLL:
  case MC_EPOLL_LOOK:
  case MC_EPOLL_CLOSE:
  case MC_EPOLL_DONE:
    return 1;
  case MC_PIPE_TIMED_POLL:
    return MC_PIPE_AGAIN + 1;
  case MC_EPOLL_WAIT:
  case MC_EPOLL_TIMED_WAIT:
    return MC_EPOLL_ALTERNATIVES;
  case MC_EPOLL_NEXT:
    return (unsigned)op->argument[0];
  case MC_PIPE_CLOSE:
    return is_socket ? MC_PIPE_RESET + 1 : MC_PIPE_BAD + 1;
  case MC_PIPE_SHUTDOWN:
    return type >= MC_TYPE_TCP ? MC_PIPE_UNCONNECTED + 1 : MC_PIPE_BAD + 1;
  default:
    return MC_PIPE_BAD + 1;
  }
}

/// A signal of a message queue's is about to be sent: only who sends it gets at the queue.
static bool is_held(const struct mc_operation *op, const void *const state[]) {
  for (unsigned k = mc_is_epoll(op, 0); k < op->objects; k++) {
    const struct mc_pipe_state *p = state[k];
    if (p->held && p->held != op->thread + 1)
      return true;
  }
  return false;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  if (is_held(op, state))
    return false;
  if (mc_is_epoll(op, 0))
    return mc_epoll_enabled(op, state);
  return op->alternative == mc_pipe_outcome(op, state);
}

/// How much is read of the pages: of packets the first one, the rest of which is lost.
static uint64_t take_pages(struct mc_pipe_state *p, uint64_t bytes) {
  uint64_t taken = 0;
  unsigned first = 0;
  while (first < p->pages && taken < bytes && !(p->packets && taken)) {
    const uint64_t part = mc_lesser(bytes - taken, p->page[first]);
    taken += part;
    const uint64_t gone = p->packets ? p->page[first] : part;
    p->content -= gone;
    p->page[first] -= (uint16_t)gone;
    first += p->page[first] == 0;
  }
  const unsigned left = p->pages - first;
  for (unsigned i = 0; i < p->pages; i++)
    p->page[i] = i < left ? p->page[i + first] : 0;
  p->pages = (uint8_t)left;
  if (left == 0)
    p->end = 0;
  return taken;
}

static void add_pages(struct mc_pipe_state *p, uint64_t at_the_end, uint64_t bytes) {
  if (at_the_end) {
    p->page[p->pages - 1] += (uint16_t)at_the_end;
    p->end += (uint16_t)at_the_end;
  }
  for (uint64_t rest = bytes - at_the_end; rest; rest -= p->end)
    p->page[p->pages++] = p->end = (uint16_t)mc_lesser(rest, MC_PIPE_ATOMIC);
}

/// A pipe tells its writers only when it was full.
static uint64_t apply_read(const struct mc_operation *op, struct mc_pipe_state *p) {
  const bool was_full = !mc_pipe_is_writable(p);
  uint64_t taken = mc_lesser(op->argument[1], p->content);
  if (mc_pipe_is_eventfd(op))
    taken = p->semaphore ? 1 : p->content;
  if (op->argument[2] & MC_PIPE_PEEK)
    return taken;
  if (mc_pipe_has_pages(p))
    taken = take_pages(p, op->argument[1]);
  else
    p->content -= taken;
  p->events[MC_EVENT_OUT] += (was_full || p->type != MC_TYPE_PIPE) && mc_pipe_is_writable(p);
  return taken;
}

static uint64_t apply_write(const struct mc_operation *op, struct mc_pipe_state *p) {
  // A part that a stream has any room for fits; one that is smaller than that only tests have.
  const bool fits = mc_pipe_is_stream((enum mc_pipe_type)p->type) && p->capacity >= MC_SOCKET_PART;
  const uint64_t added =
      fits ? op->argument[1] : mc_lesser(op->argument[1], mc_pipe_room_for(op, p));
  if (mc_pipe_has_pages(p))
    add_pages(p, mc_pipe_in_last_page(op, p), added);
  p->content += added;
  p->events[MC_EVENT_IN]++;
  return added;
}

/// A message queue's tells of the first message.
static void apply_notification(const struct mc_operation *op, struct mc_pipe_state *p) {
  if (p->notification == MC_NOTIFY_BY_SIGNAL)
    p->held = (uint8_t)(op->thread + 1);
  p->notification = MC_NOTIFY_NONE;
}

static uint64_t mqueue_said(const struct mc_operation *op, const struct mc_pipe_state *p) {
  const bool is_nonblocking = mc_mqueue_is_nonblocking(p, mc_pipe_index(op, 0));
  return p->content | (is_nonblocking ? (uint64_t)MC_MQUEUE_NONBLOCKING : 0);
}

static void set_flags(const struct mc_operation *op, unsigned k, struct mc_pipe_state *p) {
  const uint64_t bit = (uint64_t)1 << mc_pipe_index(op, k);
  if (p->type != MC_TYPE_MQUEUE)
    p->nonblocking[mc_pipe_side(op, k)] = op->argument[1] != 0;
  else
    p->open[MC_WRITER] = op->argument[1] ? p->open[MC_WRITER] | bit : p->open[MC_WRITER] & ~bit;
}

/// Returns the new descriptor's index.
static uint64_t apply_dup(const struct mc_operation *op, unsigned k, struct mc_pipe_state *p) {
  const enum mc_pipe_side side = mc_pipe_side(op, k);
  if (p->made[side] == MC_PIPE_MOST_DESCRIPTORS)
    return MC_PIPE_MOST_DESCRIPTORS;
  const uint64_t bit = (uint64_t)1 << p->made[side]++;
  p->open[side] |= bit;
  if (p->type == MC_TYPE_MQUEUE &&
      (op->kind == MC_PIPE_OPEN ? op->argument[1] != 0
                                : mc_mqueue_is_nonblocking(p, mc_pipe_index(op, k))))
    p->open[MC_WRITER] |= bit;
  return p->made[side] - 1u;
}

enum { BOTH = 1 << MC_READER | 1 << MC_WRITER };

/// The other socket of a pair, but of datagrams, has then shut down the direction, too. TCP tells
/// the other side that nothing more comes, and not that nothing more is read.
static void apply_shutdown(const struct mc_operation *op, unsigned k, struct mc_pipe_state *p) {
  const enum mc_pipe_type type = mc_pipe_type(op->primitive);
  const bool for_both = type != MC_TYPE_DATAGRAM && type < MC_TYPE_TCP;
  const enum mc_pipe_side side = mc_pipe_side(op, k);
  p->events[MC_EVENT_END] += for_both || side == MC_READER || type == MC_TYPE_TCP;
  if (op->argument[1] >> k & 1)
    p->shut |= for_both ? BOTH : 1u << side;
  if (op->argument[1] >> !k & 1 && (for_both || side == MC_READER))
    p->other_shut = 1;
}

/// The last close: of a pipe to the other side, of a socket to who reads what it wrote.
static bool tells_end(const struct mc_pipe_state *p, enum mc_pipe_side side) {
  return p->type == MC_TYPE_PIPE || (p->type != MC_TYPE_DATAGRAM && side == MC_WRITER);
}

/// The address is free.
static void stop_listening(struct mc_pipe_state *p) {
  p->content = 0;
  p->listening = p->shut = p->other_shut = 0;
  p->nonblocking[MC_READER] = 0;
}

static void apply_to(const struct mc_operation *op, unsigned k, struct mc_pipe_state *p,
                     uint64_t *result) {
  const enum mc_pipe_side side = mc_pipe_side(op, k);
  switch (op->kind) {
  case MC_PIPE_READ:
    *result = apply_read(op, p);
    break;
  case MC_PIPE_WRITE:
    if (k == 0)
      *result = apply_write(op, p);
    if (p->type == MC_TYPE_MQUEUE && op->alternative == MC_PIPE_NOTIFIES)
      apply_notification(op, p);
    break;
  case MC_PIPE_CLOSE:
    p->open[side] &= ~((uint64_t)1 << mc_pipe_index(op, k));
    p->events[MC_EVENT_END] += mc_pipe_is_closed(p, side) && tells_end(p, side);
    if (p->type == MC_TYPE_LISTENER && mc_pipe_is_closed(p, side))
      stop_listening(p);
    p->notification = MC_NOTIFY_NONE; // as Linux does it, whichever of the process's it is
    break;
  case MC_PIPE_BIND:
    *result = apply_dup(op, k, p);
    p->is_tcp = op->argument[1] >> 16 & 1;
    p->nonblocking[MC_READER] = op->argument[1] >> 17 & 1;
    p->fd[MC_READER] = (int16_t)op->argument[1];
    break;
  case MC_PIPE_LISTEN:
    p->listening = 1;
    p->capacity = op->argument[1];
    break;
  case MC_PIPE_SHUTDOWN:
    if (p->type == MC_TYPE_LISTENER && op->alternative == MC_PIPE_END)
      p->listening = 0, p->content = 0, p->events[MC_EVENT_END]++;
    else
      apply_shutdown(op, k, p);
    break;
  case MC_PIPE_DUP:
  case MC_PIPE_OPEN:
    *result = apply_dup(op, k, p);
    break;
  case MC_PIPE_NOTIFY:
    p->notification = (uint8_t)op->argument[1];
    break;
  case MC_PIPE_NOTIFIED:
    p->held = 0;
    break;
  case MC_PIPE_SET_FLAGS:
    *result = p->type == MC_TYPE_MQUEUE ? mqueue_said(op, p) : 0;
    set_flags(op, k, p);
    break;
  case MC_PIPE_FLAGS:
    *result = p->type == MC_TYPE_MQUEUE ? mc_mqueue_is_nonblocking(p, mc_pipe_index(op, k))
                                        : p->nonblocking[side];
    break;
  case MC_PIPE_SIZE:
    *result = p->type == MC_TYPE_MQUEUE ? mqueue_said(op, p) : p->content;
    break;
  case MC_PIPE_RESIZE:
    if (op->argument[1]) {
      p->capacity = op->argument[1] * MC_PIPE_ATOMIC;
      p->events[MC_EVENT_OUT]++;
    }
    *result = p->capacity;
    break;
  default:
    *result = p->content;
  }
}

/// TCP: what reads from `in` and writes to `out` is told that the connection is no more: as
/// a broken pipe where it had been told that nothing more would come.
static void reset_reader(struct mc_pipe_state *in, struct mc_pipe_state *out, bool had_end) {
  in->reset = had_end ? MC_ERROR_BROKEN : MC_ERROR_RESET;
  in->dead = 1;
  in->events[MC_EVENT_END]++;
  out->shut = BOTH;
  out->events[MC_EVENT_OUT]++;
}

/// A write that nobody will read: also who has shut down both directions is told.
static void lose(struct mc_pipe_state *out, struct mc_pipe_state *back) {
  if (!mc_pipe_is_closed(out, MC_READER))
    reset_reader(out, back, false);
  reset_reader(back, out, true);
}

/// What the other outcomes of a read, write or close leave behind.
static void apply_error(const struct mc_operation *op, struct mc_pipe_state *first,
                        struct mc_pipe_state *second, uint64_t *result) {
  if (op->alternative == MC_PIPE_RESET && op->kind != MC_PIPE_CLOSE)
    *result = (op->kind == MC_PIPE_WRITE ? second : first)->reset;
  if (op->kind == MC_PIPE_ERROR)
    first->reset = 0;
  else if (op->primitive == &mc_primitive_tcp && op->kind == MC_PIPE_CLOSE &&
           op->alternative == MC_PIPE_RESET)
    reset_reader(second, first, mc_pipe_is_shut_by(second, MC_WRITER));
  else if (op->alternative == MC_PIPE_RESET)
    (op->kind == MC_PIPE_READ ? first : second)->reset = op->kind == MC_PIPE_CLOSE;
  if (first->type == MC_TYPE_MQUEUE && op->alternative == MC_PIPE_AGAIN)
    *result = mc_mqueue_is_nonblocking(first, mc_pipe_index(op, 0));
  if (op->kind == MC_PIPE_WRITE && first->type == MC_TYPE_LISTENER)
    first->tried = 1;
  else if (op->kind == MC_PIPE_WRITE && op->primitive == &mc_primitive_tcp &&
           op->alternative == MC_PIPE_LOST)
    lose(first, second), *result = op->argument[1];
  else if (op->alternative == MC_PIPE_REFUSED)
    first->disconnected = 1, second->content = 0;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  if (mc_is_epoll(op, 0))
    mc_epoll_apply(op, state[0], result);
  if (mc_pipe_is_poll(op) || mc_epoll_is_wait(op))
    *result = mc_poll_said(op, (const void *const *)state);
  if (mc_is_epoll(op, 0) || mc_pipe_is_poll(op))
    return NULL;
  apply_error(op, state[0], op->objects > 1 ? state[1] : NULL, result);
  const bool is_done = op->alternative == MC_PIPE_OK || op->kind == MC_PIPE_CLOSE ||
                       (op->primitive == &mc_primitive_mqueue && op->kind == MC_PIPE_WRITE &&
                        op->alternative == MC_PIPE_NOTIFIES) ||
                       (op->kind == MC_PIPE_SHUTDOWN && op->alternative != MC_PIPE_UNCONNECTED);
  if (is_done && op->alternative != MC_PIPE_BAD)
    for (unsigned k = 0; k < op->objects; k++)
      apply_to(op, k, state[k], result);
  return NULL;
}

//===- The primitives -------------------------------------------------------------------------===//

#define PRIMITIVE(primitive_name, print_function, type, value_function)                            \
  const struct mc_primitive mc_primitive_##primitive_name = {                                      \
      .version = MC_PRIMITIVE_VERSION,                                                             \
      .name = #primitive_name,                                                                     \
      .operations = primitive_name##_operations,                                                   \
      .state_size = sizeof(type),                                                                  \
      .universe = universe,                                                                        \
      .enabled = enabled,                                                                          \
      .apply = apply,                                                                              \
      .dependent = mc_pipe_dependent,                                                              \
      .alternative_name = mc_pipe_alternative_name,                                                \
      .print = print_function,                                                                     \
      .value = value_function,                                                                     \
      .releases = mc_pipe_releases,                                                                \
      .acquires = mc_pipe_acquires,                                                                \
  }

PRIMITIVE(pipe, mc_pipe_print, struct mc_pipe_state, mc_pipe_value);
PRIMITIVE(socket, mc_pipe_print, struct mc_pipe_state, mc_pipe_value);
PRIMITIVE(datagram, mc_pipe_print, struct mc_pipe_state, mc_pipe_value);
PRIMITIVE(seqpacket, mc_pipe_print, struct mc_pipe_state, mc_pipe_value);
PRIMITIVE(eventfd, mc_pipe_print_eventfd, struct mc_pipe_state, mc_pipe_value);
PRIMITIVE(mqueue, mc_pipe_print_mqueue, struct mc_pipe_state, mc_pipe_value);
PRIMITIVE(epoll, mc_pipe_print_epoll, struct mc_epoll_state, mc_epoll_version);
PRIMITIVE(tcp, mc_pipe_print, struct mc_pipe_state, mc_pipe_value);
PRIMITIVE(listener, mc_pipe_print_listener, struct mc_pipe_state, mc_pipe_value);
