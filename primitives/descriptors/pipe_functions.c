// primitives/descriptors/pipe_functions.c - the interposed functions that make, double and close
// the descriptors of pipes, sockets and eventfds. Their operations are in pipe.c; reading and
// writing is in transfer_functions.c, poll and its kin in poll_functions.c.
//
// A pipe, a socketpair of AF_UNIX or an eventfd that the checked process makes is one between its
// threads.
#define _GNU_SOURCE
#include "descriptors.h"
#include "sockets.h"
#include "primitives/files.h"
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <linux/fs.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

//===- Making ---------------------------------------------------------------------------------===//

static bool put(int fd, const struct mc_primitive *primitive, const mc_object object[2],
                const uint16_t queue[2]) {
  const struct mc_descriptor d = {
      .primitive = primitive, .object = {object[0], object[1]}, .queue = {queue[0], queue[1]}};
  return mc_descriptor_put(fd, &d);
}

struct mc_pipe_state mc_pipe_new_state(enum mc_pipe_type type, uint64_t capacity, int reader,
                                       int writer, int flags) {
  const bool nonblocking = flags & O_NONBLOCK;
  return (struct mc_pipe_state){.capacity = capacity,
                                .type = (uint8_t)type,
                                .open = {1, 1},
                                .made = {1, 1},
                                .nonblocking = {nonblocking, nonblocking},
                                .packets = type == MC_TYPE_PIPE && flags & O_DIRECT,
                                .fd = {(int16_t)reader, (int16_t)writer}};
}

bool mc_descriptor_can_be_ours(int fd, const char *what, const struct mc_site *site) {
  char text[100];
  if (fd < MC_MAX_DESCRIPTORS)
    return true;
  snprintf(text, sizeof text, "%s with a descriptor above %d", what, MC_MAX_DESCRIPTORS - 1);
  mc_warn_of(MC_WARN_DESCRIPTOR_LIMIT, text, site);
  return false;
}

/// The two are given back behind the step of the call, not before.
static int give_pair(const struct mc_site *site, int result, int fd[2], const int made[2]) {
  if (result == 0) {
    mc_gives(site, fd, 2 * sizeof *fd);
    fd[0] = made[0];
    fd[1] = made[1];
  }
  return result;
}

static int make_pipe(int fd[2], int flags, const struct mc_site *site) {
  enum { PIPE_CAPACITY = MC_PIPE_PAGES * MC_PIPE_ATOMIC };
  int made[2];
  if (!mc_may_write(fd, sizeof made))
    return mc_by_errno(EFAULT);
  const int result =
      give_pair(site, (int)MC_FILE_CALL_OF(site, SYS_pipe2, made, flags), fd, made);
  const uint16_t queue = result == 0 && mc_descriptor_can_be_ours(fd[1], "a pipe", site)
                             ? mc_queue_new()
                             : MC_NO_QUEUE;
  if (queue == MC_NO_QUEUE)
    return result;
  const struct mc_pipe_state state =
      mc_pipe_new_state(MC_TYPE_PIPE, PIPE_CAPACITY, fd[0], fd[1], flags);
  const mc_object o = mc_pipe_new(&mc_primitive_pipe, &state);
  const uint16_t queues[] = {queue, queue};
  put(fd[0], &mc_primitive_pipe, (mc_object[]){o, MC_NO_OBJECT}, queues);
  put(fd[1], &mc_primitive_pipe, (mc_object[]){MC_NO_OBJECT, o}, queues);
  return 0;
}

MC_INTERPOSE_UNHOOKED(int, pipe2, (int fd[2], int flags), (fd, flags)) {
  return make_pipe(fd, flags, site);
}
MC_INTERPOSE_UNHOOKED(int, pipe, (int fd[2]), (fd)) { return make_pipe(fd, 0, site); }

