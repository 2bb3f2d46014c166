// primitives/pipe_functions.c - the interposed functions that make, use and close the descriptors
// of pipes, sockets and eventfds. Their operations are in pipe.c, poll and its kin in
// poll_functions.c.
//
// A pipe, a socketpair of streams or an eventfd that the checked process makes is one between its
// threads. Reads and writes of any other descriptor are passed on.
#define _GNU_SOURCE
#include "descriptors.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define EXPORT_WEAK __attribute__((visibility("default"), weak))

int __mcmini_raise(const struct mc_site *site, int signal);

static long failed(int error) {
  errno = error;
  return -1;
}

//===- Making ---------------------------------------------------------------------------------===//

static bool put(int fd, const struct mc_primitive *primitive, const mc_object object[2],
                const uint16_t queue[2]) {
  const struct mc_descriptor d = {
      .primitive = primitive, .object = {object[0], object[1]}, .queue = {queue[0], queue[1]}};
  return mc_descriptor_put(fd, &d);
}

static struct mc_pipe_state new_state(uint64_t capacity, int reader, int writer, bool nonblocking) {
  return (struct mc_pipe_state){.capacity = capacity,
                                .open = {1, 1},
                                .made = {1, 1},
                                .nonblocking = {nonblocking, nonblocking},
                                .fd = {(int16_t)reader, (int16_t)writer}};
}

/// A sanitizer's read and write stand before ours, and would not find what is in a pipe of ours.
static bool reads_are_ours(void) { return !dlsym(RTLD_DEFAULT, "__interceptor_read"); }

static bool can_be_ours(int fd, const char *what, const struct mc_site *site) {
  char text[100];
  if (!reads_are_ours()) {
    snprintf(text, sizeof text, "%s is not modelled in a program with a sanitizer", what);
    mc_warn(text, site);
    return false;
  }
  if (fd < MC_MAX_DESCRIPTORS)
    return true;
  snprintf(text, sizeof text, "%s with a descriptor above %d is not modelled", what,
           MC_MAX_DESCRIPTORS - 1);
  mc_warn(text, site);
  return false;
}

static int make_pipe(int fd[2], int flags, const struct mc_site *site) {
  enum { PIPE_CAPACITY = 65536 };
  const int result = MC_REAL(pipe2)(fd, flags);
  const uint16_t queue =
      result == 0 && can_be_ours(fd[1], "a pipe", site) ? mc_queue_new() : MC_NO_QUEUE;
  if (queue == MC_NO_QUEUE)
    return result;
  const struct mc_pipe_state state = new_state(PIPE_CAPACITY, fd[0], fd[1], flags & O_NONBLOCK);
  const mc_object o = mc_pipe_new(&mc_primitive_pipe, &state);
  const uint16_t queues[] = {queue, queue};
  put(fd[0], &mc_primitive_pipe, (mc_object[]){o, MC_NO_OBJECT}, queues);
  put(fd[1], &mc_primitive_pipe, (mc_object[]){MC_NO_OBJECT, o}, queues);
  return 0;
}

MC_INTERPOSE_WEAK(int, pipe2, (int fd[2], int flags), (fd, flags)) {
  return make_pipe(fd, flags, site);
}
MC_INTERPOSE_WEAK(int, pipe, (int fd[2]), (fd)) { return make_pipe(fd, 0, site); }

MC_INTERPOSE_WEAK(int, socketpair, (int domain, int type, int protocol, int fd[2]),
                  (domain, type, protocol, fd)) {
  enum { SOCKET_CAPACITY = 212992 }; // net.core.wmem_default
  const int result = MC_REAL(socketpair)(domain, type, protocol, fd);
  if (result || !can_be_ours(fd[1], "a socketpair", site))
    return result;
  if (domain != AF_UNIX || (type & ~(SOCK_NONBLOCK | SOCK_CLOEXEC)) != SOCK_STREAM) {
    mc_warn("only socketpairs of AF_UNIX and SOCK_STREAM are modelled: a thread that waits for "
            "another one in this one waits for ever",
            site);
    return result;
  }
  const uint16_t queue[] = {mc_queue_new(), mc_queue_new()};
  mc_object o[2];
  if (queue[1] == MC_NO_QUEUE)
    return result;
  for (int i = 0; i < 2; i++) {
    const struct mc_pipe_state state =
        new_state(SOCKET_CAPACITY, fd[!i], fd[i], type & SOCK_NONBLOCK);
    o[i] = mc_pipe_new(&mc_primitive_socket, &state);
  }
  for (int i = 0; i < 2; i++)
    put(fd[i], &mc_primitive_socket, (mc_object[]){o[!i], o[i]}, (uint16_t[]){queue[!i], queue[i]});
  return 0;
}

