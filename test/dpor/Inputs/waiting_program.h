// test/dpor/Inputs/waiting_program.h - abstract programs in which threads wait in queues, by
// policies.
#ifndef WAITING_PROGRAM_H
#define WAITING_PROGRAM_H

#include "primitives/builtin.h"
#include "abstract.h"

/// What has a policy.
enum waits { LOCKS, WAITS, SLEEPS, READS, WRITES, WAYS_TO_WAIT };

/// How the threads of a program wait. All 0: without queues.
struct queues {
  const struct mc_policy *policy[WAYS_TO_WAIT]; ///< or NULL
  enum mc_preference preference;                ///< of read-write locks
  unsigned spurious;                            ///< wakeups of a condition variable
  bool counts;                                  ///< getvalue looks at the queue
  mc_object queue[2][MAX_OBJECTS];              ///< 1 + the queues of an object: writers', readers'
};

/// Some policy, or NULL; one of them is the test's own: the lowest thread first.
const struct mc_policy *some_policy(unsigned number);
enum { SOME_POLICIES = 7 };
extern const struct mc_policy lowest_first;

/// Queues for all that can have some; `below(source, n)` is a random number below n.
struct queues random_queues(unsigned (*below)(void *source, unsigned n), void *source);

/// As `on`, with the enqueue before it and the queues among its objects where there are any.
struct instruction *on_waiting(struct program *program, struct queues *queues, mc_thread thread,
                               const char *name, mc_object object);
/// A condition wait: both halves, and the lock after a timeout or a spurious wakeup.
void wait_for(struct program *program, struct queues *queues, mc_thread thread, bool timed,
              mc_object condition, mc_object mutex);

#endif // WAITING_PROGRAM_H
