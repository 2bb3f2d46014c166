// primitives/mutex.h - between mutex.c, what a mutex means, and mutex_functions.c, the interposed
// functions. mutex.c says what is in an operation's arguments.
#ifndef MC_PRIMITIVES_MUTEX_H
#define MC_PRIMITIVES_MUTEX_H

#include "builtin.h"

enum mc_mutex_operation {
  MC_MUTEX_INIT,
  MC_MUTEX_DESTROY,
  MC_MUTEX_LOCK,
  MC_MUTEX_TRYLOCK,
  MC_MUTEX_TIMEDLOCK,
  MC_MUTEX_UNLOCK,
  MC_MUTEX_CONSISTENT,
  MC_MUTEX_LOCK_ALL,
};
enum { MC_MUTEX_OK, MC_MUTEX_BUSY }; ///< alternatives; busy is the timeout of timedlock

/// In argument 0, beside the type.
enum { MC_MUTEX_TYPE = 0xff, MC_MUTEX_ROBUST = 0x100, MC_MUTEX_FORGIVING = 0x200 };
enum { MC_MUTEX_KEEPS = 1 }; ///< argument 1 of an unlock

extern const struct mc_primitive mc_primitive_mutex;

/// Gives the mutex back and takes it again, behind another unlock below which something may have
/// changed. `changed`: something may have before this one.
void mc_mutex_wait_for_change(mc_object mutex, bool changed, const struct mc_site *site);

static inline bool mc_mutex_checks_its_owner(const struct mc_mutex_state *m) {
  return m->type == PTHREAD_MUTEX_RECURSIVE || m->type == PTHREAD_MUTEX_ERRORCHECK;
}

#endif // MC_PRIMITIVES_MUTEX_H
