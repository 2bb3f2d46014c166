// primitives/descriptors.c - which numbers are descriptors of pipes, sockets and eventfds between
// threads of the program, and the bytes in them.
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
// fork.
#define _GNU_SOURCE
#include "descriptors.h"
#include <fcntl.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

//===- Numbers --------------------------------------------------------------------------------===//

static struct mc_descriptor table[MC_MAX_DESCRIPTORS];

static uint64_t file_of(int fd) {
  struct stat info;
  return fstat(fd, &info) ? 0 : info.st_ino;
}

/// A closed one is remembered: whether another thread still finds it is up to the schedule.
struct mc_descriptor *mc_descriptor_at(int fd) {
  if (fd < 0 || fd >= MC_MAX_DESCRIPTORS || !table[fd].primitive)
    return NULL;
  if (table[fd].is_open)
    return &table[fd];
  const uint64_t file = file_of(fd);
  if (file && file != table[fd].file)
    table[fd].primitive = NULL;
  return table[fd].primitive ? &table[fd] : NULL;
}

bool mc_descriptor_is_ours(int fd, uint64_t file) {
  return fd >= 0 && fd < MC_MAX_DESCRIPTORS && table[fd].primitive && table[fd].file == file;
}

bool mc_descriptor_is_open(int fd) {
  return fd >= 0 && fd < MC_MAX_DESCRIPTORS && table[fd].primitive && table[fd].is_open;
}

bool mc_descriptor_is_socket(int fd) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  return d && d->primitive == &mc_primitive_socket;
}

bool mc_descriptor_put(int fd, const struct mc_descriptor *descriptor) {
  if (fd >= MC_MAX_DESCRIPTORS)
    return false;
  table[fd] = *descriptor;
  table[fd].is_open = true;
  table[fd].file = file_of(fd);
  return true;
}

void mc_descriptor_forget(int fd) { table[fd].primitive = NULL; }

bool mc_descriptor_has(const struct mc_descriptor *d, int side) {
  return d->object[side] != MC_NO_OBJECT;
}

//===- Other processes ------------------------------------------------------------------------===//

static bool shared; // the program has forked

static void replace(int fd, int by, bool nonblocking) {
  const int flags = MC_REAL(fcntl)(fd, F_GETFD);
  MC_REAL(dup3)(by, fd, flags & FD_CLOEXEC ? O_CLOEXEC : 0);
  if (nonblocking)
    MC_REAL(fcntl)(fd, F_SETFL, O_NONBLOCK);
  table[fd].file = file_of(fd);
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

/// A kernel's pipe of the descriptor's own kind, in place of the one that the trunk has open, too.
static void renew(const struct mc_descriptor *d, bool done[MC_MAX_DESCRIPTORS]) {
  const bool is_writer = !mc_descriptor_has(d, MC_READER);
  int fd[2];
  if (d->primitive == &mc_primitive_eventfd)
    fd[0] = fd[1] = MC_REAL(eventfd)(0, 0);
  else if (d->primitive == &mc_primitive_socket ? MC_REAL(socketpair)(AF_UNIX, SOCK_STREAM, 0, fd)
                                                : MC_REAL(pipe2)(fd, 0))
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
    if (mc_descriptor_is_open(i) && !done[i])
      renew(&table[i], done);
  shared = true;
}

bool mc_descriptor_leads_outside(int fd, int side) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  if (!shared || !d || !mc_descriptor_has(d, side) || d->primitive == &mc_primitive_eventfd)
    return false;
  const struct mc_pipe_state *p = mc_object_state(d->object[side]);
  return p->open[!side] == 0 && !p->shut && (side == MC_WRITER || p->content == 0);
}

struct mc_operation mc_descriptor_operation(const struct mc_descriptor *d, uint16_t kind,
                                            int side) {
  struct mc_operation op = {.primitive = d->primitive, .kind = kind, .argument = {d->index}};
  for (int s = MC_READER; s <= MC_WRITER; s++)
    if (mc_descriptor_has(d, s) && (side == s || side == MC_BOTH_SIDES) &&
        !(op.objects && op.object[0] == d->object[s]))
      op.object[op.objects++] = d->object[s];
  if (op.object[0] == d->object[MC_WRITER])
    op.argument[2] = MC_PIPE_WRITES;
  return op;
}

