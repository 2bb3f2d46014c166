// primitives/descriptors/descriptors.c - which numbers are descriptors of pipes, sockets, eventfds
// and message queues between threads of the program. The bytes in them are in descriptor_queues.c.
//
// The kernel's descriptors really exist, so numbers, fstat and the processes that the program forks
// find what they expect; but nothing ever lies in them. What threads write lies here, in private
// memory of the process: so a snapshot puts it back, a fork copies it, and no trace finds what
// another has left. The model (pipe.c) knows how many bytes there are, and a thread moves them
// itself after its transition: nothing else runs in between.
//
// Where the program has forked, and has closed its own descriptors of the other side, the other
// side is another process: reads and writes go to the kernel. So that a trace shares the kernel's
// pipes with its own children alone, and not with the trunk, it gets new ones before its first
// fork. Where it has not closed them, its threads do not wait for what a child writes; but a trace
// in which all are blocked, and a child has written, is no deadlock (mc_descriptors_of_children).
#define _GNU_SOURCE
#include "descriptors.h"
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

//===- Numbers --------------------------------------------------------------------------------===//

static struct mc_descriptor table[MC_MAX_DESCRIPTORS] MC_PER_TRACE_TABLE;

/// A closed one is remembered: whether another thread still finds it is up to the schedule.
struct mc_descriptor *mc_descriptor_at(int fd) {
  if (fd < 0 || fd >= MC_MAX_DESCRIPTORS || !table[fd].primitive)
    return NULL;
  if (table[fd].is_open)
    return &table[fd];
  const uint64_t file = mc_inode_of(fd);
  if (file && file != table[fd].file)
    table[fd].primitive = NULL;
  return table[fd].primitive ? &table[fd] : NULL;
}

bool mc_descriptor_is_ours(int fd, uint64_t file) {
  return mc_epoll_is(fd) ||
         (fd >= 0 && fd < MC_MAX_DESCRIPTORS && table[fd].primitive && table[fd].file == file);
}

bool mc_descriptor_is_open(int fd) {
  return fd >= 0 && fd < MC_MAX_DESCRIPTORS && table[fd].primitive && table[fd].is_open;
}

bool mc_descriptor_is_socket(int fd) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  return d && d->primitive != &mc_primitive_pipe && !mc_pipe_has_one_side(d->primitive);
}

bool mc_descriptor_put(int fd, const struct mc_descriptor *descriptor) {
  if (fd >= MC_MAX_DESCRIPTORS)
    return false;
  table[fd] = *descriptor;
  table[fd].is_open = true;
  table[fd].file = mc_inode_of(fd);
  return true;
}

void mc_descriptor_forget(int fd) { table[fd].primitive = NULL; }

bool mc_descriptor_has(const struct mc_descriptor *d, int side) {
  return d->object[side] != MC_NO_OBJECT;
}

//===- Other processes ------------------------------------------------------------------------===//

static bool shared MC_PER_TRACE; // the program has forked

static void replace(int fd, int by, bool nonblocking) {
  const int flags = MC_REAL(fcntl)(fd, F_GETFD);
  MC_REAL(dup3)(by, fd, flags & FD_CLOEXEC ? O_CLOEXEC : 0);
  if (nonblocking)
    MC_REAL(fcntl)(fd, F_SETFL, O_NONBLOCK);
  table[fd].file = mc_inode_of(fd);
}

static bool is_nonblocking(const struct mc_descriptor *d) {
  const int side = mc_descriptor_has(d, MC_READER) ? MC_READER : MC_WRITER;
  return ((const struct mc_pipe_state *)mc_object_state(d->object[side]))->nonblocking[side];
}

/// Is `other` of the same pipe or socketpair as `d`: 0: on the same side, 1: on the other; -1: no.
static int end_of(const struct mc_descriptor *d, const struct mc_descriptor *other) {
  const mc_object in = d->object[MC_READER], out = d->object[MC_WRITER];
  if (!other->is_open || other->primitive != d->primitive)
    return -1;
  if (other->object[MC_READER] == in && other->object[MC_WRITER] == out)
    return 0;
  return other->object[MC_WRITER] == in && other->object[MC_READER] == out ? 1 : -1;
}

static int socket_type(const struct mc_descriptor *d) {
  if (mc_pipe_is_stream(mc_pipe_type(d->primitive)))
    return SOCK_STREAM;
  return d->primitive == &mc_primitive_datagram ? SOCK_DGRAM : SOCK_SEQPACKET;
}

