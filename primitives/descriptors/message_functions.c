// primitives/descriptors/message_functions.c - sends to and receives from message queues
// (message_queue.c), their attributes and notifications.
//
// Of a notification by a signal the send is two steps, the message and the signal, between which
// nobody else gets at the queue. A thread of a notification may begin at any time behind the send.
#define _GNU_SOURCE
#include "message_queue.h"
#include "primitives/files.h"
#include "primitives/timer.h"
#include <fcntl.h>
#include <mqueue.h>
#include <string.h>
#include <sys/syscall.h>

enum { PRIORITIES = 32768 };

static const struct mc_descriptor *descriptor_of(mqd_t number) {
  const struct mc_descriptor *d = mc_descriptor_at(number);
  return d && d->primitive == &mc_primitive_mqueue ? d : NULL;
}

/// The number is none of a queue of ours: the kernel's, perhaps of another process's queue.
static bool is_kernels(mqd_t number) { return !mc_descriptor_at(number); }

/// The kernel looks at the time first, also where nothing has to wait.
static uint64_t error_of_deadline(const struct timespec *deadline) {
  if (!mc_may_read(deadline, sizeof *deadline))
    return EFAULT;
  return mc_is_duration(deadline) ? 0 : EINVAL;
}

static struct mc_operation operation_on(const struct mc_descriptor *d, uint16_t kind) {
  struct mc_operation op = mc_descriptor_operation(d, kind, MC_READER);
  op.argument[1] = 1;
  return op;
}

/// A step that may wait, until `deadline` if there is one. An error, or 0.
static uint64_t move(struct mc_operation *op, const struct timespec *deadline,
                     const struct mc_site *site) {
  op->flags |= MC_YIELD | MC_EINTR;
  if (deadline)
    op->argument[2] |= MC_PIPE_DONT_WAIT; // it waits, or it does not
  const uint64_t is_nonblocking = mc_descriptor_wait(op, site);
  if (op->alternative == MC_PIPE_OK || op->alternative == MC_PIPE_NOTIFIES)
    return 0;
  if (op->alternative != MC_PIPE_AGAIN || is_nonblocking || !deadline)
    return (uint64_t)mc_descriptor_error(op, 0);
  mc_clock_reach(mc_clock_deadline(CLOCK_REALTIME, deadline));
  return ETIMEDOUT;
}

//===- Sending --------------------------------------------------------------------------------===//

static void notify(const struct mc_message_queue *q, const struct mc_descriptor *d,
                   const struct mc_site *site) {
  const struct sigevent event = q->event;
  if (event.sigev_notify == SIGEV_THREAD)
    mc_timer_start_function(event.sigev_notify_function, event.sigev_value, q->site);
  if (event.sigev_notify != SIGEV_SIGNAL)
    return;
  const struct mc_told_of_signal before = mc_signal_told(event.sigev_signo),
                                 what = {SI_MESGQ, event.sigev_value.sival_ptr};
  if (before.code && (before.code != what.code || before.value != what.value))
    mc_warn(MC_WARN_SIGNAL_VALUE, site);
  mc_signal_is_told(event.sigev_signo, what);
  struct mc_operation done = operation_on(d, MC_PIPE_NOTIFIED);
  done.flags |= MC_BEGUN; // no handler runs before
  mc_signal_kill_before(event.sigev_signo, &done, site);
}

static uint64_t send_message(mqd_t number, const char *data, size_t length, unsigned priority,
                             const struct timespec *deadline, const struct mc_site *site) {
  const struct mc_descriptor *at = descriptor_of(number);
  if (priority >= PRIORITIES)
    return EINVAL;
  if (!at || at->access == O_RDONLY)
    return EBADF;
  const struct mc_descriptor d = *at;
  struct mc_message_queue *q = mc_message_queue_of(&d);
  if (length > q->size || !mc_may_read(data, length))
    return mc_descriptor_refuses(number, length > q->size ? EMSGSIZE : EFAULT, site),
           (uint64_t)errno;
  struct mc_messages *messages = mc_messages_of(q, priority);
  if (!messages)
    mc_misuse("more than 2048 priorities of messages: McMini keeps no more", q->object, site);
  struct mc_operation op = operation_on(&d, MC_PIPE_WRITE);
  const uint64_t error = move(&op, deadline, site);
  if (error)
    return error;
  mc_queue_append_message(messages->bytes, &(struct iovec){(void *)(uintptr_t)data, length},
                          length);
  messages->count++;
  if (op.alternative == MC_PIPE_NOTIFIES)
    notify(q, &d, site);
  return 0;
}

