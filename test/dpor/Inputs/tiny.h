// test/dpor/Inputs/tiny.h - the smallest primitives that show what the search must get right.
#ifndef TINY_H
#define TINY_H

#include "abstract.h"

/// lock, unlock, trylock (ok, busy), timedlock (ok, timeout; it may yield). Not recursive.
extern const struct mc_primitive tiny_mutex;
/// wait, post, trywait, timedwait. The state is an int.
extern const struct mc_primitive tiny_semaphore;
/// read, write (argument 0), add (argument 0). The state is a uint64_t.
extern const struct mc_primitive tiny_variable;
/// yield, busy_wait, exit; on no object.
extern const struct mc_primitive tiny_control;

struct instruction *add_yield(struct program *program, mc_thread thread);
struct instruction *add_busy_wait(struct program *program, mc_thread thread);
struct instruction *add_exit(struct program *program, mc_thread thread);

/// What the option parser of the real thing would give.
struct mc_search_config config_of(enum mc_algorithm algorithm, enum mc_sleep_sets sleep_sets);

#endif // TINY_H