static int new_pipe(int fd[2], const struct mc_descriptor *d) {
  const int side = mc_descriptor_has(d, MC_READER) ? MC_READER : MC_WRITER;
  const struct mc_pipe_state *p = mc_object_state(d->object[side]);
  const int result = MC_REAL(pipe2)(fd, p->packets ? O_DIRECT : 0);
  if (result == 0)
    MC_REAL(fcntl)(fd[0], F_SETPIPE_SZ, p->capacity);
  return result;
}

/// A process that the program forks has what the kernel has of a listening socket, at which nobody
/// comes.
static bool is_shared_listener(const struct mc_descriptor *d, int fd) {
  if (mc_descriptor_is_listener(d) && !(MC_REAL(fcntl)(fd, F_GETFD) & FD_CLOEXEC))
    mc_warn_of(MC_WARN_SOCKET, "a listening socket that a forked process has, too", NULL);
  if (d->primitive == &mc_primitive_mqueue)
    mc_warn_of(MC_WARN_MESSAGE_QUEUE, "that a forked process has, too", NULL);
  return mc_descriptor_is_listener(d) || d->primitive == &mc_primitive_mqueue;
}

/// A kernel's pipe of the descriptor's own kind, in place of the one that the trunk has open, too.
static void renew(const struct mc_descriptor *d, bool done[MC_MAX_DESCRIPTORS]) {
  const bool is_writer = !mc_descriptor_has(d, MC_READER);
  int fd[2];
  if (d->primitive == &mc_primitive_eventfd)
    fd[0] = fd[1] = MC_REAL(eventfd)(0, 0);
  else if (d->primitive == &mc_primitive_pipe ? new_pipe(fd, d)
                                              : MC_REAL(socketpair)(AF_UNIX, socket_type(d), 0, fd))
    return;
  for (int i = 0; i < MC_MAX_DESCRIPTORS; i++) {
    const int end = table[i].primitive ? end_of(d, &table[i]) : -1;
    if (end < 0 || done[i])
      continue;
    replace(i, fd[end != is_writer], is_nonblocking(&table[i]));
    done[i] = true;
  }
  MC_REAL(close)(fd[0]);
  if (fd[1] != fd[0])
    MC_REAL(close)(fd[1]);
}

void mc_descriptors_share(bool anew) {
  bool done[MC_MAX_DESCRIPTORS] = {false};
  for (int i = 0; anew && !shared && i < MC_MAX_DESCRIPTORS; i++)
    if (mc_descriptor_is_open(i) && !done[i] && !is_shared_listener(&table[i], i))
      renew(&table[i], done);
  shared = true;
}

unsigned mc_descriptors_of_children(int fd[], unsigned max) {
  unsigned count = 0;
  for (int i = 0; shared && i < MC_MAX_DESCRIPTORS && count < max; i++)
    if (mc_descriptor_is_open(i) && mc_descriptor_has(&table[i], MC_READER) &&
        !mc_pipe_has_one_side(table[i].primitive) && !mc_descriptor_is_listener(&table[i]))
      fd[count++] = i;
  return count;
}

bool mc_descriptor_leads_outside(int fd, int side) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  if (!shared || !d || !mc_descriptor_has(d, side) || mc_pipe_has_one_side(d->primitive) ||
      mc_descriptor_is_listener(d))
    return false;
  const struct mc_pipe_state *p = mc_object_state(d->object[side]);
  return p->open[!side] == 0 && !p->shut && (side == MC_WRITER || p->content == 0);
}

struct mc_operation mc_descriptor_operation(const struct mc_descriptor *d, uint16_t kind,
                                            int side) {
  struct mc_operation op = {.primitive = d->primitive, .kind = kind, .argument = {d->index}};
  if (d->primitive != &mc_primitive_eventfd)
    op.flags = MC_ELSEWHERE;
  for (int s = MC_READER; s <= MC_WRITER; s++)
    if (mc_descriptor_has(d, s) && (side == s || side == MC_BOTH_SIDES) &&
        !(op.objects && op.object[0] == d->object[s]))
      op.object[op.objects++] = d->object[s];
  if (op.object[0] == d->object[MC_WRITER])
    op.argument[2] = MC_PIPE_WRITES;
  return op;
}

/// Named by who makes it, and how many that thread has made.
mc_object mc_pipe_new(const struct mc_primitive *primitive, const void *state) {
  static uint32_t made[MC_MAX_THREADS] MC_PER_TRACE;
  const uint64_t no_address = (uint64_t)1 << 62, number = ++made[mc_self()];
  const uint64_t name = no_address | (uint64_t)mc_self() << 32 | number << 3;
  return mc_object_new(primitive, (const volatile void *)name, 0, state);
}
