// primitives/descriptors/socket_options.c - the names and options of sockets between threads. The
// kernel's socket keeps those options that make no difference here.
#define _GNU_SOURCE
#include "sockets.h"
#include "primitives/files.h"
#include <errno.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>

//===- Names ----------------------------------------------------------------------------------===//

/// Of one that has a name; and it is open.
static const struct mc_endpoint *named(int fd, const struct mc_site *site) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  if (mc_descriptor_simple(d, MC_PIPE_NAME, MC_READER, 0, site) < 0)
    return NULL;
  return mc_endpoint_of(d);
}

static bool has_endpoint(int fd) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  return d && d->endpoint;
}

MC_INTERPOSE_UNHOOKED(int, getsockname, (int fd, struct sockaddr *address, socklen_t *length),
                      (fd, address, length)) {
  if (!has_endpoint(fd))
    return (int)MC_FILE_CALL_OF(site, SYS_getsockname, fd, address, length);
  const struct mc_endpoint *e = named(fd, site);
  return e ? mc_socket_give_name(&e->local, address, length, site) : -1;
}

MC_INTERPOSE_UNHOOKED(int, getpeername, (int fd, struct sockaddr *address, socklen_t *length),
                      (fd, address, length)) {
  if (!has_endpoint(fd))
    return (int)MC_FILE_CALL_OF(site, SYS_getpeername, fd, address, length);
  const struct mc_endpoint *e = named(fd, site);
  if (e && !e->peer.length)
    return mc_by_errno(ENOTCONN);
  return e ? mc_socket_give_name(&e->peer, address, length, site) : -1;
}

//===- Options --------------------------------------------------------------------------------===//

enum effect { NONE, TIMEOUT, LINGER, UNKNOWN };

/// What it would change between threads.
static enum effect effect_of(int level, int option) {
  switch (level) {
  case SOL_SOCKET:
    switch (option) {
    case SO_RCVTIMEO:
    case SO_SNDTIMEO:
      return TIMEOUT;
    case SO_LINGER:
      return LINGER;
    case SO_REUSEADDR:
    case SO_REUSEPORT:
    case SO_KEEPALIVE:
    case SO_BROADCAST:
    case SO_DONTROUTE:
    case SO_PRIORITY:
    case SO_INCOMING_CPU:
      return NONE;
    }
    return UNKNOWN;
  case IPPROTO_TCP:
    return option == TCP_CORK || option == TCP_ULP || option == TCP_REPAIR ? UNKNOWN : NONE;
  case IPPROTO_IP:
  case IPPROTO_IPV6:
    return NONE;
  default:
    return UNKNOWN;
  }
}

static void set_timeout(int fd, int option, const struct timeval *value) {
  struct mc_endpoint *e = mc_endpoint_of(mc_descriptor_at(fd));
  if (e)
    e->timeout[option == SO_RCVTIMEO ? MC_READER : MC_WRITER] =
        (uint64_t)value->tv_sec * 1000000000 + (uint64_t)value->tv_usec * 1000;
}

MC_INTERPOSE_UNHOOKED(int, setsockopt,
                      (int fd, int level, int option, const void *value, socklen_t size),
                      (fd, level, option, value, size)) {
  if (!mc_descriptor_is_socket(fd))
    return (int)MC_FILE_CALL_OF(site, SYS_setsockopt, fd, level, option, value, size);
  const int result = (int)MC_FILE_CALL_OF(site, SYS_setsockopt, fd, level, option, value, size);
  const enum effect effect = effect_of(level, option);
  const bool resets = effect == LINGER && size >= sizeof(struct linger) &&
                      mc_may_read(value, size) && ((const struct linger *)value)->l_onoff;
  if (result == 0 && effect == TIMEOUT && has_endpoint(fd))
    set_timeout(fd, option, value);
  else if (effect == UNKNOWN || effect == TIMEOUT || resets)
    mc_warn(MC_WARN_SETSOCKOPT, site);
  return result;
}

static int give(int value, void *to, socklen_t *length, const struct mc_site *site) {
  if (!mc_may_write(length, sizeof *length))
    return mc_by_errno(EFAULT);
  const socklen_t room = *length, part = room < sizeof value ? room : sizeof value;
  if (!mc_may_write(to, part))
    return mc_by_errno(EFAULT);
  mc_gives(site, to, part);
  mc_gives(site, length, sizeof *length);
  memcpy(to, &value, part);
  *length = part;
  return 0;
}

/// SO_ERROR: 0, or what is told now.
static int error_of(int fd, void *to, socklen_t *length, const struct mc_site *site) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  struct mc_operation op = mc_descriptor_operation(d, MC_PIPE_ERROR, MC_READER);
  const uint64_t error = mc_transition(&op, site);
  if (op.alternative == MC_PIPE_BAD)
    return mc_by_errno(mc_file_is_bad());
  return give(op.alternative == MC_PIPE_OK ? 0 : mc_descriptor_error(&op, error), to, length, site);
}

MC_INTERPOSE_UNHOOKED(int, getsockopt,
                      (int fd, int level, int option, void *value, socklen_t *size),
                      (fd, level, option, value, size)) {
  if (!mc_descriptor_is_socket(fd))
    return (int)MC_FILE_CALL_OF(site, SYS_getsockopt, fd, level, option, value, size);
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  if (level == SOL_SOCKET && option == SO_ERROR)
    return error_of(fd, value, size, site);
  if (level == SOL_SOCKET && option == SO_ACCEPTCONN && mc_descriptor_is_listener(d))
    return give(((const struct mc_pipe_state *)mc_object_state(d->object[MC_READER]))->listening,
                value, size, site);
  if ((level == IPPROTO_TCP && option == TCP_INFO) ||
      (level == SOL_SOCKET && option == SO_PEERCRED && d->endpoint))
    mc_warn_of(MC_WARN_SOCKET, "TCP_INFO or SO_PEERCRED of a socket between threads", site);
  return (int)MC_FILE_CALL_OF(site, SYS_getsockopt, fd, level, option, value, size);
}
