// mcmini/policy.h - wakeup policies: which of the threads that wait is served next.
//
// An operation that waits can be two transitions (the paper, section 4.3): `enqueue` puts the
// thread into a queue; the operation itself then is enabled only where the queue's policy lets the
// thread be served. The queue is an object of its own, the last one of every operation that uses
// it, so that what does not look at it (an unlock) is independent of an enqueue. Without a policy
// there is no queue, and any thread that waits may be served. primitives/queue.c; docs/policies.md.
#ifndef MCMINI_POLICY_H
#define MCMINI_POLICY_H

#include <mcmini/primitive.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // for primitives in shared objects, too

/// The threads that wait, in an order that the policy makes.
struct mc_queue {
  uint16_t count;
  uint16_t mark;                  ///< the policy's own; 0 in an empty queue
  uint8_t thread[MC_MAX_THREADS]; ///< [count], the others are 0
};

/// What a step does to a queue.
enum mc_queue_role {
  MC_QUEUE_NOTHING,
  MC_QUEUE_ENTER, ///< its thread enters
  MC_QUEUE_TAKE,  ///< a thread is served, if the policy lets it, and leaves; or leaves as it does
                  ///< not
  MC_QUEUE_LEAVE, ///< a thread leaves, whether the policy lets it or not: a timeout
  MC_QUEUE_LOOK,  ///< sees how many there are
};

/// A wakeup policy. Callbacks are pure, like those of a primitive; `leave` must bring every queue
/// that can be back to all zeroes when the last thread has left.
struct mc_policy {
  const char *name; ///< as --policy and reports have it: "fifo"
  /// The thread, which is not in the queue, enters. [as the last one]
  void (*enter)(struct mc_queue *queue, mc_thread thread);
  /// May the thread, which is in the queue, be served next? [true]
  bool (*may_take)(const struct mc_queue *queue, mc_thread thread);
  /// The thread is served. [as leave]
  void (*take)(struct mc_queue *queue, mc_thread thread);
  /// The thread leaves, from whatever place. [the others keep their order]
  void (*leave)(struct mc_queue *queue, mc_thread thread);
  /// Does the order of an ENTER, TAKE or LEAVE and another one matter, for the answers of may_take
  /// and the bytes of the queue? Static, asked both ways round, the answers or-ed. [true]
  bool (*dependent)(enum mc_queue_role a, enum mc_queue_role b);
};

/// The order is that of the enqueues: first come, first served; the last one first.
MC_HOOK_VISIBLE extern const struct mc_policy mc_policy_fifo, mc_policy_lifo;
/// Any thread that waits; the first has no queue. `independent`: the enqueues commute; `dependent`:
/// they do not.
MC_HOOK_VISIBLE extern const struct mc_policy mc_policy_arbitrary, mc_policy_independent,
    mc_policy_dependent;
/// Condition variables as glibc 2.36 has them: a thread that waits since the last time that all
/// earlier ones had been signalled is not yet served.
MC_HOOK_VISIBLE extern const struct mc_policy mc_policy_glibc;

/// Makes a policy of the program known, so that --policy can name it. At file scope.
#define MC_POLICY(policy)                                                                          \
  __attribute__((constructor)) static void mc_register_##policy(void) {                            \
    if (mc_policy_register)                                                                        \
      mc_policy_register(&(policy));                                                               \
  }
MC_HOOK_VISIBLE __attribute__((weak)) void mc_policy_register(const struct mc_policy *policy);
/// Makes an operation known that --policy can name: "rwwlock.write".
MC_HOOK_VISIBLE __attribute__((weak)) void mc_policy_operation(const char *name);

/// The argument of an operation that uses a queue in which it has a policy's say: the policy.
enum { MC_POLICY_ARGUMENT = 2 };
static inline const struct mc_policy *mc_operation_policy(const struct mc_operation *operation) {
  return (const struct mc_policy *)(uintptr_t)operation->argument[MC_POLICY_ARGUMENT];
}

/// The queues of an object; few have a second one.
extern const struct mc_primitive mc_primitive_queue, mc_primitive_second_queue;

/// For callbacks of an operation with a policy, whose queue is its last object. Without a policy
/// nothing happens, and every thread may be served.
bool mc_queue_may_take(const struct mc_operation *operation, const void *const state[],
                       mc_thread thread);
void mc_queue_enter(const struct mc_operation *operation, void *const state[], mc_thread thread);
void mc_queue_serve(const struct mc_operation *operation, void *const state[], mc_thread thread);
void mc_queue_leave(const struct mc_operation *operation, void *const state[], mc_thread thread);
void mc_queue_clear(const struct mc_operation *operation, void *const state[]);
/// Before the thread does that: would it be possible, and the queue the same for all others, if any
/// one of those that wait had never come?
bool mc_queue_forgets(const struct mc_operation *operation, void *const state[],
                      enum mc_queue_role role, mc_thread thread);

/// Are two steps dependent because of the queues that they share? `role` says what a step of the
/// asking primitive does to its i-th object. One of the two may be an enqueue, which touches
/// nothing but the queue.
bool mc_is_enqueue(const struct mc_operation *operation);
bool mc_queues_dependent(const struct mc_operation *a, const struct mc_operation *b,
                         enum mc_queue_role (*role)(const struct mc_operation *step, unsigned i));

/// For interposed functions. The policy of an operation ("sem.wait") on an object, or NULL.
const struct mc_policy *mc_policy_of_object(mc_object object, const volatile void *address,
                                            const char *operation);
/// The transition by which the calling thread enters that queue.
void mc_enqueue(const struct mc_primitive *kind, const volatile void *address,
                const struct mc_policy *policy, const struct mc_site *site);
/// Appends the queue of that kind at `address` to the operation's objects; the object is made at
/// its first use. NULL: the operation only looks.
void mc_queue_use(struct mc_operation *operation, const struct mc_primitive *kind,
                  const volatile void *address, const struct mc_policy *policy);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif // MCMINI_POLICY_H
