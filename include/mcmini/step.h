// mcmini/step.h - what the search, the runtime and McMini's own primitives know of a step, beyond
// <mcmini/primitive.h>. A primitive of yours needs nothing of it.
#ifndef MCMINI_STEP_H
#define MCMINI_STEP_H

#include <mcmini/lifetime.h>
#include <mcmini/primitive.h>

/// Flags of an operation, beside MC_YIELD and MC_EINTR.
enum mc_step_flags {
  MC_PROCESS_EXIT = 2, ///< taken last: when all others are blocked, finished, or only repeat
                       ///< themselves
  MC_BUSY_WAIT = 4,    ///< may run again only after another thread has made progress
  MC_POLL = 8,         ///< the thread repeats what changes nothing; a yield
  MC_DROPS = 16,       ///< never enabled; a trace that ends with it pending is dropped, no deadlock
  MC_RETRIES = 32,     ///< MC_AWAITS, and where it is not enabled, the thread would go on with
                       ///< another iteration, which another trace has
  MC_ATOMIC = 64,      ///< part of an atomic section; dependent on every step of other threads that
                       ///< has an object
  MC_SECTIONED = 128,  ///< object[objects] is the one of all atomic sections; enabled only while no
                       ///< other thread owns that
  MC_AWAITS = 256,     ///< a loop does nothing else until this has its outcome; the alternative
                       ///< MC_FAILURE is none. Where it is never enabled again, the trace shows a
                       ///< livelock
  MC_RECOGNISED = 512, ///< MC_AWAITS was found while the program ran
  MC_ADDRESS_ONLY = 1024, ///< of what lies at its object's address nothing is used: freed memory is
                          ///< as good
  MC_BEYOND = 2048, ///< McMini cannot do it. The thread stands still, and a trace that ends so is
                    ///< bounded
  MC_ELSEWHERE = 4096, ///< what it reads or changes is not all in the state of its objects (bytes
                       ///< in a pipe): that two of them lead to the same state tells nothing
  MC_FORGIVEN = 8192,  ///< if it is a misuse, a program without McMini goes on
  MC_EINTR_UNSEEN = 32768, ///< as MC_EINTR, but the primitive does not have it: what a handler
                           ///< interrupts goes on, and the search is not complete
  MC_BEGUN =
      MC_EINTR | MC_EINTR_UNSEEN, ///< it has begun: a handler may end it, none runs before it
};

/// A bit of mc_primitive.traits: what waits for this primitive is a thread of McMini's own, which
/// serves the others. Where they wait, too, that is a deadlock of theirs.
#define MC_SERVES (1u << 31)

static inline bool mc_serves(const struct mc_operation *operation) {
  return operation->primitive->traits & MC_SERVES;
}

//===- Interrupts -----------------------------------------------------------------------------===//

/// The first operations of `signal`.
enum { MC_SIGNAL_DELIVER, MC_SIGNAL_HANDLE, MC_SIGNAL_MASK };
enum { MC_SIGNAL_IF_ANY = 1 };

static inline bool mc_is_interrupt(const struct mc_operation *step) {
  return step->alternative >= MC_INTERRUPTED;
}
/// ... of one that has seen that its operation would have to wait.
static inline bool mc_interrupts_wait(const struct mc_operation *step) {
  return step->alternative == MC_CUT_SHORT ||
         (step->alternative == MC_INTERRUPTED && step->handled_waiting);
}
/// Where its signals begin in `object`.
static inline unsigned mc_first_signals(const struct mc_operation *operation) {
  return operation->objects + (operation->flags & MC_SECTIONED ? 1u : 0u);
}
/// What an interrupted operation does to its `signals`: this operation of their primitive, with the
/// alternative MC_SIGNAL_IF_ANY, which is enabled where there is one to be taken.
static inline struct mc_operation mc_delivery(const struct mc_operation *step,
                                              const struct mc_primitive *signals) {
  struct mc_operation delivery = {.primitive = signals,
                                  .thread = step->thread,
                                  .kind = MC_SIGNAL_DELIVER,
                                  .alternative = MC_SIGNAL_IF_ANY,
                                  .objects = step->signals};
  for (unsigned i = 0; i < step->signals; i++)
    delivery.object[i] = step->object[mc_first_signals(step) + i];
  return delivery;
}

#endif // MCMINI_STEP_H
