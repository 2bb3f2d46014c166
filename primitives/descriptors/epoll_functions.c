// primitives/descriptors/epoll_functions.c - epoll of pipes, sockets and eventfds between threads
// of the program. The operations are in poll.c; here is the set of an epoll's descriptors, in
// private memory: a thread changes it itself after its transition.
//
// The kernel's epoll exists, too, and has the descriptors of other files. They are asked at the
// call, and taken not to become ready later.
#define _GNU_SOURCE
#include "descriptors.h"
#include "primitives/files.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/syscall.h>
#include <time.h>

enum { EPOLLS = 64, ITEMS = 64, WATCHED = MC_MAX_OPERATION_OBJECTS - 1 };

struct item {
  int fd;
  mc_object object[2]; // the file, as a descriptor has it
  uint16_t queue;      // that it writes to
  const struct mc_primitive *primitive;
  bool is_out;              // told of once, and not asked for again: EPOLLONESHOT
  bool is_new;              // to be looked at, whatever has happened since
  uint8_t seen[2];          // events of each object when it was told of, or not ready
  struct epoll_event event; // what is asked for
};

static struct epoll {
  int fd;
  bool is_open;
  mc_object object;
  unsigned items, others; // others: descriptors that the kernel knows
  struct item item[ITEMS];
} epolls[EPOLLS];

static struct epoll *epoll_of(int fd) {
  for (int i = 0; i < EPOLLS; i++)
    if (epolls[i].is_open && epolls[i].fd == fd)
      return &epolls[i];
  return NULL;
}

bool mc_epoll_is(int fd) { return epoll_of(fd); }

static struct mc_operation on(const struct epoll *e, uint16_t kind) {
  return (struct mc_operation){
      .primitive = &mc_primitive_epoll, .kind = kind, .objects = 1, .object = {e->object}};
}

//===- What is looked at ----------------------------------------------------------------------===//

static bool is_eventfd(const struct item *item) { return item->primitive == &mc_primitive_eventfd; }

static unsigned bits_of(const struct item *item, int side) {
  const uint32_t events = item->event.events;
  const unsigned in = events & (EPOLLIN | EPOLLRDNORM) ? MC_POLL_IN : 0;
  const unsigned out = events & (EPOLLOUT | EPOLLWRNORM) ? MC_POLL_OUT : 0;
  const unsigned bits =
      MC_POLL_FILE | (events & EPOLLET ? MC_POLL_EDGE : 0) | (item->is_new ? MC_POLL_NEW : 0);
  if (side == MC_WRITER)
    return bits | out | MC_POLL_WRITER;
  return bits | in | (is_eventfd(item) ? out : events & EPOLLRDHUP ? MC_POLL_RDHUP : 0);
}

/// The directions that an item looks at; returns how many.
static unsigned sides_of(const struct item *item, int side[2]) {
  const bool reads = item->object[MC_READER] != MC_NO_OBJECT;
  const bool writes = item->object[MC_WRITER] != MC_NO_OBJECT && !is_eventfd(item) &&
                      (!reads || bits_of(item, MC_WRITER) & MC_POLL_OUT);
  unsigned count = 0;
  if (reads)
    side[count++] = MC_READER;
  if (writes)
    side[count++] = MC_WRITER;
  return count;
}

//===- The set --------------------------------------------------------------------------------===//

static int new_epoll(int fd, const struct mc_site *site) {
  int i = 0;
  while (i < EPOLLS && epolls[i].is_open)
    i++;
  if (fd < 0)
    return fd;
  if (i == EPOLLS) {
    mc_warn(MC_WARN_EPOLL_LIMIT, site);
    return fd;
  }
  const struct mc_epoll_state state = {.fd = (int16_t)fd};
  epolls[i] =
      (struct epoll){.fd = fd, .is_open = true, .object = mc_pipe_new(&mc_primitive_epoll, &state)};
  return fd;
}

MC_INTERPOSE_UNHOOKED(int, epoll_create, (int size), (size)) {
  return new_epoll((int)MC_FILE_CALL_OF(site, SYS_epoll_create, size), site);
}
MC_INTERPOSE_UNHOOKED(int, epoll_create1, (int flags), (flags)) {
  return new_epoll((int)MC_FILE_CALL_OF(site, SYS_epoll_create1, flags), site);
}

