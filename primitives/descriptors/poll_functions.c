// primitives/descriptors/poll_functions.c - poll, select and their kin on pipes, sockets and
// eventfds. The operation is in pipe.c. Without any descriptor they sleep.
//
// As in Linux (do_poll, do_select; unix_poll for the two directions of a socket) a call looks at
// one direction after the other, each look an operation of its own: others may change between two
// what both see. Where it has found nothing it waits for any of them, or for its timeout, and looks
// at all once more. A call that looks at one direction is one operation where no handler can end
// it.
//
// The wait is one operation for MC_MAX_OPERATION_OBJECTS objects, none of them twice but as one
// side; a call with more looks again and again. A handler runs before the first look, or ends the
// call: behind looks that found nothing, also where there is something since, or while it waits.
// Descriptors of other files are asked once, at the call; one that is not ready then is taken never
// to be.
#define _GNU_SOURCE
#include "primitives/syscall.h"
#include "descriptors.h"
#include "primitives/files.h"
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/select.h>
#include <time.h>

enum { MOST = 256 };
enum { NO_HUP = 0x400 }; // of a select that is not for reading: no bit of poll's

/// The directions that a call looks at, in turn, and whose they are.
struct request {
  struct pollfd *fds;
  nfds_t count;
  unsigned watches;
  struct watch {
    mc_object object;
    unsigned bits, index, of;
    uint16_t queue;
    const struct mc_primitive *primitive;
  } watch[MOST];
};

static void watch(struct request *r, const struct mc_descriptor *d, unsigned of) {
  const short events = r->fds[of].events;
  const unsigned in = events & (POLLIN | POLLRDNORM) ? MC_POLL_IN : 0;
  const unsigned out = events & (POLLOUT | POLLWRNORM) ? MC_POLL_OUT : 0;
  const unsigned hup = events & POLLRDHUP ? MC_POLL_RDHUP : 0;
  const bool has_one = mc_pipe_has_one_side(d->primitive);
  const bool has_writer = !has_one && (out || !mc_descriptor_has(d, MC_READER));
  const unsigned bits[] = {
      [MC_READER] = has_one ? in | out : in | hup, [MC_WRITER] = out | MC_POLL_WRITER};
  for (int side = MC_READER; side <= (has_writer ? MC_WRITER : MC_READER); side++)
    if (mc_descriptor_has(d, side) && r->watches < MOST)
      r->watch[r->watches++] = (struct watch){.object = d->object[side],
                                              .bits = bits[side],
                                              .index = d->index,
                                              .of = of,
                                              .queue = d->queue[side],
                                              .primitive = d->primitive};
}

static short returned(short said, short wanted) {
  short events = said;
  if (said & POLLIN && wanted & POLLRDNORM)
    events |= POLLRDNORM;
  if (said & POLLOUT && wanted & POLLWRNORM)
    events |= POLLWRNORM;
  return events & (short)(wanted | POLLHUP | POLLERR | POLLNVAL);
}

static struct mc_operation operation_of(const struct watch *w, uint16_t kind, uint16_t flags) {
  return (struct mc_operation){.primitive = w->primitive, .kind = kind, .flags = flags};
}

/// Of a hang-up that is no event.
static uint64_t bit_of_hup(const struct request *r, const struct watch *w, unsigned k) {
  return (uint64_t)(r->fds[w->of].events & NO_HUP ? 1 : 0) << k;
}

static void add_direction(struct mc_operation *op, const struct request *r, const struct watch *w) {
  op->argument[2] |= bit_of_hup(r, w, op->objects);
  mc_poll_add(op, w->object, w->bits, w->index);
}

enum seen { NOTHING, SOMETHING, CUT_SHORT };

static enum seen seen_by(const struct mc_operation *op) {
  if (op->alternative == MC_CUT_SHORT)
    return CUT_SHORT;
  return op->alternative == MC_PIPE_OK ? SOMETHING : NOTHING;
}

/// Looks at one direction.
static enum seen look(struct request *r, const struct watch *w, uint16_t kind, uint16_t flags,
                      const struct mc_site *site) {
  struct mc_operation op = operation_of(w, kind, flags);
  struct pollfd *p = &r->fds[w->of];
  add_direction(&op, r, w);
  mc_transition(&op, site);
  if (w->bits & MC_POLL_OUT)
    mc_warn_of_room(w->object, w->queue, site);
  p->revents |= returned(mc_pipe_events(&op, 0, mc_object_state(w->object)), p->events);
  if (p->revents & POLLNVAL)
    mc_file_is_bad();
  return seen_by(&op);
}