MC_INTERPOSE_UNHOOKED(int, socketpair, (int domain, int type, int protocol, int fd[2]),
                      (domain, type, protocol, fd)) {
  enum { MESSAGES = 278 }; // each takes at least 768 bytes of MC_SOCKET_ROOM
  static const struct mc_primitive *const primitives[] = {[SOCK_STREAM] = &mc_primitive_socket,
                                                          [SOCK_DGRAM] = &mc_primitive_datagram,
                                                          [SOCK_SEQPACKET] =
                                                              &mc_primitive_seqpacket};
  const unsigned kind = (unsigned)type & ~(unsigned)(SOCK_NONBLOCK | SOCK_CLOEXEC);
  int made[2];
  if (!mc_may_write(fd, sizeof made))
    return mc_by_errno(EFAULT);
  const int result = give_pair(
      site, (int)MC_FILE_CALL_OF(site, SYS_socketpair, domain, type, protocol, made), fd, made);
  if (result || !mc_descriptor_can_be_ours(fd[1], "a socketpair", site))
    return result;
  if (domain != AF_UNIX || kind > SOCK_SEQPACKET || !primitives[kind]) {
    mc_warn(MC_WARN_SOCKETPAIR, site);
    return result;
  }
  const uint16_t queue[] = {mc_queue_new(), mc_queue_new()};
  mc_object o[2];
  if (queue[1] == MC_NO_QUEUE)
    return result;
  for (int i = 0; i < 2; i++) {
    const struct mc_pipe_state state = mc_pipe_new_state(
        mc_pipe_type(primitives[kind]), kind == SOCK_STREAM ? MC_SOCKET_ROOM : MESSAGES, fd[!i],
        fd[i], type & SOCK_NONBLOCK ? O_NONBLOCK : 0);
    o[i] = mc_pipe_new(primitives[kind], &state);
  }
  for (int i = 0; i < 2; i++)
    put(fd[i], primitives[kind], (mc_object[]){o[!i], o[i]}, (uint16_t[]){queue[!i], queue[i]});
  return 0;
}

MC_INTERPOSE_UNHOOKED(int, eventfd, (unsigned value, int flags), (value, flags)) {
  const int fd = (int)MC_FILE_CALL_OF(site, SYS_eventfd2, value, flags);
  if (fd < 0 || !mc_descriptor_can_be_ours(fd, "an eventfd", site))
    return fd;
  const struct mc_pipe_state state = {.content = value,
                                      .capacity = UINT64_MAX - 1,
                                      .open = {1},
                                      .made = {1},
                                      .type = MC_TYPE_EVENTFD,
                                      .nonblocking = {(flags & EFD_NONBLOCK) != 0},
                                      .semaphore = (flags & EFD_SEMAPHORE) != 0,
                                      .fd = {(int16_t)fd, (int16_t)fd}};
  const mc_object o = mc_pipe_new(&mc_primitive_eventfd, &state);
  put(fd, &mc_primitive_eventfd, (mc_object[]){o, o}, (uint16_t[]){MC_NO_QUEUE, MC_NO_QUEUE});
  return fd;
}

//===- Closing and doubling -------------------------------------------------------------------===//

long mc_descriptor_simple(const struct mc_descriptor *d, uint16_t kind, int side, uint64_t operand,
                          const struct mc_site *site) {
  struct mc_operation op = mc_descriptor_operation(d, kind, side);
  op.argument[1] = operand;
  const uint64_t result = mc_transition(&op, site);
  return op.alternative == MC_PIPE_BAD ? mc_by_errno(mc_file_is_bad()) : (long)result;
}

long mc_descriptor_refuses(int fd, int error, const struct mc_site *site) {
  if (mc_descriptor_simple(mc_descriptor_at(fd), MC_PIPE_FLAGS, MC_BOTH_SIDES, 0, site) < 0)
    return -1;
  return mc_by_errno(error);
}

static long close_one(int fd, const struct mc_site *site) {
  if (mc_descriptor_simple(mc_descriptor_at(fd), MC_PIPE_CLOSE, MC_BOTH_SIDES, 0, site))
    return -1;
  const struct mc_descriptor closed = *mc_descriptor_at(fd);
  mc_descriptor_at(fd)->is_open = false;
  mc_timer_file_closed(&closed, site);
  mc_epolls_forget(&closed, site);
  mc_listener_is_closed(&closed, site);
  return 0;
}

