// runtime/state.h - everything the runtime knows, in three mappings that lie side by side:
//
//   session   shared with the driver (session.h)
//   shared    between the trunk and its workers: the search, the trace's log, tables of names
//   process   private; a fork copies it: the model of the program, threads, objects
//
// A stray write of the program must not change what we report: see guard.c. With a protection key
// all three are read-only while code of the program runs. Without one, that is so of the session
// and of the tables; the rest lies at an address chosen at random, which no pointer of the
// program's is near. If something in it is broken all the same (a canary, a check, a crash inside
// the runtime, a write that hits what is read-only), the search begins anew with the guard up, and
// the stray write is the program's own crash.
#ifndef MC_RUNTIME_STATE_H
#define MC_RUNTIME_STATE_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE // include this header first
#endif
#include "dpor/lint.h"
#include "dpor/search.h"
#include "primitives/builtin.h"
#include "runtime/memory/guard.h"
#include "runtime/session.h"
#include "runtime/base/sys.h"
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>

enum {
  MC_SITE_SLOTS = 4 * MC_SESSION_MAX_SITES,
  MC_RULED_SLOTS = 65536,
  MC_NAME_SLOTS = 2 * MC_SESSION_MAX_OBJECTS,
  MC_MAX_MODULE_RANGES = 512,
  MC_STRING_SLOTS = 1 << 14,
  MC_MAX_OPERATION_KINDS = 256,
  MC_MAX_OBJECTS = MC_NO_OBJECT, ///< of all traces of a search
  MC_MOST_RACE_USES = 32,
  MC_MOST_OVERLAPS = 1024,
};

/// A step of FNV-1a, which begins with MC_HASH_START.
static inline uint64_t mc_hash(uint64_t hash, uint64_t value) {
  return (hash ^ value) * 0x100000001b3ull;
}
/// Of one number; sums of such hashes tell sets of numbers apart.
static inline uint64_t mc_mix(uint64_t x) {
  x = (x ^ x >> 31) * 0x9e3779b97f4a7c15ull;
  return x ^ x >> 29;
}
#define MC_HASH_START 0xcbf29ce484222325ull

#define MC_NO_FINDING 0xffffffff
#define MC_NO_RECORD 0xffffffff

/// A step of the current trace. Resolved into names only where a finding needs them.
struct mc_logged_step {
  struct mc_operation operation; ///< its objects: see `record`
  uint32_t record[2];            ///< session->object of the first two objects
  const struct mc_site *site;
  uint64_t before, after;
  bool has_value;
};

/// What an object is, in every trace: see object.c.
struct mc_object_name {
  const struct mc_primitive *primitive;
  uint64_t address;
  uint64_t size; ///< of a variable, else 0
};

/// Who has used an object; see mc_seen_by_more_than.
struct mc_seen {
  struct mc_threads threads; ///< in any trace
  bool many;                 ///< in this search it counts as used by more threads than was asked
};

/// How an object that holds tokens has been used; see mc_is_numbered.
struct mc_roles {
  struct mc_threads threads[2]; ///< [MC_GIVES, MC_TAKES] in any trace
  bool plain;                   ///< in this search its operations are not numbered
};