enum { LARGE_SHIFT = 32 }; // what no trace can add up to an eventfd's highest value

MC_INTERPOSE_WEAK(int, eventfd, (unsigned value, int flags), (value, flags)) {
  const int fd = MC_REAL(eventfd)(value, flags);
  if (fd < 0 || !can_be_ours(fd, "an eventfd", site))
    return fd;
  const struct mc_pipe_state state = {.content = value,
                                      .capacity = UINT64_MAX - 1,
                                      .open = {1},
                                      .made = {1},
                                      .nonblocking = {(flags & EFD_NONBLOCK) != 0},
                                      .semaphore = (flags & EFD_SEMAPHORE) != 0,
                                      .fd = {(int16_t)fd, (int16_t)fd}};
  const mc_object o = mc_pipe_new(&mc_primitive_eventfd, &state);
  put(fd, &mc_primitive_eventfd, (mc_object[]){o, o}, (uint16_t[]){MC_NO_QUEUE, MC_NO_QUEUE});
  return fd;
}

//===- Reading and writing --------------------------------------------------------------------===//

static size_t length_of(const struct iovec *buffer, int buffers) {
  size_t length = 0;
  for (int i = 0; i < buffers; i++)
    length += buffer[i].iov_len;
  return length;
}

/// A wild pointer is the program's fault, here and not below.
static void touch(const struct iovec *buffer, int buffers, bool write) {
  for (int i = 0; i < buffers; i++) {
    volatile char *first = buffer[i].iov_base;
    if (buffer[i].iov_len && write)
      *first = *first;
    else if (buffer[i].iov_len)
      (void)*first;
  }
}

static uint64_t bits_of(int flags) {
  return (flags & MSG_DONTWAIT ? MC_PIPE_DONT_WAIT : 0) | (flags & MSG_PEEK ? MC_PIPE_PEEK : 0);
}

static int error_of(mc_alternative alternative) {
  return alternative == MC_PIPE_AGAIN ? EAGAIN : EBADF;
}

static struct mc_operation on(const struct mc_descriptor *d, uint16_t kind, int side,
                              uint64_t operand, int flags) {
  struct mc_operation op = mc_descriptor_operation(d, kind, side);
  op.argument[1] = operand;
  op.argument[2] |= bits_of(flags);
  op.flags = MC_YIELD; // again is
  return op;
}

static long read_eventfd(const struct mc_descriptor *d, const struct iovec *buffer, size_t length,
                         const struct mc_site *site) {
  if (length < sizeof(uint64_t))
    return failed(EINVAL);
  struct mc_operation op = on(d, MC_PIPE_READ, MC_READER, length, 0);
  const uint64_t value = mc_transition(&op, site);
  if (op.alternative != MC_PIPE_OK)
    return failed(error_of(op.alternative));
  memcpy(buffer->iov_base, &value, sizeof value);
  return sizeof value;
}

static long write_eventfd(const struct mc_descriptor *d, const struct iovec *buffer, size_t length,
                          const struct mc_site *site) {
  uint64_t value = 0;
  if (length < sizeof value)
    return failed(EINVAL);
  memcpy(&value, buffer->iov_base, sizeof value);
  if (value == UINT64_MAX)
    return failed(EINVAL);
  struct mc_operation op = on(d, MC_PIPE_WRITE, MC_READER, value, 0);
  // Small values commute: the highest one is far away, unless somebody writes large ones.
  const bool is_large = value >> LARGE_SHIFT;
  if (!mc_seen_by_more_than(op.object[0], is_large ? 0 : MC_MAX_THREADS))
    op.argument[2] |= MC_PIPE_COMMUTES;
  mc_transition(&op, site);
  return op.alternative == MC_PIPE_OK ? (long)sizeof value : failed(error_of(op.alternative));
}

long mc_pipe_read(int fd, const struct iovec *buffer, int buffers, int flags,
                  const struct mc_site *site) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  const size_t length = length_of(buffer, buffers);
  touch(buffer, buffers, true);
  if (!mc_descriptor_has(d, MC_READER))
    return failed(EBADF);
  if (d->primitive == &mc_primitive_eventfd)
    return read_eventfd(d, buffer, length, site);
  const uint16_t queue = d->queue[MC_READER];
  struct mc_operation op = on(d, MC_PIPE_READ, MC_READER, length, flags);
  const uint64_t bytes = mc_transition(&op, site);
  if (op.alternative == MC_PIPE_END)
    return 0;
  if (op.alternative != MC_PIPE_OK)
    return failed(error_of(op.alternative));
  mc_queue_take(queue, buffer, bytes, flags & MSG_PEEK);
  return (long)bytes;
}