long mc_descriptor_close(int fd, const struct mc_site *site) {
  if (mc_descriptor_at(fd) && close_one(fd, site))
    return -1;
  mc_epoll_close(fd, site);
  const int result = (int)MC_FILE_CALL_OF(site, SYS_close, fd);
  mc_epoll_forget(fd);
  return result;
}

MC_INTERPOSE_POINT(int, close, (int fd), (fd)) {
  mc_file_look_up(fd, site);
  return (int)mc_descriptor_close(fd, site);
}

long mc_descriptor_shutdown(int fd, int how, const struct mc_site *site) {
  if (!mc_descriptor_at(fd))
    return MC_REAL(shutdown)(fd, how);
  if (!mc_descriptor_is_socket(fd) || how < SHUT_RD || how > SHUT_RDWR)
    return mc_descriptor_refuses(fd, mc_descriptor_is_socket(fd) ? EINVAL : ENOTSOCK, site);
  return mc_socket_shutdown(fd, how, site);
}

MC_INTERPOSE_UNHOOKED(int, shutdown, (int fd, int how), (fd, how)) {
  mc_file_look_up(fd, site);
  return (int)mc_descriptor_shutdown(fd, how, site);
}

/// The operation comes first; `new_fd` is what the kernel then gave.
static long begin_dup(const struct mc_descriptor *d, const struct mc_site *site) {
  if (d->primitive == &mc_primitive_mqueue)
    mc_warn_of(MC_WARN_MESSAGE_QUEUE, "of which a descriptor is copied", site);
  const long index = mc_descriptor_simple(d, MC_PIPE_DUP, MC_BOTH_SIDES, 0, site);
  return index == MC_PIPE_MOST_DESCRIPTORS ? mc_by_errno(EMFILE) : index;
}

static int end_dup(const struct mc_descriptor *old, long index, int new_fd,
                   const struct mc_site *site) {
  if (new_fd < 0 || !mc_descriptor_can_be_ours(new_fd, "a copy", site))
    return new_fd;
  struct mc_descriptor d = *old;
  d.index = (uint8_t)index;
  mc_descriptor_put(new_fd, &d);
  return new_fd;
}

static int copy(int fd, int command, int least, const struct mc_site *site) {
  const struct mc_descriptor d = *mc_descriptor_at(fd);
  const long index = begin_dup(&d, site);
  return index < 0 ? -1 : end_dup(&d, index, (int)MC_FILE_CALL_OF(site, SYS_fcntl, fd, command, least),
                                      site);
}

static void warn_of_copy(int fd, const struct mc_site *site) {
  if (mc_socket_is_fresh(fd))
    mc_warn_of(MC_WARN_SOCKET, "a copy of a socket that has no address yet", site);
  if (mc_epoll_is(fd))
    mc_warn(MC_WARN_EPOLL_COPY, site);
}

MC_INTERPOSE_UNHOOKED(int, dup, (int fd), (fd)) {
  mc_file_look_up(fd, site);
  warn_of_copy(fd, site);
  return mc_descriptor_at(fd) ? copy(fd, F_DUPFD, 0, site)
                              : (int)MC_FILE_CALL_OF(site, SYS_dup, fd);
}

static int copy_to(int fd, int new_fd, int flags, const struct mc_site *site) {
  mc_file_look_up(fd, site);
  warn_of_copy(fd, site);
  if (fd != new_fd) {
    mc_epoll_close(new_fd, site);
    mc_epoll_forget(new_fd);
  }
  if (fd != new_fd && mc_descriptor_at(new_fd)) {
    if (mc_descriptor_at(new_fd)->is_open)
      close_one(new_fd, site);
    mc_descriptor_forget(new_fd);
  }
  if (!mc_descriptor_at(fd) || fd == new_fd)
    return (int)MC_FILE_CALL_OF(site, SYS_dup3, fd, new_fd, flags);
  const struct mc_descriptor d = *mc_descriptor_at(fd);
  const long index = begin_dup(&d, site);
  return index < 0 ? -1 : end_dup(&d, index, (int)MC_FILE_CALL_OF(site, SYS_dup3, fd, new_fd, flags),
                                      site);
}