MC_INTERPOSE_POINT(int, mq_send, (mqd_t queue, const char *data, size_t length, unsigned priority),
                   (queue, data, length, priority)) {
  if (is_kernels(queue))
    return MC_REAL(mq_send)(queue, data, length, priority);
  return mc_by_errno(send_message(queue, data, length, priority, NULL, site));
}

MC_INTERPOSE_POINT(int, mq_timedsend,
                   (mqd_t queue, const char *data, size_t length, unsigned priority,
                    const struct timespec *deadline),
                   (queue, data, length, priority, deadline)) {
  const uint64_t error = deadline ? error_of_deadline(deadline) : 0;
  if (is_kernels(queue))
    return MC_REAL(mq_timedsend)(queue, data, length, priority, deadline);
  return mc_by_errno(error ? error : send_message(queue, data, length, priority, deadline, site));
}

//===- Receiving ------------------------------------------------------------------------------===//

/// Whether the thread waits by now decides who gets the next message, it or the notification.
static void tell_of_waiting(const struct mc_message_queue *q, const struct mc_site *site) {
  if (q->was_notified && q->has_waited)
    mc_warn_of(MC_WARN_MESSAGE_QUEUE, "with a notification, at which a thread waits", site);
}

static ssize_t receive_message(mqd_t number, char *data, size_t length, unsigned *priority,
                               const struct timespec *deadline, const struct mc_site *site) {
  const struct mc_descriptor *d = descriptor_of(number);
  if (!d || d->access == O_WRONLY)
    return mc_by_errno(EBADF);
  struct mc_message_queue *q = mc_message_queue_of(d);
  if (length < q->size)
    return mc_descriptor_refuses(number, EMSGSIZE, site);
  struct mc_operation op = operation_on(d, MC_PIPE_READ);
  q->has_waited |= !mc_mqueue_is_nonblocking(mc_object_state(q->object), d->index) &&
                   !(deadline && mc_clock_deadline(CLOCK_REALTIME, deadline) <= mc_clock_now());
  tell_of_waiting(q, site);
  const uint64_t error = move(&op, deadline, site);
  if (error)
    return mc_by_errno(error);
  struct mc_messages *messages = mc_messages_first(q);
  messages->count--;
  const size_t room = mc_may_write(data, q->size) ? q->size : 0;
  const size_t bytes =
      mc_queue_take_message(messages->bytes, &(struct iovec){data, room}, room, false);
  if (bytes > room || (priority && !mc_may_write(priority, sizeof *priority)))
    return mc_by_errno(EFAULT);
  mc_gives(site, priority, priority ? sizeof *priority : 0);
  if (priority)
    *priority = messages->priority;
  return (ssize_t)bytes;
}

MC_INTERPOSE_POINT(ssize_t, mq_receive,
                   (mqd_t queue, char *data, size_t length, unsigned *priority),
                   (queue, data, length, priority)) {
  if (is_kernels(queue))
    return MC_REAL(mq_receive)(queue, data, length, priority);
  return receive_message(queue, data, length, priority, NULL, site);
}

MC_INTERPOSE_POINT(ssize_t, mq_timedreceive,
                   (mqd_t queue, char *restrict data, size_t length, unsigned *restrict priority,
                    const struct timespec *restrict deadline),
                   (queue, data, length, priority, deadline)) {
  const uint64_t error = deadline ? error_of_deadline(deadline) : 0;
  if (is_kernels(queue))
    return MC_REAL(mq_timedreceive)(queue, data, length, priority, deadline);
  return error ? mc_by_errno(error)
               : receive_message(queue, data, length, priority, deadline, site);
}

