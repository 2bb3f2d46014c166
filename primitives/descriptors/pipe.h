// primitives/descriptors/pipe.h - what threads of the program talk through: a pipe, one direction
// of a socketpair, the counter of an eventfd, a message queue; and what they wait for any of these
// with, epoll. Used
// by pipe.c (the operations), poll.c (those that wait for any of several), pipe_relation.c (which
// of them are dependent), pipe_report.c (what reports say), descriptors.c (the numbers and the
// bytes), transfer.c (reads and writes) and *_functions.c (the interposed functions).
#ifndef MC_PRIMITIVES_PIPE_H
#define MC_PRIMITIVES_PIPE_H

#include "primitives/builtin.h"

enum mc_pipe_operation {
  MC_PIPE_READ,
  MC_PIPE_WRITE,
  MC_PIPE_CLOSE,
  MC_PIPE_SHUTDOWN,
  MC_PIPE_DUP,
  MC_PIPE_SET_FLAGS,
  MC_PIPE_FLAGS,
  MC_PIPE_SIZE,
  MC_PIPE_RESIZE, ///< of a pipe: argument 1 is the pages that it is to have; 0: it is only asked
  MC_PIPE_POLL,
  MC_PIPE_TIMED_POLL,
  MC_PIPE_ERROR,    ///< SO_ERROR; reset: there is one, which is told
  MC_PIPE_NAME,     ///< its name: is the descriptor open?
  MC_PIPE_BIND,     ///< of an address: its result is the descriptor's index; again: it is taken.
                    ///< Argument 1: the number, from bit 16 on: of TCP, does not wait
  MC_PIPE_LISTEN,   ///< argument 1: how many connections may wait
  MC_PIPE_OPEN,     ///< of a message queue: makes one more descriptor. Its result is the index;
                    ///< argument 1: that does not wait
  MC_PIPE_NOTIFY,   ///< of a message queue: argument 1: enum mc_pipe_notification
  MC_PIPE_NOTIFIED, ///< the signal of a notification has been sent
  MC_EPOLL_LOOK,    ///< which descriptors are in it? Its result is the epoll's version
  MC_EPOLL_CHANGE,  ///< epoll_ctl, of the objects' descriptor
  MC_EPOLL_CLOSE,
  MC_EPOLL_NEXT, ///< behind MC_EPOLL_HOLDS: which is looked at? Argument 0: there are so many left
  MC_EPOLL_DONE, ///< and its end
  MC_EPOLL_WAIT,
  MC_EPOLL_TIMED_WAIT,
};

/// Alternatives. END of a write: nobody can read; of a close: not all was read, which nobody is
/// told. RESET: ECONNRESET; of a close: it gives that to the other end of the socketpair. REFUSED,
/// UNCONNECTED: ECONNREFUSED and ENOTCONN of datagrams.
enum {
  MC_PIPE_OK,
  MC_PIPE_AGAIN,
  MC_PIPE_BAD,
  MC_PIPE_END,
  MC_PIPE_RESET,
  MC_PIPE_REFUSED,
  MC_PIPE_UNCONNECTED,
  MC_PIPE_LOST = MC_PIPE_REFUSED, ///< of a write, by TCP: nobody will read it
  MC_PIPE_NOTIFIES = MC_PIPE_END, ///< of a message queue: who has asked to be told is told
};

/// How a message queue tells of the first message, to who has asked for it.
enum mc_pipe_notification { MC_NOTIFY_NONE, MC_NOTIFY_QUIETLY, MC_NOTIFY_BY_SIGNAL };

/// Alternatives of the last two. CHANGED: the epoll has another version.
enum { MC_EPOLL_READY, MC_EPOLL_TIMEOUT, MC_EPOLL_CHANGED, MC_EPOLL_ALTERNATIVES };