static void broken_pipe(int flags, const struct mc_site *site) {
  struct sigaction action;
  if (flags & MSG_NOSIGNAL ||
      (sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_IGN))
    return;
  __mcmini_raise(site, SIGPIPE);
}

static bool may_block(const struct mc_operation *op) {
  const struct mc_pipe_state *p = mc_object_state(op->object[0]);
  return !p->nonblocking[MC_WRITER] && !(op->argument[2] & MC_PIPE_DONT_WAIT);
}

/// What does not fit at once is written by several operations.
long mc_pipe_write(int fd, const struct iovec *buffer, int buffers, int flags,
                   const struct mc_site *site) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  const size_t length = length_of(buffer, buffers);
  touch(buffer, buffers, false);
  if (!mc_descriptor_has(d, MC_WRITER))
    return failed(EBADF);
  if (d->primitive == &mc_primitive_eventfd)
    return write_eventfd(d, buffer, length, site);
  const uint16_t queue = d->queue[MC_WRITER];
  struct mc_operation op;
  size_t written = 0;
  do {
    op = on(d, MC_PIPE_WRITE, MC_WRITER, length - written, flags);
    const uint64_t bytes = mc_transition(&op, site);
    if (op.alternative != MC_PIPE_OK)
      break;
    mc_queue_append(queue, buffer, written, bytes);
    written += bytes;
  } while (written < length && may_block(&op));
  if (op.alternative == MC_PIPE_END)
    broken_pipe(flags, site);
  if (written || op.alternative == MC_PIPE_OK)
    return (long)written;
  return failed(op.alternative == MC_PIPE_END ? EPIPE : error_of(op.alternative));
}

static bool is_passed_on(int fd, int side) {
  return !mc_descriptor_at(fd) || mc_descriptor_leads_outside(fd, side);
}

MC_INTERPOSE_WEAK(ssize_t, read, (int fd, void *data, size_t size), (fd, data, size)) {
  if (is_passed_on(fd, MC_READER))
    return MC_REAL(read)(fd, data, size);
  return mc_pipe_read(fd, &(struct iovec){data, size}, 1, 0, site);
}

MC_INTERPOSE_WEAK(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size)) {
  if (is_passed_on(fd, MC_WRITER))
    return MC_REAL(write)(fd, data, size);
  return mc_pipe_write(fd, &(struct iovec){(void *)data, size}, 1, 0, site);
}

MC_INTERPOSE_WEAK(ssize_t, readv, (int fd, const struct iovec *buffer, int buffers),
                  (fd, buffer, buffers)) {
  if (is_passed_on(fd, MC_READER))
    return MC_REAL(readv)(fd, buffer, buffers);
  return mc_pipe_read(fd, buffer, buffers, 0, site);
}

MC_INTERPOSE_WEAK(ssize_t, writev, (int fd, const struct iovec *buffer, int buffers),
                  (fd, buffer, buffers)) {
  if (is_passed_on(fd, MC_WRITER))
    return MC_REAL(writev)(fd, buffer, buffers);
  return mc_pipe_write(fd, buffer, buffers, 0, site);
}

static bool is_socket(int fd) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  return d && d->primitive == &mc_primitive_socket;
}

/// All that is not one of our sockets goes to the kernel, which knows the right error.
static bool accepts(int fd, int flags, int known, const struct mc_site *site) {
  if (!is_socket(fd))
    return false;
  if (flags & ~known)
    mc_warn("flags of send or recv other than MSG_DONTWAIT, MSG_NOSIGNAL and MSG_PEEK are ignored",
            site);
  return true;
}

enum { SEND_FLAGS = MSG_DONTWAIT | MSG_NOSIGNAL, RECV_FLAGS = MSG_DONTWAIT | MSG_PEEK };

MC_INTERPOSE_WEAK(ssize_t, recv, (int fd, void *data, size_t size, int flags),
                  (fd, data, size, flags)) {
  if (!accepts(fd, flags, RECV_FLAGS, site) || is_passed_on(fd, MC_READER))
    return MC_REAL(recv)(fd, data, size, flags);
  return mc_pipe_read(fd, &(struct iovec){data, size}, 1, flags, site);
}