static struct item *find_item(struct epoll *e, int fd, const struct mc_descriptor *d) {
  for (unsigned i = 0; i < e->items; i++)
    if (e->item[i].fd == fd && memcmp(e->item[i].object, d->object, sizeof d->object) == 0)
      return &e->item[i];
  return NULL;
}

static void take_out(struct epoll *e, struct item *item) {
  const unsigned behind = (unsigned)(e->item + e->items - (item + 1));
  memmove(item, item + 1, behind * sizeof *item);
  e->items--;
}

/// One that is added or asked for anew, as Linux does it (ep_insert, ep_modify): it is told of if
/// it is ready, or has an event from now on.
static struct item new_item(int fd, const struct mc_descriptor *d, const struct epoll_event *event,
                            const struct mc_site *site) {
  struct item item = {.fd = fd,
                      .object = {d->object[MC_READER], d->object[MC_WRITER]},
                      .queue = d->queue[MC_WRITER],
                      .primitive = d->primitive,
                      .event = *event};
  int side[2];
  struct mc_operation op = {.primitive = d->primitive, .kind = MC_PIPE_TIMED_POLL};
  const unsigned sides = sides_of(&item, side);
  for (unsigned s = 0; s < sides; s++)
    mc_poll_add(&op, item.object[side[s]], bits_of(&item, side[s]), 0);
  mc_transition(&op, site);
  item.is_new = op.alternative == MC_PIPE_OK;
  for (unsigned s = 0; s < sides; s++)
    item.seen[side[s]] = mc_pipe_event_count(mc_poll_bits(&op, s), mc_object_state(op.object[s]));
  return item;
}

static int control_ours(struct epoll *e, int operation, int fd, const struct mc_descriptor *d,
                        const struct item *changed, const struct mc_site *site) {
  struct item *item = find_item(e, fd, d);
  if (operation == EPOLL_CTL_ADD ? item != NULL : !item)
    return mc_by_errno(item ? EEXIST : ENOENT);
  if (operation == EPOLL_CTL_DEL) {
    take_out(e, item);
    return 0;
  }
  if (changed->event.events & EPOLLEXCLUSIVE)
    mc_warn(MC_WARN_EPOLL_EXCLUSIVE, site);
  if (!item && e->items == ITEMS)
    mc_misuse("more than 64 descriptors in an epoll: McMini keeps no more", e->object, site);
  if (!item) {
    e->item[e->items++] = *changed;
    return 0;
  }
  // Linux does not take it out of the list of those that may be ready.
  const bool has_news = !item->is_out && memcmp(item->seen, changed->seen, sizeof item->seen) != 0;
  const bool was_new = item->is_new || has_news;
  *item = *changed;
  item->is_new |= was_new;
  return 0;
}

/// The transition of a change; false: the descriptor is closed.
static bool change_set(const struct epoll *e, const struct mc_descriptor *d,
                       const struct mc_site *site) {
  struct mc_operation op = on(e, MC_EPOLL_CHANGE);
  if (d) {
    const int side = mc_descriptor_has(d, MC_READER) ? MC_READER : MC_WRITER;
    op.object[op.objects++] = d->object[side];
    op.argument[0] = d->index;
    op.argument[2] = side == MC_WRITER ? MC_PIPE_WRITES : 0;
  }
  mc_transition(&op, site);
  return op.alternative == MC_PIPE_OK;
}

