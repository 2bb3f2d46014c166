// mcmini/primitive.h - how a thread primitive is taught to McMini.
//
// A primitive is a state (plain bytes) and operations on it. For each operation the author says
// when it is enabled, which operations it depends on, with which it can be co-enabled, and what it
// does. The search treats one operation as one transition and knows nothing else of it.
//
// Every callback is pure: no allocation, no I/O, no globals, no look at the program's memory (but
// `observe`). The search calls them in any order, on copies of the states, with all threads
// stopped. Built-in primitives use this header and nothing else of McMini.
//
// Source: the operations' four questions are those of Pirtle, Jovanovic, Cooperman (2023),
// section 3.
#ifndef MCMINI_PRIMITIVE_H
#define MCMINI_PRIMITIVE_H

#include <mcmini/hooks.h>
#include <mcmini/warnings.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Later versions add fields at the end of the structures; they change none.
#define MC_PRIMITIVE_VERSION 1

#define MC_NORETURN __attribute__((noreturn))

/// A thread: a small number, the same for the same thread (parent, k-th child) in every trace.
/// 0 is the main thread.
typedef uint16_t mc_thread;
#define MC_NO_THREAD ((mc_thread)0xffff)
#define MC_MAX_THREADS 128

/// An object: a small number, the same for the same object in every trace.
typedef uint16_t mc_object;
#define MC_NO_OBJECT ((mc_object)0xffff)

/// One of the outcomes that an operation can have: which waiter wakes, timeout or not, busy or not.
typedef uint16_t mc_alternative;

/// Of an operation that is flagged MC_YIELD and has objects, the alternative that means failure,
/// timeout, or a spurious wakeup.
#define MC_FAILURE ((mc_alternative)1)
/// Of one with `signals`, beside those of its universe: its thread takes a pending signal instead,
/// runs the handler, and is at the operation again; or the operation, one flagged MC_EINTR that
/// would have to wait, has ended with that.
#define MC_INTERRUPTED ((mc_alternative)0xfffe)
#define MC_CUT_SHORT ((mc_alternative)0xffff)

enum { MC_MAX_OPERATION_OBJECTS = 8, MC_MAX_ARGUMENTS = 3, MC_MAX_STATE = 256 };

/// What the search has to know of an operation beside its primitive's answers.
enum mc_operation_flags {
  MC_YIELD = 1,        ///< a hint: the first choice goes to the other threads. On an operation with
                       ///< objects only with alternative MC_FAILURE
  MC_PROCESS_EXIT = 2, ///< taken last: when all others are blocked, finished, or only repeat
                       ///< themselves
  MC_BUSY_WAIT = 4,    ///< may run again only after another thread has made progress
  MC_POLL = 8,         ///< set by the runtime: the thread repeats what changes nothing; a yield
  MC_DROPS = 16,       ///< never enabled; a trace that ends with it pending is dropped, no deadlock
  MC_ATOMIC = 64,     ///< set by the runtime: part of an atomic section; dependent on every step of
                      ///< other threads that has an object
  MC_SECTIONED = 128, ///< set by the runtime: object[objects] is the one of all atomic sections;
                      ///< enabled only while no other thread owns that
  MC_AWAITS = 256,    ///< set by the runtime: a loop does nothing else until this has its outcome;
                      ///< the alternative MC_FAILURE is none. Where it is never enabled again, the
                      ///< trace shows a livelock
  MC_RECOGNISED = 512,    ///< set by the runtime: MC_AWAITS was found while the program ran
  MC_ADDRESS_ONLY = 1024, ///< of what lies at its object's address nothing is used: freed memory is
                          ///< as good
  MC_BEYOND = 2048,    ///< set by the runtime: McMini cannot do it. The thread stands still, and a
                       ///< trace that ends so is bounded
  MC_ELSEWHERE = 4096, ///< what it reads or changes is not all in the state of its objects (bytes
                       ///< in a pipe): that two of them lead to the same state tells nothing
  MC_FORGIVEN = 8192,      ///< if it is a misuse, a program without McMini goes on
  MC_EINTR = 16384,        ///< a handler ends it where it would have to wait, or has no object: the
                           ///< alternative MC_CUT_SHORT, with which mc_transition returns then
  MC_EINTR_UNSEEN = 32768, ///< the same, but the primitive does not have it: what a handler
                           ///< interrupts goes on, and the search is not complete
  MC_BEGUN =
      MC_EINTR | MC_EINTR_UNSEEN, ///< it has begun: a handler may end it, none runs before it
};

/// One operation of one thread. `alternative` is set where the question is about a step.
struct mc_operation {
  const struct mc_primitive *primitive;
  mc_thread thread;
  uint16_t kind; ///< index into primitive->operations
  mc_alternative alternative;
  uint16_t flags;                                 ///< enum mc_operation_flags
  uint8_t objects;                                ///< how many of `object` are used; 0 for a yield
  uint8_t signals;                                ///< set by the runtime: how many behind them, and
                                                  ///< behind that of MC_SECTIONED, are the signals
                                                  ///< that a handler of the thread may run for
  mc_object object[MC_MAX_OPERATION_OBJECTS + 3]; ///< the last places are for these
  uint64_t argument[MC_MAX_ARGUMENTS];            ///< meaning fixed by (primitive, kind)
};