/// What survives a trace, beside the session. Tables only grow; the search is put back if a worker
/// dies before the end of its trace.
struct mc_shared {
  uint64_t canary;
  uint32_t trace_open;       ///< a worker is between the start and the commit of a trace
  uint32_t in_runtime;       ///< the worker is inside the scheduler: its data may be inconsistent
  uint32_t restart;          ///< the worker asks to begin anew
  uint32_t sections;         ///< the program has atomic sections, in any trace
  struct mc_threads exiting; ///< threads that have called exit, in any trace
  bool orders_exits;         ///< these are several: who begins is a step
  bool main_leaves;          ///< while others go on, in some trace
  bool adds_handlers;        ///< main or one of its threads registers a handler of exit, in some trace
  uint32_t findings;         ///< when the trace began
  uint32_t committing;       ///< the search is between two traces: inconsistent
  uint64_t searches;         ///< that are complete
  uint32_t again;            ///< the worker asks to run this trace again
  uint32_t goes_on;          ///< the trace has failed, and its other threads run: after_failure.c
  uint32_t has_gone_on;      ///< they have, and the trace runs again
  uint32_t went_on;          ///< so many traces have
  uint32_t recorded_early;   ///< the failure is a finding already, a new one
  uint32_t ended;            ///< the worker asks to end the search: 1 + enum mc_end
  uint32_t steps;            ///< length of the trace so far
  uint32_t stray;            ///< a trace has crashed as it wrote to our memory, the guard being up
  uint32_t repeated;         ///< how many of them repeat the trace before
  uint64_t order;            ///< see mc_session_counts
  uint32_t current;          ///< thread whose code runs
  uint32_t is_sealed;        ///< the session is closed, and ...
  uint64_t seal;             ///< ... this is its hash
  uint64_t looked;           ///< time stamp counter when the clock was last looked at
  uint32_t has_written;      ///< the trace has: only then is there output to cut off
  uint64_t output_start;     ///< bytes of output when the trace began
  uint32_t new_output;       ///< index + 1 into session->output: its text is to be kept; 0: none
  struct mc_stats stats;
  struct mc_leaked leaked;  ///< most of a trace
  bool trunk_heap_is_whole; ///< a trace with a snapshot has found it so
  struct mc_heap_watch {
    bool is_on; ///< this trace runs a second time, to see who took and gave back a chunk
    struct mc_heap_call {
      uint32_t thread, number; ///< its number-th call of the heap
      uint32_t machine;        ///< as in struct mc_finding
    } call[2];                 ///< allocation, free
  } heap_watch;
  struct mc_libc_watch {
    bool is_on;             ///< this trace runs again: see libc_watch.c
    uint32_t writes, fatal; ///< so far; the number of the one to end with, 0: unknown
  } libc_watch;
  struct mc_race_watch {
    uint32_t is_on; ///< this trace runs again, to see the first access of a race
    uint32_t runs;  ///< how many did so far
    uint64_t site, address, size;
    bool is_write; ///< an increment reads and writes at one site
    uint32_t epoch;
    struct mc_race_record seen; ///< its stack and locks; `thread` 1: it was seen
    uint32_t finding;           ///< that it became, or MC_NO_FINDING
    uint32_t uses;
    struct mc_race_use { ///< a place that uses the memory, with the locks that are always held
                         ///< there
      uint64_t site;
      struct mc_race_record held;
    } use[MC_MOST_RACE_USES];
  } race_watch;
  struct mc_arena arena; ///< of the search
  struct mc_executed {
    uint32_t kinds;
    struct {
      const struct mc_primitive *primitive;
      uint32_t kind;
      uint64_t transitions;
    } of[MC_MAX_OPERATION_KINDS];
  } executed;                  ///< transitions by kind
  struct mc_logged_step *step; ///< [steps] of the current trace: in `log`
  uint64_t canary_after;

  // From here to `log`: what seldom changes, written after mc_tables_write only.
  _Alignas(MC_SESSION_PAGE)
      uint32_t donors; ///< user-level threads: that the trunk is to make, thread 0 included
  uint64_t stack_size[MC_MAX_THREADS]; ///< of donors, bytes; 0: the standard size
  struct mc_search *search;
  uint64_t site_key[MC_SITE_SLOTS]; ///< site pointer or code address -> 1 + index
  uint32_t site_index[MC_SITE_SLOTS];
  uint32_t names;                      ///< objects met in any trace
  uint32_t number_slot[MC_NAME_SLOTS]; ///< an object's name -> 1 + its number
  uint32_t ruled_sites;
  /// What rules.c has made out: whether the rules leave out the accesses of a place.
  struct mc_ruled_site {
    uint64_t site, user;    ///< the second: mc_program_site
    uint8_t known, ignored; ///< enum mc_rule_accesses; the second: and by whom
  } ruled_site[MC_RULED_SLOTS];
  uint8_t origin[MC_SESSION_MAX_SITES]; ///< of each site; see mc_reported_site
  uint8_t tried[MC_SESSION_MAX_SITES];  ///< see recognise.c
  uint64_t record_key[MC_NAME_SLOTS];   ///< what reports call an object -> index of its record
  uint32_t record_index[MC_NAME_SLOTS];
  uint32_t string_slot[MC_STRING_SLOTS];
  struct mc_object_name name[MC_MAX_OBJECTS]; ///< [names] by mc_object
  struct mc_seen seen[MC_MAX_OBJECTS];        ///< [names]
  struct mc_roles roles[MC_MAX_OBJECTS];      ///< [names]
  uint64_t changed_actions; ///< see mc_action_is_fixed
  uint32_t overlaps, known_overlaps;          ///< the second: of this search
  struct {
    uint64_t address;
    uint32_t size;
  } overlap[MC_MOST_OVERLAPS]; ///< variables that overlap others