MC_INTERPOSE_WEAK(ssize_t, send, (int fd, const void *data, size_t size, int flags),
                  (fd, data, size, flags)) {
  if (!accepts(fd, flags, SEND_FLAGS, site) || is_passed_on(fd, MC_WRITER))
    return MC_REAL(send)(fd, data, size, flags);
  return mc_pipe_write(fd, &(struct iovec){(void *)data, size}, 1, flags, site);
}

MC_INTERPOSE_WEAK(ssize_t, recvfrom,
                  (int fd, void *data, size_t size, int flags, struct sockaddr *from,
                   socklen_t *length),
                  (fd, data, size, flags, from, length)) {
  if (!is_socket(fd))
    return MC_REAL(recvfrom)(fd, data, size, flags, from, length);
  if (from && length)
    *length = 0; // the sockets have no names
  return mc_checked_recv(site, fd, data, size, flags);
}

MC_INTERPOSE_WEAK(ssize_t, sendto,
                  (int fd, const void *data, size_t size, int flags, const struct sockaddr *to,
                   socklen_t length),
                  (fd, data, size, flags, to, length)) {
  if (!is_socket(fd) || to)
    return MC_REAL(sendto)(fd, data, size, flags, to, length);
  return mc_checked_send(site, fd, data, size, flags);
}

MC_INTERPOSE_WEAK(ssize_t, recvmsg, (int fd, struct msghdr *message, int flags),
                  (fd, message, flags)) {
  if (!accepts(fd, flags, RECV_FLAGS | MSG_CMSG_CLOEXEC, site))
    return MC_REAL(recvmsg)(fd, message, flags);
  const long got = mc_pipe_read(fd, message->msg_iov, (int)message->msg_iovlen, flags, site);
  if (got >= 0)
    message->msg_namelen = 0, message->msg_controllen = 0, message->msg_flags = 0;
  return got;
}

MC_INTERPOSE_WEAK(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags),
                  (fd, message, flags)) {
  if (!accepts(fd, flags, SEND_FLAGS, site))
    return MC_REAL(sendmsg)(fd, message, flags);
  if (message->msg_controllen)
    mc_warn("a control message of sendmsg between threads is lost", site);
  return mc_pipe_write(fd, message->msg_iov, (int)message->msg_iovlen, flags, site);
}

// What a program built with _FORTIFY_SOURCE calls.
typedef ssize_t read_chk_function(int, void *, size_t, size_t);
EXPORT_WEAK ssize_t __read_chk(int fd, void *data, size_t size, size_t room) {
  if (!mc_checking() || !mc_descriptor_at(fd) || size > room)
    return ((read_chk_function *)mc_real("__read_chk"))(fd, data, size, room);
  return mc_checked_read(MC_CALLER_SITE, fd, data, size);
}

typedef ssize_t recv_chk_function(int, void *, size_t, size_t, int);
EXPORT_WEAK ssize_t __recv_chk(int fd, void *data, size_t size, size_t room, int flags) {
  if (!mc_checking() || !is_socket(fd) || size > room)
    return ((recv_chk_function *)mc_real("__recv_chk"))(fd, data, size, room, flags);
  return mc_checked_recv(MC_CALLER_SITE, fd, data, size, flags);
}

MC_INTERPOSE_WEAK(int, eventfd_read, (int fd, eventfd_t *value), (fd, value)) {
  if (!mc_descriptor_at(fd))
    return MC_REAL(eventfd_read)(fd, value);
  return mc_pipe_read(fd, &(struct iovec){value, sizeof *value}, 1, 0, site) < 0 ? -1 : 0;
}

MC_INTERPOSE_WEAK(int, eventfd_write, (int fd, eventfd_t value), (fd, value)) {
  if (!mc_descriptor_at(fd))
    return MC_REAL(eventfd_write)(fd, value);
  return mc_pipe_write(fd, &(struct iovec){&value, sizeof value}, 1, 0, site) < 0 ? -1 : 0;
}

//===- Closing and doubling -------------------------------------------------------------------===//

static long simple(const struct mc_descriptor *d, uint16_t kind, int side, uint64_t operand,
                   const struct mc_site *site) {
  struct mc_operation op = mc_descriptor_operation(d, kind, side);
  op.argument[1] = operand;
  const uint64_t result = mc_transition(&op, site);
  return op.alternative == MC_PIPE_OK ? (long)result : failed(EBADF);
}

