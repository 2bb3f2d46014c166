// mcmini/mcmini.h - annotations for programs under test: visible accesses, modelled input.
//
// Without the plugin, and in a program that runs without mcmini, accesses are plain ones, mc_choose
// gives 0, and an assumption that does not hold ends the program with status 0.
#ifndef MCMINI_H
#define MCMINI_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__MCMINI__) || defined(__MCMINI_TSAN__) // by the plugin, or mcmini-cc --from-tsan

/// One of 0 .. n-1: the search explores them all. Of no effect on other threads, so that the order
/// of two choices does not matter. n = 0 is a misuse.
unsigned mc_choose(unsigned n);

/// Only executions in which the condition holds are of interest. Where it does not, the thread
/// stops here for ever and the trace counts as dropped: it is no deadlock, whoever waits for the
/// thread. The other threads go on; what they do wrong is found, as they could have done it before.
void mc_assume(bool condition);

/// The program has failed: ends the trace with the finding "assertion failed" and this message.
void mc_fail(const char *message) __attribute__((noreturn));

/// The code between the two is one transition: no other thread does anything in between that has an
/// object. It is enabled unless another thread is in such a section, and its order with all steps
/// of other threads matters. What would have to wait inside is a misuse. Sections may be nested.
void mc_atomic_begin(void);
void mc_atomic_end(void);

/// All that comes before the first of these calls has one order, and all that comes after the
/// second one: what is in between is explored.
void mc_begin(void);
void mc_end(void);

#ifdef __cplusplus
}
#endif

#include <mcmini/hooks.h>

#ifdef __MCMINI__

/// Before the declaration of a function: its calls are the operation of a primitive, whether or not
/// it has a body. MCMINI_PRIMITIVE(rwwlock.read_lock), or of several operations, one after another,
/// MCMINI_PRIMITIVE(rwwlock.enqueue + lock); MCMINI_PRIMITIVE(rwwlock) takes the rest from the
/// function's name, rwwlock_read_lock. The function's first parameter points to the object. See
/// docs/primitives.md.
#define MCMINI_PRIMITIVE(operation) __attribute__((annotate("mcmini:" #operation)))

/// Before the definition of a function: its plain accesses are not looked at. Thread primitives,
/// atomics and MC_READ, MC_WRITE in it are seen as anywhere; so are the functions that it calls.
#define MCMINI_NO_CHECK __attribute__((annotate("mcmini-no-check")))

/// Reads the scalar lvalue `x` as a visible operation: the search orders conflicting accesses both
/// ways, and two of different threads that nothing else orders are reported as a data race.
#define MC_READ(x)                                                                                 \
  __extension__({                                                                                  \
    __typeof__(x) *mc_place_ = &(x);                                                               \
    __mcmini_annotated(mc_place_, sizeof(x), MC_ACCESS_READ, 0, #x);                               \
    *mc_place_;                                                                                    \
  })

/// Writes `v` to the scalar lvalue `x` as a visible operation. The value is that of the assignment.
#define MC_WRITE(x, v)                                                                             \
  __extension__({                                                                                  \
    __typeof__(x) mc_new_value_ = (v);                                                             \
    uint64_t mc_operand_ = 0;                                                                      \
    __builtin_memcpy(&mc_operand_, (const void *)&mc_new_value_,                                   \
                     sizeof(x) < sizeof mc_operand_ ? sizeof(x) : sizeof mc_operand_);             \
    __typeof__(x) *mc_place_ = &(x);                                                               \
    __mcmini_annotated(mc_place_, sizeof(x), MC_ACCESS_WRITE, mc_operand_, #x);                    \
    *mc_place_ = mc_new_value_;                                                                    \
  })

#else // -fsanitize=thread: accesses are plain ones, and seen as such; functions do what they do

#define MCMINI_PRIMITIVE(operation)
#define MCMINI_NO_CHECK __attribute__((no_sanitize("thread")))
#define MC_READ(x) (x)
#define MC_WRITE(x, v) ((x) = (v))

#endif

#ifdef __cplusplus
extern "C" {
#endif

/// Wakeup policies (docs/policies.md); one of the program's own: <mcmini/primitive.h>.
struct mc_policy;
MC_HOOK_VISIBLE extern const struct mc_policy mc_policy_arbitrary, mc_policy_independent,
    mc_policy_dependent, mc_policy_fifo, mc_policy_lifo, mc_policy_glibc;
#define MC_ARBITRARY (&mc_policy_arbitrary)
#define MC_ARBITRARY_ENQUEUE_INDEPENDENT (&mc_policy_independent)
#define MC_ARBITRARY_ENQUEUE_DEPENDENT (&mc_policy_dependent)
#define MC_FIFO (&mc_policy_fifo)
#define MC_LIFO (&mc_policy_lifo)
#define MC_GLIBC (&mc_policy_glibc)

/// The mutex, semaphore, condition variable or read-write lock at `object` has this policy,
/// whatever
/// --policy says; no transition. After its init or before, but before any thread waits for it.
MC_HOOK_VISIBLE void mc_policy(const volatile void *object, const struct mc_policy *policy);
/// The same for one of its operations: "read" or "write" of a read-write lock.
MC_HOOK_VISIBLE void mc_policy_of(const volatile void *object, const char *operation,
                                  const struct mc_policy *policy);
/// The condition variable at `condition` has at most so many spurious wakeups in a trace, whatever
/// --spurious-wakeups says; no transition. Before its first use, init included.
MC_HOOK_VISIBLE void mc_spurious_wakeups(const volatile void *condition, unsigned most);

#ifdef __cplusplus
}
#endif

#else

#include <stdio.h>
#include <stdlib.h>

static inline unsigned mc_choose(unsigned n) {
  (void)n;
  return 0;
}
static inline void mc_assume(bool condition) {
  if (!condition)
    exit(0);
}
static inline void mc_begin(void) {}
static inline void mc_end(void) {}
static inline void mc_atomic_begin(void) {}
static inline void mc_atomic_end(void) {}
__attribute__((noreturn)) static inline void mc_fail(const char *message) {
  fprintf(stderr, "mc_fail: %s\n", message);
  abort();
}

#ifdef __cplusplus
}
#endif

#define MCMINI_PRIMITIVE(operation)
#define MCMINI_NO_CHECK
#define MC_READ(x) (x)
#define MC_WRITE(x, v) ((x) = (v))
#define mc_policy(object, policy) ((void)(object))
#define mc_policy_of(object, operation, policy) ((void)(object))
#define mc_spurious_wakeups(condition, most) ((void)(condition))
#endif

#endif // MCMINI_H
