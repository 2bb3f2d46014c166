// primitives/descriptors/epoll_wait.c - epoll_wait and its kin: a wait for as many of the
// descriptors as an operation can name, then a look at each that may be ready (poll.c). The
// descriptors that the kernel's epoll has are asked at the call, and taken not to become ready
// later.
#define _GNU_SOURCE
#include "epoll.h"
#include "primitives/syscall.h"
#include <errno.h>
#include <poll.h>
#include <time.h>

enum { WATCHED = MC_MAX_OPERATION_OBJECTS - 1 };

/// A wait for some of the items, and which of its objects each begins with; what it has found.
struct wait {
  struct mc_operation op;
  unsigned count;
  struct part {
    unsigned item, first;
    short said;
    bool has_news;
    uint8_t events[2];
  } part[WATCHED];
};

/// Adds the item, if there is room.
static bool watch_item(struct wait *w, const struct mc_epoll *e, unsigned i) {
  const struct mc_epoll_item *item = &e->item[i];
  int side[2];
  const unsigned sides = mc_epoll_sides(item, side);
  if (w->op.objects + sides > MC_MAX_OPERATION_OBJECTS)
    return false;
  for (unsigned s = 0; s < sides; s++) // an object once only
    for (unsigned k = 1; k < w->op.objects; k++)
      if (w->op.object[k] == item->object[side[s]])
        return false;
  w->part[w->count++] = (struct part){.item = i, .first = w->op.objects};
  for (unsigned s = 0; s < sides; s++)
    mc_poll_add(&w->op, item->object[side[s]],
                mc_epoll_bits(item, side[s]) | (s ? MC_POLL_SAME : 0), item->seen[side[s]]);
  if (item->event.events & (EPOLLET | EPOLLONESHOT))
    w->op.argument[2] |= MC_EPOLL_TAKES;
  if (w->op.objects > 2)
    w->op.argument[2] |= MC_EPOLL_HOLDS;
  return true;
}

static uint32_t returned(short said, uint32_t wanted) {
  const uint32_t events =
      (uint32_t)said | (said & POLLIN ? EPOLLRDNORM : 0) | (said & POLLOUT ? EPOLLWRNORM : 0);
  return events & (wanted | EPOLLHUP | EPOLLERR);
}

static void warn_of_room(const struct mc_epoll_item *item, const struct mc_site *site) {
  if (!mc_epoll_has_one_side(item) && mc_epoll_bits(item, MC_WRITER) & MC_POLL_OUT &&
      item->object[MC_WRITER] != MC_NO_OBJECT)
    mc_warn_of_room(item->object[MC_WRITER], item->queue, site);
}

/// Behind the wait: what it has found of each; returns how many are to be looked at.
static unsigned find(struct wait *w) {
  unsigned news = 0;
  const void *state[MC_MAX_OPERATION_OBJECTS];
  for (unsigned k = 1; k < w->op.objects; k++)
    state[k] = mc_object_state(w->op.object[k]);
  for (unsigned i = 0; i < w->count; i++) {
    struct part *p = &w->part[i];
    const unsigned end = i + 1 < w->count ? w->part[i + 1].first : w->op.objects;
    for (unsigned k = p->first; k < end; k++)
      p->events[k - p->first] = mc_pipe_event_count(mc_poll_bits(&w->op, k), state[k]);
    p->said = mc_epoll_events(&w->op, p->first, state);
    p->has_news = p->said || mc_epoll_has_news(&w->op, p->first, state);
    news += p->has_news;
  }
  return news;
}

/// Looks at one that may be ready: at each of its directions.
static short look(const struct mc_epoll_item *item, const struct wait *w, unsigned first,
                  const struct mc_site *site) {
  int side[2];
  short said = 0;
  const unsigned sides = mc_epoll_sides(item, side);
  for (unsigned s = 0; s < sides; s++) {
    struct mc_operation op = {
        .primitive = item->primitive, .kind = MC_PIPE_TIMED_POLL, .flags = MC_BEGUN};
    mc_poll_add(&op, w->op.object[first + s], mc_poll_bits(&w->op, first + s), 0);
    mc_transition(&op, site);
    said |= mc_pipe_events(&op, 0, mc_object_state(op.object[0]));
  }
  return said;
}