/// Callbacks that are NULL take the default in brackets. `state[i]` belongs to
/// operation->object[i].
struct mc_primitive {
  unsigned version;              ///< MC_PRIMITIVE_VERSION
  const char *name;              ///< as reports print it: "mutex"
  const char *const *operations; ///< kind -> name: {"lock", "unlock", NULL}
  size_t state_size;             ///< bytes of an object's state, at most MC_MAX_STATE

  /// How many alternatives (0 .. n-1) `operation` can ever have while at most `n` operations touch
  /// the object, all by threads numbered below `n`. [1]
  unsigned (*universe)(const struct mc_operation *operation, unsigned n);

  /// May the step run now? [true]
  bool (*enabled)(const struct mc_operation *step, const void *const state[]);

  /// Runs the step, which is enabled. `*result` (0 at entry) is what the interposed function gets.
  /// Returns NULL, or what the program did wrong (misuse): "unlock of a mutex held by another
  /// thread".
  const char *(*apply)(const struct mc_operation *step, void *const state[], uint64_t *result);

  /// Does the order of these two steps of different threads matter? Static: never looks at a state.
  /// Asked only for steps that share an object, both ways round and of both primitives, the answers
  /// or-ed: state your own side only. Must be true for steps that can enable or disable each other.
  /// [true]
  bool (*dependent)(const struct mc_operation *a, const struct mc_operation *b);

  /// Can both be enabled in one state? Only saves time. Asked both ways round, and-ed. [true]
  bool (*coenabled)(const struct mc_operation *a, const struct mc_operation *b);

  /// Can `step` make `other`, a dependent step of another thread that is enabled, one that is not?
  /// Only saves time. [true]
  bool (*may_disable)(const struct mc_operation *step, const struct mc_operation *other);

  /// The alternative's name in traces: "timeout". NULL: the alternative is not printed. [NULL]
  const char *(*alternative_name)(const struct mc_operation *step);

  /// The thread that owns the object in this state, or MC_NO_THREAD. [nobody]
  mc_thread (*owner)(const void *state);

  /// The state as reports show it, 0-terminated: "held by thread 0.1". Thread t is written "%t"
  /// followed by its number and a semicolon ("%t3;"); the report puts the name in. [nothing]
  void (*print)(const void *state, char *text, size_t size);

  /// For objects whose state is the program's memory: reads it. Called at the actual state only,
  /// before the questions. [the state is only what `apply` makes it]
  void (*observe)(void *state, const volatile void *address);

  /// The value that reports show before and after a step. [none]
  bool (*value)(const void *state, uint64_t *value);

  /// Does the step give `thread` what it waits for on the first object: to its own thread a lock or
  /// a token, to another a signal? For the finding "starvation". [to nobody]
  bool (*serves)(const struct mc_operation *step, mc_thread thread);

  // Only for functions that stand for operations (MCMINI_PRIMITIVE of <mcmini/mcmini.h>):

  /// The state of an object that is used for the first time. [all bytes 0]
  const void *initial;

  /// kind -> how many objects the operation has: so many of the function's first parameters point
  /// to them. [1, or where the first parameter is no pointer, the one object that the primitive
  /// has]
  const uint8_t *objects;

  // For the search for data races:

  /// What the step gives by its i-th object to later steps of other threads, and what it takes of
  /// earlier ones: sets of up to 64 kinds of message, whose meaning is the primitive's own. What
  /// the thread did before a step that gives a kind happens before what another does after a later
  /// step that takes it (C11: "synchronizes with"). A lock takes what an unlock gives; a failed
  /// attempt takes nothing. Steps that are independent must give nothing to each other: only one of
  /// their orders is explored, and a race that is seen in the other one would be missed.
  /// [MC_EVERYTHING, so that no race is reported that is none; without `releases` to dependent steps
  /// alone]
  uint64_t (*releases)(const struct mc_operation *step, unsigned i);
  uint64_t (*acquires)(const struct mc_operation *step, unsigned i);
};

/// Of `releases` and `acquires`: all kinds of message.
#define MC_EVERYTHING UINT64_MAX
/// The kind that a step gives to a destroy which waits for it, though their order does not matter: it
/// uses the object's memory for the last time, and its thread has done nothing else since a step that
/// the destroy depends on.
#define MC_LEAVING_MESSAGE ((uint64_t)1 << 63)

#pragma GCC visibility push(default) // for primitives in shared objects, too

/// Makes the primitive known by its name. To be called from a constructor: MC_REGISTER. Without
/// mcmini it does nothing.
void mc_register(const struct mc_primitive *primitive);

/// In the file that defines the variable: MC_REGISTER(rwwlock). In a program without the runtime it
/// does nothing.
#define MC_REGISTER(variable)                                                                      \
  extern __typeof__(mc_register) mc_register __attribute__((weak));                                \
  __attribute__((constructor)) static void mc_register_##variable(void) {                          \
    if (mc_register)                                                                               \
      mc_register(&variable);                                                                      \
  }

/// True where two steps of different threads are dependent: they share an object and one of their
/// primitives says so.
bool mc_dependent(const struct mc_operation *a, const struct mc_operation *b);

/// What an interrupted operation does to its `signals`: this operation of their primitive, with the
/// alternative MC_SIGNAL_IF_ANY, which is enabled where there is one to be taken.
/// The first operations of `signal`.
enum { MC_SIGNAL_DELIVER, MC_SIGNAL_HANDLE, MC_SIGNAL_MASK };
enum { MC_SIGNAL_IF_ANY = 1 };
static inline bool mc_is_interrupt(const struct mc_operation *step) {
  return step->alternative >= MC_INTERRUPTED;
}
/// Where its signals begin in `object`.
static inline unsigned mc_first_signals(const struct mc_operation *operation) {
  return operation->objects + (operation->flags & MC_SECTIONED ? 1u : 0u);
}
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