MC_INTERPOSE_UNHOOKED(int, epoll_ctl, (int epoll, int operation, int fd, struct epoll_event *event),
                      (epoll, operation, fd, event)) {
  struct epoll *e = epoll_of(epoll);
  if (!e)
    return MC_REAL(epoll_ctl)(epoll, operation, fd, event);
  if (operation != EPOLL_CTL_DEL && !mc_may_read(event, sizeof *event))
    return mc_by_errno(EFAULT);
  if (mc_epoll_is(fd))
    mc_warn(MC_WARN_EPOLL_IN_EPOLL, site);
  const struct mc_descriptor *at = mc_descriptor_at(fd);
  const struct mc_descriptor d = at ? *at : (struct mc_descriptor){0};
  struct item item = {0};
  if (at && operation != EPOLL_CTL_DEL)
    item = new_item(fd, &d, event, site);
  if (!change_set(e, at ? &d : NULL, site) || !e->is_open)
    return mc_by_errno(EBADF);
  if (at)
    return control_ours(e, operation, fd, &d, &item, site);
  const int result = MC_REAL(epoll_ctl)(epoll, operation, fd, event);
  if (result == 0)
    e->others += operation == EPOLL_CTL_ADD ? 1 : operation == EPOLL_CTL_DEL ? -1 : 0;
  return result;
}

void mc_epoll_close(int fd, const struct mc_site *site) {
  struct epoll *e = epoll_of(fd);
  if (!e)
    return;
  struct mc_operation op = on(e, MC_EPOLL_CLOSE);
  mc_transition(&op, site);
}

void mc_epoll_forget(int fd) {
  struct epoll *e = epoll_of(fd);
  if (e)
    e->is_open = false;
}

static struct item *find_file(struct epoll *e, const struct mc_descriptor *d) {
  for (unsigned i = 0; e->is_open && i < e->items; i++)
    if (memcmp(e->item[i].object, d->object, sizeof d->object) == 0)
      return &e->item[i];
  return NULL;
}

/// The file is closed with its last descriptor, and then in no epoll any more.
void mc_epolls_forget(const struct mc_descriptor *closed, const struct mc_site *site) {
  const struct mc_descriptor d = *closed;
  const int side = mc_descriptor_has(&d, MC_READER) ? MC_READER : MC_WRITER;
  if (((const struct mc_pipe_state *)mc_object_state(d.object[side]))->open[side])
    return;
  for (struct epoll *e = epolls; e < epolls + EPOLLS; e++) {
    if (!find_file(e, &d))
      continue;
    change_set(e, NULL, site);
    for (struct item *item; (item = find_file(e, &d));)
      take_out(e, item);
  }
}

