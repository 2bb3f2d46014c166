// primitives/descriptors/transfer_functions.c - the interposed functions that read from and write
// to pipes, sockets and eventfds (transfer.c). Those of any other descriptor are passed on.
#define _GNU_SOURCE
#include "descriptors.h"
#include "primitives/files.h"
#include <errno.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool is_passed_on(int fd, int side) {
  return !mc_descriptor_at(fd) || mc_descriptor_leads_outside(fd, side);
}

/// One of ours, but no socket: ENOTSOCK.
static bool is_no_socket(int fd) { return mc_descriptor_at(fd) && !mc_descriptor_is_socket(fd); }

#define INTERPOSE_SENDFILE(name)                                                                   \
  MC_INTERPOSED ssize_t name(int to, int fd, off_t *at, size_t size) {                             \
    mc_state_fault(#name);                                                                         \
    mc_file_look_up(to, MC_CALLER_SITE);                                                           \
    return is_passed_on(to, MC_WRITER)                                                             \
               ? MC_FILE_CALL_OF(MC_CALLER_SITE, SYS_sendfile, to, fd, at, size)                   \
               : mc_pipe_send_file(to, fd, at, size, MC_CALLER_SITE);                              \
  }
INTERPOSE_SENDFILE(sendfile)
INTERPOSE_SENDFILE(sendfile64)

MC_INTERPOSE_POINT(ssize_t, read, (int fd, void *data, size_t size), (fd, data, size)) {
  mc_file_look_up(fd, site);
  // Of no bytes it is no recv, which would take a message.
  if (is_passed_on(fd, MC_READER) || (size == 0 && mc_descriptor_is_socket(fd)))
    return MC_FILE_CALL_OF(site, SYS_read, fd, data, size);
  return mc_pipe_read(fd, &(struct iovec){data, size}, 1, 0, site);
}

MC_INTERPOSE_POINT(ssize_t, write, (int fd, const void *data, size_t size), (fd, data, size)) {
  mc_file_look_up(fd, site);
  if (is_passed_on(fd, MC_WRITER))
    return MC_FILE_CALL_OF(site, SYS_write, fd, data, size);
  return mc_pipe_write(fd, &(struct iovec){(void *)data, size}, 1, 0, site);
}

MC_INTERPOSE_POINT(ssize_t, readv, (int fd, const struct iovec *buffer, int buffers),
                   (fd, buffer, buffers)) {
  mc_file_look_up(fd, site);
  mc_will_give_all(buffer, buffers, site);
  if (is_passed_on(fd, MC_READER) || mc_reads_nothing(fd, buffer, buffers))
    return mc_gives_all(MC_FILE_CALL_OF(site, SYS_readv, fd, buffer, buffers), buffer, buffers,
                        site);
  return mc_gives_all(mc_pipe_read(fd, buffer, buffers, 0, site), buffer, buffers, site);
}

MC_INTERPOSE_POINT(ssize_t, writev, (int fd, const struct iovec *buffer, int buffers),
                   (fd, buffer, buffers)) {
  mc_file_look_up(fd, site);
  mc_takes_all(buffer, buffers, site);
  return mc_have_taken_all(is_passed_on(fd, MC_WRITER)
                               ? MC_FILE_CALL_OF(site, SYS_writev, fd, buffer, buffers)
                               : mc_pipe_write(fd, buffer, buffers, 0, site),
                           buffer, buffers, site);
}

/// All that is not one of our sockets goes to the kernel, which knows the right error.
static bool accepts(int fd, int flags, int known, const struct mc_site *site) {
  if (!mc_descriptor_is_socket(fd))
    return false;
  if (flags & ~known)
    mc_warn(MC_WARN_SOCKET_FLAGS, site);
  return true;
}

enum {
  SEND_FLAGS = MSG_DONTWAIT | MSG_NOSIGNAL | MSG_EOR,
  RECV_FLAGS = MSG_DONTWAIT | MSG_PEEK | MSG_TRUNC
};

MC_INTERPOSE_POINT(ssize_t, recv, (int fd, void *data, size_t size, int flags),
                   (fd, data, size, flags)) {
  mc_file_look_up(fd, site);
  if (is_no_socket(fd))
    return mc_descriptor_refuses(fd, ENOTSOCK, site);
  if (!accepts(fd, flags, RECV_FLAGS, site) || is_passed_on(fd, MC_READER))
    return MC_REAL(recv)(fd, data, size, flags);
  return mc_pipe_read(fd, &(struct iovec){data, size}, 1, flags, site);
}

MC_INTERPOSE_POINT(ssize_t, send, (int fd, const void *data, size_t size, int flags),
                   (fd, data, size, flags)) {
  mc_file_look_up(fd, site);
  if (is_no_socket(fd))
    return mc_descriptor_refuses(fd, ENOTSOCK, site);
  if (!accepts(fd, flags, SEND_FLAGS, site) || is_passed_on(fd, MC_WRITER))
    return MC_REAL(send)(fd, data, size, flags);
  return mc_pipe_write(fd, &(struct iovec){(void *)data, size}, 1, flags, site);
}

MC_INTERPOSE_POINT(ssize_t, recvfrom,
                   (int fd, void *data, size_t size, int flags, struct sockaddr *from,
                    socklen_t *length),
                   (fd, data, size, flags, from, length)) {
  mc_file_look_up(fd, site);
  if (is_no_socket(fd))
    return mc_descriptor_refuses(fd, ENOTSOCK, site);
  if (!mc_descriptor_is_socket(fd))
    return MC_REAL(recvfrom)(fd, data, size, flags, from, length);
  const ssize_t got = mc_checked_recv(site, fd, data, size, flags);
  if (got < 0 || !from)
    return got;
  if (!mc_may_write(length, sizeof *length))
    return mc_by_errno(EFAULT);
  *length = 0; // the sockets have no names
  return got;
}

bool mc_descriptor_sends_to(int fd, const void *address) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  return address && d && d->primitive != &mc_primitive_seqpacket &&
         d->primitive != &mc_primitive_tcp;
}