/// The state of a mutex. Public, so that a primitive that releases a mutex and takes it again (a
/// condition variable, a monitor) can say so: it names the mutex as one of its objects.
struct mc_mutex_state {
  mc_thread owner; ///< MC_NO_THREAD while free
  uint16_t type;   ///< PTHREAD_MUTEX_NORMAL, _RECURSIVE, _ERRORCHECK, ADAPTIVE_NP
  uint32_t count;  ///< how often a recursive mutex is held
  uint8_t robust;
  uint8_t owner_died;
  uint8_t not_recoverable;
  uint8_t life;     ///< enum mc_life
  uint32_t changes; ///< how often it was given back where something may have changed meanwhile
};

/// Where an object stands between its init and its destroy.
enum mc_life { MC_ALIVE, MC_UNINITIALISED, MC_DESTROYED };

/// The kind of message that an unlock of a mutex gives, and a lock takes; see
/// mc_primitive.releases.
enum { MC_MUTEX_MESSAGE = 1 };

/// True where `thread` need not wait for the mutex: it is free, or taking it again is no wait.
bool mc_mutex_can_take(const struct mc_mutex_state *mutex, mc_thread thread);

/// Takes a mutex for which mc_mutex_can_take holds; returns what pthread_mutex_lock would.
uint64_t mc_mutex_take(struct mc_mutex_state *mutex, mc_thread thread);

/// Gives the mutex back once; `*result` is what pthread_mutex_unlock would return. Returns NULL or
/// the misuse.
const char *mc_mutex_release(struct mc_mutex_state *mutex, mc_thread thread, uint64_t *result);

/// A timeout of a condition wait: it names the mutex, and leaves it alone.
bool mc_condition_times_out(const struct mc_operation *step);

/// A set of threads, to be part of a state: who waits, who may go on.
struct mc_threads {
  uint64_t word[MC_MAX_THREADS / 64];
};
static inline bool mc_threads_has(const struct mc_threads *set, mc_thread thread) {
  return set->word[thread / 64] >> (thread % 64) & 1;
}
static inline void mc_threads_add(struct mc_threads *set, mc_thread thread) {
  set->word[thread / 64] |= (uint64_t)1 << (thread % 64);
}
static inline void mc_threads_remove(struct mc_threads *set, mc_thread thread) {
  set->word[thread / 64] &= ~((uint64_t)1 << (thread % 64));
}
static inline unsigned mc_threads_count(const struct mc_threads *set) {
  unsigned count = 0;
  for (unsigned i = 0; i < MC_MAX_THREADS / 64; i++)
    count += (unsigned)__builtin_popcountll(set->word[i]);
  return count;
}
static inline bool mc_threads_is_empty(const struct mc_threads *set) {
  return mc_threads_count(set) == 0;
}
/// The lowest thread of the set, or MC_NO_THREAD.
static inline mc_thread mc_threads_lowest(const struct mc_threads *set) {
  for (unsigned i = 0; i < MC_MAX_THREADS / 64; i++)
    if (set->word[i])
      return (mc_thread)(i * 64 + (unsigned)__builtin_ctzll(set->word[i]));
  return MC_NO_THREAD;
}
/// Moves all threads of `from` to `to`.
static inline void mc_threads_move(struct mc_threads *from, struct mc_threads *to) {
  for (unsigned i = 0; i < MC_MAX_THREADS / 64; i++) {
    to->word[i] |= from->word[i];
    from->word[i] = 0;
  }
}
/// "%t3;": the name of an alternative that is a thread. Lives for ever.
const char *mc_thread_name(mc_thread thread);
/// What a function gives back through a pointer, which may be null, it writes as the program's own code
/// would: to be called before it does.
void mc_gives(const struct mc_site *site, void *to, size_t bytes);
/// True if the place is in a header or in the code of the C++ library.
bool mc_is_in_library(const struct mc_site *site);
/// Prints the set as "%t1; %t4;", as the `print` of a primitive shows it. Returns the length.
size_t mc_threads_print(const struct mc_threads *set, char *text, size_t size);

/// The state of a place in memory that is accessed by visible operations, or waited for.
struct mc_variable_state {
  uint64_t address; ///< of its first byte; in abstract programs any number
  uint64_t value;   ///< zero-extended; of more than 8 bytes a number that stands for it
  uint64_t size;    ///< in bytes
};

/// True if the operation, on a variable, only looks.
static inline bool mc_is_load(const struct mc_operation *operation) {
  return operation->kind == MC_ACCESS_READ || operation->kind == MC_ATOMIC_LOAD;
}

/// Adds one more of the values that an operation of mc_primitive_await has as argument[0].
uint64_t mc_await_hash(uint64_t hash, uint64_t value);

/// Where argument[0] of an operation on a variable has the enum mc_until of one that is awaited,
/// and what is added to it where the mask is argument[1].
enum { MC_UNTIL_SHIFT = 56, MC_UNTIL_MASKED = 16 };