  /// [2 * mc_log_length()] of the search's traces; of those aside
  _Alignas(MC_SESSION_PAGE) struct mc_logged_step log[];
};

/// An object of this process, beside what the model has.
struct mc_object_info {
  uint32_t size;
  uint32_t record;   ///< index into session->object, or MC_NO_RECORD
  uint32_t since;    ///< step by which the owner got it; 0xffffffff: in the trunk
  mc_thread owner;   ///< or MC_NO_THREAD
  bool sited;        ///< the record knows a place
  bool policy_asked; ///< an operation has asked for its wakeup policy: it stays as it is
};

enum { MC_SETTING_SLOTS = 4096, MC_SETTING_POLICIES = 4, MC_SETTING_NAME = 24 };

/// What the source says of an object at that address.
struct mc_setting {
  uint64_t address; ///< 0: nothing
  struct {
    char operation[MC_SETTING_NAME]; ///< "": of all that have none of their own
    const struct mc_policy *policy;  ///< NULL: no more
  } of[MC_SETTING_POLICIES];
  bool limits_spurious;
  uint32_t spurious;
};

enum { MC_TURN_OPERATIONS = 24, MC_IDLE_PLACES = 16 };

/// An operation of a thread that changed nothing.
struct mc_turn {
  const struct mc_site *site;
  uint64_t object, alternative, value, result;
};

enum { MC_THREAD_NAME = 16 };

/// A thread's last operations, since one that did change something.
struct mc_turns {
  uint32_t repeats; ///< how many repeat one of `turn`, in a row
  uint32_t next;    ///< how many there have been, but for those; of the last ones `turn` has each
  struct mc_turn turn[MC_TURN_OPERATIONS];
};
static inline unsigned mc_turns_kept(const struct mc_turns *turns) {
  return turns->next < MC_TURN_OPERATIONS ? turns->next : MC_TURN_OPERATIONS;
}

/// Whether it waits, in a livelock.
enum mc_doubt {
  MC_CERTAIN,
  MC_IN_DOUBT, ///< it makes turns that are no part of the trace
  MC_NO_DOUBT, ///< they were as before
};

/// Is a thread always in the same states when it comes to its operations? Asked at the end of a
/// trace in which nothing changes any more.
struct mc_idling {
  uint64_t since;      ///< the step with which that began
  bool repeats, moves; ///< it has been in such a state again; in another one
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
  uint32_t turn;            ///< after so many arrivals;
  uint32_t goal;            ///< it is to make one more turn, up to this one; 0: not yet said
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
  uint32_t children, objects; ///< how many it has made so far
  uint32_t owns;              ///< of how many objects it is the owner
  uint64_t clock;             ///< ns
  uint32_t clock_queries;     ///< modulo 10
  const struct mc_site *site; ///< of the pending operation
  const uint64_t *frame;      ///< of the runtime, where the thread has declared it
  mc_object object;           ///< its thread object
  uint64_t result;            ///< of the last step
  mc_alternative alternative; ///< that ran
  uint64_t mask;              ///< signals blocked when it was created
  enum mc_handled handled;    ///< the last signal that interrupted it
  bool destroys;              ///< it calls several destructors of its keys
  bool has_no_locals;         ///< its thread-local variables have ended
  uint32_t handlers;          ///< that it is in, or has left by a jump
  bool changed;               ///< the last step has changed its first object, or may have
  bool wrote;                 ///< before the last step, where no step shows it, or may have
  struct mc_turns quiet;      ///< of operations that change nothing
  struct mc_turns locking;    ///< of those and of locks taken and given back
  struct mc_idling idling;
  struct mc_repetition repetition;
  struct mc_wanted plain;       ///< that its busy wait is for
  struct mc_operation given_up; ///< giving_up.c: what it would wait for; primitive NULL: nothing
  bool outwaited; ///< since then a step was made that is taken only where no other thread can run
  uint32_t sections;   ///< atomic ones that it is in
  uint64_t operations; ///< how many it has declared, busy waits apart
  enum mc_doubt doubt;
  bool cancelled;         ///< by pthread_cancel, which is not modelled
  void *(*start)(void *); ///< the thread's function, with its
  void *argument;         ///< argument
};

enum mc_mode {
  MC_MODE_NATIVE, ///< not under mcmini: every function is the real one
  MC_MODE_CHILD,  ///< a process that the program forked: primitives do nothing and succeed
  MC_MODE_TRUNK,
  MC_MODE_WORKER,
};

