// examples/primitives/event.h - an event that is set or not, and for which threads wait. Who resets
// it is up to the function: event_reset (manual), or the wait itself (automatic).
#ifndef EVENT_H
#define EVENT_H

#include <mcmini/mcmini.h>

typedef struct {
  int unused;
} event_t;

MCMINI_PRIMITIVE(event.set) void event_set(event_t *event);
MCMINI_PRIMITIVE(event.reset) void event_reset(event_t *event);
MCMINI_PRIMITIVE(event.wait) void event_wait(event_t *event);
/// One thread gets through for each time that it was found set.
MCMINI_PRIMITIVE(event.wait_and_reset) void event_wait_and_reset(event_t *event);
MCMINI_PRIMITIVE(event.is_set) bool event_is_set(event_t *event);

#endif // EVENT_H