/// The operations of mc_primitive_thread. Its object is the thread that is created, joined, ...;
/// from yield on they have none. Flags: yield, sleep and signals MC_YIELD, busy wait MC_BUSY_WAIT,
/// process exit MC_PROCESS_EXIT.
enum mc_thread_operation {
  MC_THREAD_CREATE,
  MC_THREAD_START, ///< the new thread's first; enabled once it is created
  MC_THREAD_EXIT,  ///< objects: the thread itself, the robust mutexes that it holds, the process
  MC_THREAD_JOIN,
  MC_THREAD_TRY_JOIN,   ///< alternatives: ok, busy
  MC_THREAD_TIMED_JOIN, ///< alternatives: ok, timeout
  MC_THREAD_DETACH,
  MC_THREAD_YIELD,
  MC_THREAD_SLEEP,
  MC_THREAD_SIGNALS, ///< of a call that is about to wait: has a signal come?
  MC_THREAD_FORK,    ///< with which the search begins
  MC_THREAD_BUSY_WAIT,
  MC_THREAD_PROCESS_EXIT,
};

/// The state of a thread as an object. All 0: not yet created.
struct mc_thread_state {
  uint8_t created; ///< the main thread: from the start
  uint8_t exited;
  uint8_t joined;
  uint8_t detached;
};

//===- Waiter queues and wakeup policies ------------------------------------------------------===//
//
// An operation that waits can be two transitions (the paper, section 4.3): `enqueue` puts the
// thread into a queue; the operation itself then is enabled only where the queue's policy lets the
// thread be served. The queue is an object of its own, the last one of every operation that uses
// it, so that what does not look at it (an unlock) is independent of an enqueue. Without a policy
// there is no queue, and any thread that waits may be served. primitives/queue.c; docs/policies.md.

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

/// How often a condition variable at `address` may be woken spuriously in a trace.
uint32_t mc_spurious_wakeups_of(const volatile void *address);
/// Is a misuse that libc forgives no end of the trace (--misuse=report)?
bool mc_misuse_is_reported(void);
/// Does sem_getvalue subtract the threads that wait (--semaphore-value)?
bool mc_value_counts_waiters(void);
/// Who goes first where readers and writers wait; `by_kind` unless --rwlock-preference says.
enum mc_preference { MC_PREFER_NONE, MC_PREFER_READERS, MC_PREFER_WRITERS };
enum mc_preference mc_rwlock_preference(enum mc_preference by_kind);

//===- What the kernel and libc keep for all threads ------------------------------------------===//

/// What a call does with such a state. Two threads' uses depend on each other unless both read, both
/// add, or one passes and the other does not write.
enum mc_use { MC_USE_READ, MC_USE_ADD, MC_USE_PASS, MC_USE_WRITE };
static inline bool mc_uses_conflict(enum mc_use a, enum mc_use b) {
  if (a == MC_USE_PASS || b == MC_USE_PASS)
    return a == MC_USE_WRITE || b == MC_USE_WRITE;
  return a != b || a == MC_USE_WRITE;
}

/// A state's number is below that.
enum { MC_ORDER_SLOTS = 1 << 18 };

/// What must be explored in its orders. Constant during a search: where a trace shows that more is
/// needed, the search begins anew. Nothing in the trunk.
enum mc_order {
  MC_ORDER_CALLS = 1,     ///< some state is used by two threads: these calls are steps
  MC_ORDER_NUMBERS = 2,   ///< a thread uses a descriptor's number that it may have by chance
  MC_ORDER_ONE_NAME = 4,  ///< a file may have several names
  MC_ORDER_OUTPUT = 8,    ///< the program looks at what it has written to standard output or error
  MC_ORDER_HANDLERS = 16, ///< a thread registers a handler of exit: to look for the next is a step
  MC_ORDER_LOCKS = 32,    ///< of files: a close gives one back
  MC_ORDER_STREAM_LOCKS = 64, ///< a thread calls flockfile: other calls on streams wait for it
};
unsigned mc_order(void);
/// There may be other threads.
bool mc_is_searching(void);
/// Also those that libc makes inside of its functions.
bool mc_sees_system_calls(void);
void mc_order_need(unsigned order);
/// The calling thread is about to use the state.
void mc_order_note(uint32_t slot, enum mc_use use);

/// Whether what the calling thread frees from here on is libc's own memory, which a lock of libc's
/// guards: no race.
void mc_memory_of_libc(bool is);

/// What a path names, as numbers that mean the same in every trace: the entry in its folder, the
/// folder; and what is there now. False: the path is none.
struct mc_path {
  uint64_t entry, folder;
  bool is_link, is_folder, has_other_names;
  int number; ///< of the descriptor, if it leads through /proc/self/fd; else -1
};
bool mc_path_names(int folder, const char *path, bool follow, struct mc_path *names);
/// The same for what is open with that number: a file or folder (`is_plain`), or something else.
uint64_t mc_file_name_of(int fd, bool *is_plain);
/// A file that has no name, or none any more.
bool mc_file_is_unnamed(int fd);
bool mc_is_null_device(int fd);
/// Its inode; 0: nothing is open with that number.
uint64_t mc_inode_of(int fd);
/// The kernel's random device, in whose place is a file of the thread's sequence of random numbers.
bool mc_is_random_device(const char *path);
void mc_write_random(int fd);
/// The same in all traces of a run, and not in others.
unsigned mc_number_of_run(void);

/// A system call of the program, and what libc's function of that name returns. What it changes in
/// the file system is undone at the end of the trace.
long mc_file_make(long number, const long a[6]);
/// The same where libc makes it: before, and after it.
void mc_file_note(long number, const long a[6]);
void mc_file_noted(long result);

//===- For interposed functions ---------------------------------------------------------------===//

