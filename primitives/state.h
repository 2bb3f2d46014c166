// primitives/state.h - what the kernel and libc keep for all threads: names of files, what is in
// them, offsets, descriptor numbers, random numbers, the environment, ... Which function uses which
// of these and how is in state_calls.def and file_calls.def; the operations are in state.c.
#ifndef MC_PRIMITIVES_STATE_H
#define MC_PRIMITIVES_STATE_H

#include "calls.h"
#include <pthread.h>
#include <semaphore.h>

/// What an operation is called.
enum mc_state_kind {
#define MC_STATE_CALL(type, function, ...) MC_STATE_KIND_##function,
#include "state_calls.def"
#undef MC_STATE_CALL
#define MC_FILE_CALL(function, ...) MC_FILE_KIND_##function,
#define MC_FILE_FUNCTION(...)
#include "file_calls.def"
#undef MC_FILE_CALL
#undef MC_FILE_FUNCTION
  MC_STATE_STREAM,
  MC_STATE_SEM_OPEN,
  MC_STATE_SEM_UNLINK,
  MC_STATE_MQ_OPEN,
  MC_STATE_MQ_UNLINK,
  MC_STATE_LIMIT,
  MC_STATE_ATTRIBUTE,    ///< of a thread
  MC_STATE_LOAD,         ///< or unload: a library
  MC_STATE_NEXT_HANDLER, ///< exit and quick_exit look for it
  MC_STATE_TOLD,         ///< a synchronisation
  MC_STATE_TEMPORARY_NAME,
  MC_STATE_MAP_FILE,
  MC_STATE_DESTRUCTORS, ///< of a thread's keys
  MC_STATE_LOOK_UP,     ///< what has a descriptor's number
};

/// The states of which a process has one.
enum mc_single_state {
  MC_STATE_RANDOM,
  MC_STATE_RANDOM48,
  MC_STATE_ENVIRONMENT,
  MC_STATE_TOKENS,
  MC_STATE_TIME,
  MC_STATE_TIME_TEXT,
  MC_STATE_LOCALE,
  MC_STATE_KEYS,
  MC_STATE_EXIT_HANDLERS,
  MC_STATE_HASH_TABLE,
  MC_STATE_OPTIONS,
  MC_STATE_USERS,
  MC_STATE_GROUPS,
  MC_STATE_HOSTS,
  MC_STATE_LOGINS,
  MC_STATE_TERMINAL,
  MC_STATE_FILE_SYSTEMS, ///< of /etc/fstab
  MC_STATE_SHELLS,       ///< of /etc/shells
  MC_STATE_CONVERSIONS,
  MC_STATE_LOG,
  MC_STATE_LIMITS,
  MC_STATE_SESSION,
  MC_STATE_PRIORITY,
  MC_STATE_UMASK,
  MC_STATE_MODULES, ///< libraries that are loaded
  MC_STATE_CONCURRENCY,
  MC_STATE_PROTECTION_KEYS,
  MC_STATE_DEFAULT_ATTRIBUTES, ///< of threads
  MC_STATE_NUMBERS,            ///< of descriptors
  MC_STATE_STREAMS,            ///< all together: fflush(NULL)
  MC_STATE_NAMES,              ///< of files, all together: MC_ORDER_ONE_NAME
  MC_STATES,
};

/// What one call uses.
struct mc_uses {
  uint32_t slot[MC_MAX_OPERATION_OBJECTS];
  uint8_t use[MC_MAX_OPERATION_OBJECTS]; ///< enum mc_use
  uint8_t count;
  uint64_t call;     ///< tells it from other calls of the same place
  bool synchronizes; ///< the kernel, or a stream's lock, orders what the threads do around it
  pthread_mutex_t *lock; ///< is held for the call
};

/// A state of which there are many, by a number that means the same one in every trace. Two may be
/// taken for one: that costs traces and nothing else.
uint32_t mc_state_slot(uint64_t name);
uint64_t mc_state_name(uint64_t kind, uint64_t a, uint64_t b);
void mc_state_use(struct mc_uses *uses, uint32_t slot, enum mc_use use);

/// A semaphore that is initialised, at that place.
void mc_semaphore_make(sem_t *at, unsigned value);

/// Around the call itself. `begin` returns when it is the thread's turn. False: the call is part of
/// another one, which has announced it. `done`: it has changed what it can change.
bool mc_state_begin(const struct mc_uses *uses, unsigned kind, const struct mc_site *site);
void mc_state_end(const struct mc_uses *uses, bool done);

/// A fault of a test build (dpor/mutant.h): with MC_MUTANT=lost:FUNCTION the next call of the thread
/// is not announced if it is that function's.
#ifdef MC_MUTANTS
void mc_state_fault(const char *function);
bool mc_state_is_lost(void);
#else
#define mc_state_fault(function) ((void)0)
#define mc_state_is_lost() false
#endif

#endif // MC_PRIMITIVES_STATE_H
