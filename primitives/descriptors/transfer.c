// primitives/descriptors/transfer.c - a read from, and a write to, a pipe, socket or eventfd: the
// operations (pipe.c) by which it looks, looks for signals and waits, and the bytes that it moves.
#define _GNU_SOURCE
#include "descriptors.h"
#include "sockets.h"
#include "primitives/files.h"
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

int __mcmini_raise(const struct mc_site *site, int signal);

static size_t length_of(const struct iovec *buffer, int buffers) {
  size_t length = 0;
  for (int i = 0; i < buffers; i++)
    length += buffer[i].iov_len;
  return length;
}

/// False: EFAULT. More than the first byte of what is written to need not be there.
static bool is_there(const struct iovec *buffer, int buffers, bool write) {
  if (buffers > 0 && !mc_may_read(buffer, (size_t)buffers * sizeof *buffer))
    return false;
  for (int i = 0; i < buffers; i++) {
    const size_t length = buffer[i].iov_len;
    if (write ? length && !mc_may_write(buffer[i].iov_base, 1)
              : !mc_may_read(buffer[i].iov_base, length))
      return false;
  }
  return true;
}

static uint64_t bits_of(int flags) {
  return (flags & MSG_DONTWAIT ? MC_PIPE_DONT_WAIT : 0) | (flags & MSG_PEEK ? MC_PIPE_PEEK : 0);
}

int mc_descriptor_error(const struct mc_operation *op, uint64_t result) {
  static const int errors[] = {[MC_PIPE_AGAIN] = EAGAIN,
                               [MC_PIPE_END] = EPIPE,
                               [MC_PIPE_RESET] = ECONNRESET,
                               [MC_PIPE_REFUSED] = ECONNREFUSED,
                               [MC_PIPE_UNCONNECTED] = ENOTCONN};
  static const int of_reset[] = {[0] = ECONNRESET,
                                 [MC_ERROR_RESET] = ECONNRESET,
                                 [MC_ERROR_REFUSED] = ECONNREFUSED,
                                 [MC_ERROR_BROKEN] = EPIPE};
  if (op->alternative == MC_PIPE_BAD)
    return mc_file_is_bad();
  if (op->alternative == MC_PIPE_RESET)
    return of_reset[result];
  return op->alternative == MC_CUT_SHORT ? EINTR : errors[op->alternative];
}

static bool has_messages(const struct mc_descriptor *d) {
  return mc_pipe_has_messages(mc_pipe_type(d->primitive));
}

static bool is_stream(const struct mc_descriptor *d) {
  return mc_pipe_is_stream(mc_pipe_type(d->primitive));
}

static struct mc_operation on(const struct mc_descriptor *d, uint16_t kind, int side,
                              uint64_t operand, int flags) {
  struct mc_operation op = mc_descriptor_operation(d, kind, side);
  const struct mc_pipe_state *p = mc_object_state(op.object[0]);
  if (mc_endpoint_timeout(d, side))
    flags |= MSG_DONTWAIT; // it waits, or it does not: the time is up when nothing is there
  op.argument[1] = operand;
  op.argument[2] |= bits_of(flags);
  op.flags |= MC_YIELD; // again is
  if (!p->nonblocking[side] && !(flags & MSG_DONTWAIT))
    op.flags |= MC_EINTR;
  return op;
}

/// As in Linux (unix_stream_read_generic, unix_dgram_sendmsg and their kin) a socket that has found
/// nothing looks for signals before it waits: a handler ends the call, though it could go on by
/// now. What pipes and eventfds look at is locked meanwhile.
static bool looks_for_signals(const struct mc_operation *op) {
  return mc_pipe_type(op->primitive) >= MC_TYPE_STREAM && op->flags & MC_EINTR &&
         mc_is_interrupted(mc_self());
}

static uint64_t look_and_wait(struct mc_operation *op, const struct mc_site *site) {
  struct mc_operation look = *op, wait = *op;
  look.flags &= (uint16_t)~MC_EINTR;
  look.argument[2] |= MC_PIPE_LOOK;
  uint64_t result = mc_transition(&look, site);
  op->alternative = look.alternative;
  if (look.alternative != MC_PIPE_AGAIN)
    return result;
  if (mc_handler_ends_call(site)) {
    op->alternative = MC_CUT_SHORT;
    return 0;
  }
  wait.flags |= MC_BEGUN;
  result = mc_transition(&wait, site);
  op->alternative = wait.alternative;
  return result;
}