/// True where the program runs without mcmini: every function is the real one.
bool mc_native(void);

/// True while the calling process is being checked. False in a process that the program forked:
/// it has one thread, and its primitives do nothing and succeed.
bool mc_checking(void);

/// The runtime's own code lies there: of a function with a name of libc's, the program has none of
/// its own.
bool mc_is_runtime(uint64_t code);

/// sigaction, of which the program may have one of its own.
struct sigaction;
int mc_sigaction(int signal, const struct sigaction *action, struct sigaction *old);

/// The calling thread.
mc_thread mc_self(void);

/// Declares `operation` as the calling thread's next and returns when the search has run it.
/// thread is filled in; operation->alternative is set to the one that ran. Does not return if the
/// trace ends here. Returns the result that `apply` gave. errno is kept.
uint64_t mc_transition(struct mc_operation *operation, const struct mc_site *site);

/// The object that `primitive` has at `address`, or MC_NO_OBJECT: never used, or its memory was
/// written over since (freed and used anew, initialised by assignment).
mc_object mc_object_find(const struct mc_primitive *primitive, const volatile void *address);

/// Makes an object at `address` with a copy of `state` and forgets what was there: the number of an
/// earlier object of the primitive at this address is that of the new one. `size` is the number of
/// bytes of the program's object; where it is at least 8, the first 8 bytes are used as a mark, by
/// which mc_object_find knows the object again. size 0: address is only a name.
mc_object mc_object_new(const struct mc_primitive *primitive, const volatile void *address,
                        size_t size, const void *state);

/// The object was destroyed: threads that still leave it, as they may, use its memory no more.
void mc_object_destroyed(mc_object object);

/// The object's state now [lend: until the next transition]. Only for objects that the calling
/// thread alone can see, or to decide how to declare an operation.
const void *mc_object_state(mc_object object);

/// The calling thread is about to use the object: do more than `n` threads use it, in any trace?
/// Constant during a search: the first trace in which one more does makes the search begin anew,
/// with that known.
bool mc_seen_by_more_than(mc_object object, unsigned n);

/// What a thread does with an object that holds tokens.
enum mc_role { MC_GIVES, MC_TAKES, MC_LOOKS };

/// The calling thread is about to use the object: are its operations of the relation that numbers
/// them (docs/equivalence.md)? As --semaphore-dependence says; with `auto` unless one thread both
/// gives and takes, in any trace. Never when more operations (`count` so far) would need a number
/// than there are alternatives. Constant during a search, as above.
bool mc_is_numbered(mc_object object, enum mc_role role, unsigned count);

/// This memory overlaps other memory that is a variable, too. New: after this trace the search
/// begins anew, with that known.
void mc_overlaps(uint64_t address, uint32_t size);
/// The i-th that is known. False: there are no more. Constant during a search.
bool mc_overlapping(uint32_t i, uint64_t *address, uint32_t *size);

/// Is the calling thread's load, about to be announced, one that looks whether an awaited attempt
/// is worth a try (__mcmini_attempt)? Then the attempt is announced in its place, which is put into
/// the arguments, and mc_attempt_made called: it has ended the loop, or has changed something else.
bool mc_attempt_at_look(uint32_t *access, uint64_t *operand, uint64_t *expected);
void mc_attempt_made(bool has_ended, const struct mc_site *site);
/// Is the access, about to be announced, the attempt that has been made? Once.
bool mc_attempt_is_made(void);

/// Atomic sections of the calling thread, which may be nested: true where it enters the outermost,
/// or leaves it. What it does in between is flagged MC_ATOMIC, and a misuse if it would have to
/// wait.
bool mc_section_enter(void);
bool mc_section_leave(void);
bool mc_section_is_entered(void);
/// The object of all sections.
mc_object mc_section_object(void);

/// For the search for data races, of accesses by the calling thread: one that it is about to make;
/// a fence of that order (C11's numbers); an atomic access that is no visible operation, `access`
/// as __mcmini_access has it.
void mc_race_access(const struct mc_site *site, const volatile void *address, uint64_t size,
                    bool is_write, bool is_atomic);
void mc_race_fence(uint32_t order);
/// Modifications that commute are to be ordered, as there are races in some of their orders.
/// Constant during a search.
bool mc_race_orders_modifications(void);
void mc_race_invisible(const volatile void *address, uint32_t access);
/// The same of a reference count, behind mc_reference_count.
void mc_race_reference_count(const volatile void *address, uint32_t access);

/// Ends the trace with the finding "misuse".
MC_NORETURN void mc_misuse(const char *what, mc_object object, const struct mc_site *site);
/// The same for one that libc forgives: returns where it is only to be reported (--misuse=report).
void mc_forgiven_misuse(const char *what, const struct mc_site *site);

/// Ends the trace where a system call would take memory or code of the runtime's away.
void mc_release_by_system_call(long number, const long a[6], const struct mc_site *site);

/// A fork that runs no handlers of pthread_atfork.
int mc_fork(const struct mc_site *site);
/// Ends the search: the program makes a thread or a process that cannot be controlled.
MC_NORETURN void mc_end_at_clone(const struct mc_site *site);

/// Ends the trace with the finding "assertion failed".
MC_NORETURN void mc_assertion(const char *message, const struct mc_site *site);

/// The calling thread has done something that no operation shows.
void mc_note_effect(void);

