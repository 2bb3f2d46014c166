// primitives/descriptors/sockets.h - sockets of streams that have an address: AF_INET, AF_INET6,
// AF_UNIX. Between socket_names.c (addresses and the connections that wait there),
// socket_functions.c (bind, listen, accept), socket_connect.c, socket_options.c and the other
// interposed functions.
#ifndef MC_PRIMITIVES_SOCKETS_H
#define MC_PRIMITIVES_SOCKETS_H

#include "descriptors.h"
#include "primitives/builtin_sockets.h"
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

struct mc_socket_name {
  socklen_t length;
  union {
    struct sockaddr any;
    struct sockaddr_in in;
    struct sockaddr_in6 in6;
    struct sockaddr_un un;
  };
};

/// One end of a connection, or a socket that has been bound to an address.
struct mc_endpoint {
  struct mc_socket_name local, peer;
  uint64_t timeout[2];             ///< SO_RCVTIMEO, SO_SNDTIMEO: nanoseconds; 0: none
  struct mc_descriptor descriptor; ///< of one that nobody has accepted yet
  uint16_t next, first, last;      ///< those that wait, of a bound one: in their order
  bool is_connecting;              ///< connect has said EINPROGRESS
  bool shares, reuses;             ///< SO_REUSEPORT, SO_REUSEADDR
};

/// A new one; 0: there are too many. The one that a descriptor has, or NULL.
uint16_t mc_endpoint_new(const struct mc_site *site);
struct mc_endpoint *mc_endpoint_at(uint16_t endpoint);
struct mc_endpoint *mc_endpoint_of(const struct mc_descriptor *d);

/// Does a read, or a write, wait for some time only? It has found nothing: the time is over.
bool mc_endpoint_timeout(const struct mc_descriptor *d, int side);
void mc_endpoint_time_is_up(const struct mc_descriptor *d, int side, const struct mc_operation *op);

/// A place where sockets meet: the object, the bound socket's endpoint. NULL: there are too many.
struct mc_place {
  mc_object object;
  uint64_t device, inode; ///< of a socket's file
  uint16_t endpoint;
};
/// Of a port, or an abstract name: made when it is first used.
struct mc_place *mc_place_named(const struct mc_socket_name *name, bool only_6,
                                const struct mc_site *site);
struct mc_place *mc_place_of_file(uint64_t device, uint64_t inode);
struct mc_place *mc_place_new_file(uint64_t device, uint64_t inode, const struct mc_site *site);
struct mc_place *mc_place_of(mc_object object);
/// A port that no other socket of the program has.
uint16_t mc_port_new(void);

/// The connection comes last; the first one, or 0.
void mc_place_add(struct mc_place *place, uint16_t endpoint);
uint16_t mc_place_take(struct mc_place *place);

/// Copies the name as the kernel does, errno included.
int mc_socket_give_name(const struct mc_socket_name *name, struct sockaddr *to, socklen_t *length,
                        const struct mc_site *site);

/// A socket that the kernel knows, and that could become ours: its family; or 0.
int mc_socket_fresh_family(int fd);
bool mc_socket_is_fresh(int fd);

/// A use of the number, as a step; what the kernel says.
int mc_socket_use_number(int fd, const struct mc_site *site);
/// libc's function, of a socket that is none of ours; of a number that is not open the error.
#define MC_KERNELS(name, ...)                                                                      \
  (mc_inode_of(fd) ? (mc_unordered_call(#name, site), MC_REAL(name)(__VA_ARGS__))                  \
                   : mc_socket_use_number(fd, site))

/// The program's address, as the kernel takes it; of a file. Returns 0, or the error.
int mc_socket_take_name(struct mc_socket_name *name, int family, const struct sockaddr *address,
                        socklen_t length);
bool mc_socket_is_file(const struct mc_socket_name *name);
bool mc_socket_is_any(const struct mc_socket_name *name);
/// The place of a file; NULL with errno, or 0: no thread of the program has made it.
struct mc_place *mc_socket_place_of_file(const struct mc_socket_name *name,
                                         const struct mc_site *site);
/// With what was set of the kernel's socket.
uint16_t mc_socket_new_endpoint(int fd, const struct mc_site *site);
/// Warns where another thread has given the socket an address meanwhile.
void mc_socket_warn_of_two(int fd, const struct mc_site *site);

/// connect to an address of this machine. Without `uses_number` nobody else can know the number.
int mc_socket_connect(int fd, struct mc_socket_name *name, bool uses_number,
                      const struct mc_site *site);
/// The program listens there: recorded clients may come.
void mc_peers_meet_listener(const struct mc_descriptor *d, const struct mc_site *site);

/// The last descriptor that listens is closed: those who wait are told.
void mc_listener_is_closed(const struct mc_descriptor *closed, const struct mc_site *site);
long mc_socket_shutdown(int fd, int how, const struct mc_site *site);

#endif // MC_PRIMITIVES_SOCKETS_H