static long close_one(int fd, const struct mc_site *site) {
  if (simple(mc_descriptor_at(fd), MC_PIPE_CLOSE, MC_BOTH_SIDES, 0, site))
    return -1;
  mc_descriptor_at(fd)->is_open = false;
  return 0;
}

MC_INTERPOSE_WEAK(int, close, (int fd), (fd)) {
  if (mc_descriptor_at(fd) && close_one(fd, site))
    return -1;
  return MC_REAL(close)(fd);
}

MC_INTERPOSE_WEAK(int, shutdown, (int fd, int how), (fd, how)) {
  if (!is_socket(fd) || how < SHUT_RD || how > SHUT_RDWR)
    return MC_REAL(shutdown)(fd, how);
  const int side = how == SHUT_RD ? MC_READER : how == SHUT_WR ? MC_WRITER : MC_BOTH_SIDES;
  return (int)simple(mc_descriptor_at(fd), MC_PIPE_SHUTDOWN, side, 0, site);
}

/// The operation comes first; `new_fd` is what the kernel then gave.
static long begin_dup(const struct mc_descriptor *d, const struct mc_site *site) {
  const long index = simple(d, MC_PIPE_DUP, MC_BOTH_SIDES, 0, site);
  return index == MC_PIPE_MOST_DESCRIPTORS ? failed(EMFILE) : index;
}

static int end_dup(const struct mc_descriptor *old, long index, int new_fd,
                   const struct mc_site *site) {
  if (new_fd < 0 || !can_be_ours(new_fd, "a copy", site))
    return new_fd;
  struct mc_descriptor d = *old;
  d.index = (uint8_t)index;
  mc_descriptor_put(new_fd, &d);
  return new_fd;
}

static int copy(int fd, int command, int least, const struct mc_site *site) {
  const struct mc_descriptor d = *mc_descriptor_at(fd);
  const long index = begin_dup(&d, site);
  return index < 0 ? -1 : end_dup(&d, index, MC_REAL(fcntl)(fd, command, least), site);
}

MC_INTERPOSE_WEAK(int, dup, (int fd), (fd)) {
  return mc_descriptor_at(fd) ? copy(fd, F_DUPFD, 0, site) : MC_REAL(dup)(fd);
}

static int copy_to(int fd, int new_fd, int flags, const struct mc_site *site) {
  if (fd != new_fd && mc_descriptor_at(new_fd)) {
    if (mc_descriptor_at(new_fd)->is_open)
      close_one(new_fd, site);
    mc_descriptor_forget(new_fd);
  }
  if (!mc_descriptor_at(fd) || fd == new_fd)
    return MC_REAL(dup3)(fd, new_fd, flags);
  const struct mc_descriptor d = *mc_descriptor_at(fd);
  const long index = begin_dup(&d, site);
  return index < 0 ? -1 : end_dup(&d, index, MC_REAL(dup3)(fd, new_fd, flags), site);
}

MC_INTERPOSE_WEAK(int, dup2, (int fd, int new_fd), (fd, new_fd)) {
  return fd == new_fd ? MC_REAL(dup2)(fd, new_fd) : copy_to(fd, new_fd, 0, site);
}

MC_INTERPOSE_WEAK(int, dup3, (int fd, int new_fd, int flags), (fd, new_fd, flags)) {
  return copy_to(fd, new_fd, flags, site);
}

//===- Flags ----------------------------------------------------------------------------------===//

static int mode_of(const struct mc_descriptor *d) {
  if (!mc_descriptor_has(d, MC_WRITER))
    return O_RDONLY;
  return mc_descriptor_has(d, MC_READER) ? O_RDWR : O_WRONLY;
}

static long control(int fd, int command, long argument, const struct mc_site *site) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  long flags;
  switch (command) {
  case F_DUPFD:
  case F_DUPFD_CLOEXEC:
    return copy(fd, command, (int)argument, site);
  case F_GETFL:
    flags = simple(d, MC_PIPE_FLAGS, MC_BOTH_SIDES, 0, site);
    return flags < 0 ? -1 : mode_of(d) | (flags ? O_NONBLOCK : 0);
  case F_SETFL:
    return simple(d, MC_PIPE_SET_FLAGS, MC_BOTH_SIDES, argument & O_NONBLOCK, site);
  default:
    return MC_REAL(fcntl)(fd, command, argument);
  }
}

static int control_file(const struct mc_site *site, int fd, int command, long argument) {
  if (!mc_checking() || !mc_descriptor_at(fd))
    return MC_REAL(fcntl)(fd, command, argument);
  return (int)control(fd, command, argument, site);
}

