// primitives/descriptors/descriptors.h - the descriptors of pipes, sockets and eventfds, and the
// bytes in them. What the interposed functions of *_functions.c have in common.
#ifndef MC_PRIMITIVES_DESCRIPTORS_H
#define MC_PRIMITIVES_DESCRIPTORS_H

#include "primitives/calls.h"
#include "pipe.h"
#include <sys/uio.h>

enum { MC_MAX_DESCRIPTORS = 1024, MC_NO_QUEUE = 0xffff };

struct mc_descriptor {
  const struct mc_primitive *primitive; ///< NULL: the number is none of ours
  mc_object object[2];                  ///< by side: what it reads from, what it writes to; an
                                        ///< eventfd and a message queue: both the same; or
                                        ///< MC_NO_OBJECT
  uint16_t queue[2];                    ///< their bytes; of a message queue its number
  uint64_t file;                        ///< inode
  uint16_t timer;                       ///< of a timerfd; else 0
  uint8_t index;
  uint8_t access;    ///< of a message queue: O_RDONLY, O_WRONLY, O_RDWR
  uint16_t endpoint; ///< of a socket with an address: its names (sockets.h); 0: it has none
  bool is_open;
};

/// The descriptor of that number, also after its close, until the number is used anew. NULL: none
/// of ours. [lend: until the next call]
struct mc_descriptor *mc_descriptor_at(int fd);

/// The same, but open. Makes no system call.
bool mc_descriptor_is_open(int fd);
bool mc_descriptor_is_socket(int fd);
/// The number is from now on that of `descriptor`. False: it is too high.
bool mc_descriptor_put(int fd, const struct mc_descriptor *descriptor);
/// The number is none of ours any more.
void mc_descriptor_forget(int fd);

/// A new object of the calling thread, and a queue for its bytes.
mc_object mc_pipe_new(const struct mc_primitive *primitive, const void *state);
uint16_t mc_queue_new(void);

/// Moves `bytes` between a queue and the program's buffers, from `skip` bytes into these on. A read
/// with `peek` leaves them in the queue.
void mc_queue_append(uint16_t queue, const struct iovec *buffer, size_t skip, size_t bytes);
void mc_queue_take(uint16_t queue, const struct iovec *buffer, size_t bytes, bool peek);

/// A message of `bytes`; the first message, of which `room` bytes fit into the buffers and the rest
/// is lost: returns its length.
void mc_queue_append_message(uint16_t queue, const struct iovec *buffer, size_t bytes);
size_t mc_queue_take_message(uint16_t queue, const struct iovec *buffer, size_t room, bool peek);
/// How many bytes lie in a queue of messages, and in the first of them; takes all.
struct mc_queue_size {
  size_t first, all;
} mc_queue_messages(uint16_t queue);
/// The memory that Linux counts for what is in a queue of messages; of a stream, which keeps what
/// was written at once until all of that was read, for what was written since it was empty.
size_t mc_queue_memory(uint16_t queue);
/// `bytes` are now written to a stream at once.
void mc_queue_count_part(uint16_t queue, size_t bytes);
/// The first bytes are lost, until `bytes` are left.
void mc_queue_shorten(uint16_t queue, size_t bytes);
/// The calling thread writes: has another one, too, in this trace?
bool mc_queue_has_writers(uint16_t queue);
/// Warns where a socket of which the model says that it can be written to may be too full.
void mc_warn_of_room(mc_object object, uint16_t queue, const struct mc_site *site);
void mc_queue_empty(uint16_t queue);

/// What lies in the buffers the program's own code would read, or has as good as written: `bytes`,
/// which are returned. Before a write to them, and behind a read from them, where all accesses are
/// transitions.
void mc_takes_all(const struct iovec *buffer, int buffers, const struct mc_site *site);
long mc_gives_all(long bytes, const struct iovec *buffer, int buffers, const struct mc_site *site);
void mc_will_give_all(const struct iovec *buffer, int buffers, const struct mc_site *site);
long mc_have_taken_all(long bytes, const struct iovec *buffer, int buffers,
                       const struct mc_site *site);