MC_INTERPOSE_UNHOOKED(int, dup2, (int fd, int new_fd), (fd, new_fd)) {
  return fd == new_fd ? (int)MC_FILE_CALL_OF(site, SYS_dup2, fd, new_fd)
                      : copy_to(fd, new_fd, 0, site);
}

MC_INTERPOSE_UNHOOKED(int, dup3, (int fd, int new_fd, int flags), (fd, new_fd, flags)) {
  return copy_to(fd, new_fd, flags, site);
}

//===- Flags ----------------------------------------------------------------------------------===//

static int mode_of(const struct mc_descriptor *d) {
  if (d->primitive == &mc_primitive_mqueue)
    return d->access;
  if (!mc_descriptor_has(d, MC_WRITER))
    return mc_descriptor_is_listener(d) ? O_RDWR : O_RDONLY;
  return mc_descriptor_has(d, MC_READER) ? O_RDWR : O_WRONLY;
}

static bool has_packets(const struct mc_descriptor *d) {
  return d->primitive == &mc_primitive_pipe && mc_descriptor_has(d, MC_WRITER) &&
         ((const struct mc_pipe_state *)mc_object_state(d->object[MC_WRITER]))->packets;
}

static long set_nonblocking(const struct mc_descriptor *d, bool is, const struct mc_site *site) {
  return mc_descriptor_simple(d, MC_PIPE_SET_FLAGS, MC_BOTH_SIDES, is, site) < 0 ? -1 : 0;
}

static long set_flags(int fd, long flags, const struct mc_site *site) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  if (flags & O_DIRECT && d->primitive != &mc_primitive_pipe)
    return mc_descriptor_refuses(fd, EINVAL, site);
  if (((flags & O_DIRECT) != 0) != has_packets(d))
    mc_warn_of(MC_WARN_PIPE_MODE, "a pipe that begins or ends to have packets (O_DIRECT)", site);
  return set_nonblocking(d, flags & O_NONBLOCK, site);
}

/// How large a pipe is, in bytes. `wanted`: 0: it is only asked.
static long resize(int fd, uint32_t wanted, const struct mc_site *site) {
  enum { PAGE = MC_PIPE_ATOMIC, MOST = MC_PIPE_PAGES * PAGE };
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  const int side = mc_descriptor_has(d, MC_READER) ? MC_READER : MC_WRITER;
  uint64_t size = wanted ? PAGE : 0;
  while (size < wanted)
    size *= 2;
  if (size > MOST) { // may it be as large?
    if (MC_FILE_CALL_OF(site, SYS_fcntl, fd, F_SETPIPE_SZ, (long)wanted) < 0)
      return -1;
    mc_warn_of(MC_WARN_PIPE_MODE, "a pipe of more than 16 pages (F_SETPIPE_SZ)", site);
  }
  struct mc_operation op = mc_descriptor_operation(d, MC_PIPE_RESIZE, side);
  op.argument[1] = size / PAGE;
  const uint64_t result = mc_transition(&op, site);
  if (op.alternative == MC_PIPE_OK)
    return (long)result;
  return mc_by_errno(op.alternative == MC_PIPE_BAD ? mc_file_is_bad() : EBUSY);
}

long mc_descriptor_control(int fd, int command, long argument, const struct mc_site *site) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  long flags;
  switch (command) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    return copy(fd, command, (int)argument, site);
  case F_GETFL:
    flags = mc_descriptor_simple(d, MC_PIPE_FLAGS, MC_BOTH_SIDES, 0, site);
    return flags < 0 ? -1 : mode_of(d) | (flags ? O_NONBLOCK : 0) | (has_packets(d) ? O_DIRECT : 0);
  case F_SETFL:
    return set_flags(fd, argument, site);
  case F_GETPIPE_SZ:
  case F_SETPIPE_SZ:
    if (d->primitive != &mc_primitive_pipe)
      return mc_descriptor_refuses(fd, EBADF, site);
    return resize(fd, command == F_GETPIPE_SZ ? 0 : argument ? (uint32_t)argument : 1, site);
  default:
    return MC_FILE_CALL_OF(site, SYS_fcntl, fd, command, argument);
  }
}