enum mc_pipe_type {
  MC_TYPE_PIPE,
  MC_TYPE_EVENTFD,
  MC_TYPE_MQUEUE,
  MC_TYPE_STREAM,
  MC_TYPE_DATAGRAM,
  MC_TYPE_SEQPACKET,
  MC_TYPE_TCP,
  MC_TYPE_LISTENER, ///< a "read" accepts, a "write" connects
};

/// An eventfd and a message queue have one side, MC_READER, which reads and writes.
enum mc_pipe_side { MC_READER, MC_WRITER };

enum {
  MC_PIPE_MOST_DESCRIPTORS = 64, ///< of one side, in a trace
  MC_PIPE_ATOMIC = 4096,         ///< PIPE_BUF, and a page of a pipe
  MC_PIPE_PAGES = 16,            ///< of a pipe, at most
  MC_SOCKET_ROOM = 212992,       ///< net.core.wmem_default
  MC_SOCKET_PART = 36544,        ///< what a stream takes at once
  MC_TCP_ROOM = 2626560,         ///< what a connection over loopback takes, about
  MC_TCP_SURE = 1 << 20,         ///< and surely
  MC_TCP_PART = 32768,
};

/// Of an operation, argument 0: the descriptor's index; argument 1: bytes (of messages: 1), the
/// eventfd's value, whether it shall not block, or of a shutdown bit k: the k-th object is shut;
/// argument 2: these. Of a poll: argument 0 has 8 bits for each object, argument 1 its descriptor's
/// index, 8 bits.
///
/// Of an epoll the epoll is the first object, its change has a descriptor's index as argument 0,
/// its wait is a poll, with the number of events that were seen before as argument 1 and version,
/// MC_EPOLL_TAKES and MC_EPOLL_HOLDS as argument 2. That of another poll: bit k: a hang-up of the
/// k-th object is no event.
///
/// An operation on both directions of a socket has first the one that the socket reads from; a
/// write of messages has first the one that it writes to.
enum {
  MC_PIPE_DONT_WAIT = 1, ///< MSG_DONTWAIT
  MC_PIPE_WRITES = 2,    ///< the first object is the one that the descriptor writes to, not the
                         ///< second
  MC_PIPE_COMMUTES = 4,  ///< writes to an eventfd that is never near its highest value
  MC_PIPE_PEEK = 8,      ///< the bytes stay
  MC_PIPE_GOES_ON = 16,  ///< the rest of a write, part of which is in the pipe
  MC_PIPE_LOOK = 32,     ///< of a socket that may block: it would have to wait
  MC_PIPE_ABANDONS = 64, ///< closes a connection that nobody has accepted
};
enum {
  MC_POLL_IN = 1,
  MC_POLL_OUT = 2,
  MC_POLL_WRITER = 4,
  MC_POLL_RDHUP = 8,
  MC_POLL_FILE = 16, ///< not the one descriptor, any of that file
  MC_POLL_SAME = 32, ///< of the same descriptor as the object before
  MC_POLL_EDGE = 64, ///< ready only if there were other events than those seen before
  MC_POLL_NEW = 128, ///< none was seen before
  MC_POLL_BITS = 8,
};
/// The wait changes the epoll: descriptors are taken out until they are asked for again. It is
/// followed by a look at each, and keeps all others from the epoll until these are done.
enum { MC_EPOLL_TAKES = 1, MC_EPOLL_HOLDS = 2, MC_EPOLL_VERSION_SHIFT = 2 };

