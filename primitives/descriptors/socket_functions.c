// primitives/descriptors/socket_functions.c - bind, listen, connect and accept of sockets of
// streams that threads of the program meet in. What comes of a connection is as a socketpair
// (pipe.c).
//
// As Linux does it: as many connections wait as listen has allowed, and one more; what is connected
// can be written to before it is accepted; where nobody listens any more, those who wait are reset.
// A connect of TCP that must not block is done, or refused, at once, but says that it is in
// progress.
//
// The kernel has the sockets, and none of their addresses. It is asked whether an address can be
// bound, and where no thread listens, whether another process does: that is then the kernel's
// connection.
#define _GNU_SOURCE
#include "sockets.h"
#include "primitives/files.h"
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_WAITING = 4096 }; // net.core.somaxconn
static const socklen_t in_un = offsetof(struct sockaddr_un, sun_path);

int mc_socket_fresh_family(int fd) {
  if (mc_descriptor_at(fd))
    return 0;
  const int family = mc_kernel_option(fd, SOL_SOCKET, SO_DOMAIN);
  const bool is_ours = family == AF_UNIX || family == AF_INET || family == AF_INET6;
  const bool can_be = is_ours && mc_kernel_option(fd, SOL_SOCKET, SO_TYPE) == SOCK_STREAM &&
                      mc_kernel_option(fd, SOL_SOCKET, SO_ACCEPTCONN) == 0 &&
                      !mc_kernel_is_connected(fd);
  return can_be ? family : 0;
}

bool mc_socket_is_fresh(int fd) { return mc_socket_fresh_family(fd) != 0; }

int mc_socket_use_number(int fd, const struct mc_site *site) {
  int type = 0;
  socklen_t length = sizeof type;
  return (int)MC_FILE_CALL_OF(site, SYS_getsockopt, fd, SOL_SOCKET, SO_TYPE, &type, &length);
}

//===- Addresses ------------------------------------------------------------------------------===//

/// The program's, as the kernel takes it. Returns 0, or the error.
int mc_socket_take_name(struct mc_socket_name *name, int family, const struct sockaddr *address,
                        socklen_t length) {
  const socklen_t least = family == AF_INET    ? sizeof name->in
                          : family == AF_INET6 ? sizeof name->in6
                                               : in_un;
  if (length > sizeof(struct sockaddr_storage) || (family == AF_UNIX && length > sizeof name->un))
    return EINVAL;
  if (!mc_may_read(address, length))
    return EFAULT;
  if (length < least)
    return EINVAL;
  memset(name, 0, sizeof *name);
  name->length = family == AF_UNIX ? length : least;
  memcpy(&name->any, address, name->length);
  if (family == AF_UNIX && length > in_un && name->un.sun_path[0])
    name->length = in_un + (socklen_t)strnlen(name->un.sun_path, length - in_un) + 1;
  return name->any.sa_family == family ? 0 : EAFNOSUPPORT;
}

bool mc_socket_is_file(const struct mc_socket_name *name) {
  return name->any.sa_family == AF_UNIX && name->length > in_un && name->un.sun_path[0];
}

static const char *path_of(const struct mc_socket_name *name,
                           char path[sizeof name->un.sun_path + 1]) {
  memcpy(path, name->un.sun_path, sizeof name->un.sun_path);
  path[sizeof name->un.sun_path] = 0;
  return path;
}

bool mc_socket_is_any(const struct mc_socket_name *name) {
  return name->any.sa_family == AF_INET ? name->in.sin_addr.s_addr == htonl(INADDR_ANY)
                                        : IN6_IS_ADDR_UNSPECIFIED(&name->in6.sin6_addr);
}

/// The place of a file; NULL with errno, or 0: no thread of the program has made it.
struct mc_place *mc_socket_place_of_file(const struct mc_socket_name *name,
                                         const struct mc_site *site) {
  char path[sizeof name->un.sun_path + 1];
  struct stat info;
  if (MC_FILE_CALL_OF(site, SYS_newfstatat, AT_FDCWD, path_of(name, path), &info, 0))
    return NULL;
  errno = S_ISSOCK(info.st_mode) ? 0 : ECONNREFUSED;
  return mc_place_of_file(info.st_dev, info.st_ino);
}

//===- bind -----------------------------------------------------------------------------------===//