//===- Attributes and notifications -----------------------------------------------------------===//

/// `kind`: looks, or sets the flags to `flags`.
static int ask(mqd_t number, uint16_t kind, uint64_t flags, struct mq_attr *old,
               const struct mc_site *site) {
  const struct mc_descriptor *d = descriptor_of(number);
  if (!d)
    return mc_by_errno(EBADF);
  const struct mc_message_queue *q = mc_message_queue_of(d);
  const long result = mc_descriptor_simple(d, kind, MC_BOTH_SIDES, flags, site);
  if (result < 0)
    return -1;
  if (old && !mc_may_write(old, sizeof *old))
    return mc_by_errno(EFAULT);
  mc_gives(site, old, old ? sizeof *old : 0);
  if (old)
    *old = (struct mq_attr){.mq_flags = result & MC_MQUEUE_NONBLOCKING ? O_NONBLOCK : 0,
                            .mq_maxmsg = q->most,
                            .mq_msgsize = q->size,
                            .mq_curmsgs = result & ~MC_MQUEUE_NONBLOCKING};
  return 0;
}

MC_INTERPOSE_UNHOOKED(int, mq_getattr, (mqd_t queue, struct mq_attr *attributes),
                      (queue, attributes)) {
  if (is_kernels(queue))
    return MC_REAL(mq_getattr)(queue, attributes);
  return ask(queue, MC_PIPE_SIZE, 0, attributes, site);
}

MC_INTERPOSE_UNHOOKED(int, mq_setattr,
                      (mqd_t queue, const struct mq_attr *restrict attributes,
                       struct mq_attr *restrict old),
                      (queue, attributes, old)) {
  if (is_kernels(queue))
    return MC_REAL(mq_setattr)(queue, attributes, old);
  if (!attributes)
    return ask(queue, MC_PIPE_SIZE, 0, old, site);
  if (!mc_may_read(attributes, sizeof *attributes))
    return mc_by_errno(EFAULT);
  if (attributes->mq_flags & ~(long)O_NONBLOCK)
    return mc_by_errno(EINVAL);
  return ask(queue, MC_PIPE_SET_FLAGS, (uint64_t)attributes->mq_flags, old, site);
}

static uint64_t error_of_event(const struct sigevent *event) {
  if (!mc_may_read(event, sizeof *event))
    return EFAULT;
  const bool is_known = event->sigev_notify == SIGEV_NONE || event->sigev_notify == SIGEV_SIGNAL ||
                        event->sigev_notify == SIGEV_THREAD;
  const bool is_signal = event->sigev_notify != SIGEV_SIGNAL || mc_is_signal(event->sigev_signo);
  return is_known && is_signal ? 0 : EINVAL;
}

MC_INTERPOSE_UNHOOKED(int, mq_notify, (mqd_t queue, const struct sigevent *event), (queue, event)) {
  if (is_kernels(queue))
    return MC_REAL(mq_notify)(queue, event);
  const uint64_t error = event ? error_of_event(event) : 0;
  const struct mc_descriptor *d = descriptor_of(queue);
  if (error || !d)
    return mc_by_errno(error ? error : EBADF);
  struct mc_message_queue *q = mc_message_queue_of(d);
  struct mc_operation op = operation_on(d, MC_PIPE_NOTIFY);
  op.argument[1] = !event                                ? MC_NOTIFY_NONE
                   : event->sigev_notify == SIGEV_SIGNAL ? MC_NOTIFY_BY_SIGNAL
                                                         : MC_NOTIFY_QUIETLY;
  mc_transition(&op, site);
  if (op.alternative != MC_PIPE_OK)
    return mc_by_errno(op.alternative == MC_PIPE_BAD ? EBADF : EBUSY);
  if (!event)
    return 0;
  q->event = *event;
  q->site = site;
  q->was_notified = true;
  tell_of_waiting(q, site);
  return 0;
}