uint64_t mc_descriptor_wait(struct mc_operation *op, const struct mc_site *site) {
  uint64_t result;
  do
    result = looks_for_signals(op) ? look_and_wait(op, site) : mc_transition(op, site);
  while (mc_is_to_restart(op));
  return result;
}

enum { LARGE_SHIFT = 32 }; // what no trace can add up to an eventfd's highest value

static long read_eventfd(const struct mc_descriptor *d, const struct iovec *buffer, size_t length,
                         const struct mc_site *site) {
  if (length < sizeof(uint64_t))
    return mc_by_errno(EINVAL);
  struct mc_operation op = on(d, MC_PIPE_READ, MC_READER, length, 0);
  const uint64_t value = mc_descriptor_wait(&op, site);
  if (op.alternative != MC_PIPE_OK)
    return mc_by_errno(mc_descriptor_error(&op, value));
  if (!mc_may_write(buffer->iov_base, sizeof value))
    return mc_by_errno(EFAULT);
  memcpy(buffer->iov_base, &value, sizeof value);
  return sizeof value;
}

static long write_eventfd(const struct mc_descriptor *d, const struct iovec *buffer, size_t length,
                          const struct mc_site *site) {
  uint64_t value = 0;
  if (length < sizeof value || d->timer)
    return mc_by_errno(EINVAL);
  memcpy(&value, buffer->iov_base, sizeof value);
  if (value == UINT64_MAX)
    return mc_by_errno(EINVAL);
  struct mc_operation op = on(d, MC_PIPE_WRITE, MC_READER, value, 0);
  // Small values commute: the highest one is far away, unless somebody writes large ones.
  const bool is_large = value >> LARGE_SHIFT;
  if (!mc_seen_by_more_than(op.object[0], is_large ? 0 : MC_MAX_THREADS))
    op.argument[2] |= MC_PIPE_COMMUTES;
  mc_descriptor_wait(&op, site);
  return op.alternative == MC_PIPE_OK ? (long)sizeof value
                                      : mc_by_errno(mc_descriptor_error(&op, 0));
}

void mc_takes_all(const struct iovec *buffer, int buffers, const struct mc_site *site) {
  if (buffers <= 0 || !mc_may_read(buffer, (size_t)buffers * sizeof *buffer))
    return; // EFAULT
  for (int i = 0; i < buffers && mc_checking(); i++)
    __mcmini_read_range(site, buffer[i].iov_base, buffer[i].iov_len);
}

long mc_have_taken_all(long bytes, const struct iovec *buffer, int buffers,
                       const struct mc_site *site) {
  for (int i = 0; i < buffers && bytes >= 0 && __mcmini_all_accesses; i++)
    __mcmini_read_done(site, buffer[i].iov_base, buffer[i].iov_len);
  return bytes;
}

void mc_will_give_all(const struct iovec *buffer, int buffers, const struct mc_site *site) {
  if (!__mcmini_all_accesses || !mc_checking() || !is_there(buffer, buffers, true))
    return;
  for (int i = 0; i < buffers; i++)
    __mcmini_write_ahead(site, buffer[i].iov_base, buffer[i].iov_len);
}

long mc_gives_all(long bytes, const struct iovec *buffer, int buffers, const struct mc_site *site) {
  size_t rest = bytes > 0 ? (size_t)bytes : 0;
  for (int i = 0; i < buffers && rest && mc_checking(); i++) {
    const size_t part = rest < buffer[i].iov_len ? rest : buffer[i].iov_len;
    __mcmini_write_behind(site, buffer[i].iov_base, part);
    rest -= part;
  }
  return bytes;
}

/// In Linux a read of a message queue's descriptor tells of it in words.
static long refuses_of_queue(int fd, const struct mc_site *site) {
  mc_warn_of(MC_WARN_MESSAGE_QUEUE, "read or written as a file", site);
  return mc_descriptor_refuses(fd, EINVAL, site);
}