static bool is_taken(const struct mc_place *at, const struct mc_endpoint *e,
                     const struct mc_site *site) {
  const struct mc_endpoint *other = mc_endpoint_at(at->endpoint);
  const struct mc_pipe_state *p = mc_object_state(at->object);
  if (other && e->reuses && other->reuses && !p->listening && p->is_tcp)
    mc_warn_of(MC_WARN_SOCKET, "several sockets with one address (SO_REUSEADDR)", site);
  else if (other && e->shares && other->shares)
    mc_warn_of(MC_WARN_SOCKET, "several sockets with one address (SO_REUSEPORT)", site);
  else if (other && other->local.any.sa_family == AF_INET && e->local.any.sa_family == AF_INET &&
           !mc_socket_is_any(&e->local) && !mc_socket_is_any(&other->local) &&
           e->local.in.sin_addr.s_addr != other->local.in.sin_addr.s_addr)
    mc_warn_of(MC_WARN_SOCKET, "several addresses with one port", site);
  return true;
}

/// Meanwhile another thread has given the socket an address, too.
void mc_socket_warn_of_two(int fd, const struct mc_site *site) {
  if (mc_descriptor_is_open(fd) || !mc_inode_of(fd))
    mc_warn_of(MC_WARN_SOCKET, "one socket that several threads bind, connect or close", site);
}

/// The number is now that of a bound socket.
static int have_bound(int fd, struct mc_place *at, uint16_t endpoint, uint8_t index,
                      const struct mc_site *site) {
  mc_socket_warn_of_two(fd, site);
  const struct mc_descriptor d = {.primitive = &mc_primitive_listener,
                                  .object = {at->object, MC_NO_OBJECT},
                                  .queue = {MC_NO_QUEUE, MC_NO_QUEUE},
                                  .index = index,
                                  .endpoint = endpoint};
  at->endpoint = endpoint;
  mc_descriptor_put(fd, &d);
  return 0;
}

static int bind_at(int fd, struct mc_place *at, uint16_t endpoint, const struct mc_site *site) {
  struct mc_operation op = {.primitive = &mc_primitive_listener,
                            .kind = MC_PIPE_BIND,
                            .flags = MC_ELSEWHERE,
                            .objects = 1,
                            .object = {at->object}};
  const struct mc_endpoint *e = mc_endpoint_at(endpoint);
  op.argument[1] = (uint64_t)!mc_kernel_waits(fd) << 17 |
                   (uint64_t)(e->local.any.sa_family != AF_UNIX) << 16 | (uint16_t)fd;
  const uint64_t index = mc_transition(&op, site);
  if (op.alternative != MC_PIPE_OK && is_taken(at, e, site))
    return mc_by_errno(EADDRINUSE);
  if (index >= MC_PIPE_MOST_DESCRIPTORS) {
    mc_warn_of(MC_WARN_SOCKET, "an address that is bound more than 63 times in a trace", site);
    return mc_by_errno(EADDRINUSE);
  }
  return have_bound(fd, at, endpoint, (uint8_t)index, site);
}

static int bind_file(int fd, uint16_t endpoint, const struct mc_site *site) {
  enum { ALL = 0777 };
  const struct mc_socket_name *name = &mc_endpoint_at(endpoint)->local;
  char path[sizeof name->un.sun_path + 1];
  struct stat info;
  if (MC_FILE_CALL_OF(site, SYS_mknod, path_of(name, path), S_IFSOCK | ALL, 0))
    return mc_by_errno(errno == EEXIST ? EADDRINUSE : (uint64_t)errno);
  if (MC_FILE_CALL_OF(site, SYS_newfstatat, AT_FDCWD, path, &info, 0))
    return mc_by_errno((uint64_t)errno);
  mc_file_keeps_inode(info.st_dev, info.st_ino);
  struct mc_place *at = mc_place_new_file(info.st_dev, info.st_ino, site);
  return at ? bind_at(fd, at, endpoint, site) : 0;
}

/// A port is 0: the program is given one.
static int bind_port(int fd, uint16_t endpoint, const struct mc_site *site) {
  struct mc_socket_name *name = &mc_endpoint_at(endpoint)->local;
  const bool is_6 = name->any.sa_family == AF_INET6;
  const bool only_6 =
      is_6 && (mc_kernel_option(fd, IPPROTO_IPV6, IPV6_V6ONLY) > 0 || !mc_socket_is_any(name));
  const int error = mc_kernel_bind(&name->any, name->length);
  if (error)
    return mc_by_errno((uint64_t)error);
  if (!name->in.sin_port)
    name->in.sin_port = htons(mc_port_new());
  struct mc_place *at = mc_place_named(name, only_6, site);
  return at ? bind_at(fd, at, endpoint, site) : 0;
}

