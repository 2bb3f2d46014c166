// primitives/descriptors/message_queue.h - between message_queue.c, the names of message queues and
// what lies in them, and message_functions.c, which sends and receives.
#ifndef MC_PRIMITIVES_MESSAGE_QUEUE_H
#define MC_PRIMITIVES_MESSAGE_QUEUE_H

#include "descriptors.h"
#include <signal.h>

struct mc_message_queue {
  mc_object object;
  mode_t mode;
  uint32_t most, size; ///< messages, and bytes of one
  uint16_t levels;     ///< its messages by priority, the most urgent ones first
  bool was_notified;   ///< somebody has asked for it
  bool has_waited;     ///< a receive that may wait was called
  struct sigevent event;
  const struct mc_site *site; ///< where that was asked for
};

/// Those of one priority.
struct mc_messages {
  unsigned priority, count;
  uint16_t bytes, next;
};

struct mc_message_queue *mc_message_queue_of(const struct mc_descriptor *descriptor);
/// Made if they are not there. NULL: there are too many priorities.
struct mc_messages *mc_messages_of(struct mc_message_queue *queue, unsigned priority);
/// The most urgent ones of a queue that is not empty.
struct mc_messages *mc_messages_first(const struct mc_message_queue *queue);

#endif // MC_PRIMITIVES_MESSAGE_QUEUE_H