/// What is done at `site`, a use of a futex or else a yield, goes with atomic accesses. If that is
/// in a library that is not instrumented, they are not seen: the search is not complete. A library
/// that yields and has no use of a futex may do so for the program.
void mc_goes_with_atomics(bool is_futex, const struct mc_site *site);

/// The kernel's number of the process: the program's own has another for it, in all traces the same.
int mc_process_number(int process);
/// The same for those among the arguments of a system call.
void mc_process_numbers(long number, long a[6]);
/// A path by such a number, or `path` itself; `text` may be used.
enum { MC_MOST_PATH = 1024 }; // threads may have small stacks
const char *mc_path_of_process(const char *path, char text[/* MC_MOST_PATH */]);

/// Signals that are never blocked: those that the runtime lives on, and those that nobody can block.
uint64_t mc_thread_never_blocked(void);

/// Ends the trace: the program sends SIGKILL to itself.
MC_NORETURN void mc_killed_itself(const struct mc_site *site);

/// The same where it is about to write into McMini's own memory, or calls what does. `site` may be NULL.
MC_NORETURN void mc_stray_write(const struct mc_site *site, uint64_t address);

/// The same of a signal that stops it: nobody lets it go on.
MC_NORETURN void mc_stopped_itself(int signal, const struct mc_site *site);

/// Adds the warning of warnings.def to the result, once; with it the verdict is "incomplete",
/// unless it is a MC_NOTE.
void mc_warn(enum mc_warning warning, const struct mc_site *site);
/// `what`: the %s of its text. Once for each.
void mc_warn_of(enum mc_warning warning, const char *what, const struct mc_site *site);

/// May the program read, or write, all of these bytes? Who reads what a pointer of the program's
/// leads to asks first: where the kernel would read it a wild one is EFAULT, and no crash.
bool mc_may_read(const volatile void *memory, size_t bytes);
bool mc_may_write(volatile void *memory, size_t bytes);
/// The same of a text with its end.
bool mc_may_read_text(const char *text);

/// The next function of that name behind ours. Never NULL.
void *mc_real(const char *name);

/// The thread's virtual clock, in nanoseconds since the start of the program. A query advances it
/// by 1 ms; every tenth is a yield before it.
uint64_t mc_clock_query(const struct mc_site *site);
/// The same without advancing it.
uint64_t mc_clock_now(void);
/// Sets the calling thread's clock to `time` where that is later.
void mc_clock_reach(uint64_t time);

/// The absolute time `*deadline` of `clock` as nanoseconds of the virtual clock.
struct timespec;
uint64_t mc_clock_deadline(int clock, const struct timespec *deadline);
/// True where a timed function accepts these (otherwise EINVAL; of a mutex, only where it would
/// wait).
bool mc_clock_is_deadline(int clock, const struct timespec *deadline);
/// Sets the calling thread's clock to that of `thread`, an object, where that is later.
void mc_clock_join(mc_object thread);

/// The places in memory that the program has accessed so far and that share a byte with these
/// `size` bytes: first exactly these (made at the first use), then others. Returns how many, at
/// most `max`.
unsigned mc_variables_at(const volatile void *address, size_t size, mc_object variable[],
                         unsigned max);

/// A step of the calling thread as if it read or wrote (`kind` MC_ACCESS_READ, MC_ACCESS_WRITE) these
/// `size` bytes, at most 8, where it is not known yet whether it will.
void mc_variable_step(const struct mc_site *site, volatile void *address, uint32_t size,
                      uint32_t kind);

/// The calling thread has just accessed the object's memory, from which pages may have been taken before.
void mc_object_is_there(mc_object object, const volatile void *address);

/// The pthread_mutex_t at `address` as an object; made at its first use.
mc_object mc_mutex_at(const volatile void *address);
/// pthread_mutex_lock, which takes the mutex at once where it is free; and pthread_mutex_unlock.
bool mc_mutex_is_lock(const struct mc_operation *operation);
bool mc_mutex_is_unlock(const struct mc_operation *operation);
/// The step by which the calling thread takes the mutex at the end of a wait that nobody has ended,
/// whatever the wakeup policy. Returns what pthread_mutex_lock would.
uint64_t mc_mutex_take_again(mc_object mutex, const struct mc_site *site);
/// A lock that waits until the mutex has another number of `changes`, too.
void mc_mutex_await(struct mc_operation *lock, uint32_t changes);
/// An unlock that is none of those.
void mc_mutex_keep(struct mc_operation *unlock);

/// Whether the user has taken the accesses of this place out (--ignore, --focus).
bool mc_site_invisible(const struct mc_site *site);
/// They are so taken out because reference counts are accessed there.
bool mc_site_counts_references(const struct mc_site *site);
/// The calling thread is about to make such an access, as __mcmini_access has it: is it a
/// transition? What it calls takes the stack below `stack`.
bool mc_reference_count(const volatile void *address, uint32_t access, uint64_t operand,
                        const void *stack);
/// Whether a reference count has been noted there in this trace.
void mc_note_reference_count(const volatile int *count);
bool mc_is_reference_count(const volatile int *count);
/// An atomic change of a reference count, which follows.
void mc_count_reference(const struct mc_site *site, volatile int *count, int change,
                        const void *stack);