/// All is 0 in a new one but what is said.
struct mc_pipe_state {
  uint64_t content;  ///< bytes, messages, or the eventfd's counter
  uint64_t capacity; ///< what fits: always set
  uint64_t open[2];  ///< by side: descriptors, by their index; bit 0 is set. Of a message queue
                     ///< the second: those of them that do not wait
  uint8_t made[2];   ///< by side: how many there were; at least 1
  uint8_t nonblocking[2];
  uint8_t type;       ///< enum mc_pipe_type
  uint8_t shut;       ///< bit s: the socket of side s has shut it down; but of datagrams both have
  uint8_t other_shut; ///< what reads from it has shut down the other direction
  uint8_t reset;      ///< what reads from it is to get an error, once: enum mc_pipe_error
  uint8_t disconnected; ///< datagrams: what writes to it has been refused
  uint8_t semaphore;    ///< EFD_SEMAPHORE
  uint8_t events[3];    ///< how often it has told a reader, a writer, or either of something new
  uint8_t pages;        ///< of a pipe: in use
  uint8_t packets;      ///< of a pipe: O_DIRECT, a read takes no more than a page
  uint8_t dead;         ///< TCP: what reads from it has been reset
  int16_t fd[2];                ///< for reports: the first ones
  uint16_t page[MC_PIPE_PAGES]; ///< what is left in each page
  uint16_t end;                 ///< of the bytes in the last page
  uint8_t listening, is_tcp;    ///< of a listener
  uint8_t tried;                ///< of a listener: a thread has called connect
  uint8_t notification;         ///< of a message queue: what is asked for
  uint8_t held;                 ///< of a message queue: 1 + the thread that sends its signal
  uint8_t unused[5];
};
enum { MC_EVENT_IN, MC_EVENT_OUT, MC_EVENT_END };
enum mc_pipe_error { MC_ERROR_RESET = 1, MC_ERROR_REFUSED, MC_ERROR_BROKEN };

_Static_assert(MC_MAX_THREADS <= UINT8_MAX, "the thread that holds a queue is a byte");

struct mc_epoll_state {
  uint32_t version; ///< of the set of descriptors
  uint8_t closed;
  uint8_t held;
  int16_t fd;
};

/// Sockets of AF_UNIX: of SOCK_STREAM, SOCK_DGRAM, SOCK_SEQPACKET. Of AF_INET and AF_INET6: tcp. An
/// address to which a socket is bound: listener.
extern const struct mc_primitive mc_primitive_pipe, mc_primitive_socket, mc_primitive_datagram,
    mc_primitive_seqpacket, mc_primitive_eventfd, mc_primitive_mqueue, mc_primitive_epoll,
    mc_primitive_tcp, mc_primitive_listener;

static inline bool mc_pipe_has_one_side(const struct mc_primitive *primitive) {
  return primitive == &mc_primitive_eventfd || primitive == &mc_primitive_mqueue;
}

static inline bool mc_mqueue_is_nonblocking(const struct mc_pipe_state *p, unsigned index) {
  return p->open[MC_WRITER] >> index & 1;
}
/// A bit of the result of a look at a message queue, or of setting its flags: what they were; the
/// others are how many messages there are.
#define MC_MQUEUE_NONBLOCKING ((long)1 << 32)

/// Of one of these but the epoll.
enum mc_pipe_type mc_pipe_type(const struct mc_primitive *primitive);
static inline bool mc_pipe_has_messages(enum mc_pipe_type type) {
  return type == MC_TYPE_DATAGRAM || type == MC_TYPE_SEQPACKET;
}
static inline bool mc_pipe_is_stream(enum mc_pipe_type type) {
  return type == MC_TYPE_STREAM || type == MC_TYPE_TCP;
}
static inline bool mc_epoll_is_wait(const struct mc_operation *op) {
  return op->kind == MC_EPOLL_WAIT || op->kind == MC_EPOLL_TIMED_WAIT;
}
static inline bool mc_pipe_is_poll(const struct mc_operation *op) {
  return op->kind == MC_PIPE_POLL || op->kind == MC_PIPE_TIMED_POLL || mc_epoll_is_wait(op);
}
static inline unsigned mc_poll_bits(const struct mc_operation *op, unsigned k) {
  return op->argument[0] >> (MC_POLL_BITS * k) & 255;
}
/// Adds an object to a poll: with its bits, and the descriptor's index or the events seen before.
static inline void mc_poll_add(struct mc_operation *op, mc_object object, unsigned bits,
                               unsigned index) {
  const unsigned k = op->objects++;
  op->object[k] = object;
  op->argument[0] |= (uint64_t)bits << (MC_POLL_BITS * k);
  op->argument[1] |= (uint64_t)index << (MC_POLL_BITS * k);
}
/// Of the k-th object: the descriptor's index, and the side that the descriptor is of.
static inline unsigned mc_pipe_index(const struct mc_operation *op, unsigned k) {
  return (unsigned)(mc_pipe_is_poll(op) ? op->argument[1] >> (MC_POLL_BITS * k) & 255
                                        : op->argument[0]);
}
enum mc_pipe_side mc_pipe_side(const struct mc_operation *op, unsigned k);

