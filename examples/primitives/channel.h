// examples/primitives/channel.h - a channel that holds up to 16 numbers, first in, first out, and
// can be closed.
#ifndef CHANNEL_H
#define CHANNEL_H

#include <mcmini/mcmini.h>
#include <stdint.h>

typedef struct {
  int unused;
} channel_t;

MCMINI_PRIMITIVE(channel.init) void channel_init(channel_t *channel, unsigned capacity);
MCMINI_PRIMITIVE(channel.send) void channel_send(channel_t *channel, uint32_t value);
/// Returns whether there was room.
MCMINI_PRIMITIVE(channel.try_send) bool channel_try_send(channel_t *channel, uint32_t value);
/// Returns the value, or -1: the channel is closed and empty.
MCMINI_PRIMITIVE(channel.receive) int64_t channel_receive(channel_t *channel);
/// Returns the value, or -1: it is closed and empty, or -2: it is only empty.
MCMINI_PRIMITIVE(channel.try_receive) int64_t channel_try_receive(channel_t *channel);
MCMINI_PRIMITIVE(channel.close) void channel_close(channel_t *channel);

#endif // CHANNEL_H
