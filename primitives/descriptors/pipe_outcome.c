// primitives/descriptors/pipe_outcome.c - which outcome an operation on a pipe, socket, eventfd or
// listener has: the alternative that is enabled (pipe.c).
#include "pipe_outcome.h"

//===- The state ------------------------------------------------------------------------------===//

bool mc_pipe_is_open(const struct mc_operation *op, unsigned k, const struct mc_pipe_state *p) {
  return p->open[mc_pipe_side(op, k)] >> mc_pipe_index(op, k) & 1;
}

// An eventfd's reader can always write. A socket of datagrams does not notice a close.
bool mc_pipe_has_end(const struct mc_pipe_state *p) {
  if (p->type == MC_TYPE_EVENTFD || p->type == MC_TYPE_MQUEUE)
    return false;
  if (p->type == MC_TYPE_LISTENER)
    return !p->listening || mc_pipe_is_shut_by(p, MC_READER);
  if (p->type == MC_TYPE_TCP)
    return p->shut || mc_pipe_is_closed(p, MC_WRITER);
  return mc_pipe_is_shut_by(p, MC_READER) ||
         (p->type != MC_TYPE_DATAGRAM && mc_pipe_is_closed(p, MC_WRITER));
}

bool mc_pipe_is_broken(const struct mc_pipe_state *p) {
  if (p->type == MC_TYPE_TCP)
    return mc_pipe_is_shut_by(p, MC_WRITER);
  return p->type != MC_TYPE_EVENTFD && p->type != MC_TYPE_MQUEUE &&
         (p->shut || mc_pipe_is_closed(p, MC_READER));
}

static bool must_not_block(const struct mc_operation *op, const struct mc_pipe_state *p) {
  const bool is_nonblocking = p->type == MC_TYPE_MQUEUE
                                  ? mc_mqueue_is_nonblocking(p, mc_pipe_index(op, 0))
                                  : p->nonblocking[mc_pipe_side(op, 0)];
  return is_nonblocking || op->argument[2] & MC_PIPE_DONT_WAIT;
}

/// Where a thread that may waits.
static unsigned no_outcome(const struct mc_operation *op, const struct mc_pipe_state *p) {
  const bool ends = must_not_block(op, p) || op->argument[2] & MC_PIPE_LOOK;
  return ends ? MC_PIPE_AGAIN : MC_PIPE_NO_OUTCOME;
}

static unsigned outcome_of_read(const struct mc_operation *op, const struct mc_pipe_state *p) {
  if (p->type == MC_TYPE_SEQPACKET && p->reset)
    return MC_PIPE_RESET;
  if (p->content > 0 || op->argument[1] == 0)
    return MC_PIPE_OK;
  if (p->reset && p->reset != MC_ERROR_BROKEN)
    return MC_PIPE_RESET;
  if (mc_pipe_has_end(p) && !(p->type == MC_TYPE_DATAGRAM && must_not_block(op, p)))
    return MC_PIPE_END;
  return no_outcome(op, p);
}

static unsigned free_pages(const struct mc_pipe_state *p) {
  return (unsigned)mc_lesser(p->capacity / MC_PIPE_ATOMIC, MC_PIPE_PAGES) - p->pages;
}

bool mc_pipe_has_free_page(const struct mc_pipe_state *p) {
  return mc_pipe_has_pages(p) && free_pages(p) > 0;
}

/// How much of the write goes to the end of the last page: what is more than whole pages, or
/// nothing.
uint64_t mc_pipe_in_last_page(const struct mc_operation *op, const struct mc_pipe_state *p) {
  const uint64_t part = op->argument[1] % MC_PIPE_ATOMIC;
  const bool can = mc_pipe_has_pages(p) && p->pages > 0 && !p->packets &&
                   !(op->argument[2] & MC_PIPE_GOES_ON) && p->end + part <= MC_PIPE_ATOMIC;
  return can ? part : 0;
}

uint64_t mc_pipe_room_for(const struct mc_operation *op, const struct mc_pipe_state *p) {
  if (mc_pipe_has_pages(p))
    return mc_pipe_in_last_page(op, p) + (uint64_t)free_pages(p) * MC_PIPE_ATOMIC;
  return p->capacity - mc_lesser(p->content, p->capacity);
}

static bool has_room(const struct mc_operation *op, const struct mc_pipe_state *p) {
  const uint64_t room = mc_pipe_room_for(op, p);
  if (mc_pipe_is_eventfd(op) || (p->type == MC_TYPE_PIPE && op->argument[1] <= MC_PIPE_ATOMIC))
    return room >= op->argument[1];
  return room > 0;
}

/// Who listens at the address?
static unsigned outcome_of_connect(const struct mc_operation *op, const struct mc_pipe_state *p) {
  if (mc_pipe_is_closed(p, MC_READER) || mc_pipe_has_end(p))
    return MC_PIPE_REFUSED;
  return has_room(op, p) ? MC_PIPE_OK : no_outcome(op, p);
}

/// What is written to a closed socket is lost, and answered by a reset. So is what comes when it
/// has shut down both directions.
static bool mc_pipe_is_lost(const struct mc_operation *op, const struct mc_pipe_state *p,
                            const struct mc_pipe_state *back) {
  const bool nobody_reads =
      mc_pipe_is_closed(p, MC_READER) ||
      (mc_pipe_is_shut_by(p, MC_READER) && mc_pipe_is_shut_by(back, MC_WRITER));
  return p->type == MC_TYPE_TCP && op->argument[1] > 0 && nobody_reads;
}

