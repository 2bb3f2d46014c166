// runtime/memory/thread_info.h - what is known of a thread of the program, beside the model.
#ifndef MC_RUNTIME_MEMORY_THREAD_INFO_H
#define MC_RUNTIME_MEMORY_THREAD_INFO_H

#include "base.h"

enum { MC_ITERATION_OPERATIONS = 24, MC_IDLE_PLACES = 16 };

/// An operation of a thread that changed nothing.
struct mc_iteration {
  const struct mc_site *site;
  uint64_t value, result;
  mc_object object;
  mc_alternative alternative;
};

enum { MC_THREAD_NAME = 16 };

/// A thread's last operations, since one that did change something.
struct mc_iterations {
  uint32_t repeats; ///< how many repeat one of `iteration`, in a row
  uint32_t next;    ///< how many there have been, but for those; `iteration` has the last ones
  uint32_t capacity;
  struct mc_iteration *iteration; ///< of mc_process->arena: most threads have few
};
static inline unsigned mc_iterations_kept(const struct mc_iterations *iterations) {
  return iterations->next < MC_ITERATION_OPERATIONS ? iterations->next : MC_ITERATION_OPERATIONS;
}

/// Whether it waits, in a livelock.
enum mc_doubt {
  MC_CERTAIN,
  MC_IN_DOUBT, ///< it makes iterations that are no part of the trace
  MC_NO_DOUBT, ///< they were as before
};

/// Is a thread always in the same states when it comes to its operations? Asked at the end of a
/// trace in which nothing changes any more.
struct mc_idling {
  uint64_t since;      ///< the step with which that began
  bool repeats, moves; ///< it was at a place again in the same state; in another one
  struct {
    const struct mc_site *site;
    uint64_t state;
  } at[MC_IDLE_PLACES];
};

/// Where a thread stands.
struct mc_thread_place {
  uintptr_t frame; ///< where its stack begins, 0: not known
  uint64_t hash;   ///< of the stack and the registers
};

/// A thread that goes on while another one stands at the exit of the process: see repetition.c.
struct mc_repetition {
  uint32_t arrivals, next;    ///< at operations; at which of them it is looked at anew
  const struct mc_site *site; ///< where it stood when it was; NULL: nowhere
  mc_object object;
  struct mc_thread_place place;
  uint64_t objects, memory; ///< hashes of their states then; the second 0: not known
  uint64_t calls;           ///< system calls, up to then
  uint32_t noted, since;    ///< after so many arrivals; after so many steps
  bool is_known;            ///< it has come back there in that state,
  uint32_t iteration;       ///< after so many arrivals;
  uint32_t goal;            ///< it is to make one more iteration, up to this one; 0: not yet said
};

/// What a loop awaits of a variable: that (value & mask) is `until` than `operand`.
struct mc_wanted {
  uint64_t address, size; ///< size 0: nothing
  uint64_t until, mask, operand;
};

struct mc_thread_info {
  char name[MC_THREAD_NAME]; ///< that the program has given it
  uint32_t tid;              ///< of the kernel thread; 0 until it has started
  pthread_t handle;
  uint32_t children, objects;   ///< how many it has made so far
  uint32_t owns;                ///< of how many objects it is the owner
  uint64_t clock;               ///< ns
  uint32_t clock_queries;       ///< modulo 10
  const struct mc_site *site;   ///< of the pending operation
  uint32_t shown;               ///< its place with callers, in session->site + 1; 0: not noted
  const uint64_t *frame;        ///< of the runtime, where the thread has declared it
  mc_object object;             ///< its thread object
  uint64_t result;              ///< of the last step
  mc_alternative alternative;   ///< that ran
  uint64_t mask;                ///< signals blocked when it was created
  uint64_t guard_size;          ///< bytes below its stack, as the program has asked for them
  enum mc_handled handled;      ///< the last signal that interrupted it
  bool destroys;                ///< it calls several destructors of its keys
  bool has_no_locals;           ///< its thread-local variables have ended
  uint32_t handlers;            ///< that it is in, or has left by a jump
  bool changed;                 ///< the last step has changed its first object, or may have
  bool wrote;                   ///< before the last step, where no step shows it, or may have
  struct mc_iterations quiet;   ///< of operations that change nothing
  struct mc_iterations locking; ///< of those and of locks taken and given back
  struct mc_repetition repetition;
  struct mc_wanted plain;       ///< that its busy wait is for
  struct mc_operation given_up; ///< giving_up.c: what it would wait for; primitive NULL: nothing
  uint32_t
      stored_since; ///< retry.c: the step before which an iteration began that stores, or MC_NONE
  bool is_in_wait;  ///< its pending operation is in a call that waits, and no loop of the program's
  bool outwaited;      ///< since then a step was made that is taken only if no other thread can run
  bool serves;         ///< it is McMini's own
  uint32_t sections;   ///< atomic ones that it is in
  uint64_t operations; ///< how many it has declared, busy waits apart
  enum mc_doubt doubt;
  struct mc_cancellation {
    bool is_asked; ///< pthread_cancel has been called for it
    bool is_early; ///< it was to be cancelled before the search began
    bool is_disabled, is_asynchronous;
    bool is_over;        ///< it ends
    enum mc_place_of_cancellation point; ///< that it is in
  } cancellation;
  void *(*start)(void *); ///< the thread's function, with its
  void *argument;         ///< argument
  void *returned;         ///< what it has returned, where glibc does not know:
  bool has_left_early;    ///< see mc_thread_leave_early
};

#endif // MC_RUNTIME_MEMORY_THREAD_INFO_H
