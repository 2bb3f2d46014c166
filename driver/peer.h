// driver/peer.h - --peer: clients of the program that run once, and whose traffic comes again in
// each trace (primitives/descriptors/recorded_peers.c).
#ifndef MC_DRIVER_PEER_H
#define MC_DRIVER_PEER_H

#include "options.h"
#include "program.h"
#include "runtime/session.h"

/// Runs the program as it is, the commands one after the other, and enters what they did into the
/// session. What cannot be recorded is a usage error that says why.
void peers_record(struct mc_session *session, const struct options *options,
                  const struct program *program);

/// Where a program listens.
struct listener {
  int family; ///< AF_INET, AF_INET6, AF_UNIX; 0: nowhere
  unsigned port;
  char path[108]; ///< of AF_UNIX; an abstract name begins with '@'
};

/// One socket that the process has.
struct listener listener_of(int pid);

/// Stands between the command, whose process is `child`, and the program, until the command has
/// ended; `proxy` listens for it. Returns what came by, as words, " cK sK:HEX ..." [own: free].
char *peer_traffic(int proxy, const struct listener *to, int child, int *status);

#endif // MC_DRIVER_PEER_H
