// primitives/descriptors/socket_names.c - the addresses of sockets, and the connections that wait
// there. In private memory: a thread changes it itself after its transition (sockets.h).
//
// An address is an object (a listener, pipe.c), which any thread that names it finds: a port by its
// number, one for IPv4 and for sockets of IPv6 that take both, one for IPv6 alone; an abstract
// name; the file of a socket. The kernel has the file, and of the rest nothing.
#define _GNU_SOURCE
#include "sockets.h"
#include <errno.h>
#include <string.h>

enum { ENDPOINTS = 1024, PLACES = 256 };
static struct mc_endpoint endpoint[ENDPOINTS] MC_PER_TRACE_TABLE;
static uint16_t endpoints MC_PER_TRACE;
static struct mc_place place[PLACES] MC_PER_TRACE_TABLE;
static uint16_t places MC_PER_TRACE;

uint16_t mc_endpoint_new(const struct mc_site *site) {
  if (endpoints + 1 == ENDPOINTS) {
    mc_warn_of(MC_WARN_SOCKET, "more than 1022 sockets with an address in a trace", site);
    return 0;
  }
  endpoint[++endpoints] = (struct mc_endpoint){0};
  return endpoints;
}

struct mc_endpoint *mc_endpoint_at(uint16_t number) {
  return number ? &endpoint[number] : NULL;
}

struct mc_endpoint *mc_endpoint_of(const struct mc_descriptor *d) {
  return mc_endpoint_at(d->endpoint);
}

bool mc_endpoint_timeout(const struct mc_descriptor *d, int side) {
  const struct mc_endpoint *e = mc_endpoint_of(d);
  return e && e->timeout[side];
}

void mc_endpoint_time_is_up(const struct mc_descriptor *d, int side,
                            const struct mc_operation *op) {
  const struct mc_endpoint *e = mc_endpoint_of(d);
  if (e && e->timeout[side] && op->alternative == MC_PIPE_AGAIN)
    mc_clock_reach(mc_deadline_after(e->timeout[side]));
}

//===- Places ---------------------------------------------------------------------------------===//

static const struct mc_pipe_state nobody = {
    .type = MC_TYPE_LISTENER, .open = {0, 1}, .made = {0, 1}, .fd = {-1, -1}};

static struct mc_place *new_place(mc_object object, uint64_t device, uint64_t inode,
                                  const struct mc_site *site) {
  if (places == PLACES) {
    mc_warn_of(MC_WARN_SOCKET, "more than 256 addresses in a trace", site);
    return NULL;
  }
  place[places] = (struct mc_place){.object = object, .device = device, .inode = inode};
  return &place[places++];
}

struct mc_place *mc_place_of(mc_object object) {
  for (unsigned i = 0; i < places; i++)
    if (place[i].object == object)
      return &place[i];
  return NULL;
}

static uint64_t hash_of(const char *text, size_t length) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (size_t i = 0; i < length; i++)
    hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
  return hash >> 24;
}

/// As an address that no object of the program's has.
static uint64_t number_of(const struct mc_socket_name *name, bool only_6) {
  const uint64_t no_address = (uint64_t)1 << 60;
  if (name->any.sa_family == AF_UNIX)
    return no_address | (uint64_t)1 << 48 |
           hash_of(name->un.sun_path, name->length - sizeof(sa_family_t)) << 3;
  return no_address | (uint64_t)only_6 << 20 | (uint64_t)ntohs(name->in.sin_port) << 3;
}

struct mc_place *mc_place_named(const struct mc_socket_name *name, bool only_6,
                                const struct mc_site *site) {
  const volatile void *address = (const volatile void *)number_of(name, only_6);
  mc_object o = mc_object_find(&mc_primitive_listener, address);
  if (o == MC_NO_OBJECT)
    o = mc_object_new(&mc_primitive_listener, address, 0, &nobody);
  struct mc_place *found = mc_place_of(o);
  return found ? found : new_place(o, 0, 0, site);
}

struct mc_place *mc_place_of_file(uint64_t device, uint64_t inode) {
  for (unsigned i = places; i-- > 0;)
    if (inode && place[i].device == device && place[i].inode == inode)
      return &place[i];
  return NULL;
}

struct mc_place *mc_place_new_file(uint64_t device, uint64_t inode, const struct mc_site *site) {
  return new_place(mc_pipe_new(&mc_primitive_listener, &nobody), device, inode, site);
}

/// By who asks, and how often that thread has: no other thread's doing changes it.
uint16_t mc_port_new(void) {
  enum { FIRST = 32768, OF_A_THREAD = 220 };
  static uint16_t made[MC_MAX_THREADS] MC_PER_TRACE;
  return (uint16_t)(FIRST + mc_self() * OF_A_THREAD + made[mc_self()]++ % OF_A_THREAD);
}

void mc_place_add(struct mc_place *at, uint16_t number) {
  struct mc_endpoint *bound = mc_endpoint_at(at->endpoint);
  if (bound->first)
    mc_endpoint_at(bound->last)->next = number;
  else
    bound->first = number;
  bound->last = number;
}

uint16_t mc_place_take(struct mc_place *at) {
  struct mc_endpoint *bound = mc_endpoint_at(at->endpoint);
  const uint16_t first = bound ? bound->first : 0;
  if (first)
    bound->first = mc_endpoint_at(first)->next;
  return first;
}

bool mc_awaits_client(const struct mc_operation *op) {
  for (unsigned k = 0; k < op->objects; k++) {
    const struct mc_place *at = mc_place_of(op->object[k]);
    const struct mc_pipe_state *p = at ? mc_object_state(at->object) : NULL;
    if (p && p->listening && !p->tried)
      return true;
  }
  return false;
}

int mc_socket_give_name(const struct mc_socket_name *name, struct sockaddr *to, socklen_t *length,
                        const struct mc_site *site) {
  if (!mc_may_write(length, sizeof *length))
    return mc_by_errno(EFAULT);
  const socklen_t room = *length, part = room < name->length ? room : name->length;
  if ((int)room < 0)
    return mc_by_errno(EINVAL);
  if (part && !mc_may_write(to, part))
    return mc_by_errno(EFAULT);
  mc_gives(site, to, part);
  mc_gives(site, length, sizeof *length);
  memcpy(to, &name->any, part);
  *length = name->length;
  return 0;
}
