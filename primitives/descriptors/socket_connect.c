// primitives/descriptors/socket_connect.c - connect: finds who listens, and makes a connection that
// waits there (socket_functions.c).
#define _GNU_SOURCE
#include "sockets.h"
#include <errno.h>
#include <stddef.h>
#include <string.h>

static const socklen_t in_un = offsetof(struct sockaddr_un, sun_path);

static bool is_of_this_machine(const struct mc_socket_name *name) {
  enum { LOOPBACK = 127, SHIFT = 24 };
  if (name->any.sa_family == AF_UNIX || mc_socket_is_any(name))
    return true;
  return name->any.sa_family == AF_INET ? ntohl(name->in.sin_addr.s_addr) >> SHIFT == LOOPBACK
                                        : IN6_IS_ADDR_LOOPBACK(&name->in6.sin6_addr);
}

static enum mc_pipe_type type_of(int family) {
  return family == AF_UNIX ? MC_TYPE_STREAM : MC_TYPE_TCP;
}
static const struct mc_primitive *primitive_of(int family) {
  return family == AF_UNIX ? &mc_primitive_socket : &mc_primitive_tcp;
}

/// The two ends; the one that waits at the place, which `bound` is bound to, comes last there.
static bool make_connection(int fd, const struct mc_socket_name *to, struct mc_place *at,
                            bool is_blocking, uint16_t mine, const struct mc_site *site) {
  const int family = to->any.sa_family;
  const struct mc_primitive *primitive = primitive_of(family);
  const uint16_t others = at ? mc_endpoint_new(site) : 0;
  const uint16_t queue[] = {mc_queue_new(), mc_queue_new()};
  if ((at && !others) || queue[1] == MC_NO_QUEUE)
    return false;
  mc_object o[2]; // to the one that listens, and back
  for (int i = 0; i < 2; i++) {
    struct mc_pipe_state state =
        mc_pipe_new_state(type_of(family), family == AF_UNIX ? MC_SOCKET_ROOM : MC_TCP_ROOM,
                          i == 0 ? -1 : fd, i == 0 ? fd : -1, 0);
    state.nonblocking[i == 0 ? MC_WRITER : MC_READER] = !is_blocking;
    if (!at) { // refused, as it will be told
      state.open[i == 0 ? MC_READER : MC_WRITER] = 0;
      state.shut = i == 0 ? 1 << MC_READER | 1 << MC_WRITER : 0;
      state.reset = i == 0 ? 0 : MC_ERROR_REFUSED;
      state.dead = i == 1;
    }
    o[i] = mc_pipe_new(primitive, &state);
  }
  struct mc_endpoint *e = mc_endpoint_at(mine);
  e->peer = *to;
  mc_socket_warn_of_two(fd, site);
  const struct mc_descriptor d = {.primitive = primitive,
                                  .object = {o[1], o[0]},
                                  .queue = {queue[1], queue[0]},
                                  .endpoint = mine};
  mc_descriptor_put(fd, &d);
  if (!at)
    return true;
  struct mc_endpoint *other = mc_endpoint_at(others);
  other->local = *to;
  other->peer = e->local;
  other->descriptor = (struct mc_descriptor){.primitive = primitive,
                                             .object = {o[0], o[1]},
                                             .queue = {queue[0], queue[1]},
                                             .endpoint = others};
  mc_place_add(at, others);
  return true;
}

/// Names the end that connects: by a port, or not at all. What is not said is this machine.
static void name_ends(struct mc_socket_name *mine, struct mc_socket_name *to) {
  const sa_family_t family = to->any.sa_family;
  if (family == AF_INET && mc_socket_is_any(to))
    to->in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (family == AF_INET6 && mc_socket_is_any(to))
    to->in6.sin6_addr = in6addr_loopback;
  *mine = *to;
  if (family == AF_UNIX)
    *mine = (struct mc_socket_name){.length = in_un, .any.sa_family = family};
  else
    mine->in.sin_port = htons(mc_port_new());
}

/// Another process may listen there.
static int connect_outside(int fd, const struct mc_socket_name *name, bool is_late,
                           const struct mc_site *site) {
  if (!mc_kernel_listens(&name->any, name->length))
    return mc_by_errno(ECONNREFUSED);
  mc_warn_of(MC_WARN_SOCKET,
             is_late ? "a connection to another process, where no thread listens"
                     : "a connection to another process",
             site);
  return MC_KERNELS(connect, fd, &name->any, name->length);
}

static mc_alternative try_place(const struct mc_place *at, bool is_blocking,
                                const struct mc_site *site) {
  struct mc_operation op = {.primitive = &mc_primitive_listener,
                            .kind = MC_PIPE_WRITE,
                            .flags = MC_ELSEWHERE | MC_YIELD | (is_blocking ? MC_EINTR : 0),
                            .objects = 1,
                            .object = {at->object},
                            .argument = {0, 1, MC_PIPE_WRITES}};
  if (!is_blocking)
    op.argument[2] |= MC_PIPE_DONT_WAIT;
  mc_descriptor_wait(&op, site);
  return op.alternative;
}