MC_INTERPOSE_POINT(ssize_t, sendto,
                   (int fd, const void *data, size_t size, int flags, const struct sockaddr *to,
                    socklen_t length),
                   (fd, data, size, flags, to, length)) {
  mc_file_look_up(fd, site);
  if (is_no_socket(fd))
    return mc_descriptor_refuses(fd, ENOTSOCK, site);
  if (!mc_descriptor_is_socket(fd) || mc_descriptor_sends_to(fd, to))
    return MC_REAL(sendto)(fd, data, size, flags, to, length);
  return mc_checked_send(site, fd, data, size, flags);
}

MC_INTERPOSE_POINT(ssize_t, recvmsg, (int fd, struct msghdr *message, int flags),
                   (fd, message, flags)) {
  mc_file_look_up(fd, site);
  if (is_no_socket(fd))
    return mc_descriptor_refuses(fd, ENOTSOCK, site);
  if (!accepts(fd, flags, RECV_FLAGS | MSG_CMSG_CLOEXEC, site))
    return MC_REAL(recvmsg)(fd, message, flags);
  if (!mc_may_write(message, sizeof *message))
    return mc_by_errno(EFAULT);
  size_t whole = 0;
  mc_will_give_all(message->msg_iov, (int)message->msg_iovlen, site);
  const long got =
      mc_pipe_receive(fd, message->msg_iov, (int)message->msg_iovlen, flags, &whole, site);
  if (got < 0)
    return got;
  mc_gives_all(got, message->msg_iov, (int)message->msg_iovlen, site);
  message->msg_namelen = 0;
  message->msg_controllen = 0;
  message->msg_flags = whole ? MSG_TRUNC : 0;
  return got;
}

MC_INTERPOSE_POINT(ssize_t, sendmsg, (int fd, const struct msghdr *message, int flags),
                   (fd, message, flags)) {
  mc_file_look_up(fd, site);
  if (is_no_socket(fd))
    return mc_descriptor_refuses(fd, ENOTSOCK, site);
  if (!mc_may_read(message, sizeof *message))
    return MC_REAL(sendmsg)(fd, message, flags);
  mc_takes_all(message->msg_iov, (int)message->msg_iovlen, site);
  if (!accepts(fd, flags, SEND_FLAGS, site))
    return MC_REAL(sendmsg)(fd, message, flags);
  if (message->msg_controllen)
    mc_warn(MC_WARN_CONTROL_MESSAGE, site);
  return mc_have_taken_all(
      mc_pipe_write(fd, message->msg_iov, (int)message->msg_iovlen, flags, site), message->msg_iov,
      (int)message->msg_iovlen, site);
}