/// pthread_create, its transition included.
int mc_thread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                     void *argument, const struct mc_site *site);
/// The object of a thread, also of one that was joined while its number is not used anew; or
/// MC_NO_OBJECT.
mc_object mc_thread_object(pthread_t thread);
/// Its number, or MC_NO_THREAD.
mc_thread mc_thread_number(pthread_t thread);
/// The program has made a thread, in this trace: the main thread has been alone until then.
bool mc_has_threads(void);
/// The thread was created and has not ended.
bool mc_thread_is_alive(mc_thread thread);
/// The signals that were blocked when the thread was created; bit s - 1: signal s.
uint64_t mc_thread_mask(mc_thread thread);
/// The kernel's mask of the calling thread, but for the signals that the runtime itself lives on.
void mc_thread_set_mask(uint64_t blocked);
/// A signal that can interrupt the thread's operations has been sent to it; to the process. The
/// first time the search begins anew, and all its operations have `signals`.
void mc_thread_is_interrupted(mc_thread thread, int signal);
void mc_threads_are_interrupted(int signal);
/// Those signals: they may be pending for a while though they are not blocked. Constant during a
/// search.
uint64_t mc_late_signals(void);
/// Do the thread's operations have `signals`?
bool mc_is_interrupted(mc_thread thread);
/// Have signals been sent to the process that its threads can take? Constant during a search.
bool mc_process_is_interrupted(void);
/// Is what is done with the signal the same in all traces? Constant during a search.
bool mc_action_is_fixed(int signal);
/// Around the handler of a signal, in the thread in which it runs. If it is left by a jump, the
/// second is not called. `changes_errno`: it leaves another value there than it has found.
void mc_handler_begins(void);
void mc_handler_ends(bool changes_errno);

/// The calling thread is about to ask what it blocks, or to change it: has it left a handler by a
/// jump, with a mask that only the kernel knows of?
void mc_signals_look(const struct mc_site *site);

/// Defined by the primitive `signal`: the signals of a thread, and of the process.
mc_object mc_signals_of(mc_thread thread);
mc_object mc_signals_of_process(void);
enum mc_handled { MC_NOT_HANDLED, MC_HANDLED, MC_HANDLED_TO_RESTART };
/// The calling thread has taken that signal before the operation, or while it waits in it: runs its
/// handler. The last: it has SA_RESTART.
enum mc_handled mc_signal_handle(int signal, const struct mc_operation *interrupted,
                                 const struct mc_site *site);
/// The program is about to change what is done with the signal; NULL: it asks.
void mc_signal_acts(int signal, const struct sigaction *action, const struct mc_site *site);
/// The kernel blocks these signals for the calling thread; `apart` from some, which are not looked
/// at.
void mc_signals_are_blocked(uint64_t blocked, uint64_t apart, const struct mc_site *site);
/// It ends, or the process: it could still be interrupted. `for_good`: from now on no more.
void mc_signals_settle(bool for_good, const struct mc_site *site);
/// Has the handler that has cut the operation short let it begin again (SA_RESTART)?
bool mc_is_to_restart(const struct mc_operation *operation);
/// Fills in the calling thread's exit: `thread` is its object, `process` that of all exits whose order
/// shows, or MC_NO_OBJECT.
void mc_thread_exit_operation(struct mc_operation *operation, mc_object thread, mc_object process);
/// The program registers a handler of exit.
void mc_process_adds_handler(void);
/// The calling thread has taken this robust mutex: if it still holds it then, its exit names it.
void mc_thread_took_robust(mc_object mutex);
/// The thread will exit without returning from the functions above that frame (pthread_exit): their
/// variables end with it.
void mc_stack_leave_from(const void *frame, const struct mc_site *site);
/// The system call exit: ends the calling thread, and runs nothing more of it.
MC_NORETURN void mc_thread_exit_raw(int status, const struct mc_site *site);
/// Is this system call an operation of a primitive, which syscall() makes? Does it make a process,
/// and give no more than fork does? And is that number, of that inode, a descriptor between threads
/// of the program, perhaps closed? (Defined by the primitives; they make no system call.)
bool mc_syscall_is_operation(long number, const long a[6]);
bool mc_syscall_forks(long number, const long a[6]);
bool mc_descriptor_is_ours(int fd, uint64_t file);
/// The calling thread is inside of a call that it has announced as a step (primitives/state.c).
bool mc_state_is_inside(void);
/// The step before a file is mapped.
void mc_state_map_file(int fd, const struct mc_site *site);
/// The calling thread is about to call the destructors of its keys, from `first` on.
void mc_state_destructors(unsigned first, const struct mc_site *site);
/// It calls more than one; does another thread?
void mc_thread_calls_destructors(void);
bool mc_others_call_destructors(void);
/// The step before a call that looks at the process's limits, or changes them.
void mc_state_limits(bool changes, bool of_descriptors, const struct mc_site *site);
/// The same of what the thread is called, or how it is scheduled.
enum mc_attribute { MC_NAME_OF_THREAD, MC_SCHEDULE_OF_THREAD };
void mc_state_attribute(mc_thread thread, enum mc_attribute attribute, bool changes,
                        const struct mc_site *site);
/// The same of a synchronisation that the program tells of, at that address: what a thread did before it gives
/// happens before what one does that takes later. Readers of a lock take from its writers only.
enum mc_told { MC_TOLD_GIVE, MC_TOLD_GIVE_AS_WRITER, MC_TOLD_TAKE, MC_TOLD_TAKE_AS_READER };
void mc_state_told(const volatile void *address, enum mc_told what, const struct mc_site *site);
/// A call that uses the schedule of the thread with that number of the kernel's: the number to make
/// it with.
pid_t mc_schedule_by_id(pid_t id, bool changes, const char *function, const struct mc_site *site);
/// Before an access that faults where another thread has taken the page: it is a step all the same.
void mc_variable_may_be_taken(const struct mc_site *site, const volatile void *memory,
                              bool is_write);