/// Is the k-th object the epoll?
static inline bool mc_is_epoll(const struct mc_operation *op, unsigned k) {
  return k == 0 && op->kind >= MC_EPOLL_LOOK;
}

/// Are they dependent? They share an object.
bool mc_pipe_dependent(const struct mc_operation *a, const struct mc_operation *b);
/// The messages.
uint64_t mc_pipe_releases(const struct mc_operation *op, unsigned i);
uint64_t mc_pipe_acquires(const struct mc_operation *op, unsigned i);

/// What reports say: pipe_report.c.
const char *mc_pipe_alternative_name(const struct mc_operation *op);
void mc_pipe_print(const void *state, char *text, size_t size);
void mc_pipe_print_listener(const void *state, char *text, size_t size);
void mc_pipe_print_eventfd(const void *state, char *text, size_t size);
void mc_pipe_print_mqueue(const void *state, char *text, size_t size);
void mc_pipe_print_epoll(const void *state, char *text, size_t size);
/// The bytes, the counter; of an epoll the version.
bool mc_pipe_value(const void *state, uint64_t *value);
bool mc_epoll_version(const void *state, uint64_t *value);

/// What the callbacks of the primitives do for a poll, and for the operations of an epoll. No
/// outcome: it waits.
enum { MC_PIPE_NO_OUTCOME = 0x10000 };
bool mc_pipe_is_open(const struct mc_operation *op, unsigned k, const struct mc_pipe_state *p);
unsigned mc_poll_outcome(const struct mc_operation *op, const void *const state[]);
bool mc_epoll_enabled(const struct mc_operation *op, const void *const state[]);
/// Is the set of its descriptors, or which of them are asked for, another one afterwards?
bool mc_epoll_changes(const struct mc_operation *op);
void mc_epoll_apply(const struct mc_operation *op, struct mc_epoll_state *epoll, uint64_t *result);
/// Can the socket, eventfd or pipe be written to, as a poll sees it? Is there nothing to be read
/// any more, for good; can nobody read?
bool mc_pipe_is_writable(const struct mc_pipe_state *p);
bool mc_pipe_has_free_page(const struct mc_pipe_state *p);
/// A pipe that is smaller than a page, which only tests have, counts bytes.
static inline bool mc_pipe_has_pages(const struct mc_pipe_state *p) {
  return p->type == MC_TYPE_PIPE && p->capacity >= MC_PIPE_ATOMIC;
}
bool mc_pipe_has_end(const struct mc_pipe_state *p);
bool mc_pipe_is_broken(const struct mc_pipe_state *p);

/// What poll says of the k-th object of the operation, which has run: POLLIN, POLLHUP, ...
short mc_pipe_events(const struct mc_operation *poll, unsigned k, const struct mc_pipe_state *p);
/// What an epoll says of the descriptor whose first object is the k-th; has there been anything
/// since it was told of, or found not to be ready?
short mc_epoll_events(const struct mc_operation *wait, unsigned k, const void *const state[]);
bool mc_epoll_has_news(const struct mc_operation *wait, unsigned k, const void *const state[]);
/// What a poll or a wait of an epoll has said of all, as a number.
uint64_t mc_poll_said(const struct mc_operation *op, const void *const state[]);
/// How many events the descriptor has had so far that it can be ready for.
uint8_t mc_pipe_event_count(unsigned bits, const struct mc_pipe_state *p);

#endif // MC_PRIMITIVES_PIPE_H