long mc_pipe_receive(int fd, const struct iovec *buffer, int buffers, int flags, size_t *whole,
                     const struct mc_site *site) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  if (mc_descriptor_is_listener(d))
    return mc_descriptor_refuses(fd, ENOTCONN, site);
  if (!mc_descriptor_has(d, MC_READER))
    return mc_by_errno(EBADF);
  if (d->primitive == &mc_primitive_mqueue)
    return refuses_of_queue(fd, site);
  if (!is_there(buffer, buffers, true))
    return mc_by_errno(EFAULT);
  const size_t length = length_of(buffer, buffers);
  if (d->primitive == &mc_primitive_eventfd)
    return read_eventfd(d, buffer, length, site);
  const uint16_t queue = d->queue[MC_READER];
  const bool is_message = has_messages(d);
  // recv of no bytes from a stream waits for some, which stay.
  const bool is_look = length == 0 && is_stream(d);
  struct mc_operation op = on(d, MC_PIPE_READ, MC_READER, is_message || is_look ? 1 : length,
                              is_look ? flags | MSG_PEEK : flags);
  const uint64_t bytes = mc_descriptor_wait(&op, site);
  mc_endpoint_time_is_up(d, MC_READER, &op);
  if (op.alternative == MC_PIPE_END)
    return 0;
  if (op.alternative != MC_PIPE_OK)
    return mc_by_errno(mc_descriptor_error(&op, bytes));
  if (is_look)
    return 0;
  if (!is_message) {
    const struct mc_pipe_state *p = mc_object_state(op.object[0]);
    const bool drops = flags & MSG_TRUNC && p->type == MC_TYPE_TCP; // gives nothing to the program
    if (!drops)
      mc_queue_take(queue, buffer, bytes, flags & MSG_PEEK);
    if (p->packets || (drops && !(flags & MSG_PEEK)))
      mc_queue_shorten(queue, p->content);
    return (long)bytes;
  }
  const size_t message = mc_queue_take_message(queue, buffer, length, flags & MSG_PEEK);
  if (message <= length)
    return (long)message;
  *whole = message;
  return (long)(flags & MSG_TRUNC ? message : length);
}

long mc_pipe_read(int fd, const struct iovec *buffer, int buffers, int flags,
                  const struct mc_site *site) {
  size_t whole;
  return mc_pipe_receive(fd, buffer, buffers, flags, &whole, site);
}

static void broken_pipe(int flags, const struct mc_site *site) {
  struct sigaction action;
  if (flags & MSG_NOSIGNAL ||
      (mc_sigaction(SIGPIPE, NULL, &action) == 0 && action.sa_handler == SIG_IGN))
    return;
  __mcmini_raise(site, SIGPIPE);
}

static bool may_block(const struct mc_operation *op) {
  const struct mc_pipe_state *p = mc_object_state(op->object[0]);
  return !p->nonblocking[MC_WRITER] && !(op->argument[2] & MC_PIPE_DONT_WAIT);
}

/// On both directions: an error of the one is told by the other.
static long write_message(const struct mc_descriptor *d, const struct iovec *buffer, size_t length,
                          int flags, const struct mc_site *site) {
  enum { LONGEST = MC_SOCKET_ROOM - 32 };
  const uint16_t queue = d->queue[MC_WRITER], back = d->queue[MC_READER];
  if (length > LONGEST)
    return mc_by_errno(EMSGSIZE);
  struct mc_operation op = on(d, MC_PIPE_WRITE, MC_WRITER, 1, flags);
  op.object[op.objects++] = d->object[MC_READER];
  const uint64_t result = mc_descriptor_wait(&op, site);
  if (op.alternative == MC_PIPE_REFUSED)
    mc_queue_empty(back);
  if (op.alternative != MC_PIPE_OK)
    return mc_by_errno(mc_descriptor_error(&op, result));
  if (mc_queue_memory(queue) >= MC_SOCKET_ROOM)
    mc_warn(MC_WARN_MESSAGE_ROOM, site);
  mc_queue_append_message(queue, buffer, length);
  return (long)length;
}

/// What the operation has written: where the kernel may have had no room for it.
static void warn_of_full(const struct mc_operation *op, uint16_t queue, uint64_t bytes,
                         const struct mc_site *site) {
  const struct mc_pipe_state *p = mc_object_state(op->object[0]);
  const bool in_last_page = bytes <= MC_PIPE_ATOMIC && p->end > bytes;
  const bool has_writers = mc_queue_has_writers(queue);
  if (p->type == MC_TYPE_TCP && p->content > MC_TCP_SURE)
    mc_warn_of(MC_WARN_SOCKET, "more than 1 MB that lies unread in a TCP connection", site);
  if (p->type == MC_TYPE_STREAM && mc_queue_memory(queue) >= MC_SOCKET_ROOM)
    mc_warn(MC_WARN_STREAM_ROOM, site);
  if (in_last_page && !mc_pipe_has_free_page(p) && has_writers && may_block(op))
    mc_warn_of(MC_WARN_PIPE_MODE, "several threads that wait for a page of a full pipe", site);
}

