// primitives/descriptors/poll.c - poll and its kin, and epoll: what waits for any of several pipes,
// sockets and eventfds.
//
//   poll       enabled while one of its objects is ready
//   timedpoll  ready: as poll; timeout: while none is
//
// An epoll is an object of its own, whose state is a version: the set of its descriptors lies
// elsewhere (epoll_functions.c), and who changes the set changes the version.
//
//   look       which descriptors are in it?
//   change     of the set: by epoll_ctl; bad: the descriptor is closed
//   wait       changed: the set is no longer the one that was looked at; else as poll
//   timedwait  the same; timeout
//   next       of those that are to be looked at behind a wait
//   done       with the looks
//
// epoll_wait is a look, and then the wait for the descriptors that were in the set; where that is
// changed meanwhile, both again. So what the wait looks at is up to what its thread did before.
// As in Linux (ep_send_events) the wait only finds which descriptors may be ready: those that have
// had an event since they were found not to be. Each is then looked at, a timedpoll of its own, and
// told of if it still is; until that is done nobody else gets at the epoll. A wait for one
// direction is all of that in one step.
//
// In which order they are looked at and told of is not said anywhere: each that is left may be the
// next one, as an alternative of its own, also one that the wait did not find ready. (Linux: what
// the last wait had no room for, what has had its event during the last looks, what was told of and
// is to be told of again, then all others in the order in which they had their events.)
//
// One that is edge-triggered is ready if something has happened since it was last told of, as Linux
// does it: a write for its readers, a read for its writers (of a pipe: that made room in a full
// one), the end of the other side. Different: a read from a stream always tells its writers, where
// in Linux it must have used up what one write wrote; and an event is not noticed where exactly 256
// or a multiple of it were missed.
#define _GNU_SOURCE
#include "pipe.h"
#include <poll.h>

/// POLLOUT: a pipe has an empty page, a socket is at most a quarter full; what a closed one had is
/// gone.
bool mc_pipe_is_writable(const struct mc_pipe_state *p) {
  switch (p->type) {
  case MC_TYPE_EVENTFD:
  case MC_TYPE_MQUEUE:
    return p->content < p->capacity;
  case MC_TYPE_PIPE:
    return mc_pipe_has_free_page(p);
  default:
    return p->open[MC_READER] == 0 || (p->type == MC_TYPE_TCP && mc_pipe_is_broken(p)) ||
           p->content <= p->capacity / 4;
  }
}

static int events_of_listener(const struct mc_pipe_state *p) {
  if (!p->listening)
    return POLLHUP;
  return (p->shut ? POLLIN | POLLRDHUP : 0) | (p->shut && p->other_shut ? POLLHUP : 0);
}

static int events_of_reader(const struct mc_pipe_state *p) {
  const int content = p->content > 0 ? POLLIN : 0;
  if (p->type == MC_TYPE_PIPE)
    return content | (mc_pipe_has_end(p) ? POLLHUP : 0);
  if (p->type == MC_TYPE_EVENTFD || p->type == MC_TYPE_MQUEUE)
    return content | (mc_pipe_is_writable(p) ? POLLOUT : 0);
  if (p->type == MC_TYPE_LISTENER)
    return events_of_listener(p) | content;
  if (p->type == MC_TYPE_TCP)
    return content | (p->reset ? POLLERR : 0) | (mc_pipe_has_end(p) ? POLLIN | POLLRDHUP : 0) |
           (p->dead || (mc_pipe_has_end(p) && p->other_shut) ? POLLHUP : 0);
  const bool is_hung_up = p->open[MC_WRITER] == 0 && p->type != MC_TYPE_DATAGRAM;
  return content | (p->reset ? POLLERR : 0) | (mc_pipe_has_end(p) ? POLLIN | POLLRDHUP : 0) |
         (is_hung_up || (mc_pipe_has_end(p) && p->other_shut) ? POLLHUP : 0);
}

static int events_of_writer(const struct mc_pipe_state *p) {
  const bool is_error = p->type == MC_TYPE_PIPE && mc_pipe_is_broken(p);
  return (mc_pipe_is_writable(p) ? POLLOUT : 0) | (is_error ? POLLERR : 0);
}

short mc_pipe_events(const struct mc_operation *poll, unsigned k, const struct mc_pipe_state *p) {
  const unsigned bits = mc_poll_bits(poll, k);
  const int wanted = (bits & MC_POLL_IN ? POLLIN : 0) | (bits & MC_POLL_OUT ? POLLOUT : 0) |
                     (bits & MC_POLL_RDHUP ? POLLRDHUP : 0) | POLLERR |
                     (!mc_epoll_is_wait(poll) && poll->argument[2] >> k & 1 ? 0 : POLLHUP);
  const bool reads = mc_pipe_side(poll, k) == MC_READER;
  if (bits & MC_POLL_FILE ? p->open[!reads] == 0 : !mc_pipe_is_open(poll, k, p))
    return bits & MC_POLL_FILE ? 0 : POLLNVAL;
  return (short)((reads ? events_of_reader(p) : events_of_writer(p)) & wanted);
}