/// It is told of, or not ready. One that is told of whenever it is ready is looked at again.
static void note(struct mc_epoll_item *item, const struct part *part, bool is_told) {
  int side[2];
  const unsigned sides = mc_epoll_sides(item, side);
  for (unsigned s = 0; s < sides; s++)
    item->seen[side[s]] = part->events[s];
  item->is_out = is_told && item->event.events & EPOLLONESHOT;
  item->is_new = is_told && !(item->event.events & EPOLLET);
}

/// Which of the `left` ones is looked at.
static struct part *next_of(const struct mc_epoll *e, struct wait *w, unsigned left,
                            const struct mc_site *site) {
  struct mc_operation op = mc_epoll_operation(e, MC_EPOLL_NEXT);
  op.flags = MC_BEGUN;
  op.argument[0] = left;
  if (left > 1)
    mc_transition(&op, site);
  struct part *part = w->part;
  for (unsigned others = op.alternative; !part->has_news || others > 0; part++)
    others -= part->has_news;
  return part;
}

/// What is ready, behind the wait; returns how many.
static int collect(struct mc_epoll *e, struct wait *w, struct epoll_event *events, int most,
                   const struct mc_site *site) {
  const bool holds = w->op.argument[2] & MC_EPOLL_HOLDS;
  int count = 0;
  for (unsigned left = find(w); left > 0 && count < most; left--) {
    struct part *part = next_of(e, w, left, site);
    struct mc_epoll_item *item = &e->item[part->item];
    const short said = holds ? look(item, w, part->first, site) : part->said;
    part->has_news = false;
    warn_of_room(item, site);
    if (said)
      events[count++] = (struct epoll_event){returned(said, item->event.events), item->event.data};
    note(item, part, said);
  }
  if (holds) {
    struct mc_operation done = mc_epoll_operation(e, MC_EPOLL_DONE);
    done.flags = MC_BEGUN;
    mc_transition(&done, site);
  }
  return count;
}

enum { CHANGED = -1, CUT_SHORT = -3 };

/// One wait for each part of the set that fits; `waits`: until something is ready, if that is one
/// part. Returns how many descriptors are ready.
static int wait_once(struct mc_epoll *e, struct epoll_event *events, int most, bool waits,
                     bool begun, uint64_t version, const struct mc_site *site) {
  unsigned next = 0;
  int ready = 0;
  do {
    struct wait w = {.op = mc_epoll_operation(e, MC_EPOLL_TIMED_WAIT)};
    const bool is_first = next == 0;
    for (; next < e->items && (e->item[next].is_out || watch_item(&w, e, next)); next++)
      ;
    const bool is_whole = is_first && next == e->items;
    if (is_whole && waits)
      w.op.kind = MC_EPOLL_WAIT;
    const uint16_t yield = is_whole && !waits ? MC_YIELD : 0;
    w.op.flags = begun || !is_first ? MC_BEGUN | yield : yield;
    w.op.argument[2] |= version << MC_EPOLL_VERSION_SHIFT;
    mc_transition(&w.op, site);
    if (w.op.alternative == MC_CUT_SHORT)
      return CUT_SHORT;
    if (w.op.alternative == MC_EPOLL_CHANGED)
      return ready ? ready : CHANGED;
    if (w.op.alternative != MC_EPOLL_TIMEOUT) {
      ready += collect(e, &w, events + ready, most - ready, site);
      version += w.op.argument[2] & MC_EPOLL_HOLDS ? 2 : w.op.argument[2] & MC_EPOLL_TAKES;
    }
  } while (next < e->items && ready < most);
  return ready;
}

enum { NOT_OURS = -2 };