/// Looks at all, one after the other. The call `has_begun`: no handler runs before the first look.
/// Where `others` are ready, none ends it.
static enum seen look_at_each(struct request *r, bool has_begun, bool others,
                              const struct mc_site *site) {
  enum seen seen = NOTHING;
  for (unsigned k = 0; k < r->watches; k++)
    if (look(r, &r->watch[k], MC_PIPE_TIMED_POLL, has_begun || k > 0 ? MC_BEGUN : 0, site))
      seen = SOMETHING;
  const bool may_end = seen == NOTHING && !others;
  return may_end && (mc_signal_wait_is_over(site) || mc_handler_ends_call(site)) ? CUT_SHORT : seen;
}

/// Adds the direction, unless it is there. False: there is no room, or it is there as another side.
static bool add_direction_once(struct mc_operation *op, const struct request *r,
                               const struct watch *w) {
  unsigned k = 0;
  while (k < op->objects && op->object[k] != w->object)
    k++;
  if (k == op->objects) {
    if (k < MC_MAX_OPERATION_OBJECTS)
      add_direction(op, r, w);
    return k < MC_MAX_OPERATION_OBJECTS;
  }
  if ((mc_poll_bits(op, k) ^ w->bits) & MC_POLL_WRITER)
    return false;
  op->argument[0] |= (uint64_t)w->bits << (MC_POLL_BITS * k);
  op->argument[2] &= bit_of_hup(r, w, k) | ~((uint64_t)1 << k);
  return true;
}

/// Waits until one is ready, if an operation can do that for all of them.
static enum seen wait_for_any(const struct request *r, const struct mc_site *site) {
  struct mc_operation op = operation_of(&r->watch[0], MC_PIPE_POLL, MC_BEGUN);
  for (unsigned k = 0; k < r->watches; k++)
    if (!add_direction_once(&op, r, &r->watch[k]))
      return NOTHING;
  mc_transition(&op, site);
  return seen_by(&op);
}

/// The others, which the kernel knows. Returns how many are ready.
static int ask_kernel(struct request *r, bool waits, const struct mc_site *site) {
  int others = 0, ready = 0;
  for (nfds_t i = 0; i < r->count; i++) {
    r->fds[i].revents = 0;
    if (r->fds[i].fd < 0 || mc_descriptor_at(r->fds[i].fd))
      continue;
    others++;
    if (MC_REAL(poll)(&r->fds[i], 1, 0) > 0)
      ready++;
  }
  if (others && !ready && waits)
    mc_warn(MC_WARN_POLL_OTHERS, site);
  return ready;
}

static bool has_ours(const struct pollfd *fds, nfds_t count, const struct mc_site *site) {
  bool any = false;
  for (nfds_t i = 0; i < count; i++) {
    any |= mc_descriptor_at(fds[i].fd) != NULL;
    if (mc_epoll_is(fds[i].fd))
      mc_warn(MC_WARN_POLL_OF_EPOLL, site);
  }
  return any;
}

/// `deadline`: virtual time, UINT64_MAX: none; `others` are ready.
static enum seen look_until(struct request *r, uint64_t deadline, bool others,
                            const struct mc_site *site) {
  const bool forever = deadline == UINT64_MAX && !others;
  if (r->watches == 1 && !mc_is_interrupted(mc_self()) && !mc_signal_wait_has_mask())
    return look(r, &r->watch[0], forever ? MC_PIPE_POLL : MC_PIPE_TIMED_POLL,
                forever ? 0 : MC_YIELD, site);
  enum seen seen = look_at_each(r, mc_signal_wait_has_mask(), others, site);
  while (seen == NOTHING && forever) {
    seen = wait_for_any(r, site);
    if (seen != CUT_SHORT)
      seen = look_at_each(r, true, false, site);
  }
  if (seen == NOTHING && !others && deadline != mc_deadline_after(0))
    seen = look_at_each(r, true, false, site);
  return seen;
}

/// Returns what poll does.
static int wait_for(struct pollfd *fds, nfds_t count, uint64_t deadline, const sigset_t *mask,
                    const struct mc_site *site) {
  mc_peers_may_begin(site);
  struct request r = {.fds = fds, .count = count};
  const bool others = ask_kernel(&r, deadline == UINT64_MAX, site) > 0;
  for (nfds_t i = 0; i < count; i++)
    if (mc_descriptor_at(fds[i].fd))
      watch(&r, mc_descriptor_at(fds[i].fd), (unsigned)i);
  mc_signal_wait_begins(mask, site);
  const bool is_cut = look_until(&r, deadline, others, site) == CUT_SHORT;
  mc_signal_wait_ends(site);
  if (is_cut)
    return mc_by_errno(EINTR);
  int ready = 0;
  for (nfds_t i = 0; i < count; i++)
    ready += fds[i].revents != 0;
  for (nfds_t i = 0; i < count && !ready && deadline != mc_deadline_after(0); i++) {
    const struct mc_descriptor *d = mc_descriptor_at(fds[i].fd);
    if (d && mc_descriptor_is_listener(d))
      mc_peers_time_passes();
  }
  if (ready == 0)
    mc_clock_reach(deadline);
  return ready;
}