/// What does not fit at once is written by several operations, and so is more than a stream takes
/// at once.
long mc_pipe_write(int fd, const struct iovec *buffer, int buffers, int flags,
                   const struct mc_site *site) {
  const struct mc_descriptor *d = mc_descriptor_at(fd);
  if (mc_descriptor_is_listener(d))
    return mc_descriptor_refuses(fd, ENOTCONN, site);
  if (!mc_descriptor_has(d, MC_WRITER))
    return mc_by_errno(EBADF);
  if (d->primitive == &mc_primitive_mqueue)
    return refuses_of_queue(fd, site);
  if (!is_there(buffer, buffers, false))
    return mc_by_errno(EFAULT);
  const size_t length = length_of(buffer, buffers);
  if (d->primitive == &mc_primitive_eventfd)
    return write_eventfd(d, buffer, length, site);
  if (has_messages(d))
    return write_message(d, buffer, length, flags, site);
  const uint16_t queue = d->queue[MC_WRITER];
  const bool streams = is_stream(d);
  struct mc_operation op;
  size_t written = 0;
  uint64_t bytes;
  bool is_lost;
  do {
    const size_t rest = length - written;
    const size_t part = d->primitive == &mc_primitive_tcp ? MC_TCP_PART : MC_SOCKET_PART;
    op = on(d, MC_PIPE_WRITE, MC_WRITER, streams && rest > part ? part : rest, flags);
    if (d->primitive == &mc_primitive_tcp)
      op.object[op.objects++] = d->object[MC_READER];
    if (written && !streams)
      op.argument[2] |= MC_PIPE_GOES_ON;
    bytes = mc_descriptor_wait(&op, site);
    is_lost = streams && op.alternative == MC_PIPE_LOST;
    if (is_lost)
      written += bytes;
    if (op.alternative != MC_PIPE_OK)
      break;
    if (bytes)
      warn_of_full(&op, queue, bytes, site);
    mc_queue_append(queue, buffer, written, bytes);
    if (d->primitive == &mc_primitive_socket && bytes)
      mc_queue_count_part(queue, bytes);
    written += bytes;
  } while (written < length && (streams || may_block(&op)));
  mc_endpoint_time_is_up(d, MC_WRITER, &op);
  const bool is_broken = op.alternative == MC_PIPE_END ||
                         (op.alternative == MC_PIPE_RESET && bytes == MC_ERROR_BROKEN);
  if (is_broken && !(streams && written))
    broken_pipe(flags, site);
  if (written || is_lost || op.alternative == MC_PIPE_OK)
    return (long)written;
  return mc_by_errno(mc_descriptor_error(&op, bytes));
}

/// A file's bytes are read, and written as write does, in parts. What is not written is not taken
/// from the file.
long mc_pipe_send_file(int to, int fd, off_t *at, size_t size, const struct mc_site *site) {
  char part[4096];
  size_t sent = 0;
  if (at && !mc_may_write(at, sizeof *at))
    return mc_by_errno(EFAULT);
  while (sent < size) {
    const size_t want = size - sent < sizeof part ? size - sent : sizeof part;
    const long got = at ? MC_FILE_CALL_OF(site, SYS_pread64, fd, part, want, *at)
                        : MC_FILE_CALL_OF(site, SYS_read, fd, part, want);
    if (got <= 0)
      return got < 0 && !sent ? -1 : (long)sent;
    const long put = mc_pipe_write(to, &(struct iovec){part, (size_t)got}, 1, 0, site);
    const int error = errno;
    if (put < got && !at)
      MC_FILE_CALL_OF(site, SYS_lseek, fd, put < 0 ? -got : put - got, SEEK_CUR);
    errno = error;
    if (put < 0)
      return sent ? (long)sent : -1;
    sent += (size_t)put;
    if (at)
      *at += put;
    if (put < got)
      break;
  }
  return (long)sent;
}

bool mc_reads_nothing(int fd, const struct iovec *buffer, int buffers) {
  return mc_descriptor_is_socket(fd) &&
         (buffers <= 0 || mc_may_read(buffer, (size_t)buffers * sizeof *buffer)) &&
         length_of(buffer, buffers) == 0;
}