//===- Several messages -----------------------------------------------------------------------===//

MC_INTERPOSE_POINT(int, sendmmsg, (int fd, struct mmsghdr *message, unsigned count, int flags),
                   (fd, message, count, flags)) {
  mc_file_look_up(fd, site);
  if (is_no_socket(fd))
    return (int)mc_descriptor_refuses(fd, ENOTSOCK, site);
  if (!mc_descriptor_is_socket(fd))
    return MC_REAL(sendmmsg)(fd, message, count, flags);
  unsigned sent = 0;
  for (; sent < count; sent++) {
    const ssize_t bytes = mc_checked_sendmsg(site, fd, &message[sent].msg_hdr, flags);
    if (bytes < 0)
      break;
    message[sent].msg_len = (unsigned)bytes;
  }
  return sent || !count ? (int)sent : -1;
}

MC_INTERPOSE_POINT(int, recvmmsg,
                   (int fd, struct mmsghdr *message, unsigned count, int flags,
                    struct timespec *timeout),
                   (fd, message, count, flags, timeout)) {
  mc_file_look_up(fd, site);
  if (is_no_socket(fd))
    return (int)mc_descriptor_refuses(fd, ENOTSOCK, site);
  if (!mc_descriptor_is_socket(fd))
    return MC_REAL(recvmmsg)(fd, message, count, flags, timeout);
  if (timeout)
    mc_warn(MC_WARN_RECVMMSG_TIMEOUT, site);
  unsigned got = 0;
  for (; got < count; got++) {
    const bool may_wait = got == 0 || !(flags & MSG_WAITFORONE);
    const int now = (flags & ~MSG_WAITFORONE) | (may_wait ? 0 : MSG_DONTWAIT);
    const ssize_t bytes = mc_checked_recvmsg(site, fd, &message[got].msg_hdr, now);
    if (bytes < 0)
      break;
    message[got].msg_len = (unsigned)bytes;
  }
  return got || !count ? (int)got : -1;
}

// What a program built with _FORTIFY_SOURCE calls.
typedef ssize_t read_chk_function(int, void *, size_t, size_t);
MC_INTERPOSED ssize_t __read_chk(int fd, void *data, size_t size, size_t room) {
  if (!mc_checking() || size > room)
    return ((read_chk_function *)mc_real("__read_chk"))(fd, data, size, room);
  return mc_at_point_read(MC_CALLER_SITE, fd, data, size);
}

typedef ssize_t recvfrom_chk_function(int, void *, size_t, size_t, int, struct sockaddr *,
                                      socklen_t *);
MC_INTERPOSED ssize_t __recvfrom_chk(int fd, void *data, size_t size, size_t room, int flags,
                                     struct sockaddr *from, socklen_t *length) {
  if (!mc_checking() || size > room)
    return ((recvfrom_chk_function *)mc_real("__recvfrom_chk"))(fd, data, size, room, flags, from,
                                                                length);
  return mc_at_point_recvfrom(MC_CALLER_SITE, fd, data, size, flags, from, length);
}

typedef ssize_t recv_chk_function(int, void *, size_t, size_t, int);
MC_INTERPOSED ssize_t __recv_chk(int fd, void *data, size_t size, size_t room, int flags) {
  if (!mc_checking() || size > room)
    return ((recv_chk_function *)mc_real("__recv_chk"))(fd, data, size, room, flags);
  return mc_at_point_recv(MC_CALLER_SITE, fd, data, size, flags);
}

MC_INTERPOSE_POINT(int, eventfd_read, (int fd, eventfd_t *value), (fd, value)) {
  mc_file_look_up(fd, site);
  if (!mc_descriptor_at(fd))
    return MC_REAL(eventfd_read)(fd, value);
  return mc_pipe_read(fd, &(struct iovec){value, sizeof *value}, 1, 0, site) < 0 ? -1 : 0;
}

MC_INTERPOSE_POINT(int, eventfd_write, (int fd, eventfd_t value), (fd, value)) {
  mc_file_look_up(fd, site);
  if (!mc_descriptor_at(fd))
    return MC_REAL(eventfd_write)(fd, value);
  return mc_pipe_write(fd, &(struct iovec){&value, sizeof value}, 1, 0, site) < 0 ? -1 : 0;
}