/// With what was set of the kernel's socket.
uint16_t mc_socket_new_endpoint(int fd, const struct mc_site *site) {
  const uint16_t endpoint = mc_endpoint_new(site);
  if (!endpoint)
    return 0;
  struct mc_endpoint *e = mc_endpoint_at(endpoint);
  e->timeout[MC_READER] = mc_kernel_timeout(fd, SO_RCVTIMEO);
  e->timeout[MC_WRITER] = mc_kernel_timeout(fd, SO_SNDTIMEO);
  e->shares = mc_kernel_option(fd, SOL_SOCKET, SO_REUSEPORT) > 0;
  e->reuses = mc_kernel_option(fd, SOL_SOCKET, SO_REUSEADDR) > 0;
  return endpoint;
}

MC_INTERPOSE_UNHOOKED(int, bind, (int fd, const struct sockaddr *address, socklen_t length),
                      (fd, address, length)) {
  struct mc_socket_name name;
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  if (d)
    return (int)mc_descriptor_refuses(fd, mc_descriptor_is_socket(fd) ? EINVAL : ENOTSOCK, site);
  const int family = mc_socket_fresh_family(fd);
  if (!family || !mc_descriptor_can_be_ours(fd, "a socket", site))
    return MC_KERNELS(bind, fd, address, length);
  const int error = mc_socket_take_name(&name, family, address, length);
  if (error || (family == AF_UNIX && length == in_un))
    return error ? mc_by_errno((uint64_t)error) : MC_KERNELS(bind, fd, address, length);
  if (mc_socket_use_number(fd, site))
    return -1;
  const uint16_t endpoint = mc_socket_new_endpoint(fd, site);
  if (!endpoint)
    return MC_KERNELS(bind, fd, address, length);
  mc_endpoint_at(endpoint)->local = name;
  if (mc_socket_is_file(&name))
    return bind_file(fd, endpoint, site);
  if (family != AF_UNIX)
    return bind_port(fd, endpoint, site);
  struct mc_place *at = mc_place_named(&name, false, site);
  return at ? bind_at(fd, at, endpoint, site) : 0;
}

/// EINVAL, behind a use of the number.
static int refuse_fresh(int fd, const struct mc_site *site) {
  if (mc_socket_use_number(fd, site))
    return -1;
  if (mc_has_threads())
    mc_warn_of(MC_WARN_SOCKET, "listen or accept of a socket that has no address yet", site);
  return mc_by_errno(EINVAL);
}

MC_INTERPOSE_UNHOOKED(int, listen, (int fd, int waiting), (fd, waiting)) {
  const int family = mc_socket_fresh_family(fd);
  if (family == AF_INET || family == AF_INET6) {
    const struct mc_socket_name name = {.length =
                                            family == AF_INET ? sizeof name.in : sizeof name.in6,
                                        .any.sa_family = (sa_family_t)family};
    if (mc_checked_bind(site, fd, &name.any, name.length))
      return -1;
  }
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  if (!d)
    return family ? refuse_fresh(fd, site) : MC_KERNELS(listen, fd, waiting);
  if (!mc_descriptor_is_listener(d))
    return (int)mc_descriptor_refuses(fd, mc_descriptor_is_socket(fd) ? EINVAL : ENOTSOCK, site);
  const unsigned most = (unsigned)waiting < MOST_WAITING ? (unsigned)waiting : MOST_WAITING;
  if (mc_descriptor_simple(d, MC_PIPE_LISTEN, MC_READER, most + 1, site) < 0)
    return -1;
  mc_peers_meet_listener(mc_descriptor_at(fd), site);
  return 0;
}

//===- accept ---------------------------------------------------------------------------------===//

/// Nobody will accept it.
static void abandon(const struct mc_descriptor *d, const struct mc_site *site) {
  struct mc_operation op = mc_descriptor_operation(d, MC_PIPE_CLOSE, MC_BOTH_SIDES);
  op.argument[2] |= MC_PIPE_ABANDONS;
  mc_transition(&op, site);
}

static void abandon_all(struct mc_place *at, const struct mc_site *site) {
  for (uint16_t e; (e = mc_place_take(at));)
    abandon(&mc_endpoint_at(e)->descriptor, site);
}

void mc_listener_is_closed(const struct mc_descriptor *closed, const struct mc_site *site) {
  struct mc_place *at =
      mc_descriptor_is_listener(closed) ? mc_place_of(closed->object[MC_READER]) : NULL;
  if (!at || at->endpoint != closed->endpoint ||
      ((const struct mc_pipe_state *)mc_object_state(at->object))->open[MC_READER])
    return;
  abandon_all(at, site);
  at->endpoint = 0;
}

