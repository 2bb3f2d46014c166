// examples/primitives/rcu.h - read-copy-update: readers never wait; rcu_synchronize returns when
// all readers that were there have left. One for the whole program.
#ifndef RCU_H
#define RCU_H

#include <mcmini/mcmini.h>

MCMINI_PRIMITIVE(rcu.read_lock) void rcu_read_lock(void);
MCMINI_PRIMITIVE(rcu.read_unlock) void rcu_read_unlock(void);
MCMINI_PRIMITIVE(rcu.synchronize + wait) void rcu_synchronize(void);

#endif // RCU_H
