// primitives.h - the primitives of the abstract programs: as small as their laws allow, so that a
// benchmark measures the search and not them.
#ifndef MC_BENCHMARKS_ABSTRACT_PRIMITIVES_H
#define MC_BENCHMARKS_ABSTRACT_PRIMITIVES_H

#include "primitives/builtin.h"

enum { LOCK, UNLOCK };
/// The state is an int: 0 free, else the holder's number plus 1.
extern const struct mc_primitive abstract_mutex;

enum { WAIT, POST };
/// The state is two ints: how many posts and waits there were. Argument 0 of both is the initial
/// value. Two posts are independent, all else is dependent.
extern const struct mc_primitive abstract_semaphore;
/// The same semaphore, numbered: a step's alternative is its number among those of its kind. A post
/// and a wait are dependent only where the post makes the very unit that the wait takes; all posts
/// are dependent, and all waits.
extern const struct mc_primitive abstract_numbered_semaphore;

enum { READ, WRITE, COMPARE_EXCHANGE };
/// The state is a uint64_t. Argument 0 is written; argument 1 is what compare-exchange expects; it
/// has the alternatives 0 (done) and 1 (another value was there).
extern const struct mc_primitive abstract_variable;

#endif // MC_BENCHMARKS_ABSTRACT_PRIMITIVES_H