/// The kernel could not write to (or read from) the program's buffer: another thread may have taken
/// its page before.
void mc_buffer_faults(const struct mc_site *site, const void *buffer, bool is_write);
/// The program has chosen the processors of the thread.
void mc_processors_are_chosen(mc_thread thread);
/// So many bytes of the set of processors that the kernel tells for it: as the program would have
/// it.
void mc_processors_show(mc_thread thread, size_t bytes, void *set);
/// Before the program changes what the kernel keeps for each thread: its threads are the kernel's.
void mc_need_kernel_threads(const char *why);
/// Before it takes a protection key: the same, also for threads that are to come.
void mc_protection_keys_use(void);
/// A call whose order with what other threads do is not explored: the result is incomplete where other
/// threads are there.
void mc_unordered_call(const char *function, const struct mc_site *site);
/// All that other threads have done happened before.
bool mc_others_are_joined(void);
/// The system calls that the calling thread makes from now on change and see nothing of others; or may again.
void mc_unordered_is_known(bool is);
enum mc_libc_variables {
  MC_OPTION_VARIABLES,
  MC_TIME_VARIABLES,
  MC_ENVIRONMENT_VARIABLES,
  MC_SIGN_VARIABLES,
  MC_LIBC_VARIABLES,
};
/// The same of a call that changes variables of libc's, where the program itself names one of them.
void mc_libc_variables_change(enum mc_libc_variables family, const struct mc_site *site);
/// The same of a system call that is about to be made, if it is such a one.
void mc_unordered_system_call(long number, const long a[6]);
/// The call would set a filter of system calls: it is left out, with a warning.
bool mc_sets_filter(long number, const long a[6], const struct mc_site *site);
/// The program is about to fork: other processes have the descriptors from now on, too. `anew`: not
/// those that the trunk has.
void mc_descriptors_share(bool anew);
/// Those by which these processes may write to the program, at most `max`; returns how many.
unsigned mc_descriptors_of_children(int fd[], unsigned max);
/// _exit, with its transition.
MC_NORETURN void mc_process_exit(int status, const struct mc_site *site);
/// The calling thread is about to call libc's exit or quick_exit; does not return if another one
/// has. And the status of the latter.
void mc_process_begin_exit(const struct mc_site *site);
void mc_process_quick_exit(int status);
/// It is about to replace the program by another: the transition.
void mc_process_replaced(const struct mc_site *site);
/// The same, if the system call execve will do that with this path: true; and where that has failed
/// all the same.
bool mc_exec_begins(const char *path, const struct mc_site *site);
void mc_exec_came_back(bool has_ended);

#pragma GCC visibility pop

#ifdef __cplusplus
}
#else
/// Of a function that stands in the place of libc's: if the program defines one of that name
/// itself, then that is the program's.
#define MC_INTERPOSED __attribute__((visibility("default"), weak))

/// Defines the hook of a function, __mcmini_NAME(site, ...), which the pass calls, and the function
/// itself, which code that was not instrumented calls: mc_our_NAME(site, ...). In a program that
/// runs without mcmini both are the real function; otherwise what follows is their body. The hook
/// is the program's own function where it has one of that name.
///   MC_INTERPOSE(int, pthread_mutex_lock, (pthread_mutex_t *m), (m)) { ... site ... }
#define MC_INTERPOSE(type, name, parameters, arguments)                                            \
  MC_INTERPOSE_AS_(type, name, parameters, arguments, return )
/// The same for a function that does not return.
#define MC_INTERPOSE_NORETURN(name, parameters, arguments)                                         \
  MC_INTERPOSE_AS_(_Noreturn void, name, parameters, arguments, )

#define MC_INTERPOSE_AS_(type, name, parameters, arguments, return_)                               \
  static type mc_checked_##name(const struct mc_site *site MC_COMMA_BEFORE parameters);            \
  type mc_our_##name(const struct mc_site *site MC_COMMA_BEFORE parameters);                       \
  MC_HOOK_VISIBLE type __mcmini_##name(const struct mc_site *site MC_COMMA_BEFORE parameters);     \
  MC_INTERPOSED type name parameters {                                                             \
    return_ mc_our_##name(MC_CALLER_SITE MC_COMMA_BEFORE arguments);                               \
  }                                                                                                \
  type __mcmini_##name(const struct mc_site *site MC_COMMA_BEFORE parameters) {                    \
    if (!mc_is_runtime((uintptr_t)name))                                                           \
      return_ name arguments;                                                                      \
    return_ mc_our_##name(site MC_COMMA_BEFORE arguments);                                         \
  }                                                                                                \
  type mc_our_##name(const struct mc_site *site MC_COMMA_BEFORE parameters) {                      \
    if (mc_native()) {                                                                             \
      static __typeof__(&name) real;                                                               \
      if (!real)                                                                                   \
        *(void **)&real = mc_real(#name);                                                          \
      return_ real arguments;                                                                      \
    }                                                                                              \
    return_ mc_checked_##name(site MC_COMMA_BEFORE arguments);                                     \
  }                                                                                                \
  static type mc_checked_##name(const struct mc_site *site MC_COMMA_BEFORE parameters)

#define MC_COMMA_BEFORE(...) __VA_OPT__(, ) __VA_ARGS__
#endif

#endif // MCMINI_PRIMITIVE_H
