// primitives/builtin.h - what the built-in primitives ask of the runtime, and it of them, beyond
// <mcmini/primitive.h>.
#ifndef MC_PRIMITIVES_BUILTIN_H
#define MC_PRIMITIVES_BUILTIN_H

#include <mcmini/step.h>
#include "builtin_cancellation.h"
#include "builtin_locks.h"
#include "builtin_signals.h"
#include "builtin_sockets.h"
#include "builtin_state.h"
#include "builtin_timers.h"
#include <mcmini/warnings.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default) // of those that the user's own may replace, too

//===- What a primitive is to the runtime -----------------------------------------------------===//

/// Of those up to MC_OF_PROCESS there is one primitive each, in mc_primitive_of: the runtime makes
/// operations and objects of it. The others are bits of mc_primitive.traits.
enum mc_trait {
  MC_OF_VARIABLES, ///< accesses to memory
  MC_OF_THREADS,
  MC_OF_SIGNALS,
  MC_OF_AWAITS,
  MC_OF_SECTIONS,
  MC_OF_PROCESS, ///< its exit
  MC_TRAITS_OF_ONE,
  MC_OF_FUTEXES = MC_TRAITS_OF_ONE,
  MC_OF_CALLS,    ///< its operations' values say what they have changed
  MC_UNCANCELLED, ///< pthread_cancel does not end a wait
  MC_BY_THREADS,  ///< no signal handler can end a wait, other threads do
};

extern const struct mc_primitive *const mc_primitive_of[MC_TRAITS_OF_ONE]
    __attribute__((visibility("hidden")));

static inline bool mc_has_trait(const struct mc_primitive *primitive, enum mc_trait trait) {
  return trait < MC_TRAITS_OF_ONE ? primitive == mc_primitive_of[trait]
                                  : primitive->traits >> trait & 1;
}
static inline bool mc_is_of(enum mc_trait trait, const struct mc_operation *operation) {
  return mc_has_trait(operation->primitive, trait);
}

/// All built-in primitives, in the order of listings; ended by NULL.
extern const struct mc_primitive *const mc_primitives[];

//===- States and operations ------------------------------------------------------------------===//

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
  MC_THREAD_BUSY_WAIT,
  MC_THREAD_PROCESS_EXIT,
  MC_THREAD_SIGNALS, ///< of a call that is about to wait: has a signal come?
  MC_THREAD_FORK,    ///< with which the search begins
};

/// The state of a thread as an object. All 0: not yet created.
struct mc_thread_state {
  uint8_t created; ///< the main thread: from the start
  uint8_t exited;
  uint8_t joined;
  uint8_t detached;
};

//===- Settings -------------------------------------------------------------------------------===//

/// How often a condition variable at `address` may be woken spuriously in a trace.
uint32_t mc_spurious_wakeups_of(const volatile void *address);
/// Is a misuse that libc forgives no end of the trace (--misuse=report)?
bool mc_misuse_is_reported(void);
/// Does sem_getvalue subtract the threads that wait (--semaphore-value)?
bool mc_value_counts_waiters(void);
/// Who goes first where readers and writers wait; `by_kind` unless --rwlock-preference says.
enum mc_preference { MC_PREFER_NONE, MC_PREFER_READERS, MC_PREFER_WRITERS };
enum mc_preference mc_rwlock_preference(enum mc_preference by_kind);

//===- What the runtime does for a primitive, and it for the runtime --------------------------===//

/// The object was destroyed: threads that still leave it, as they may, use its memory no more.
void mc_object_destroyed(mc_object object);
/// Adds the warning of warnings.def to the result, once; with it the verdict is "incomplete",
/// unless it is a MC_NOTE.
void mc_warn(enum mc_warning warning, const struct mc_site *site);
/// `what`: the %s of its text. Once for each.
void mc_warn_of(enum mc_warning warning, const char *what, const struct mc_site *site);
/// As mc_real, or NULL.
void *mc_real_if_any(const char *name);
/// Of a function of the C++ library that has `function` as its address: the library's own, shared
/// or linked into the program. NULL: it is linked without those that nobody but us needs.
static inline void *mc_library_function(void *function, const char *name) {
  return mc_is_runtime((uintptr_t)function) ? mc_real_if_any(name) : function;
}

/// What a function gives back through a pointer, which may be null, it writes as the program's own code
/// would: to be called before it does.
void mc_gives(const struct mc_site *site, void *to, size_t bytes);
/// True if the place is in a header or in the code of the C++ library.
bool mc_is_in_library(const struct mc_site *site);
/// sigaction, of which the program may have one of its own.
struct sigaction;
int mc_sigaction(int signal, const struct sigaction *action, struct sigaction *old);