/// Epolls (epoll_functions.c). Is the number one's? The transition of its close, if it is, and then
/// the number is none's; the last descriptor of a file is closed, which no epoll has any more.
bool mc_epoll_is(int fd);
void mc_epoll_close(int fd, const struct mc_site *site);
void mc_epoll_forget(int fd);
void mc_epolls_forget(const struct mc_descriptor *closed, const struct mc_site *site);

/// Is what it reads from, or writes to, now open in other processes alone?
bool mc_descriptor_leads_outside(int fd, int side);

/// When a wait ends, in virtual time; UINT64_MAX: never.
static inline uint64_t mc_poll_deadline(int milliseconds) {
  return milliseconds < 0 ? UINT64_MAX : mc_deadline_after((uint64_t)milliseconds * 1000000);
}
static inline uint64_t mc_ppoll_deadline(const struct timespec *timeout) {
  return timeout ? mc_deadline_after(mc_nanoseconds(timeout)) : UINT64_MAX;
}

/// An operation on what the descriptor reads from (MC_READER), writes to, or both.
enum { MC_BOTH_SIDES = 2 };
struct mc_operation mc_descriptor_operation(const struct mc_descriptor *d, uint16_t kind, int side);
bool mc_descriptor_has(const struct mc_descriptor *d, int side);

/// The transition of an operation that may wait; begun again where a handler lets it.
uint64_t mc_descriptor_wait(struct mc_operation *op, const struct mc_site *site);
/// The error of an outcome; of RESET by `result`.
int mc_descriptor_error(const struct mc_operation *op, uint64_t result);
struct mc_pipe_state mc_pipe_new_state(enum mc_pipe_type type, uint64_t capacity, int reader,
                                       int writer, int flags);
bool mc_descriptor_can_be_ours(int fd, const char *what, const struct mc_site *site);
/// One operation on what it has; BAD is EBADF.
long mc_descriptor_simple(const struct mc_descriptor *d, uint16_t kind, int side, uint64_t operand,
                          const struct mc_site *site);
static inline bool mc_descriptor_is_listener(const struct mc_descriptor *d) {
  return d->primitive == &mc_primitive_listener;
}

/// A wait for a client, among others, is over without one.
void mc_peers_time_passes(void);

/// What the interposed functions do.
/// A read of no bytes from a socket, which takes nothing, not even a message: the kernel's.
bool mc_reads_nothing(int fd, const struct iovec *buffer, int buffers);
long mc_pipe_read(int fd, const struct iovec *buffer, int buffers, int flags,
                  const struct mc_site *site);
/// The same; `*whole` is set to the length of a message that does not fit.
long mc_pipe_receive(int fd, const struct iovec *buffer, int buffers, int flags, size_t *whole,
                     const struct mc_site *site);
long mc_pipe_write(int fd, const struct iovec *buffer, int buffers, int flags,
                   const struct mc_site *site);
/// sendfile to one.
long mc_pipe_send_file(int to, int fd, off_t *at, size_t size, const struct mc_site *site);

/// One of its descriptors was closed: the timer goes with the last one.
void mc_timer_file_closed(const struct mc_descriptor *d, const struct mc_site *site);

/// The error of a call that is not for such a descriptor: EBADF, if it is closed, else `error`.
long mc_descriptor_refuses(int fd, int error, const struct mc_site *site);
long mc_descriptor_close(int fd, const struct mc_site *site);
long mc_descriptor_shutdown(int fd, int how, const struct mc_site *site);
/// fcntl and ioctl, of one of ours.
long mc_descriptor_control(int fd, int command, long argument, const struct mc_site *site);
long mc_descriptor_device(int fd, unsigned long request, void *to, const struct mc_site *site);
/// One of ours that looks at the address, which only the kernel does: sockets of packets do not.
bool mc_descriptor_sends_to(int fd, const void *address);

/// Is it a system call on one of our descriptors, and an operation? Then the second one makes it,
/// as the function of that name does.
bool mc_descriptor_is_call(long number, const long a[6]);
long mc_descriptor_call(const struct mc_site *site, long number, const long a[6]);

#endif // MC_PRIMITIVES_DESCRIPTORS_H