long mc_socket_shutdown(int fd, int how, const struct mc_site *site) {
  const struct mc_descriptor d = *mc_descriptor_at(fd);
  struct mc_operation op = mc_descriptor_operation(&d, MC_PIPE_SHUTDOWN, MC_BOTH_SIDES);
  op.argument[1] = (uint64_t)how + 1;
  mc_transition(&op, site);
  if (op.alternative == MC_PIPE_END && mc_descriptor_is_listener(&d))
    abandon_all(mc_place_of(d.object[MC_READER]), site);
  if (op.alternative == MC_PIPE_UNCONNECTED)
    return mc_by_errno(ENOTCONN);
  return op.alternative == MC_PIPE_BAD ? mc_by_errno(mc_file_is_bad()) : 0;
}

static int take_connection(const struct mc_descriptor *from, uint16_t endpoint,
                           struct sockaddr *address, socklen_t *length, int flags,
                           const struct mc_site *site) {
  struct mc_endpoint *e = mc_endpoint_at(endpoint);
  const int family = mc_endpoint_of(from)->local.any.sa_family;
  const int fd = (int)MC_FILE_CALL_OF(site, SYS_socket, family, SOCK_STREAM | flags, 0);
  if (fd < 0 || !mc_descriptor_can_be_ours(fd, "a connection", site)) {
    abandon(&e->descriptor, site);
    return fd;
  }
  mc_descriptor_put(fd, &e->descriptor);
  if (flags & SOCK_NONBLOCK)
    mc_descriptor_simple(mc_descriptor_at(fd), MC_PIPE_SET_FLAGS, MC_BOTH_SIDES, 1, site);
  e->timeout[MC_READER] = mc_endpoint_of(from)->timeout[MC_READER];
  e->timeout[MC_WRITER] = mc_endpoint_of(from)->timeout[MC_WRITER];
  if (address && mc_socket_give_name(&e->peer, address, length, site)) {
    mc_descriptor_close(fd, site);
    return mc_by_errno(EFAULT);
  }
  return fd;
}

static int accept_at(int fd, struct sockaddr *address, socklen_t *length, int flags,
                     const struct mc_site *site) {
  mc_peers_may_begin(site);
  const struct mc_descriptor d = *mc_descriptor_at(fd);
  if (!mc_descriptor_is_listener(&d))
    return (int)mc_descriptor_refuses(fd, mc_descriptor_is_socket(fd) ? EINVAL : ENOTSOCK, site);
  if (flags & ~(SOCK_NONBLOCK | SOCK_CLOEXEC))
    return mc_by_errno(EINVAL);
  struct mc_operation op = mc_descriptor_operation(&d, MC_PIPE_READ, MC_READER);
  const struct mc_pipe_state *p = mc_object_state(op.object[0]);
  const bool is_timed = mc_endpoint_timeout(&d, MC_READER);
  op.argument[1] = 1;
  op.argument[2] |= is_timed ? MC_PIPE_DONT_WAIT : 0;
  op.flags |= MC_YIELD | (p->nonblocking[MC_READER] || is_timed ? 0 : MC_EINTR);
  mc_descriptor_wait(&op, site);
  mc_endpoint_time_is_up(&d, MC_READER, &op);
  if (op.alternative == MC_PIPE_END)
    return mc_by_errno(EINVAL);
  if (op.alternative != MC_PIPE_OK)
    return mc_by_errno((uint64_t)mc_descriptor_error(&op, 0));
  return take_connection(&d, mc_place_take(mc_place_of(d.object[MC_READER])), address, length,
                         flags, site);
}

MC_INTERPOSE_POINT(int, accept4, (int fd, struct sockaddr *address, socklen_t *length, int flags),
                   (fd, address, length, flags)) {
  mc_file_look_up(fd, site);
  if (mc_descriptor_at(fd))
    return accept_at(fd, address, length, flags, site);
  return mc_socket_is_fresh(fd) ? refuse_fresh(fd, site)
                                : MC_KERNELS(accept4, fd, address, length, flags);
}

MC_INTERPOSE_POINT(int, accept, (int fd, struct sockaddr *address, socklen_t *length),
                   (fd, address, length)) {
  mc_file_look_up(fd, site);
  if (mc_descriptor_at(fd))
    return accept_at(fd, address, length, 0, site);
  return mc_socket_is_fresh(fd) ? refuse_fresh(fd, site) : MC_KERNELS(accept, fd, address, length);
}
