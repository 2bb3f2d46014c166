// primitives/builtin_sockets.h - what descriptors between threads ask of the runtime, and it of
// them.
#ifndef MC_PRIMITIVES_BUILTIN_SOCKETS_H
#define MC_PRIMITIVES_BUILTIN_SOCKETS_H

#include <mcmini/step.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/// The program is about to fork: other processes have the descriptors from now on, too. `anew`: not
/// those that the trunk has.
void mc_descriptors_share(bool anew);
/// Those by which these processes may write to the program, at most `max`; returns how many.
unsigned mc_descriptors_of_children(int fd[], unsigned max);

struct sockaddr;

/// An option of a socket, as a number; -1: it is none, or has another kind of option.
int mc_kernel_option(int fd, int level, int option);
/// SO_RCVTIMEO or SO_SNDTIMEO, in nanoseconds.
uint64_t mc_kernel_timeout(int fd, int option);
bool mc_kernel_is_connected(int fd);
/// Calls of the descriptor may wait: it has no O_NONBLOCK.
bool mc_kernel_waits(int fd);
/// Would the kernel bind a socket of streams to that address? 0, or the error.
int mc_kernel_bind(const struct sockaddr *address, unsigned length);
/// Does a process listen there? It sees a connection that is closed at once.
bool mc_kernel_listens(const struct sockaddr *address, unsigned length);

/// Defined by the primitives: the operation waits for a connection, and no thread has tried to make
/// one.
bool mc_awaits_client(const struct mc_operation *operation);

/// The recorded clients (--peer), as recorded_peers.c has them; "": none.
const char *mc_recorded_peers(void);
/// The clients have ended. Where no other thread can go on, the trace is complete: the caller only
/// waits for the next one.
void mc_end_if_idle(void);
/// Defined by the primitives. The one thread of the program is about to wait, or to make another.
void mc_peers_may_begin(const struct mc_site *site);
/// They have begun, and done all they did.
bool mc_peers_have_ended(void);
/// The operation waits, if only among others, for a connection.
bool mc_is_at_listener(const struct mc_operation *operation);

/// The program calls mc_begin, mc_end.
void mc_limits_begin(void);
void mc_limits_end(void);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // MC_PRIMITIVES_BUILTIN_SOCKETS_H
