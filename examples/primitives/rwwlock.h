// examples/primitives/rwwlock.h - a lock for many readers and two kinds of writers, who go first.
// Not implemented: it can be checked all the same. Its meaning is in rwwlock.c.
#ifndef RWWLOCK_H
#define RWWLOCK_H

#include <mcmini/mcmini.h>

typedef struct rwwlock {
  int unused;
} rwwlock_t;

MCMINI_PRIMITIVE(rwwlock.read_lock) void rwwlock_read_lock(rwwlock_t *lock);
MCMINI_PRIMITIVE(rwwlock.read_unlock) void rwwlock_read_unlock(rwwlock_t *lock);
MCMINI_PRIMITIVE(rwwlock.write1_enqueue + write1_lock) void rwwlock_write1_lock(rwwlock_t *lock);
MCMINI_PRIMITIVE(rwwlock.write2_enqueue + write2_lock) void rwwlock_write2_lock(rwwlock_t *lock);
MCMINI_PRIMITIVE(rwwlock.write_unlock) void rwwlock_write_unlock(rwwlock_t *lock);

#endif // RWWLOCK_H