unsigned mc_poll_outcome(const struct mc_operation *op, const void *const state[]) {
  for (unsigned k = 0; k < op->objects; k++)
    if (mc_pipe_events(op, k, state[k]))
      return MC_PIPE_OK;
  return op->kind == MC_PIPE_POLL ? MC_PIPE_NO_OUTCOME : MC_PIPE_AGAIN;
}

//===- epoll ----------------------------------------------------------------------------------===//

/// A socket is told of the other's end by the direction that it reads from.
uint8_t mc_pipe_event_count(unsigned bits, const struct mc_pipe_state *p) {
  const bool has_end = !(bits & MC_POLL_WRITER) || p->type == MC_TYPE_PIPE;
  return (uint8_t)((bits & MC_POLL_IN ? p->events[MC_EVENT_IN] : 0) +
                   (bits & MC_POLL_OUT ? p->events[MC_EVENT_OUT] : 0) +
                   (has_end ? p->events[MC_EVENT_END] : 0));
}

/// Of a closed descriptor the events are not counted: the last close of another one of that side
/// would be one, and the poll does not see that.
uint64_t mc_poll_said(const struct mc_operation *op, const void *const state[]) {
  uint64_t said = 0;
  for (unsigned k = mc_epoll_is_wait(op) ? 1 : 0; k < op->objects; k++) {
    const short events = mc_pipe_events(op, k, state[k]);
    const uint8_t count =
        events & POLLNVAL ? 0 : mc_pipe_event_count(mc_poll_bits(op, k), state[k]);
    said = (said ^ (uint64_t)events << 8 ^ count) * 0x9e3779b97f4a7c15u;
  }
  return said;
}

static bool is_same(const struct mc_operation *wait, unsigned k) {
  return k < wait->objects && mc_poll_bits(wait, k) & MC_POLL_SAME;
}

bool mc_epoll_has_news(const struct mc_operation *wait, unsigned k, const void *const state[]) {
  bool is_new = mc_poll_bits(wait, k) & MC_POLL_NEW;
  do
    is_new |= mc_pipe_event_count(mc_poll_bits(wait, k), state[k]) != mc_pipe_index(wait, k);
  while (is_same(wait, ++k));
  return is_new;
}

short mc_epoll_events(const struct mc_operation *wait, unsigned k, const void *const state[]) {
  if (mc_poll_bits(wait, k) & MC_POLL_EDGE && !mc_epoll_has_news(wait, k, state))
    return 0;
  int events = 0;
  do
    events |= mc_pipe_events(wait, k, state[k]);
  while (is_same(wait, ++k));
  return (short)events;
}

static bool is_any_ready(const struct mc_operation *wait, const void *const state[]) {
  for (unsigned k = 1; k < wait->objects; k++)
    if (!is_same(wait, k) && mc_epoll_events(wait, k, state))
      return true;
  return false;
}

static bool wait_enabled(const struct mc_operation *op, const void *const state[]) {
  const struct mc_epoll_state *epoll = state[0];
  if (epoll->version != op->argument[2] >> MC_EPOLL_VERSION_SHIFT)
    return op->alternative == MC_EPOLL_CHANGED;
  if (op->alternative == MC_EPOLL_READY)
    return is_any_ready(op, state);
  return op->alternative == MC_EPOLL_TIMEOUT && op->kind == MC_EPOLL_TIMED_WAIT &&
         !is_any_ready(op, state);
}

bool mc_epoll_enabled(const struct mc_operation *op, const void *const state[]) {
  if (op->kind == MC_EPOLL_DONE || op->kind == MC_EPOLL_NEXT)
    return true;
  if (((const struct mc_epoll_state *)state[0])->held)
    return false;
  if (mc_epoll_is_wait(op))
    return wait_enabled(op, state);
  const bool is_bad = op->objects > 1 && !mc_pipe_is_open(op, 1, state[1]);
  return op->alternative == (is_bad ? MC_PIPE_BAD : MC_PIPE_OK);
}

static bool is_told(const struct mc_operation *op) {
  return mc_epoll_is_wait(op) && op->alternative == MC_EPOLL_READY;
}

bool mc_epoll_changes(const struct mc_operation *op) {
  return op->kind == MC_EPOLL_CLOSE || op->kind == MC_EPOLL_DONE ||
         (op->kind == MC_EPOLL_CHANGE && op->alternative == MC_PIPE_OK) ||
         (is_told(op) && op->argument[2] & (MC_EPOLL_TAKES | MC_EPOLL_HOLDS));
}

void mc_epoll_apply(const struct mc_operation *op, struct mc_epoll_state *epoll, uint64_t *result) {
  epoll->version += mc_epoll_changes(op);
  epoll->closed |= op->kind == MC_EPOLL_CLOSE;
  if (is_told(op) && op->argument[2] & MC_EPOLL_HOLDS)
    epoll->held = true;
  if (op->kind == MC_EPOLL_DONE)
    epoll->held = false;
  *result = epoll->version;
}