static int connect_again(int fd, const struct mc_site *site) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  struct mc_endpoint *e = mc_endpoint_of(d);
  if (!mc_descriptor_is_socket(fd))
    return (int)mc_descriptor_refuses(fd, ENOTSOCK, site);
  if (mc_descriptor_is_listener(d))
    mc_warn_of(MC_WARN_SOCKET, "connect of a socket that was bound", site);
  if (!e || !e->is_connecting)
    return (int)mc_descriptor_refuses(fd, EISCONN, site);
  struct mc_operation op = mc_descriptor_operation(d, MC_PIPE_ERROR, MC_READER);
  const uint64_t error = mc_transition(&op, site);
  e->is_connecting = false;
  return op.alternative == MC_PIPE_OK ? 0 : mc_by_errno((uint64_t)mc_descriptor_error(&op, error));
}

/// No thread listens where a socket for IPv4 would: one for IPv6 may take both.
static struct mc_place *place_of(const struct mc_socket_name *name, bool only_6,
                                 const struct mc_site *site) {
  if (!mc_socket_is_file(name))
    return mc_place_named(name, only_6, site);
  return mc_socket_place_of_file(name, site);
}

static bool is_for(const struct mc_place *at, const struct mc_socket_name *name) {
  const struct mc_endpoint *bound = mc_endpoint_at(at->endpoint);
  if (!bound || name->any.sa_family == AF_UNIX)
    return true;
  if (mc_socket_is_any(&bound->local) && bound->local.any.sa_family != AF_INET)
    return true;
  return bound->local.any.sa_family == name->any.sa_family &&
         (mc_socket_is_any(&bound->local) || name->any.sa_family == AF_INET6 ||
          bound->local.in.sin_addr.s_addr == name->in.sin_addr.s_addr);
}

int mc_socket_connect(int fd, struct mc_socket_name *name, bool uses_number,
                      const struct mc_site *site) {
  const int family = name->any.sa_family;
  const bool is_blocking = mc_kernel_waits(fd);
  const struct mc_socket_name asked = *name;
  if (uses_number && mc_socket_use_number(fd, site))
    return -1;
  const uint16_t mine = mc_socket_new_endpoint(fd, site);
  if (!mine)
    return MC_KERNELS(connect, fd, &asked.any, asked.length);
  struct mc_endpoint *e = mc_endpoint_at(mine);
  name_ends(&e->local, name);
  struct mc_place *at = place_of(name, family == AF_INET6, site);
  if (!at && mc_socket_is_file(name))
    return errno ? -1 : connect_outside(fd, name, false, site);
  if (!at)
    return MC_KERNELS(connect, fd, &asked.any, asked.length);
  const bool may_wait = is_blocking && !e->timeout[MC_WRITER];
  mc_alternative outcome = try_place(at, may_wait, site);
  if (outcome == MC_PIPE_REFUSED && family == AF_INET6) {
    at = mc_place_named(name, false, site);
    const struct mc_endpoint *bound = at ? mc_endpoint_at(at->endpoint) : NULL;
    if (bound && bound->local.any.sa_family == AF_INET6)
      outcome = try_place(at, may_wait, site);
  }
  if (outcome == MC_PIPE_OK && !is_for(at, name)) {
    mc_warn_of(MC_WARN_SOCKET, "a connection to another address than that of who listens", site);
    return mc_by_errno(ECONNREFUSED);
  }
  if (outcome == MC_CUT_SHORT)
    return mc_by_errno(EINTR);
  if (outcome == MC_PIPE_AGAIN && family != AF_UNIX)
    mc_warn_of(MC_WARN_SOCKET, "a connection for which no room is left where it would wait", site);
  if (outcome == MC_PIPE_AGAIN)
    return mc_by_errno(family == AF_UNIX ? EAGAIN : ETIMEDOUT);
  const bool is_later = family != AF_UNIX && !is_blocking;
  if (outcome == MC_PIPE_REFUSED && mc_kernel_listens(&name->any, name->length))
    return connect_outside(fd, &asked, true, site);
  if (outcome == MC_PIPE_REFUSED && !is_later)
    return mc_by_errno(ECONNREFUSED);
  e->is_connecting = is_later;
  make_connection(fd, name, outcome == MC_PIPE_OK ? at : NULL, is_blocking, mine, site);
  return is_later ? mc_by_errno(EINPROGRESS) : 0;
}

MC_INTERPOSE_POINT(int, connect, (int fd, const struct sockaddr *address, socklen_t length),
                   (fd, address, length)) {
  struct mc_socket_name name;
  if (mc_descriptor_at(fd))
    return connect_again(fd, site);
  const int family = mc_socket_fresh_family(fd);
  if (!family || !mc_descriptor_can_be_ours(fd, "a socket", site))
    return MC_KERNELS(connect, fd, address, length);
  const int error = mc_socket_take_name(&name, family, address, length);
  if (error || !is_of_this_machine(&name) || (family == AF_UNIX && length == in_un))
    return MC_KERNELS(connect, fd, address, length);
  return mc_socket_connect(fd, &name, true, site);
}