/// The calling thread is about to use the object: do more than `n` threads use it, in any trace?
/// Constant during a search: the first trace in which one more does makes the search restart,
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
/// restarts, with that known.
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
/// Now, for the calling thread; and whether what a thread did then happens before what the calling
/// one does. Where races are not looked for: 0, and no.
uint32_t mc_race_now(void);
bool mc_race_is_past(uint32_t time);
/// Modifications that commute are to be ordered, as there are races in some of their orders.
/// Constant during a search.
bool mc_race_orders_modifications(void);
void mc_race_invisible(const volatile void *address, uint32_t access);
/// The same of a reference count, behind mc_reference_count.
void mc_race_reference_count(const volatile void *address, uint32_t access);

/// mc_misuse, for what libc forgives: returns where it is only to be reported (--misuse=report).
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
/// The thread is to wait at `site`: if that is in libc, for a lock that no operation shows.
void mc_waits_in_libc(const struct mc_site *site);

/// Signals that are never blocked: those that the runtime lives on, and those that nobody can block.
uint64_t mc_thread_never_blocked(void);

/// Ends the trace: the program sends SIGKILL to itself.
MC_NORETURN void mc_killed_itself(const struct mc_site *site);
/// The same where it is about to write into McMini's own memory, or calls what does. `site` may be NULL.
MC_NORETURN void mc_stray_write(const struct mc_site *site, uint64_t address);

/// The same of a signal that stops it: nobody lets it go on.
MC_NORETURN void mc_stopped_itself(int signal, const struct mc_site *site);

/// May the program read, or write, all of these bytes? Who reads what a pointer of the program's
/// leads to asks first: where the kernel would read it a wild one is EFAULT, and no crash.
bool mc_may_read(const volatile void *memory, size_t bytes);
bool mc_may_write(volatile void *memory, size_t bytes);
/// The same of a text with its end.
bool mc_may_read_text(const char *text);

/// The thread's virtual clock, in nanoseconds since the start of the program. A query advances it
/// by 1 ms; every tenth is a yield before it.
uint64_t mc_clock_query(const struct mc_site *site);
/// The same without advancing it.
uint64_t mc_clock_now(void);
/// Sets the calling thread's clock to `time` where that is later.
void mc_clock_reach(uint64_t time);

/// The absolute time `*deadline` of `clock` as nanoseconds of the virtual clock.
uint64_t mc_clock_deadline(int clock, const struct timespec *deadline);
/// True where a timed function accepts these (otherwise EINVAL; of a mutex, only where it would
/// wait).
bool mc_clock_is_deadline(int clock, const struct timespec *deadline);
/// Sets the calling thread's clock to that of `thread` where that is later.
void mc_clock_join(pthread_t thread);

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

/// The calling thread begins, or ends, a loop that is how a function waits: where it waits for
/// ever, that is no loop to the program.
void mc_wait_in_call(bool begins);

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
/// The real pthread_join of a thread that has ended.
int mc_thread_collect(pthread_t thread, void **value);
/// Before another real function is asked about the thread: if it has ended, glibc knows.
void mc_thread_show_end(pthread_t thread);
uint64_t mc_thread_guard_size(pthread_t thread); ///< bytes below its stack, as it was asked for
/// The calling thread's exit, of its object; `process`: of exits whose order shows, or MC_NO_OBJECT.
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
/// Is this system call an operation of a primitive? Does a thread wait at that futex? Does it make
/// a process, and give no more than fork does? Is that number, of that inode, a descriptor between
/// threads, perhaps closed? (Defined by the primitives; they make no system call.)
bool mc_syscall_is_operation(long number, const long a[6]);
bool mc_syscall_is_waited_at(const void *word);
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
/// The same of a synchronisation that the program tells of, at that address: what a thread did
/// before it releases happens before what one does that acquires later. Readers of a lock acquire
/// from its writers only.
enum mc_told {
  MC_TOLD_RELEASE,
  MC_TOLD_RELEASE_AS_WRITER,
  MC_TOLD_ACQUIRE,
  MC_TOLD_ACQUIRE_AS_READER
};
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
/// Constructors of libraries run before McMini is there. What they make is noted: its bytes may be
/// those of memory that nobody has initialised.
void mc_note_made(const volatile void *object);
bool mc_was_made(const volatile void *object);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

/// MC_INTERPOSE of a function that does not return.
#define MC_INTERPOSE_NORETURN(name, parameters, arguments)                                         \
  MC_INTERPOSE_AS_(_Noreturn void, name, parameters, arguments, , )

/// MC_INTERPOSE of a function that makes the object.
#define MC_INTERPOSE_MAKER(name, parameters, arguments, object)                                    \
  MC_INTERPOSE_AS_(int, name, parameters, arguments, return, mc_note_made(object))

#endif // MC_PRIMITIVES_BUILTIN_H