/// `deadline`: virtual time, UINT64_MAX: none. Returns what epoll_wait does, or NOT_OURS. As in
/// Linux a handler ends the call behind looks that found nothing, unless it must not wait.
static int wait_for(int epoll, struct epoll_event *events, int most, uint64_t deadline,
                    const struct mc_site *site) {
  struct mc_epoll *e = mc_epoll_of(epoll);
  if (!e || most <= 0)
    return NOT_OURS;
  if (!mc_may_write(events, sizeof *events))
    return mc_by_errno(EFAULT);
  mc_peers_may_begin(site);
  const mc_object object = e->object;
  const bool forever = deadline == UINT64_MAX, at_once = deadline == mc_deadline_after(0);
  if (__mcmini_all_accesses && mc_may_write(events, (size_t)most * sizeof *events))
    __mcmini_write_ahead(site, events, (size_t)most * sizeof *events);
  const bool has_mask = mc_signal_wait_has_mask();
  bool begun = has_mask, looks_for_signals = !at_once && (has_mask || mc_is_interrupted(mc_self()));
  for (;;) {
    struct mc_operation look = mc_epoll_operation(e, MC_EPOLL_LOOK);
    look.flags = begun ? MC_BEGUN : 0;
    const uint64_t version = mc_transition(&look, site);
    if (!e->is_open || e->object != object)
      return mc_by_errno(EBADF);
    if (e->others && !e->items)
      return NOT_OURS;
    const int others = e->others ? MC_REAL(epoll_wait)(epoll, events, most, 0) : 0;
    if (e->others && !others && forever)
      mc_warn(MC_WARN_EPOLL_OTHERS, site);
    if (others == most)
      return others;
    const bool waits = !others && forever && !looks_for_signals;
    const int ours = wait_once(e, events + others, most - others, waits, begun, version, site);
    if (ours == CUT_SHORT)
      return mc_by_errno(EINTR);
    if (others > 0 || ours > 0) {
      const int ready = others + (ours > 0 ? ours : 0);
      __mcmini_write_behind(site, events, (size_t)ready * sizeof *events);
      return ready;
    }
    begun = true;
    if (ours == CHANGED)
      continue;
    if (!at_once && (mc_signal_wait_is_over(site) || mc_handler_ends_call(site)))
      return mc_by_errno(EINTR);
    if (!forever && !looks_for_signals) {
      for (unsigned i = 0; i < e->items && !at_once; i++)
        if (e->item[i].primitive == &mc_primitive_listener)
          mc_peers_time_passes();
      mc_clock_reach(deadline);
      return 0;
    }
    looks_for_signals = false;
  }
}

/// The same with a mask.
static int wait_with(int epoll, struct epoll_event *events, int most, uint64_t deadline,
                     const sigset_t *mask, const struct mc_site *site) {
  if (mask && !mc_may_read(mask, sizeof(uint64_t)))
    return mc_by_errno(EFAULT);
  mc_signal_wait_begins(mask, site);
  const int ready = wait_for(epoll, events, most, deadline, site), error = errno;
  mc_signal_wait_ends(site);
  errno = error;
  if (ready == NOT_OURS && mask && mc_signal_mask_differs(mask))
    mc_warn_of(MC_WARN_POLL_MASK, "epoll_pwait", site);
  return ready;
}

MC_INTERPOSE_POINT(int, epoll_wait, (int epoll, struct epoll_event *events, int most, int timeout),
                   (epoll, events, most, timeout)) {
  const int ready = wait_for(epoll, events, most, mc_poll_deadline(timeout), site);
  return ready == NOT_OURS ? MC_REAL(epoll_wait)(epoll, events, most, timeout) : ready;
}

MC_INTERPOSE_POINT(int, epoll_pwait,
                   (int epoll, struct epoll_event *events, int most, int timeout,
                    const sigset_t *mask),
                   (epoll, events, most, timeout, mask)) {
  const int ready = wait_with(epoll, events, most, mc_poll_deadline(timeout), mask, site);
  return ready == NOT_OURS ? MC_REAL(epoll_pwait)(epoll, events, most, timeout, mask) : ready;
}

MC_INTERPOSE_POINT(int, epoll_pwait2,
                   (int epoll, struct epoll_event *events, int most, const struct timespec *timeout,
                    const sigset_t *mask),
                   (epoll, events, most, timeout, mask)) {
  if (timeout && !mc_is_duration(timeout))
    return mc_by_errno(EINVAL);
  const int ready = wait_with(epoll, events, most, mc_ppoll_deadline(timeout), mask, site);
  return ready == NOT_OURS ? MC_REAL(epoll_pwait2)(epoll, events, most, timeout, mask) : ready;
}
