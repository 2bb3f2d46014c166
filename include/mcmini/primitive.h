// mcmini/primitive.h - how a thread primitive is taught to McMini.
//
// A primitive is a state (plain bytes) and operations on it. For each operation the author says
// when it is enabled, which operations it depends on, with which it can be co-enabled, and what it
// does. The search treats one operation as one transition and knows nothing else of it.
//
// Every callback is pure: no allocation, no I/O, no globals, no look at the program's memory (but
// `observe`). The search calls them in any order, on copies of the states, with all threads
// stopped. What built-in primitives use beside is in primitives/builtin.h.
//
// Source: the operations' four questions are those of Pirtle, Jovanovic, Cooperman (2023),
// section 3.
#ifndef MCMINI_PRIMITIVE_H
#define MCMINI_PRIMITIVE_H

#include <mcmini/hooks.h>
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

/// What the search has to know of an operation beside its primitive's answers. Those that McMini sets
/// itself are in <mcmini/step.h>.
enum mc_operation_flags {
  MC_YIELD = 1,     ///< a hint: the first choice goes to the other threads. On an operation with
                    ///< objects only with alternative MC_FAILURE
  MC_EINTR = 16384, ///< a handler ends it where it would have to wait, or has no object: the
                    ///< alternative MC_CUT_SHORT, with which mc_transition returns then
};

/// One operation of one thread. `alternative` is set where the question is about a step.
struct mc_operation {
  const struct mc_primitive *primitive;
  mc_thread thread;
  uint16_t kind; ///< index into primitive->operations
  mc_alternative alternative;
  uint16_t flags;                                 ///< enum mc_operation_flags
  uint8_t objects;                                ///< how many of `object` are used; 0 for a yield
  uint8_t is_aside : 1;                           ///< set by the runtime: its order is not explored
  uint8_t signals : 5;                            ///< set by the runtime: how many behind them, and
                                                  ///< behind that of MC_SECTIONED, are the signals
                                                  ///< that a handler of the thread may run for
  uint8_t handled_waiting : 1;                    ///< set by the runtime: a handler runs only where
                                                  ///< it would have to wait
  uint8_t is_local : 1;                           ///< set by the search: no step of another thread
                                                  ///< can race with it
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

  /// Can both be enabled in one state, other than to be a misuse? "No" saves time; a wrong "no"
  /// loses schedules. Asked both ways round, and-ed. [true]
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

  /// What the step releases by its i-th object to later steps of other threads, and what it
  /// acquires of earlier ones: sets of up to 64 kinds of message, whose meaning is the primitive's
  /// own. What the thread did before a step that releases a kind happens before what another does
  /// after a later step that acquires it (C11: "synchronizes with"). A lock acquires what an unlock
  /// releases; a failed attempt acquires nothing. Steps that are independent must release nothing
  /// to each other: only one of their orders is explored, and a race that is seen in the other one
  /// would be missed. [MC_EVERYTHING, so that no race is reported that is none; without `releases`
  /// to dependent steps alone]
  uint64_t (*releases)(const struct mc_operation *step, unsigned i);
  uint64_t (*acquires)(const struct mc_operation *step, unsigned i);

  /// What mcmini asks of its own (primitives/builtin.h). [0]
  uint32_t traits;

  /// In words, what a thread waits for whose operation is not enabled; `state` is that of the first
  /// object. %1 and %2 are its objects: "waits to be woken at %1". NULL: they are as by default.
  /// ["waits to" and the operation's name]
  const char *(*waits)(const struct mc_operation *operation, const void *state);
};

/// Of `releases` and `acquires`: all kinds of message.
#define MC_EVERYTHING UINT64_MAX
/// The kind that a step releases to a destroy which waits for it, though their order does not
/// matter: it uses the object's memory for the last time, and its thread has done nothing else
/// since a step that the destroy depends on.
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

/// The kind of message that an unlock of a mutex releases, and a lock acquires; see
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
/// Prints the set as "%t1;, %t4;", as the `print` of a primitive shows it. Returns the length.
size_t mc_threads_print(const struct mc_threads *set, char *text, size_t size);

//===- For interposed functions ---------------------------------------------------------------===//

/// True where the program runs without mcmini: every function is the real one.
bool mc_native(void);

/// True while the calling process is being checked. False in a process that the program forked:
/// it has one thread, and its primitives do nothing and succeed.
bool mc_checking(void);

/// The runtime's own code lies there: of a function with a name of libc's, the program has none of
/// its own.
bool mc_is_runtime(uint64_t code);

/// With --explored: the program has come to the operation at `site`.
void mc_reach(const struct mc_site *site);

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

/// The object's state now [lend: until the next transition]. Only for objects that the calling
/// thread alone can see, or to decide how to declare an operation.
const void *mc_object_state(mc_object object);

/// Ends the trace with the finding "misuse".
MC_NORETURN void mc_misuse(const char *what, mc_object object, const struct mc_site *site);

/// The next function of that name behind ours. Never NULL.
void *mc_real(const char *name);

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
  MC_INTERPOSE_AS_(type, name, parameters, arguments, return, )

#define MC_INTERPOSE_AS_(type, name, parameters, arguments, return_, natively_)                    \
  type mc_our_##name(const struct mc_site *site MC_COMMA_BEFORE parameters);                       \
  MC_INTERPOSED type name parameters {                                                             \
    return_ mc_our_##name(MC_CALLER_SITE MC_COMMA_BEFORE arguments);                               \
  }                                                                                                \
  MC_INTERPOSE_WITHOUT_ENTRY_(type, name, parameters, arguments, return_, natively_)

#define MC_INTERPOSE_WITHOUT_ENTRY_(type, name, parameters, arguments, return_, natively_)         \
  static type mc_checked_##name(const struct mc_site *site MC_COMMA_BEFORE parameters);            \
  type mc_our_##name(const struct mc_site *site MC_COMMA_BEFORE parameters);                       \
  MC_HOOK_VISIBLE type __mcmini_##name(const struct mc_site *site MC_COMMA_BEFORE parameters);     \
  type __mcmini_##name(const struct mc_site *site MC_COMMA_BEFORE parameters) {                    \
    if (!mc_is_runtime((uintptr_t)name)) {                                                         \
      mc_reach(site);                                                                              \
      return_ name arguments;                                                                      \
    }                                                                                              \
    return_ mc_our_##name(site MC_COMMA_BEFORE arguments);                                         \
  }                                                                                                \
  type mc_our_##name(const struct mc_site *site MC_COMMA_BEFORE parameters) {                      \
    if (mc_native()) {                                                                             \
      natively_;                                                                                   \
      static __typeof__(&name) real;                                                               \
      if (!real)                                                                                   \
        *(void **)&real = mc_real(#name);                                                          \
      return_ real arguments;                                                                      \
    }                                                                                              \
    mc_reach(site);                                                                                \
    return_ mc_checked_##name(site MC_COMMA_BEFORE arguments);                                     \
  }                                                                                                \
  static type mc_checked_##name(const struct mc_site *site MC_COMMA_BEFORE parameters)

#define MC_COMMA_BEFORE(...) __VA_OPT__(, ) __VA_ARGS__
#endif

#include <mcmini/policy.h>

#endif // MCMINI_PRIMITIVE_H