int mc_our_nanosleep(const struct mc_site *site, const struct timespec *length,
                     struct timespec *rest);

/// Without descriptors.
static int sleep_for(const struct timespec *timeout, const sigset_t *mask,
                     const struct mc_site *site) {
  if (!timeout)
    return mask ? mc_signal_suspend(mask, site) : mc_signal_pause(site);
  mc_signal_wait_begins(mask, site);
  if (!mc_signal_wait_has_mask())
    return mc_our_nanosleep(site, timeout, NULL);
  const uint64_t deadline = mc_ppoll_deadline(timeout);
  const bool is_cut = mc_signal_wait_is_over(site) ||
                      (mc_is_interrupted(mc_self()) ? mc_handler_ends_call(site)
                                                    : mc_our_nanosleep(site, timeout, NULL) != 0);
  mc_signal_wait_ends(site);
  if (is_cut)
    return mc_by_errno(EINTR);
  mc_clock_reach(deadline);
  return 0;
}

/// Of a call that the kernel makes.
static void look_at_mask(const sigset_t *mask, const char *call, const struct mc_site *site) {
  if (mask && mc_signal_mask_differs(mask))
    mc_warn_of(MC_WARN_POLL_MASK, call, site);
}

enum { MOST_FDS = 1 << 20 };

static bool has_none(struct pollfd *fds, nfds_t count, const struct mc_site *site) {
  bool any = false;
  for (nfds_t i = 0; i < count && count <= MOST_FDS; i++) {
    mc_gives(site, &fds[i].revents, sizeof fds[i].revents);
    fds[i].revents = 0;
    any |= fds[i].fd >= 0;
  }
  return !any;
}

static int have_given(int result, struct pollfd *fds, nfds_t count, const struct mc_site *site) {
  for (nfds_t i = 0; i < count && __mcmini_all_accesses; i++)
    __mcmini_write_done(site, &fds[i].revents, sizeof fds[i].revents);
  return result;
}

static bool is_there(struct pollfd *fds, nfds_t count) {
  return count > MOST_FDS || mc_may_write(fds, count * sizeof *fds); // too many are EINVAL
}

static void look_up_all(const struct pollfd *fds, nfds_t count, const struct mc_site *site) {
  for (nfds_t i = 0; i < count; i++)
    mc_file_look_up(fds[i].fd, site);
}

MC_INTERPOSE_POINT(int, poll, (struct pollfd * fds, nfds_t count, int timeout),
                   (fds, count, timeout)) {
  if (!is_there(fds, count))
    return mc_by_errno(EFAULT);
  look_up_all(fds, count, site);
  if (has_none(fds, count, site))
    return timeout < 0 ? mc_signal_pause(site)
                       : mc_our_nanosleep(
                             site, &(struct timespec){timeout / 1000, timeout % 1000 * 1000000},
                             NULL);
  if (!has_ours(fds, count, site))
    return MC_REAL(poll)(fds, count, timeout);
  return have_given(wait_for(fds, count, mc_poll_deadline(timeout), NULL, site), fds, count, site);
}

// What a program built with _FORTIFY_SOURCE calls.
typedef int poll_chk_function(struct pollfd *, nfds_t, int, size_t);
MC_INTERPOSED int __poll_chk(struct pollfd *fds, nfds_t count, int timeout, size_t room) {
  if (!mc_checking() || room / sizeof *fds < count)
    return ((poll_chk_function *)mc_real("__poll_chk"))(fds, count, timeout, room);
  return mc_at_point_poll(MC_CALLER_SITE, fds, count, timeout);
}

MC_INTERPOSE_POINT(int, ppoll,
                   (struct pollfd * fds, nfds_t count, const struct timespec *timeout,
                    const sigset_t *mask),
                   (fds, count, timeout, mask)) {
  if (!is_there(fds, count) || (mask && !mc_may_read(mask, sizeof(uint64_t))))
    return mc_by_errno(EFAULT);
  look_up_all(fds, count, site);
  const bool sleeps = has_none(fds, count, site);
  if (!sleeps && !has_ours(fds, count, site)) {
    look_at_mask(mask, "ppoll", site);
    return MC_REAL(ppoll)(fds, count, timeout, mask);
  }
  if (timeout && !mc_is_duration(timeout))
    return mc_by_errno(EINVAL);
  if (sleeps)
    return sleep_for(timeout, mask, site);
  return have_given(wait_for(fds, count, mc_ppoll_deadline(timeout), mask, site), fds, count, site);
}

//===- select ---------------------------------------------------------------------------------===//