static int control_file(const struct mc_site *site, int fd, int command, long argument) {
  if (mc_checking() && (command == F_DUPFD || command == F_DUPFD_CLOEXEC))
    warn_of_copy(fd, site);
  if (mc_checking() && command == F_SETLKW)
    mc_cancellation_point(site);
  if (mc_checking() && command == F_OFD_SETLKW) {
    mc_cancellation_begin(site);
    const int result = mc_file_lock(site, SYS_fcntl, fd, F_OFD_SETLK, argument);
    mc_cancellation_end();
    return result;
  }
  mc_file_look_up(fd, site);
  if (!mc_checking() || !mc_descriptor_at(fd))
    return (int)MC_FILE_CALL_OF(site, SYS_fcntl, fd, command, argument);
  return (int)mc_descriptor_control(fd, command, argument, site);
}

MC_INTERPOSED int fcntl(int fd, int command, ...) {
  va_list list;
  va_start(list, command);
  const long argument = va_arg(list, long);
  va_end(list);
  return control_file(MC_CALLER_SITE, fd, command, argument);
}

MC_INTERPOSED int fcntl64(int fd, int command, ...) {
  va_list list;
  va_start(list, command);
  const long argument = va_arg(list, long);
  va_end(list);
  return control_file(MC_CALLER_SITE, fd, command, argument);
}

static long bytes_in(const struct mc_descriptor *d, const struct mc_site *site) {
  const int side = mc_descriptor_has(d, MC_READER) ? MC_READER : MC_WRITER;
  const uint16_t queue = d->queue[side];
  const enum mc_pipe_type type = mc_pipe_type(d->primitive);
  const long size = mc_descriptor_simple(d, MC_PIPE_SIZE, side, 0, site);
  if (size < 0 || !mc_pipe_has_messages(type))
    return size;
  const struct mc_queue_size messages = mc_queue_messages(queue);
  return (long)(type == MC_TYPE_DATAGRAM ? messages.first : messages.all);
}

/// That the kernel writes.
static size_t bytes_of_request(unsigned long request) {
  enum { SETTINGS = 36 };
  switch (request) {
  case FIONREAD:
  case TIOCOUTQ:
  case TIOCGPGRP:
  case TIOCGSID:
  case FIGETBSZ:
    return sizeof(int);
  case TIOCGWINSZ:
    return sizeof(struct winsize);
  case TCGETS:
    return SETTINGS;
  default:
    return _IOC_DIR(request) & _IOC_READ ? _IOC_SIZE(request) : 0;
  }
}

long mc_descriptor_device(int fd, unsigned long request, void *to, const struct mc_site *site) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  if (!d || (request != FIONREAD && request != FIONBIO))
    return MC_FILE_CALL_OF(site, SYS_ioctl, fd, request, to);
  if (request == FIONBIO && !mc_may_read(to, sizeof(int)))
    return mc_by_errno(EFAULT);
  if (request == FIONBIO)
    return set_nonblocking(d, *(const int *)to != 0, site);
  if (mc_pipe_has_one_side(d->primitive))
    return mc_descriptor_refuses(fd, ENOTTY, site);
  const long size = bytes_in(d, site);
  if (size < 0)
    return -1;
  if (!mc_may_write(to, sizeof(int)))
    return mc_by_errno(EFAULT);
  *(int *)to = (int)size;
  return 0;
}

MC_INTERPOSED int ioctl(int fd, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *to = va_arg(list, void *);
  va_end(list);
  if (!mc_checking())
    return MC_REAL(ioctl)(fd, request, to);
  mc_state_fault("ioctl");
  mc_file_look_up(fd, MC_CALLER_SITE);
  const int result = (int)mc_descriptor_device(fd, request, to, MC_CALLER_SITE);
  if (result >= 0)
    mc_gives(MC_CALLER_SITE, to, bytes_of_request(request));
  return result;
}