//===- Waiting --------------------------------------------------------------------------------===//

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
static bool watch_item(struct wait *w, const struct epoll *e, unsigned i) {
  const struct item *item = &e->item[i];
  int side[2];
  const unsigned sides = sides_of(item, side);
  if (w->op.objects + sides > MC_MAX_OPERATION_OBJECTS)
    return false;
  for (unsigned s = 0; s < sides; s++) // an object once only
    for (unsigned k = 1; k < w->op.objects; k++)
      if (w->op.object[k] == item->object[side[s]])
        return false;
  w->part[w->count++] = (struct part){.item = i, .first = w->op.objects};
  for (unsigned s = 0; s < sides; s++)
    mc_poll_add(&w->op, item->object[side[s]], bits_of(item, side[s]) | (s ? MC_POLL_SAME : 0),
                item->seen[side[s]]);
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

static void warn_of_room(const struct item *item, const struct mc_site *site) {
  if (!is_eventfd(item) && bits_of(item, MC_WRITER) & MC_POLL_OUT &&
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
static short look(const struct item *item, const struct wait *w, unsigned first,
                  const struct mc_site *site) {
  int side[2];
  short said = 0;
  const unsigned sides = sides_of(item, side);
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
static void note(struct item *item, const struct part *part, bool is_told) {
  int side[2];
  const unsigned sides = sides_of(item, side);
  for (unsigned s = 0; s < sides; s++)
    item->seen[side[s]] = part->events[s];
  item->is_out = is_told && item->event.events & EPOLLONESHOT;
  item->is_new = is_told && !(item->event.events & EPOLLET);
}

/// Which of the `left` ones is looked at.
static struct part *next_of(const struct epoll *e, struct wait *w, unsigned left,
                            const struct mc_site *site) {
  struct mc_operation op = on(e, MC_EPOLL_NEXT);
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
static int collect(struct epoll *e, struct wait *w, struct epoll_event *events, int most,
                   const struct mc_site *site) {
  const bool holds = w->op.argument[2] & MC_EPOLL_HOLDS;
  int count = 0;
  for (unsigned left = find(w); left > 0 && count < most; left--) {
    struct part *part = next_of(e, w, left, site);
    struct item *item = &e->item[part->item];
    const short said = holds ? look(item, w, part->first, site) : part->said;
    part->has_news = false;
    warn_of_room(item, site);
    if (said)
      events[count++] = (struct epoll_event){returned(said, item->event.events), item->event.data};
    note(item, part, said);
  }
  if (holds) {
    struct mc_operation done = on(e, MC_EPOLL_DONE);
    done.flags = MC_BEGUN;
    mc_transition(&done, site);
  }
  return count;
}

enum { CHANGED = -1, CUT_SHORT = -3 };

/// One wait for each part of the set that fits; `waits`: until something is ready, if that is one
/// part. Returns how many descriptors are ready.
static int wait_once(struct epoll *e, struct epoll_event *events, int most, bool waits, bool begun,
                     uint64_t version, const struct mc_site *site) {
  unsigned next = 0;
  int ready = 0;
  do {
    struct wait w = {.op = on(e, MC_EPOLL_TIMED_WAIT)};
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
  struct epoll *e = epoll_of(epoll);
  if (!e || most <= 0)
    return NOT_OURS;
  if (!mc_may_write(events, sizeof *events))
    return mc_by_errno(EFAULT);
  const mc_object object = e->object;
  const bool forever = deadline == UINT64_MAX, at_once = deadline == mc_deadline_after(0);
  if (__mcmini_all_accesses && mc_may_write(events, (size_t)most * sizeof *events))
    __mcmini_write_ahead(site, events, (size_t)most * sizeof *events);
  bool begun = false, looks_for_signals = !at_once && mc_is_interrupted(mc_self());
  for (;;) {
    struct mc_operation look = on(e, MC_EPOLL_LOOK);
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
    if (!at_once && mc_handler_ends_call(site))
      return mc_by_errno(EINTR);
    if (!forever && !looks_for_signals) {
      mc_clock_reach(deadline);
      return 0;
    }
    looks_for_signals = false;
  }
}

/// False: EFAULT.
static bool is_mask_there(const sigset_t *mask, const struct mc_site *site) {
  if (mask && !mc_may_read(mask, sizeof(uint64_t)))
    return false;
  if (mask)
    mc_warn_of(MC_WARN_POLL_MASK, "epoll_pwait", site);
  return true;
}

MC_INTERPOSE_UNHOOKED(int, epoll_wait,
                      (int epoll, struct epoll_event *events, int most, int timeout),
                      (epoll, events, most, timeout)) {
  const int ready = wait_for(epoll, events, most, mc_poll_deadline(timeout), site);
  return ready == NOT_OURS ? MC_REAL(epoll_wait)(epoll, events, most, timeout) : ready;
}

MC_INTERPOSE_UNHOOKED(int, epoll_pwait,
                      (int epoll, struct epoll_event *events, int most, int timeout,
                       const sigset_t *mask),
                      (epoll, events, most, timeout, mask)) {
  if (!is_mask_there(mask, site))
    return mc_by_errno(EFAULT);
  const int ready = wait_for(epoll, events, most, mc_poll_deadline(timeout), site);
  return ready == NOT_OURS ? MC_REAL(epoll_pwait)(epoll, events, most, timeout, mask) : ready;
}

MC_INTERPOSE_UNHOOKED(int, epoll_pwait2,
                      (int epoll, struct epoll_event *events, int most,
                       const struct timespec *timeout, const sigset_t *mask),
                      (epoll, events, most, timeout, mask)) {
  if (timeout && !mc_is_duration(timeout))
    return mc_by_errno(EINVAL);
  if (!is_mask_there(mask, site))
    return mc_by_errno(EFAULT);
  const int ready = wait_for(epoll, events, most, mc_ppoll_deadline(timeout), site);
  return ready == NOT_OURS ? MC_REAL(epoll_pwait2)(epoll, events, most, timeout, mask) : ready;
}