static bool has(int fd, const fd_set *set) { return set && FD_ISSET(fd, set); }

static bool is_set_there(int n, fd_set *set) {
  enum { WORD = 64 };
  return !set || n <= 0 || mc_may_write(set, (size_t)(n + WORD - 1) / WORD * sizeof(uint64_t));
}

static bool are_there(int n, fd_set *in, fd_set *out, fd_set *except) {
  return is_set_there(n, in) && is_set_there(n, out) && is_set_there(n, except);
}

/// Returns how many there are.
static int descriptors_of(int n, const fd_set *in, const fd_set *out, const fd_set *except,
                          struct pollfd fds[MOST]) {
  int count = 0;
  for (int fd = 0; fd < n && count < MOST; fd++) {
    const int events =
        (has(fd, in) ? POLLIN : 0) | (has(fd, out) ? POLLOUT : 0) | (has(fd, except) ? POLLPRI : 0);
    const int hup = has(fd, in) ? 0 : NO_HUP;
    if (events)
      fds[count++] = (struct pollfd){.fd = fd, .events = (short)(events | hup)};
  }
  return count;
}

static int keep(fd_set *set, const struct pollfd *p, short events) {
  if (!has(p->fd, set))
    return 0;
  if (p->revents & events)
    return 1;
  FD_CLR(p->fd, set);
  return 0;
}

static void give_sets(int n, fd_set *in, fd_set *out, fd_set *except, const struct mc_site *site) {
  const size_t bytes = n > 0 ? (size_t)(n + NFDBITS - 1) / NFDBITS * sizeof(fd_mask) : 0;
  mc_gives(site, in, bytes);
  mc_gives(site, out, bytes);
  mc_gives(site, except, bytes);
}

/// Of a select that has descriptors of ours, or none at all.
static int wait_for_sets(int n, struct pollfd fds[], int count, fd_set *in, fd_set *out,
                         fd_set *except, const struct timespec *timeout, const sigset_t *mask,
                         const struct mc_site *site) {
  int ready = 0;
  if (timeout && !mc_is_duration(timeout))
    return mc_by_errno(EINVAL);
  if (count == 0)
    return sleep_for(timeout, mask, site);
  if (wait_for(fds, (nfds_t)count, mc_ppoll_deadline(timeout), mask, site) < 0)
    return -1;
  for (int i = 0; i < count; i++)
    if (fds[i].revents & POLLNVAL)
      return mc_by_errno(EBADF);
  give_sets(n, in, out, except, site);
  for (int i = 0; i < count; i++)
    ready += keep(in, &fds[i], POLLIN | POLLHUP | POLLERR) + keep(out, &fds[i], POLLOUT | POLLERR) +
             keep(except, &fds[i], POLLPRI);
  return ready;
}

MC_INTERPOSE_POINT(int, select,
                   (int n, fd_set *in, fd_set *out, fd_set *except, struct timeval *timeout),
                   (n, in, out, except, timeout)) {
  enum { MILLION = 1000000 };
  struct pollfd fds[MOST];
  if (!are_there(n, in, out, except))
    return mc_by_errno(EFAULT);
  const int count = descriptors_of(n, in, out, except, fds);
  look_up_all(fds, (nfds_t)count, site);
  if (count && !has_ours(fds, (nfds_t)count, site)) {
    give_sets(n, in, out, except, site);
    return MC_REAL(select)(n, in, out, except, timeout);
  }
  // More than a second of microseconds is carried over.
  const struct timespec length = {timeout ? timeout->tv_sec + timeout->tv_usec / MILLION : 0,
                                  timeout ? timeout->tv_usec % MILLION * 1000 : 0};
  const int ready =
      wait_for_sets(n, fds, count, in, out, except, timeout ? &length : NULL, NULL, site);
  if (timeout && ready == 0)
    *timeout = (struct timeval){0, 0}; // what is left of it, as Linux does it
  return ready;
}

MC_INTERPOSE_POINT(int, pselect,
                   (int n, fd_set *in, fd_set *out, fd_set *except, const struct timespec *timeout,
                    const sigset_t *mask),
                   (n, in, out, except, timeout, mask)) {
  struct pollfd fds[MOST];
  if (!are_there(n, in, out, except) || (mask && !mc_may_read(mask, sizeof(uint64_t))))
    return mc_by_errno(EFAULT);
  const int count = descriptors_of(n, in, out, except, fds);
  look_up_all(fds, (nfds_t)count, site);
  if (count && !has_ours(fds, (nfds_t)count, site)) {
    give_sets(n, in, out, except, site);
    look_at_mask(mask, "pselect", site);
    return MC_REAL(pselect)(n, in, out, except, timeout, mask);
  }
  return wait_for_sets(n, fds, count, in, out, except, timeout, mask, site);
}
