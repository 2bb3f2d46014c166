// primitives/descriptors/timerfd_functions.c - timerfd_create and its kin: a timer
// (primitives/timer.c) that counts in an object as an eventfd's. So reads, polls and epolls of it
// are those of an eventfd that nobody can write to.
#define _GNU_SOURCE
#include "descriptors.h"
#include "primitives/files.h"
#include "primitives/timer.h"
#include <errno.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <unistd.h>

MC_INTERPOSE_UNHOOKED(int, timerfd_create, (__clockid_t clock, int flags), (clock, flags)) {
  const int fd = (int)MC_FILE_CALL_OF(site, SYS_timerfd_create, clock, flags);
  if (fd < 0 || fd >= MC_MAX_DESCRIPTORS || !mc_timer_has_clock(clock))
    return fd;
  const struct mc_pipe_state state = {.open = {1},
                                      .made = {1},
                                      .type = MC_TYPE_EVENTFD,
                                      .nonblocking = {(flags & TFD_NONBLOCK) != 0},
                                      .fd = {(int16_t)fd, (int16_t)fd}};
  const mc_object o = mc_pipe_new(&mc_primitive_eventfd, &state);
  const struct mc_timer *timer = mc_timer_make(
      &(struct mc_timer){.site = site, .clock = clock, .to = MC_NO_THREAD, .counter = o});
  if (timer)
    mc_descriptor_put(fd, &(struct mc_descriptor){.primitive = &mc_primitive_eventfd,
                                                  .object = {o, o},
                                                  .queue = {MC_NO_QUEUE, MC_NO_QUEUE},
                                                  .timer = mc_timer_number(timer)});
  return fd;
}

/// NULL: the number is none of such a timer's.
static struct mc_timer *timer_of(int fd) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  return d && d->timer ? mc_timer_numbered(d->timer) : NULL;
}

void mc_timer_file_closed(const struct mc_descriptor *d, const struct mc_site *site) {
  if (d->timer &&
      !((const struct mc_pipe_state *)mc_object_state(d->object[MC_READER]))->open[MC_READER])
    mc_timer_delete(mc_timer_numbered(d->timer), site);
}

MC_INTERPOSE_UNHOOKED(int, timerfd_settime,
                      (int fd, int flags, const struct itimerspec *value, struct itimerspec *old),
                      (fd, flags, value, old)) {
  struct mc_timer *t = timer_of(fd);
  if (t)
    return mc_timer_set(t, flags, value, old, site);
  if (mc_descriptor_at(fd))
    return (int)mc_descriptor_refuses(fd, EINVAL, site);
  mc_unordered_call("timerfd_settime", site);
  return MC_REAL(timerfd_settime)(fd, flags, value, old);
}

MC_INTERPOSE_UNHOOKED(int, timerfd_gettime, (int fd, struct itimerspec *value), (fd, value)) {
  struct mc_timer *t = timer_of(fd);
  if (t)
    return mc_timer_get(t, value, site);
  if (mc_descriptor_at(fd))
    return (int)mc_descriptor_refuses(fd, EINVAL, site);
  mc_unordered_call("timerfd_gettime", site);
  return MC_REAL(timerfd_gettime)(fd, value);
}