static unsigned outcome_of_write(const struct mc_operation *op, const struct mc_pipe_state *p,
                                 const struct mc_pipe_state *other) {
  if (p->type == MC_TYPE_LISTENER)
    return outcome_of_connect(op, p);
  if (p->type == MC_TYPE_TCP && other && other->reset)
    return MC_PIPE_RESET;
  if (other && !mc_pipe_is_broken(p) && mc_pipe_is_lost(op, p, other))
    return MC_PIPE_LOST;
  if (op->argument[1] == 0 && !mc_pipe_is_stream((enum mc_pipe_type)p->type))
    return MC_PIPE_OK;
  if (p->disconnected && !mc_pipe_is_shut_by(p, MC_WRITER))
    return MC_PIPE_UNCONNECTED;
  if (other && other->reset)
    return MC_PIPE_RESET;
  if (p->type == MC_TYPE_DATAGRAM && mc_pipe_is_closed(p, MC_READER) &&
      !mc_pipe_is_shut_by(p, MC_WRITER))
    return MC_PIPE_REFUSED;
  if (mc_pipe_is_broken(p))
    return MC_PIPE_END;
  if (p->notification && p->content == 0)
    return MC_PIPE_NOTIFIES;
  return op->argument[1] == 0 || has_room(op, p) ? MC_PIPE_OK : no_outcome(op, p);
}

/// A socket that is closed for good before all was read.
static unsigned outcome_of_close(const struct mc_operation *op, const struct mc_pipe_state *p,
                                 const struct mc_pipe_state *back) {
  const bool resets =
      p->type >= MC_TYPE_STREAM && p->type != MC_TYPE_DATAGRAM && p->type != MC_TYPE_LISTENER;
  const bool is_last = p->open[MC_READER] == (uint64_t)1 << mc_pipe_index(op, 0);
  if (!resets || !is_last || !(p->content > 0 || op->argument[2] & MC_PIPE_ABANDONS))
    return MC_PIPE_OK;
  // Of a connection that both have ended nothing is left that could be reset.
  const bool is_over =
      mc_pipe_is_shut_by(p, MC_WRITER) && back && mc_pipe_is_shut_by(back, MC_WRITER);
  return p->type == MC_TYPE_TCP && is_over ? MC_PIPE_END : MC_PIPE_RESET;
}

/// END: by now TCP's socket has shut down both directions; its listener stops.
static unsigned outcome_of_shutdown(const struct mc_operation *op, const void *const state[]) {
  const struct mc_pipe_state *in = state[0], *out = state[1];
  if (in->type == MC_TYPE_LISTENER)
    return in->is_tcp && !in->listening        ? MC_PIPE_UNCONNECTED
           : in->is_tcp && op->argument[1] & 1 ? MC_PIPE_END
                                               : MC_PIPE_OK;
  if (in->type != MC_TYPE_TCP || op->objects < 2)
    return MC_PIPE_OK;
  const bool had_end = mc_pipe_is_closed(in, MC_WRITER) || mc_pipe_is_shut_by(in, MC_WRITER);
  if (in->dead || (had_end && mc_pipe_is_shut_by(out, MC_WRITER)))
    return MC_PIPE_UNCONNECTED;
  if (mc_pipe_is_shut_by(out, MC_WRITER))
    return MC_PIPE_AGAIN;
  const bool reads_no_more = op->argument[1] & 1 || mc_pipe_is_shut_by(in, MC_READER);
  const bool writes_no_more = op->argument[1] & 2 || mc_pipe_is_shut_by(out, MC_WRITER);
  return reads_no_more && writes_no_more ? MC_PIPE_END : MC_PIPE_OK;
}

static unsigned outcome_of_resize(const struct mc_operation *op, const struct mc_pipe_state *p) {
  return op->argument[1] > 0 && p->pages > op->argument[1] ? MC_PIPE_AGAIN : MC_PIPE_OK;
}

unsigned mc_pipe_outcome(const struct mc_operation *op, const void *const state[]) {
  if (mc_pipe_is_poll(op))
    return mc_poll_outcome(op, state);
  const struct mc_pipe_state *first = state[0];
  if (op->kind == MC_PIPE_OPEN || op->kind == MC_PIPE_NOTIFIED)
    return MC_PIPE_OK;
  if (op->kind == MC_PIPE_BIND)
    return mc_pipe_is_closed(first, MC_READER) ? MC_PIPE_OK : MC_PIPE_AGAIN;
  if (!mc_pipe_is_open(op, 0, first))
    return MC_PIPE_BAD;
  switch (op->kind) {
  case MC_PIPE_READ:
    return outcome_of_read(op, state[0]);
  case MC_PIPE_WRITE:
    return outcome_of_write(op, state[0], op->objects > 1 ? state[1] : NULL);
  case MC_PIPE_CLOSE:
    return outcome_of_close(op, state[0], op->objects > 1 ? state[1] : NULL);
  case MC_PIPE_SHUTDOWN:
    return outcome_of_shutdown(op, state);
  case MC_PIPE_ERROR:
    return first->reset ? MC_PIPE_RESET : MC_PIPE_OK;
  case MC_PIPE_RESIZE:
    return outcome_of_resize(op, state[0]);
  case MC_PIPE_NOTIFY:
    return op->argument[1] && first->notification ? MC_PIPE_AGAIN : MC_PIPE_OK;
  default:
    return MC_PIPE_OK;
  }
}
