// examples/primitives/ticket_lock.h - a lock that is granted in the order of arrival.
#ifndef TICKET_LOCK_H
#define TICKET_LOCK_H

#include <mcmini/mcmini.h>

typedef struct {
  int unused;
} ticket_lock_t;

MCMINI_PRIMITIVE(ticket_lock.take_ticket + enter) void ticket_lock_lock(ticket_lock_t *lock);
MCMINI_PRIMITIVE(ticket_lock.unlock) void ticket_lock_unlock(ticket_lock_t *lock);

#endif // TICKET_LOCK_H