struct mc_process {
  struct mc_model model;
  struct mc_arena arena;
  volatile uint32_t turn[MC_MAX_THREADS]; ///< futex words: 1 = go on
  uint32_t idle;    ///< steps in a row that changed nothing but locks, of all threads
  bool exits;       ///< some thread stands at the exit of the process
  bool has_objects_on_stacks, has_objects_in_heaps; ///< some object lies there, or may
  uint32_t changed; ///< so many steps up to the last that changed something else than locks,
  uint32_t hidden;  ///< or after which a thread changed what no step shows, or may have
  uint64_t calls;   ///< system calls of the program
  uint64_t left_at; ///< mc_ticks of the last hand-over
  uint32_t dying;   ///< tid of a thread that is on its way out, 0: none
  int32_t pid;
  struct mc_thread_info thread[MC_MAX_THREADS];
  struct mc_object_info object[MC_MAX_OBJECTS]; ///< by mc_object
  struct {
    uint64_t start, end;
    const char *name;             ///< the path
    bool library;                 ///< code in it, called by the program, is the C++ library's
  } module[MC_MAX_MODULE_RANGES]; ///< segments: what lies there is global
  uint32_t modules;
  struct {
    uint64_t start, end;
  } constant[MC_MAX_MODULE_RANGES]; ///< of them what nobody writes: code, texts, vtables
  uint32_t constants;
  uint32_t settings;
  struct mc_setting setting[MC_SETTING_SLOTS]; ///< by address, open addressing
};

extern enum mc_mode mc_mode;
static struct mc_session *const mc_session = (struct mc_session *)MC_SESSION_ADDRESS;
extern struct mc_shared *mc_shared;
extern struct mc_process *mc_process;

/// Maps the session; false: there is none (the program runs natively). Then the other two.
bool mc_session_map(void);
void mc_state_map(void);

/// Bytes of the session, of the shared mapping, and of the private one. The guard's cost grows with
/// them and with the pages in use; so tables are hashed with neighbours kept together.
uint64_t mc_session_bytes(void);
uint64_t mc_shared_bytes(void);
/// Steps that a log has room for.
uint64_t mc_log_length(void);
#define MC_PROCESS_BYTES ((uint64_t)24 << 20)

/// Maps `bytes` at this very address, or ends the process.
void *mc_state_map_part(uint64_t address, uint64_t bytes, int flags);
/// Empties the shared mapping, which is open: nothing in it can be trusted.
void mc_shared_reset(void);
bool mc_shared_is_broken(void);

/// 0 without config.stats.
static inline uint64_t mc_ticks(void) {
  return mc_session->config.stats ? __builtin_ia32_rdtsc() : 0;
}

//===- Where the process and the calling thread are -------------------------------------------===//

/// The calling thread's model number, MC_NO_THREAD in a thread that we did not make.
extern __thread mc_thread mc_self_;
/// The thread's calls of hooks that may take long: of the heap, of ranges of memory.
extern __thread uint64_t mc_long_calls;
/// The worker has a snapshot, from which all its traces begin.
extern bool mc_snapshot_taken;
static inline bool mc_snapshot_is_taken(void) { return mc_snapshot_taken; }
/// The trace has failed, and its other threads go on (schedule/after_failure.c).
extern bool mc_goes_on_after_failure;
static inline bool mc_is_after_failure(void) { return mc_goes_on_after_failure; }
/// NULL: races are not looked for, or nothing is instrumented.
extern struct mc_races *mc_races;
/// The epoch of the running thread's accesses; 0: they are not looked at.
extern uint32_t mc_plain_epoch;
/// The process is no longer checked.
static inline void mc_races_stop(void) { mc_plain_epoch = 0; }
/// What the running thread has freed since its last step lies there; it may be what it has used.
extern struct mc_freed {
  uintptr_t start;
  uint64_t size;
} mc_freed;

/// The trunk goes on here, by __builtin_longjmp, where its own code meets something broken.
extern void *mc_recovery_point[5];
/// In a handler: true if that is possible.
bool mc_recovery_is_possible(void);

/// The result is complete. In the trunk, with the session open.
void mc_session_done(enum mc_end end);

/// An internal fault: says so and ends everything with status 70. Always on.
_Noreturn void mc_fault(const char *file, int line, const char *what);
#define MC_CHECK(condition) ((condition) ? (void)0 : mc_fault(__FILE__, __LINE__, #condition))

#endif // MC_RUNTIME_STATE_H
