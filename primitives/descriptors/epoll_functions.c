// primitives/descriptors/epoll_functions.c - epoll of pipes, sockets and eventfds between threads
// of the program. The operations are in poll.c, the waits in epoll_wait.c; here is the set of an
// epoll's descriptors, in private memory: a thread changes it itself after its transition.
//
// The kernel's epoll exists, too, and has the descriptors of other files.
#define _GNU_SOURCE
#include "epoll.h"
#include "primitives/files.h"
#include <errno.h>
#include <string.h>
#include <sys/syscall.h>

enum { EPOLLS = 64 };
static struct mc_epoll epolls[EPOLLS] MC_PER_TRACE_TABLE;

struct mc_epoll *mc_epoll_of(int fd) {
  for (int i = 0; i < EPOLLS; i++)
    if (epolls[i].is_open && epolls[i].fd == fd)
      return &epolls[i];
  return NULL;
}

bool mc_epoll_is(int fd) { return mc_epoll_of(fd); }

struct mc_operation mc_epoll_operation(const struct mc_epoll *e, uint16_t kind) {
  return (struct mc_operation){
      .primitive = &mc_primitive_epoll, .kind = kind, .objects = 1, .object = {e->object}};
}

//===- What is looked at ----------------------------------------------------------------------===//

unsigned mc_epoll_bits(const struct mc_epoll_item *item, int side) {
  const uint32_t events = item->event.events;
  const unsigned in = events & (EPOLLIN | EPOLLRDNORM) ? MC_POLL_IN : 0;
  const unsigned out = events & (EPOLLOUT | EPOLLWRNORM) ? MC_POLL_OUT : 0;
  const unsigned bits =
      MC_POLL_FILE | (events & EPOLLET ? MC_POLL_EDGE : 0) | (item->is_new ? MC_POLL_NEW : 0);
  if (side == MC_WRITER)
    return bits | out | MC_POLL_WRITER;
  return bits | in | (mc_epoll_has_one_side(item) ? out : events & EPOLLRDHUP ? MC_POLL_RDHUP : 0);
}

unsigned mc_epoll_sides(const struct mc_epoll_item *item, int side[2]) {
  const bool reads = item->object[MC_READER] != MC_NO_OBJECT;
  const bool writes = item->object[MC_WRITER] != MC_NO_OBJECT && !mc_epoll_has_one_side(item) &&
                      (!reads || mc_epoll_bits(item, MC_WRITER) & MC_POLL_OUT);
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
  epolls[i] = (struct mc_epoll){
      .fd = fd, .is_open = true, .object = mc_pipe_new(&mc_primitive_epoll, &state)};
  return fd;
}

MC_INTERPOSE_UNHOOKED(int, epoll_create, (int size), (size)) {
  return new_epoll((int)MC_FILE_CALL_OF(site, SYS_epoll_create, size), site);
}
MC_INTERPOSE_UNHOOKED(int, epoll_create1, (int flags), (flags)) {
  return new_epoll((int)MC_FILE_CALL_OF(site, SYS_epoll_create1, flags), site);
}

static struct mc_epoll_item *find_item(struct mc_epoll *e, int fd, const struct mc_descriptor *d) {
  for (unsigned i = 0; i < e->items; i++)
    if (e->item[i].fd == fd && memcmp(e->item[i].object, d->object, sizeof d->object) == 0)
      return &e->item[i];
  return NULL;
}

static void take_out(struct mc_epoll *e, struct mc_epoll_item *item) {
  const unsigned behind = (unsigned)(e->item + e->items - (item + 1));
  memmove(item, item + 1, behind * sizeof *item);
  e->items--;
}

/// One that is added or asked for anew, as Linux does it (ep_insert, ep_modify): it is told of if
/// it is ready, or has an event from now on.
static struct mc_epoll_item new_item(int fd, const struct mc_descriptor *d,
                                     const struct epoll_event *event, const struct mc_site *site) {
  struct mc_epoll_item item = {.fd = fd,
                               .object = {d->object[MC_READER], d->object[MC_WRITER]},
                               .queue = d->queue[MC_WRITER],
                               .primitive = d->primitive,
                               .event = *event};
  int side[2];
  struct mc_operation op = {.primitive = d->primitive, .kind = MC_PIPE_TIMED_POLL};
  const unsigned sides = mc_epoll_sides(&item, side);
  for (unsigned s = 0; s < sides; s++)
    mc_poll_add(&op, item.object[side[s]], mc_epoll_bits(&item, side[s]), 0);
  mc_transition(&op, site);
  item.is_new = op.alternative == MC_PIPE_OK;
  for (unsigned s = 0; s < sides; s++)
    item.seen[side[s]] = mc_pipe_event_count(mc_poll_bits(&op, s), mc_object_state(op.object[s]));
  return item;
}

static int control_ours(struct mc_epoll *e, int operation, int fd, const struct mc_descriptor *d,
                        const struct mc_epoll_item *changed, const struct mc_site *site) {
  struct mc_epoll_item *item = find_item(e, fd, d);
  if (operation == EPOLL_CTL_ADD ? item != NULL : !item)
    return mc_by_errno(item ? EEXIST : ENOENT);
  if (operation == EPOLL_CTL_DEL) {
    take_out(e, item);
    return 0;
  }
  if (changed->event.events & EPOLLEXCLUSIVE)
    mc_warn(MC_WARN_EPOLL_EXCLUSIVE, site);
  if (!item && e->items == MC_EPOLL_MOST)
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
static bool change_set(const struct mc_epoll *e, const struct mc_descriptor *d,
                       const struct mc_site *site) {
  struct mc_operation op = mc_epoll_operation(e, MC_EPOLL_CHANGE);
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
  struct mc_epoll *e = mc_epoll_of(epoll);
  if (!e)
    return MC_REAL(epoll_ctl)(epoll, operation, fd, event);
  if (operation != EPOLL_CTL_DEL && !mc_may_read(event, sizeof *event))
    return mc_by_errno(EFAULT);
  if (mc_epoll_is(fd))
    mc_warn(MC_WARN_EPOLL_IN_EPOLL, site);
  const struct mc_descriptor *at = mc_descriptor_at(fd);
  const struct mc_descriptor d = at ? *at : (struct mc_descriptor){0};
  struct mc_epoll_item item = {0};
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
  struct mc_epoll *e = mc_epoll_of(fd);
  if (!e)
    return;
  struct mc_operation op = mc_epoll_operation(e, MC_EPOLL_CLOSE);
  mc_transition(&op, site);
}

void mc_epoll_forget(int fd) {
  struct mc_epoll *e = mc_epoll_of(fd);
  if (e)
    e->is_open = false;
}

static struct mc_epoll_item *find_file(struct mc_epoll *e, const struct mc_descriptor *d) {
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
  for (struct mc_epoll *e = epolls; e < epolls + EPOLLS; e++) {
    if (!find_file(e, &d))
      continue;
    change_set(e, NULL, site);
    for (struct mc_epoll_item *item; (item = find_file(e, &d));)
      take_out(e, item);
  }
}
