// primitives/descriptors/epoll.h - between epoll_functions.c, the set of an epoll's descriptors,
// and epoll_wait.c, which waits for them.
#ifndef MC_PRIMITIVES_EPOLL_H
#define MC_PRIMITIVES_EPOLL_H

#include "descriptors.h"
#include <sys/epoll.h>

enum { MC_EPOLL_MOST = 64 }; ///< descriptors in one

struct mc_epoll_item {
  int fd;
  mc_object object[2]; ///< the file, as a descriptor has it
  uint16_t queue;      ///< that it writes to
  const struct mc_primitive *primitive;
  bool is_out;              ///< told of once, and not asked for again: EPOLLONESHOT
  bool is_new;              ///< to be looked at, whatever has happened since
  uint8_t seen[2];          ///< events of each object when it was told of, or not ready
  struct epoll_event event; ///< what is asked for
};

struct mc_epoll {
  int fd;
  bool is_open;
  mc_object object;
  unsigned items, others; ///< others: descriptors that the kernel knows
  struct mc_epoll_item item[MC_EPOLL_MOST];
};

/// NULL: none of ours.
struct mc_epoll *mc_epoll_of(int fd);

struct mc_operation mc_epoll_operation(const struct mc_epoll *e, uint16_t kind);

static inline bool mc_epoll_has_one_side(const struct mc_epoll_item *item) {
  return mc_pipe_has_one_side(item->primitive);
}
/// The bits of a poll (MC_POLL_IN, ...) of that direction; the directions that an item looks at,
/// and how many.
unsigned mc_epoll_bits(const struct mc_epoll_item *item, int side);
unsigned mc_epoll_sides(const struct mc_epoll_item *item, int side[2]);

#endif // MC_PRIMITIVES_EPOLL_H