EXPORT_WEAK int fcntl(int fd, int command, ...) {
  va_list list;
  va_start(list, command);
  const long argument = va_arg(list, long);
  va_end(list);
  return control_file(MC_CALLER_SITE, fd, command, argument);
}

EXPORT_WEAK int fcntl64(int fd, int command, ...) {
  va_list list;
  va_start(list, command);
  const long argument = va_arg(list, long);
  va_end(list);
  return control_file(MC_CALLER_SITE, fd, command, argument);
}

static int control_device(const struct mc_site *site, int fd, unsigned long request, void *to) {
  const struct mc_descriptor *d = mc_checking() ? mc_descriptor_at(fd) : NULL;
  if (!d || (request != FIONREAD && request != FIONBIO))
    return MC_REAL(ioctl)(fd, request, to);
  if (request == FIONBIO)
    return (int)simple(d, MC_PIPE_SET_FLAGS, MC_BOTH_SIDES, *(const int *)to != 0, site);
  const long size = simple(d, MC_PIPE_SIZE, MC_BOTH_SIDES, 0, site);
  if (size < 0)
    return -1;
  *(int *)to = (int)size;
  return 0;
}

EXPORT_WEAK int ioctl(int fd, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void *to = va_arg(list, void *);
  va_end(list);
  return control_device(MC_CALLER_SITE, fd, request, to);
}

//===- Calls of libc's own, and of syscall() --------------------------------------------------===//

static struct iovec buffer_of(const long a[6]) {
  return (struct iovec){(void *)a[1], (size_t)a[2]};
}

static long call_read(const struct mc_site *site, const long a[6]) {
  const struct iovec buffer = buffer_of(a);
  return mc_pipe_read((int)a[0], &buffer, 1, 0, site);
}
static long call_write(const struct mc_site *site, const long a[6]) {
  const struct iovec buffer = buffer_of(a);
  return mc_pipe_write((int)a[0], &buffer, 1, 0, site);
}
static long call_readv(const struct mc_site *site, const long a[6]) {
  return mc_pipe_read((int)a[0], (const struct iovec *)a[1], (int)a[2], 0, site);
}
static long call_writev(const struct mc_site *site, const long a[6]) {
  return mc_pipe_write((int)a[0], (const struct iovec *)a[1], (int)a[2], 0, site);
}
static long call_recvfrom(const struct mc_site *site, const long a[6]) {
  return mc_checked_recv(site, (int)a[0], (void *)a[1], (size_t)a[2], (int)a[3]);
}
static long call_sendto(const struct mc_site *site, const long a[6]) {
  return mc_checked_send(site, (int)a[0], (const void *)a[1], (size_t)a[2], (int)a[3]);
}
static long call_close(const struct mc_site *site, const long a[6]) {
  return mc_checked_close(site, (int)a[0]);
}
static long call_shutdown(const struct mc_site *site, const long a[6]) {
  return mc_checked_shutdown(site, (int)a[0], (int)a[1]);
}
static long call_dup(const struct mc_site *site, const long a[6]) {
  return mc_checked_dup(site, (int)a[0]);
}
static long call_fcntl(const struct mc_site *site, const long a[6]) {
  return control((int)a[0], (int)a[1], a[2], site);
}

static const struct {
  long number;
  long (*function)(const struct mc_site *site, const long a[6]);
} calls[] = {{SYS_read, call_read},     {SYS_write, call_write},       {SYS_readv, call_readv},
             {SYS_writev, call_writev}, {SYS_recvfrom, call_recvfrom}, {SYS_sendto, call_sendto},
             {SYS_close, call_close},   {SYS_shutdown, call_shutdown}, {SYS_dup, call_dup},
             {SYS_fcntl, call_fcntl}};

static unsigned find_call(long number, const long a[6]) {
  unsigned i = 0;
  const bool other_control = number == SYS_fcntl && a[1] != F_GETFL && a[1] != F_SETFL;
  if (a[0] != (int)a[0] || !mc_descriptor_is_open((int)a[0]) || other_control)
    return sizeof calls / sizeof *calls;
  while (i < sizeof calls / sizeof *calls && calls[i].number != number)
    i++;
  return i;
}

bool mc_descriptor_is_call(long number, const long a[6]) {
  return find_call(number, a) < sizeof calls / sizeof *calls;
}

long mc_descriptor_call(const struct mc_site *site, long number, const long a[6]) {
  return calls[find_call(number, a)].function(site, a);
}
