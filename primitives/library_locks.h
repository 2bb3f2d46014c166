// primitives/library_locks.h - between library_locks.c and the primitives whose objects a library's
// locks are.
#ifndef MC_PRIMITIVES_LIBRARY_LOCKS_H
#define MC_PRIMITIVES_LIBRARY_LOCKS_H

#include "builtin.h"

// The object of so many bytes at that address, alive; made at its first use. Its memory is not looked at, and not
// written: a lock of zeroed memory, a copied one and one that nobody has destroyed are right.
mc_object mc_mutex_unmarked(const volatile void *address, size_t bytes, uint16_t type);
mc_object mc_condition_unmarked(const volatile void *address, size_t bytes);
mc_object mc_rwlock_unmarked(const volatile void *address, size_t bytes, enum mc_preference preference);
mc_object mc_semaphore_unmarked(const volatile void *address, size_t bytes);
/// This one waits for its init.
mc_object mc_barrier_unmarked(const volatile void *address, size_t bytes);
/// pthread_barrier_wait of a program that does not use the result.
void mc_barrier_pass(void *barrier, const struct mc_site *site);

#endif // MC_PRIMITIVES_LIBRARY_LOCKS_H