/// Named by who makes it, and how many that thread has made.
mc_object mc_pipe_new(const struct mc_primitive *primitive, const struct mc_pipe_state *state) {
  static uint32_t made[MC_MAX_THREADS];
  const uint64_t no_address = (uint64_t)1 << 62, number = ++made[mc_self()];
  const uint64_t name = no_address | (uint64_t)mc_self() << 32 | number << 3;
  return mc_object_new(primitive, (const volatile void *)name, 0, state);
}

//===- Bytes ----------------------------------------------------------------------------------===//

enum { QUEUES = 2048, CHUNKS = 8192, CHUNK = 4096, NONE = 0xffff };

static struct queue {
  uint16_t first, last; // chunks
  uint16_t begin, end;  // of the bytes, in the first and in the last chunk
} queue[QUEUES];
static uint16_t queues;

static unsigned char chunk[CHUNKS][CHUNK]; // touched where used
static uint16_t next_of[CHUNKS], unused = NONE, chunks;

uint16_t mc_queue_new(void) {
  if (queues == QUEUES) {
    mc_warn(
        "more than 2048 pipes and directions of sockets in a trace: the others are not modelled",
        NULL);
    return MC_NO_QUEUE;
  }
  queue[queues] = (struct queue){NONE, NONE, 0, 0};
  return queues++;
}

static uint16_t take_chunk(void) {
  uint16_t c = unused;
  if (c != NONE)
    unused = next_of[c];
  else if (chunks < CHUNKS)
    c = chunks++;
  else
    mc_misuse("more than 32 MB lie in pipes and sockets: McMini keeps no more", MC_NO_OBJECT, NULL);
  next_of[c] = NONE;
  return c;
}

static void give_chunk(uint16_t c) {
  next_of[c] = unused;
  unused = c;
}

static void append(struct queue *q, const unsigned char *data, size_t bytes) {
  while (bytes > 0) {
    if (q->last == NONE || q->end == CHUNK) {
      const uint16_t c = take_chunk();
      if (q->last == NONE)
        q->first = c, q->begin = 0;
      else
        next_of[q->last] = c;
      q->last = c;
      q->end = 0;
    }
    const size_t room = (size_t)CHUNK - q->end, part = bytes < room ? bytes : room;
    memcpy(chunk[q->last] + q->end, data, part);
    q->end = (uint16_t)(q->end + part);
    data += part;
    bytes -= part;
  }
}

static void take(struct queue *q, unsigned char *data, size_t bytes) {
  while (bytes > 0) {
    const uint16_t c = q->first;
    const size_t there = (size_t)(c == q->last ? q->end : CHUNK) - q->begin;
    const size_t part = bytes < there ? bytes : there;
    memcpy(data, chunk[c] + q->begin, part);
    q->begin = (uint16_t)(q->begin + part);
    data += part;
    bytes -= part;
    if (part < there)
      continue;
    q->begin = 0;
    q->first = c == q->last ? NONE : next_of[c];
    if (q->first == NONE)
      q->last = NONE;
    give_chunk(c);
  }
}

static size_t look(struct queue q, unsigned char *data, size_t bytes) {
  size_t done = 0;
  while (done < bytes) {
    const size_t there = (size_t)(q.first == q.last ? q.end : CHUNK) - q.begin;
    const size_t part = bytes - done < there ? bytes - done : there;
    memcpy(data + done, chunk[q.first] + q.begin, part);
    done += part;
    q.begin = 0;
    q.first = next_of[q.first];
  }
  return done;
}

void mc_queue_append(uint16_t number, const struct iovec *buffer, size_t skip, size_t bytes) {
  for (; bytes > 0; buffer++) {
    if (skip >= buffer->iov_len) {
      skip -= buffer->iov_len;
      continue;
    }
    const size_t there = buffer->iov_len - skip, part = bytes < there ? bytes : there;
    append(&queue[number], (const unsigned char *)buffer->iov_base + skip, part);
    skip = 0;
    bytes -= part;
  }
}

void mc_queue_take(uint16_t number, const struct iovec *buffer, size_t bytes, bool peek) {
  struct queue copy = queue[number];
  for (; bytes > 0; buffer++) {
    const size_t part = bytes < buffer->iov_len ? bytes : buffer->iov_len;
    if (!peek) {
      take(&queue[number], buffer->iov_base, part);
    } else { // into the first buffer only
      look(copy, buffer->iov_base, part);
      return;
    }
    bytes -= part;
  }
}
